import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { chromiumArgs, ensureChromium, findHeadlessChromium, howToGetChromium } from './find-chromium.mjs';
import { serveSite } from './serve-site.mjs';
import { played, showStory } from './story-page.mjs';

// Checks the built Storybook, offline and under a sub-path: npm run check:storybook [-- --only text] [--plays]
// Compares Storybook's manifest and pages with docs/, and measures how long each gallery of states takes to load.
// `--plays` also plays every story.
// `--only` checks only the pages and stories whose id contains the text.

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, plays: { type: 'boolean', default: false } },
});
const root = fileURLToPath(new URL('..', import.meta.url));
const site = join(root, 'storybook-static');
const readyMs = 3000;
const tries = 5; // the fastest try counts, because a busy machine is slow
const hangsMs = 60_000;

/** For each component, a change by controls of its main story, and what the story then shows. @type {Record<string, [args: object, shows: string]>} */
const controls = {
  AmountField: [{ label: 'Sum' }, 'text=Sum'],
  AttachmentField: [{ maxFiles: 3 }, 'text=Up to 3 files'],
  CloseBatch: [{ terminalId: 'terminal-2' }, 'text=Bar'],
  CloseDay: [{ labels: { title: 'The day ends' } }, 'text=The day ends'],
  DayReport: [{ number: '117' }, 'text=No. 117'],
  LinkShare: [{ qrCode: 'shown' }, 'role=img[name="QR code of the link"]'],
  OpenOperations: [{ terminalId: 'terminal-3' }, 'text=Nothing is open'],
  PaymentLinkForm: [
    { customFields: [{ key: 'po', label: 'Purchase order', required: true }] },
    'role=textbox[name=/Purchase order/]',
  ],
  PaymentLinkList: [{ limit: 1 }, 'text=Page 1 of 3'],
  PaymentMirror: [{ labels: { region: 'The screen' } }, 'role=region[name="The screen"]'],
  PaymentStatus: [{ labels: { region: 'This payment' } }, 'role=region[name="This payment"]'],
  Receipt: [{ reprint: true }, 'text=Copy'],
  TerminalCheckout: [{ kind: 'preAuth' }, 'role=button[name="Authorize"]'],
  TerminalPicker: [{ label: 'Which one' }, 'role=combobox[name="Which one"]'],
  TransactionList: [{ labels: { others: 'The others', today: 'This day' } }, 'text=This day'],
  TransactionActions: [{ labels: { captured: 'Taken so far' } }, 'text=Taken so far'],
};

/** @typedef {{ name: string, type: string, byDefault: string, words: string }} Prop */
/** @typedef {{ required: boolean, tsType: { raw?: string }, description: string, defaultValue?: { value: string } }} ToldProp */
/** @typedef {{ name: string, error?: object, snippet?: string }} Story */
/** @typedef {Story & { id: string, description?: string, reactDocgen?: { props?: Record<string, ToldProp> }, stories: Story[] }} Component */

/** @type {string[]} */
const reds = [];
const expectThat = (/** @type {unknown} */ holds, /** @type {string} */ otherwise) => {
  if (!holds) reds.push(otherwise);
};

/** @param {string} path */
const json = (path) => JSON.parse(readFileSync(join(site, path), 'utf8'));

/** The table of props on a component's page. @param {string} name @returns {Prop[]} */
function propsOf(name) {
  const page = readFileSync(join(root, `docs/components/${name}.md`), 'utf8');
  const [, section = ''] = /^## Props\n([\s\S]*?)^(?:## |All other)/m.exec(page) ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((row) => {
    const cells = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const [, prop = '', type = '', byDefault = '', words = ''] = cells;
    return { name: prop.slice(1, -1), type, byDefault: byDefault.replaceAll('`', ''), words };
  });
}

const dropIns = readdirSync(join(root, 'docs/components'))
  .map((file) => file.replace('.md', ''))
  .filter((name) => name !== 'PaymentsProvider');

/** Whether a host would write this code for a component: it has no sandbox and no spy. @param {string} code @param {string} name */
const isWritten = (code, name) =>
  new RegExp(`<(parts\\.)?${name}\\b`).test(code) &&
  !/\b(args|loaded|harness|Story)\b|\bfn\(|\bas \{/.test(code);

function checkManifest() {
  /** @type {Component[]} */
  const components = Object.values(json('manifests/components.json').components);
  for (const { name, error, stories } of components) {
    for (const told of [{ name: 'itself', error }, ...stories]) {
      expectThat(!told.error, `manifest: ${name}, ${told.name}: ${JSON.stringify(told.error)}`);
    }
  }
  for (const name of dropIns) {
    const component = components.find((each) => each.name === name);
    const told = component?.reactDocgen?.props ?? {};
    expectThat(component?.description, `manifest: ${name} has no description`);
    const props = propsOf(name);
    const names = props.map((prop) => prop.name).join(' ');
    expectThat(
      names && Object.keys(told).join(' ') === names,
      `manifest: ${name} has not the props ${names}`,
    );
    for (const prop of props) {
      const { required, tsType, description, defaultValue } = told[prop.name] ?? {};
      const value = required ? 'required' : (defaultValue?.value ?? '');
      const type = tsType?.raw?.replaceAll('|', '\\|');
      const isTold = `\`${type}\`` === prop.type && value === prop.byDefault && description;
      expectThat(isTold, `manifest: ${name}.${prop.name}: ${JSON.stringify(told[prop.name])}`);
    }
    for (const { name: story, snippet = '' } of component?.stories ?? [])
      expectThat(isWritten(snippet, name), `manifest: the code of ${name}, ${story}: ${snippet}`);
  }
  const hooks = readdirSync(join(root, 'docs/hooks')).map((file) => file.replace('.md', ''));
  for (const name of hooks) {
    const { description = '', stories = [] } = components.find((each) => each.name === name) ?? {};
    expectThat(description.includes('\nReturns\n'), `manifest: ${name} is described so: ${description}`);
    for (const { snippet = '' } of stories)
      expectThat(snippet.includes(`${name}(`), `manifest: the code of ${name}: ${snippet}`);
  }
}

/** Opens a page, and returns how long (ms) it takes until all its stories are shown. @param {import('playwright').Page} page @param {string} address */
async function open(page, address) {
  const start = performance.now();
  await page.goto(address);
  await page.waitForSelector('.sbdocs-content h1', { timeout: hangsMs });
  await page.waitForFunction(
    () => [...document.querySelectorAll('.sb-story')].every((story) => story.querySelector('.preview > *')),
    undefined,
    { timeout: hangsMs },
  );
  return performance.now() - start;
}

/** @param {import('playwright').Page} page @param {string} name */
async function checkProps(page, name) {
  const rows = await page.locator('.docblock-argstable-body tr td:first-child').allInnerTexts();
  const told = rows.map((row) => row.replace('*', '').trim());
  const names = propsOf(name).map((prop) => prop.name);
  expectThat(
    told.toSorted().join(' ') === names.toSorted().join(' '),
    `docs page: ${name} lists ${told.join(' ')}`,
  );
}

/** @param {import('playwright').Page} page @param {string} name */
async function checkCode(page, name) {
  const button = page.getByRole('switch', { name: /^(Show|Hide) code$/ });
  const shown = page.locator(`[id="${await button.getAttribute('aria-controls')}"] pre`);
  if ((await button.getAttribute('aria-checked')) === 'false') await button.click();
  const code = await shown.innerText();
  const picture = page.getByRole('img', { name: `${name} with a number on each of its parts` });
  const width = await picture.evaluate((element) => Reflect.get(element, 'naturalWidth')).catch(() => 0);
  expectThat(width > 0, `docs page: ${name} shows no anatomy`);
  const isWhole = /^import \{.*\} from 'tillkit';/m.test(code) && isWritten(code, name);
  expectThat(isWhole, `docs page: ${name} has the code ${code}`);
}

/** @param {import('playwright').Page} page @param {string} name */
async function checkControls(page, name) {
  const [args, shows] = controls[name] ?? [];
  if (!args || !shows) return void reds.push(`controls: none is tried of ${name}`);
  for (const prop of Object.keys(args)) {
    const named = page.locator('td:first-child', { hasText: new RegExp(`^${prop}\\*?$`) });
    const row = page.locator('.docblock-argstable-body tr').filter({ has: named });
    const control = row.locator('td:last-child').locator('button, input, textarea, select');
    expectThat(await control.count(), `controls: ${name}.${prop} has none`);
  }
  const story = page.locator('.sb-story').first();
  expectThat(!(await story.locator(shows).count()), `controls: ${name} shows ${shows} without a change`);
  await page.evaluate((updatedArgs) => {
    const storyId = document.querySelector('[id^="story--"]')?.id.replace(/^story--|--primary.*$/g, '');
    Reflect.get(window, '__STORYBOOK_PREVIEW__').channel.emit('updateStoryArgs', { storyId, updatedArgs });
  }, args);
  const isShown = await story
    .locator(shows)
    .first()
    .waitFor({ timeout: 20_000 })
    .then(() => true)
    .catch(() => false);
  expectThat(isShown, `controls: ${name} does not show ${shows} after ${JSON.stringify(args)}`);
}

/** @typedef {{ id: string, title: string, name: string, type: string, tags: string[] }} Entry */
/** @type {Entry[]} */
const entries = Object.values(json('index.json').entries).filter(({ id }) => id.includes(values.only));
const executablePath = (await ensureChromium()) && (await findHeadlessChromium());
if (!executablePath) throw new Error(howToGetChromium);
const { url, close } = await serveSite(site, '/some/path/');
const browser = await chromium.launch({ executablePath, args: chromiumArgs });

/** A new page: its errors and failed requests are red, and so is a request to another site. @param {string} what @param {import('playwright').BrowserContextOptions} [options] */
async function newPage(what, options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on('pageerror', (error) => reds.push(`${what}: ${error.message}`));
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(url) || /^(data|blob):/.test(request.url());
    expectThat(isOwn, `${what} asks for ${request.url()}`);
  });
  page.on('response', (response) => {
    expectThat(response.status() < 400, `${what}: ${response.status()} for ${response.url()}`);
  });
  return page;
}

/**
 * Tries several times. Checks that a page is ready within `readyMs` at least once.
 * @param {string} what @param {(page: import('playwright').Page, turn: number) => Promise<number>} measure
 */
async function readyInTime(what, measure) {
  let best = Infinity;
  for (let turn = 0; turn < tries && best > readyMs; turn += 1) {
    const page = await newPage(what);
    best = Math.min(best, await measure(page, turn).catch(() => Infinity));
    await page.context().close();
  }
  console.log(`${what.padEnd(54)} ready in ${(best / 1000).toFixed(1)} s`);
  expectThat(best <= readyMs, `${what} is ready after ${Math.round(best)} ms`);
}

/** @param {import('playwright').Page} page @param {string} name */
async function checkDropIn(page, name) {
  await checkProps(page, name);
  await checkCode(page, name);
  await checkControls(page, name);
}

async function checkPages() {
  for (const { id, title } of entries.filter(({ type }) => type === 'docs')) {
    const name = title.split('/').at(-1) ?? '';
    await readyInTime(title, async (page, turn) => {
      const ms = await open(page, `${url}/iframe.html?id=${id}&viewMode=docs`);
      if (turn === 0 && dropIns.includes(name))
        await checkDropIn(page, name).catch(({ message }) => reds.push(`docs page: ${name}: ${message}`));
      return ms;
    });
  }
}

async function checkGalleries() {
  const areShown = () => {
    const figures = [...document.querySelectorAll('.preview figure')];
    const isDrawn = document.querySelector('.preview > *') !== null;
    return isDrawn && figures.every((figure) => figure.querySelector('figcaption ~ *'));
  };
  for (const { id, title, name } of entries.filter(({ tags }) => tags.includes('gallery')))
    await readyInTime(`${title}, ${name}`, async (page) => {
      const start = performance.now();
      await page.goto(`${url}/iframe.html?id=${id}&viewMode=story`);
      await page.waitForFunction(areShown, undefined, { timeout: hangsMs });
      return performance.now() - start;
    });
}

/** Plays every story, in two pages of the browser at the same time. */
async function checkPlays() {
  const ids = entries.filter(({ type, tags }) => type === 'story' && tags.includes('test'));
  const halves = [ids.slice(0, ids.length / 2), ids.slice(ids.length / 2)];
  const play = async (/** @type {Entry[]} */ half) => {
    const page = await newPage('a story');
    await page.goto(`${url}/iframe.html?id=${half[0]?.id}&viewMode=story`);
    for (const { id } of half) {
      await showStory(page, id);
      const phase = await played(page, id).catch(() => 'has no end');
      expectThat(phase === 'finished', `story: ${id}: ${phase}`);
    }
    await page.context().close();
  };
  await Promise.all(halves.map(play));
  console.log(`${ids.length} stories have been played`);
}

/** What a visitor with a phone presses, and what the story then shows. @type {[path: string, press: string, shows: string][]} */
const presses = [
  ['', 'role=button[name=/^Charge/]', 'role=region[name="Payment status"]'],
  [
    '?path=/story/take-a-payment-terminalcheckout--filled',
    'role=button[name=/^Charge/]',
    'role=region[name="Payment status"]',
  ],
  [
    '?path=/story/take-a-payment-paymentstatus--taking-long',
    'role=button[name=/^Stop waiting/]',
    "text=We don't know yet",
  ],
  [
    '?path=/story/payment-links-linkshare--address',
    'role=button[name="Show QR code"]',
    'role=img[name="QR code of the link"]',
  ],
];

async function checkPhone() {
  const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
  for (const [path, press, shows] of presses) {
    const what = `on a phone: ${path || 'the first page'}`;
    const page = await newPage(what, phone);
    await page.goto(`${url}/${path}`);
    const preview = page.frameLocator('#storybook-preview-iframe');
    await preview.locator(press).first().tap({ timeout: 20_000 });
    const isShown = preview.locator(shows).first().waitFor({ timeout: 20_000 });
    await isShown.catch(() => reds.push(`${what}: a press does not show ${shows}`));
    for (const frame of page.frames()) {
      const width = await frame.evaluate(() => document.documentElement.scrollWidth);
      expectThat(width <= 360, `${what}: ${frame.name() || 'the page'} is ${width} px wide`);
    }
    await page.context().close();
  }
}

try {
  checkManifest();
  await checkPhone();
  await checkGalleries();
  await checkPages();
  if (values.plays) await checkPlays();
} finally {
  await browser.close();
  close();
}
for (const red of new Set(reds)) console.error(`red: ${red}`);
console.log(reds.length > 0 ? `${reds.length} reds` : 'Storybook says what docs/components says.');
process.exitCode = reds.length > 0 ? 1 : 0;
