import type { Locator } from 'playwright';
import type { Service } from 'tillkit/core';
import { createGateway, createMemoryStore } from 'tillkit/gateway';
import { createSandbox } from 'tillkit/sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import { kestrel } from '../../examples/services/kestrel.ts';
import { meridian } from '../../examples/services/meridian.ts';
import type { WireName } from '../../src/core/wire/service.ts';
import { contractFieldNames } from '../../src/core/wire/names.ts';
import { listen } from '../../src/node/listen.ts';
import { createScaledClock } from '../pages/till/scaledClock.ts';
import { createKestrelService, kestrelHeaders } from '../services/kestrel.ts';
import { runs } from '../runs.ts';
import { createMeridianService, meridianHeaders } from '../services/meridian.ts';
import { chromiumForFile } from './browser.ts';
import { builtPage } from './builtPage.ts';

const lanes = [4, 5, 6, 7, 8, 9, 10, 11, 12].map((lane) => `Lane ${lane}`);
const services = {
  meridian: {
    service: meridian,
    create: createMeridianService,
    headers: meridianHeaders,
    terminals: ['Front desk', 'Bar', 'Terrace'], // which is OFFLINE
    other: 'Bar',
    firstId: '64f0c1a2',
    approvedWord: '"COMPLETE"',
    declined: 'Insufficient funds',
    notSetUp: 'is not set up',
  },
  kestrel: {
    service: kestrel,
    create: createKestrelService,
    headers: kestrelHeaders,
    terminals: ['Reception', 'Restaurant', 'Spa', ...lanes],
    other: lanes.at(-1)!, // on page 2
    firstId: 'dev-01',
    approvedWord: '"Approved"',
    declined: 'Do not honour.',
    notSetUp: 'not a name that is set up',
  },
};
/** What nothing may say of a payment that may have been made. */
const bad = /failed|declined|not completed|not accepted|trouble|try again/i;
const names = Object.keys(services) as (keyof typeof services)[];
/** One service before a gateway; each in each way in `npm run test:long`. */
const served = runs<typeof names>(['meridian'], names);
const ways = runs<('gateway' | 'direct')[]>(['gateway'], ['gateway', 'direct']);

/** Of pages, gateway and services alike, so that the test does not wait for a card. */
// A payment that takes 1 s to record is not sent: on a busy machine a faster clock would come to that.
const speed = 2;
const start = Date.now();
const clock = createScaledClock(start, speed);
const chromium = chromiumForFile();
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  while (closing.length > 0) await closing.pop()?.();
});

/** The page of a shop with a service behind its gateway, or at another origin; and what a person does on it. */
async function openShop(
  name: keyof typeof services,
  way: (typeof ways)[number],
  answer: (request: Request) => Promise<Response>,
) {
  const { service, headers } = services[name];
  const fileAt = await builtPage(`test/pages/services/${way}`);
  const theirs = await listen(answer);
  const gateway = createGateway({
    baseUrl: theirs.url,
    service,
    headers,
    authorize: () => true,
    store: createMemoryStore({ clock }),
    basePath: '/api/payments',
    clock,
  });
  const own = await listen(
    async (request) => fileAt(new URL(request.url).pathname) ?? gateway.fetch(request),
  );
  const page = await chromium.newPage();
  const complaints: string[] = [];
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type())) complaints.push(line.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  closing.push(theirs.close, own.close, () => page.close());
  const query = new URLSearchParams({ start: `${start}`, speed: `${speed}` });
  if (way === 'direct') {
    for (const [key, value] of Object.entries({ service: name, api: theirs.url, ...secret(headers) }))
      query.set(key, value);
  }
  await page.goto(`${own.url}/?${query}`);

  const region = (label: string) => page.getByRole('region', { name: label, exact: true });
  const [sales, holds, actions, batch] = ['Sales', 'Holds', 'Payment', 'Batch'].map(region) as [
    Locator,
    Locator,
    Locator,
    Locator,
  ];
  const press = (button: string | RegExp, where: Locator = page.locator('main')) =>
    where.getByRole('button', { name: button }).click();
  const status = (where = sales) => where.getByRole('region', { name: 'Payment status' });
  return {
    page,
    complaints,
    sales,
    holds,
    actions,
    batch,
    open: region('Open payments'),
    press,
    status,
    shows: (text: string, where = sales) => status(where).getByText(text).first().waitFor(),
    terminal: (where = sales) => where.getByRole('combobox', { name: 'Terminal' }),
    async choose(terminal: string, where = sales) {
      await this.terminal(where).click();
      await this.terminal(where).fill(terminal);
      await page.getByRole('option', { name: terminal }).click();
    },
    async charge(amount: string, orderNumber: string, where = sales) {
      await where.getByRole('textbox', { name: 'Amount' }).fill(amount);
      await where.getByRole('button', { name: 'Order number' }).click();
      await where.getByRole('textbox', { name: 'Order number' }).fill(orderNumber);
      await press(/^(Charge|Authorize) \$/, where);
    },
    /** What the page says of the money, as a service would. */
    async charges(): Promise<object[]> {
      return JSON.parse((await page.getByLabel('Charges', { exact: true }).textContent()) ?? '');
    },
    async fillLink() {
      await page.evaluate(() => void (location.hash = 'links'));
      await page.getByRole('textbox', { name: 'Amount' }).fill('12.50');
      for (const extra of [/^Taxes$/, /^Details$/, /^Files$/]) await press(extra);
      await page.getByRole('textbox', { name: 'Taxes' }).fill('1.25');
      await press('Add detail');
      await page.getByRole('textbox', { name: 'Table' }).fill('7');
      const chooser = page.waitForEvent('filechooser');
      await press('Add files');
      const buffer = Buffer.from('%PDF-1.4 offer');
      await (await chooser).setFiles([{ name: 'offer.pdf', mimeType: 'application/pdf', buffer }]);
      await page.getByText('Uploaded', { exact: true }).waitFor();
    },
    async createLink() {
      await press('Create payment link');
      await page.getByRole('heading', { name: 'Payment link created' }).waitFor();
      const row = page.getByRole('row').filter({ hasText: '$13.75' });
      expect(await row.textContent()).toMatch(/\$12\.50.*\$13\.75.*Table: 7/);
    },
  };
}

const secret = (headers: object) => ({ headers: JSON.stringify(headers) });

describe.each(served)('%s', (name) => {
  const { create, terminals, other, firstId, approvedWord, declined, notSetUp } = services[name];
  const [first = ''] = terminals;

  it.each(ways)('%s: cards, money back, the batch and links', async (way) => {
    const theirs = create({ clock, paymentMs: 1500 });
    const { charges, links } = theirs.state;
    let fault: 'lost' | 'strange word' | undefined;
    let strangeWords = 0;
    const shop = await openShop(name, way, async (request) => {
      const answer = await theirs.fetch(request);
      const isSale = request.method === 'POST' && new URL(request.url).pathname.endsWith('/sale');
      if (fault === 'lost' && isSale) throw new Error('No answer.');
      if (fault !== 'strange word' || request.method !== 'GET') return answer;
      const told = await answer.text();
      if (told.includes(approvedWord)) strangeWords += 1;
      return new Response(told.replace(approvedWord, '"PARKED"'), answer);
    });
    const { page, sales, holds, actions, batch, open, press, shows } = shop;

    await shop.terminal().click();
    const options = page.getByRole('option');
    await options.first().waitFor();
    const listed = await options.allTextContents();
    listed.forEach((text, index) => expect(text).toContain(terminals[index]));
    await shop.choose(other);
    await shop.choose(first);
    await sales.getByRole('button', { name: 'Receipt' }).click();
    await sales.getByRole('textbox', { name: 'Email' }).fill('guest@example.com');
    await shop.charge('12.50', 'A-1');
    await shows('Approved');
    await press('Next customer');

    await shop.charge('12.05', 'A-2');
    await shows('Not completed');
    await shows(declined);
    await press('Next customer');

    await shop.charge('12.10', 'A-3');
    await shows('Partly approved');
    await press('Next customer');

    fault = 'strange word';
    await shop.charge('13.00', 'A-4');
    await expect.poll(() => strangeWords).toBeGreaterThan(1);
    const meanwhile = await shop.status().textContent();
    expect(meanwhile).toContain('At the terminal');
    expect(meanwhile).not.toMatch(bad);
    fault = undefined;
    await shows('Approved');
    await press('Next customer');
    await press(/^Give back/, actions);
    await press(/^Yes, give back/, actions);
    await shows('Voided', actions);

    await shop.choose(first, holds);
    await shop.charge('50.00', 'A-5', holds);
    await shows('Authorized', holds);
    await actions.getByRole('textbox', { name: 'Amount' }).fill('42.00');
    await press(/^Collect \$42\.00/, actions);
    await shows('Collected', actions);
    await press('Back to the payment', actions);
    await press('Close the day', batch);
    await press('Yes, close the day', batch);
    await shows('Day closed', batch);
    await actions.getByRole('textbox', { name: 'Amount' }).fill('2.00');
    await press(/^Give back \$2\.00/, actions);
    await press(/^Yes, give back/, actions);
    await shows('Refunded', actions);
    expect(await shop.charges()).toEqual(charges());
    expect(shop.complaints.join('\n')).toBe('');
    expect(charges().map(({ terminal, cents }) => [terminal, cents])).toEqual(
      [1250, 774, 0, 4000].map((cents) => [firstId, cents]),
    );

    fault = 'lost';
    await shop.choose(other);
    await shop.charge('12.03', 'A-6');
    await shows("We don't know yet if the card was charged");
    fault = undefined;
    expect(await shop.status().textContent()).not.toMatch(bad);
    await press('Decide later');
    await press(/\$12\.03/, open);
    await page.waitForTimeout(1000); // an answer counts once it has stood for a moment
    await press(/^Charged$/, open.getByRole('group', { name: /^Look at the screen/ }));
    await open.getByRole('heading', { name: 'Recorded as charged' }).waitFor();
    const { reference: _, ...lost } = charges().at(-1)!;
    expect(lost).toMatchObject({ orderNumber: 'A-6', cents: 1203 });
    expect(await shop.charges()).toEqual([...charges().slice(0, -1), lost]);

    await shop.fillLink();
    await press('Add detail');
    const key = page.getByRole('textbox', { name: 'Name' });
    await key.fill('loyalty');
    await page.getByRole('textbox', { name: 'Value' }).fill('9');
    await press('Create payment link');
    await expect.poll(() => key.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('listitem').filter({ has: key }).textContent()).toContain(notSetUp);
    await press('Remove detail 2');
    await shop.createLink();
    expect(links()).toHaveLength(2); // the first was there before
    expect(theirs.state.requests.map(({ body }) => body)).toContainEqual(['files']);
  });
});

/** In `npm run test:long`: every day test/node/openapi.node.test.ts holds each sandbox against the client. */
describe.each(runs<typeof names>([], names))('%s', (name) => {
  const { service, headers } = services[name];
  it('a sandbox of it: a card and a link', async () => {
    const authorization = 'authorization' in headers ? headers.authorization : undefined;
    const sandbox = createSandbox({ service, authorization, clock, latencyMs: 0 });
    const shop = await openShop(name, 'direct', sandbox.fetch);
    await shop.choose(sandbox.terminals[0]!.name);
    await shop.charge('12.50', 'A-1');
    await shop.shows('Approved');
    await shop.fillLink();
    await shop.createLink();
    expect(shop.complaints.join('\n')).toBe('');
    expect(sandbox.ledger.charges).toMatchObject([{ kind: 'pay', amount: 1250, orderNumber: 'A-1' }]);
    expect(sandbox.ledger.links[0]).toMatchObject({ amount: 1250, totalAmount: 1375 });
  });
});

/** All that a built page's scripts say. */
async function scriptsOf(root: string): Promise<string> {
  const fileAt = await builtPage(root);
  const said = new Map<string, string>();
  const read = async (path: string): Promise<void> => {
    const file = said.has(path) ? undefined : fileAt(path);
    if (!file) return;
    const text = await file.text();
    said.set(path, text);
    for (const [script] of text.matchAll(/[\w-]+\.js\b/g)) await read(`/assets/${script}`);
  };
  await read('/');
  return [...said.values()].join('\n');
}

/** The words of a description that the contract has not: paths, providers, headers, statuses, fields. */
function ownWords({ description }: Service): string[] {
  const { fields = {}, routes = {}, statuses = {}, providers = [], credentials = [] } = description;
  const { terminalPathPrefix = '', operationIdHeader = '' } = description;
  const paths = [terminalPathPrefix, ...Object.values(routes).map((route) => String(route?.path ?? ''))];
  const wireNames = Object.values(fields).flatMap((record) =>
    Object.values<WireName | undefined>(record ?? {}),
  );
  const words = [
    ...paths.flatMap((path) => path.split(/\{\w+\}\/?/)),
    ...providers,
    ...credentials,
    operationIdHeader,
    ...Object.keys(statuses),
    ...wireNames.flatMap((name) => name ?? []).flatMap((name) => name.split('.')),
  ];
  return [...new Set(words)].filter(
    (word) =>
      word.length > 1 &&
      !Object.values(contractFieldNames)
        .flat()
        .includes(word as never),
  );
}

describe('what a built page knows', () => {
  const demo = 'examples/merchant-dashboard';
  const inText = (text: string) => (word: string) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(text);

  it('before a gateway: no word of its service', async () => {
    const words = [...ownWords(meridian), ...ownWords(kestrel)];
    const direct = await scriptsOf('test/pages/services/direct');
    expect(words.filter((word) => !inText(direct)(word))).toEqual([]);
    // What a page says that was never told of a service is the kit's and React's: `type`, `text`, `count`.
    const kits = inText(await scriptsOf(demo));
    const strange = words.filter((word) => !kits(word));
    expect(strange).toEqual(
      expect.arrayContaining(['/devices', 'nickname', 'deviceId', 'key-hash', 'TIMED_OUT']),
    );
    expect(strange.length).toBeGreaterThan(35);
    expect(strange.filter(inText(await scriptsOf('test/pages/services/gateway')))).toEqual([]);
  });

  it.each([demo, 'test/pages/services/gateway', 'test/pages/services/direct'])(
    '%s: no header of a service',
    async (root) => {
      const scripts = await scriptsOf(root);
      const secrets = [...Object.values(meridianHeaders), ...Object.values(kestrelHeaders)];
      expect(secrets.filter((value) => scripts.includes(value))).toEqual([]);
      const header = /(?<!\w)['"]?(authorization|key-hash|x-api-key)['"]?\s*:\s*['"`].*/i;
      expect(header.exec(scripts)?.[0]).toBe(undefined);
    },
  );
});
