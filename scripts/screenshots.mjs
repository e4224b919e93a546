import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { anatomyStories, drawAnatomy } from './anatomy.mjs';
import { chromiumArgs, findChromium, howToGetChromium } from './find-chromium.mjs';
import { serveSite } from './serve-site.mjs';
import { played } from './story-page.mjs';

// Pictures of the stories: npm run screenshots -- [--only text,…] [--themes light,rtl] [--out folder] [--site folder]
// `--only` takes stories whose id contains one of the texts; by default the galleries of all states.
// `--readme` makes the pictures of the README instead: the component alone, at twice the resolution.
// `--hosts` makes the pictures of docs/hosts.md: it installs and builds the three hosts of test/consumers.
// `--anatomy` draws the parts of each component, numbered, and lists them on its page in docs/components.

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

/** The pictures of the README, and the stories that they show. @type {Record<string, string>} */
const readmePictures = {
  'take-a-payment-terminalcheckout--approved': 'approved',
  'take-a-payment-terminalcheckout--unknown': 'unknown',
};

const { values } = parseArgs({
  options: {
    readme: { type: 'boolean', default: false },
    hosts: { type: 'boolean', default: false },
    anatomy: { type: 'boolean', default: false },
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
  if (values.readme) return Object.keys(readmePictures).filter((id) => id in entries);
  const wanted = values.only.split(',');
  return Object.entries(entries)
    .filter(([id, { type }]) => type === 'story' && wanted.some((text) => id.includes(text)))
    .map(([id]) => id);
}

/** A picture of the component alone; Playwright itself writes no WebP. @param {import('playwright').Page} page @param {string} path */
async function saveCard(page, path) {
  const box = await page.locator('.tillkit-card').first().boundingBox();
  if (!box) throw new Error('The story shows no card.');
  const devTools = await page.context().newCDPSession(page);
  const { data } = await devTools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 85,
    clip: { ...box, scale: 1 },
  });
  writeFileSync(path, Buffer.from(data, 'base64'));
}

if (values.hosts) {
  const command = 'vitest run -c test/config/consumers.ts --project pictures';
  const env = { ...process.env, PICTURES: join(root, 'docs/pictures') };
  const { status } = spawnSync('npx', command.split(' '), { cwd: root, stdio: 'inherit', env });
  process.exit(status ?? 1);
}
if (!existsSync(join(values.site, 'index.json'))) {
  spawnSync('npm', ['run', '--silent', 'build:storybook'], { cwd: root, stdio: 'inherit' });
}
const executablePath = await findChromium();
if (!executablePath) throw new Error(howToGetChromium);
const lookNames = values.anatomy ? [] : values.readme ? ['light', 'dark'] : values.themes.split(',');
const out = values.readme || values.anatomy ? join(root, 'docs/pictures') : values.out;
mkdirSync(join(out, values.anatomy ? 'anatomy' : '.'), { recursive: true });
const site = await serveSite(values.site);
const browser = await chromium.launch({ executablePath, args: chromiumArgs });

async function drawAnatomies() {
  const context = await browser.newContext({
    viewport: { width: 630, height: 900 },
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce',
  });
  for (const [component, id] of Object.entries(anatomyStories)) {
    if (!id.includes(values.only.replace('--all-states', ''))) continue;
    const page = await context.newPage();
    await page.goto(`${site.url}/iframe.html?id=${id}&viewMode=story&globals=theme:light`);
    await page.addStyleTag({ content: '.preview { padding-inline-start: 96px }' }); // room for numbers
    const phase = await played(page, id).catch(() => 'no end');
    if (phase !== 'finished') console.error(`${id}: ${phase}`);
    await drawAnatomy(page, component, root);
    await page.close();
  }
}

try {
  if (values.anatomy) await drawAnatomies();
  for (const name of lookNames) {
    const look = looks[name];
    if (!look) throw new Error(`There is no look ${name}. Looks: ${Object.keys(looks).join(', ')}`);
    const context = await browser.newContext({
      viewport: values.readme ? { width: 600, height: 1000 } : { width: look.width, height: 600 },
      deviceScaleFactor: values.readme ? 2 : 1,
      reducedMotion: 'reduce',
      ...(look.forcedColors && { forcedColors: look.forcedColors }),
    });
    for (const id of storyIds(values.site)) {
      const page = await context.newPage();
      await page.goto(`${site.url}/iframe.html?id=${id}&viewMode=story&globals=${look.globals}`);
      const phase = await played(page, id).catch(() => 'no end');
      if (phase !== 'finished') console.error(`${id} (${name}): ${phase}`);
      const picture = readmePictures[id];
      if (values.readme && picture) await saveCard(page, join(out, `${picture}.${name}.webp`));
      else await page.screenshot({ path: join(out, `${id}.${name}.png`), fullPage: true });
      await page.close();
    }
    await context.close();
  }
} finally {
  await browser.close();
  site.close();
}
console.log(`The pictures are in ${out}.`);
