import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { chromiumArgs, findChromium, howToGetChromium } from './find-chromium.mjs';
import { serveSite } from './serve-site.mjs';

// Pictures of the stories: npm run screenshots -- [--only text,…] [--themes light,rtl] [--out folder] [--site folder]
// `--only` takes stories whose id contains one of the texts; by default the galleries of all states.

const root = fileURLToPath(new URL('..', import.meta.url));

/** @typedef {{ width: number, globals: string, forcedColors?: 'active' }} Look */

/** @type {Record<string, Look>} */
const looks = {
  light: { width: 960, globals: 'theme:light' },
  dark: { width: 960, globals: 'theme:dark' },
  rtl: { width: 960, globals: 'direction:rtl;locale:ar' },
  narrow: { width: 320, globals: 'theme:light' },
  forced: { width: 960, globals: 'theme:light', forcedColors: 'active' },
};
const doneMs = 60_000;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '--all-states' },
    themes: { type: 'string', default: Object.keys(looks).join(',') },
    out: { type: 'string', default: join(root, 'screenshots') },
    site: { type: 'string', default: join(root, 'storybook-static') },
  },
});

/** The ids of the requested stories. @param {string} folder */
function storyIds(folder) {
  /** @type {{ entries: Record<string, { type: string }> }} */
  const { entries } = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
  const wanted = values.only.split(',');
  return Object.entries(entries)
    .filter(([id, { type }]) => type === 'story' && wanted.some((text) => id.includes(text)))
    .map(([id]) => id);
}

/** Waits until a story's play function has ended, and returns whether it passed. @param {import('playwright').Page} page */
async function played(page) {
  const phase = () => {
    const preview = Reflect.get(window, '__STORYBOOK_PREVIEW__');
    const current = preview?.currentRender?.phase;
    return ['finished', 'errored', 'aborted'].includes(current) ? current : undefined;
  };
  const handle = await page.waitForFunction(phase, undefined, { timeout: doneMs });
  // A play function that threw also ends.
  const thrown = await page.evaluate(() => {
    const [error] =
      Reflect.get(window, '__STORYBOOK_PREVIEW__').channel.last('playFunctionThrewException') ?? [];
    return error && String(error.message).split('\n')[0];
  });
  return thrown ?? String(await handle.jsonValue());
}

if (!existsSync(join(values.site, 'index.json'))) {
  spawnSync('npm', ['run', '--silent', 'build:storybook'], { cwd: root, stdio: 'inherit' });
}
const executablePath = await findChromium();
if (!executablePath) throw new Error(howToGetChromium);
mkdirSync(values.out, { recursive: true });
const site = await serveSite(values.site);
const browser = await chromium.launch({ executablePath, args: chromiumArgs });
try {
  for (const name of values.themes.split(',')) {
    const look = looks[name];
    if (!look) throw new Error(`There is no look ${name}. Looks: ${Object.keys(looks).join(', ')}`);
    const context = await browser.newContext({
      viewport: { width: look.width, height: 600 },
      reducedMotion: 'reduce',
      ...(look.forcedColors && { forcedColors: look.forcedColors }),
    });
    for (const id of storyIds(values.site)) {
      const page = await context.newPage();
      await page.goto(`${site.url}/iframe.html?id=${id}&viewMode=story&globals=${look.globals}`);
      const phase = await played(page).catch(() => 'no end');
      if (phase !== 'finished') console.error(`${id} (${name}): ${phase}`);
      await page.screenshot({ path: join(values.out, `${id}.${name}.png`), fullPage: true });
      await page.close();
    }
    await context.close();
  }
} finally {
  await browser.close();
  site.close();
}
console.log(`The pictures are in ${values.out}.`);
