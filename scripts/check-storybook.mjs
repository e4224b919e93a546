import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { chromiumArgs, ensureChromium, findHeadlessChromium, howToGetChromium } from './find-chromium.mjs';
import { serveSite } from './serve-site.mjs';

// Compares what the built Storybook says of the drop-ins with docs/components: npm run check:storybook

const root = fileURLToPath(new URL('..', import.meta.url));
const site = join(root, 'storybook-static');
const readyMs = 3000;
const tries = 5; // a busy machine is slow
const hangsMs = 60_000;

/** A change by a control of the main story, and the text that the story then shows. @type {Record<string, [args: object, shows: string]>} */
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
/** @typedef {{ name: string, error?: object }} Story */
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
  }
}

/** How long a page takes until everything is shown. @param {import('playwright').Page} page @param {string} address */
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

async function checkPages() {
  const executablePath = (await ensureChromium()) && (await findHeadlessChromium());
  if (!executablePath) throw new Error(howToGetChromium);
  const { url, close } = await serveSite(site);
  const browser = await chromium.launch({ executablePath, args: chromiumArgs });
  /** @type {{ id: string, title: string, type: string }[]} */
  const pages = Object.values(json('index.json').entries);
  try {
    for (const { id, title } of pages.filter(({ type }) => type === 'docs')) {
      const name = title.split('/').at(-1) ?? '';
      let best = Infinity;
      for (let turn = 0; turn < tries && best > readyMs; turn += 1) {
        const context = await browser.newContext();
        const page = await context.newPage();
        page.on('pageerror', (error) => reds.push(`docs page: ${title}: ${error.message}`));
        const ms = await open(page, `${url}/iframe.html?id=${id}&viewMode=docs`).catch(() => Infinity);
        if (turn === 0 && ms < Infinity && dropIns.includes(name)) {
          await checkProps(page, name);
          await checkControls(page, name);
        }
        best = Math.min(best, ms);
        await context.close();
      }
      console.log(`${title.padEnd(34)} ready in ${(best / 1000).toFixed(1)} s`);
      expectThat(best <= readyMs, `docs page: ${title} is ready after ${Math.round(best)} ms`);
    }
  } finally {
    await browser.close();
    close();
  }
}

checkManifest();
await checkPages();
for (const red of reds) console.error(`red: ${red}`);
console.log(reds.length > 0 ? `${reds.length} reds` : 'Storybook says what docs/components says.');
process.exitCode = reds.length > 0 ? 1 : 0;
