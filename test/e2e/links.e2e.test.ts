import { describe, expect, it } from 'vitest';
import { runs } from '../runs.ts';
import { demoForFile } from './demo.ts';

const demo = demoForFile({ root: 'test/pages/links' });

const amount = () => demo.page.getByRole('textbox', { name: 'Amount' });
const create = () => demo.page.getByRole('button', { name: 'Create payment link' }).click();
const address = () => demo.page.getByRole('textbox', { name: 'Address of the link' });
const estimate = () => demo.page.getByRole('region', { name: 'Estimate' });
const creations = () => demo.requests('createPaymentLink');

/** Opens the page and waits for the list that it reads at first. */
async function open(query = '') {
  await demo.page.goto(demo.at(`/${query}`));
  const read = async () => (await demo.requests('listPaymentLinks')).map(({ status }) => status);
  await expect.poll(read).toContain(200);
}

/** What is least needed, so that the amount decides. */
async function fillIn(sum: string) {
  await amount().fill(sum);
  await demo.page.getByRole('textbox', { name: 'Invoice number' }).fill('2026-001');
}

async function show(...extras: string[]) {
  for (const name of extras) await demo.page.getByRole('button', { name, exact: true }).click();
}

async function add(kind: string) {
  await demo.page.getByRole('combobox', { name: 'Kind of detail' }).selectOption(kind);
  await demo.page.getByRole('button', { name: 'Add detail' }).click();
}

describe.each(runs(['202104'], ['202104', 'v1']))('a link by version %s, over real HTTP', (version) => {
  it('is created with every field and three files, one of them retried: exactly what the screen shows, once', async () => {
    const { page } = demo;
    await open(`?version=${version}`);
    await amount().pressSequentially('1,250.99');
    await show('Details', 'Taxes', 'Files', 'Discount', 'Billing address', 'Shipping address');
    await page.getByRole('checkbox', { name: 'Standard rate (20%)' }).check();
    await page.getByRole('textbox', { name: 'Invoice number' }).pressSequentially('2026-001');
    await page.getByRole('button', { name: 'Add detail' }).click();
    await page.getByRole('textbox', { name: 'Table' }).pressSequentially('7');
    await page.getByRole('button', { name: 'Add detail' }).click();
    await page.getByRole('combobox', { name: 'Occasion' }).selectOption('Summer party');
    await page.getByRole('button', { name: 'Move Occasion up' }).press('Enter');

    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add files' }).click();
    const pdf = (name: string) => ({
      name,
      mimeType: 'application/pdf',
      buffer: Buffer.from(`%PDF-1.4 ${name}`),
    });
    await (await chooser).setFiles([pdf('one.pdf'), pdf('fails-once.pdf'), pdf('three.pdf')]);
    await page.getByRole('button', { name: 'Retry fails-once.pdf' }).click();
    await expect.poll(() => page.getByText('Uploaded', { exact: true }).count()).toBe(3);
    // 1250.99 + 250.20 (250.198, half up) = 1501.19; 2.5 % of it is 37.52975.
    expect(await estimate().textContent()).toMatch(/\$250\.20.*\$1,501\.19.*−\$37\.53.*\$1,463\.66/);

    await create();
    await address().waitFor();
    const uploads = await demo.requests('uploadAttachments');
    expect(uploads).toHaveLength(4);
    // Three go out at a time, and any of them may be the first to arrive.
    expect(uploads.map(({ status, body }) => [status, body])).toEqual(
      expect.arrayContaining([
        [200, [{ name: 'one.pdf', size: 16 }]],
        [500, [{ name: 'fails-once.pdf', size: 23 }]],
        [200, [{ name: 'three.pdf', size: 18 }]],
        [200, [{ name: 'fails-once.pdf', size: 23 }]],
      ]),
    );
    const sent = await creations();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toEqual({
      amount: 125_099,
      taxes: ['tax-standard'],
      showBilling: true,
      showShipping: true,
      applyDiscount: true,
      customValues: [
        { key: 'invoice-number', label: 'Invoice number', value: '2026-001' },
        { key: 'note', label: 'Occasion', value: 'party', valueLabel: 'Summer party' },
        { key: 'table', label: 'Table', value: '7' },
      ],
      attachments: ['one.pdf', 'fails-once.pdf', 'three.pdf'].map((name) =>
        expect.objectContaining({ name }),
      ),
    });
    expect(await address().inputValue()).toMatch(/^https:\/\/pay\.sandbox\.test\/l\//);
    expect(await page.getByText('$1,501.19').count()).toBe(1);
    const complaints = demo.consoleLines().filter((line) => !/500|v1/.test(line));
    expect(complaints).toEqual([]);
  });
});

describe('what can go wrong, over real HTTP', () => {
  it('F92: a lost answer is not known, is not sent again, and is found in the list', async () => {
    const { page } = demo;
    await open();
    await demo.setScenario('lost-answer');
    await fillIn('48');
    await create();
    await page.getByText('Not known yet', { exact: true }).waitFor();
    expect(await amount().inputValue()).toBe('48.00');
    await page.getByRole('button', { name: 'Look in the list' }).click();
    await page.getByRole('button', { name: 'It is PL-1004' }).click();
    await address().waitFor();
    expect(await creations()).toHaveLength(1);
  });

  it('F97: the page stays where it is, and asks before what is filled in is lost', async () => {
    const { page } = demo;
    await open();
    const here = page.url();
    await fillIn('48');
    await amount().click(); // Chromium asks only where a person did something
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => void setTimeout(() => location.reload()));
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await create();
    await address().waitFor();
    expect(page.url()).toBe(here);
    expect(page.context().pages()).toHaveLength(1);
  });
});

// Every day: the tests of PaymentLinkForm in jsdom and of useSubmitLink.
describe.each(runs<string[]>([], ['in the long run']))('what else can go wrong, %s', () => {
  it('F38: an empty answer: the list tells the one new link like it', async () => {
    const { page } = demo;
    await open();
    await page.route('**/payment-link', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      return route.fulfill({ status: 204 });
    });
    await fillIn('48');
    await create();
    await page
      .getByText(/only new one like it/, { exact: false })
      .first()
      .waitFor();
    const { links } = (await demo.ledger()) as unknown as { links: { paymentLink: string }[] };
    expect(await address().inputValue()).toBe(`https://${links[0]?.paymentLink}`);
    expect(await creations()).toHaveLength(1);
  });

  it('a key that is not set up is refused, and the sentence lands on its row', async () => {
    const { page } = demo;
    await open('?freeKeys');
    await fillIn('48');
    await show('Details');
    await add('Other…');
    await page.getByRole('textbox', { name: 'Name' }).fill('loyalty');
    await page.getByRole('textbox', { name: 'Value' }).fill('7');
    await create();
    const key = page.getByRole('textbox', { name: 'Name' });
    const says = 'The service says: is not a key configured for payment links.';
    await expect.poll(() => key.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await page.getByRole('listitem').filter({ has: key }).textContent()).toContain(says);
    await page.getByRole('button', { name: 'Remove detail 2' }).click();
    await create();
    await address().waitFor();
    expect((await creations()).map(({ status }) => status)).toEqual([422, 200]);
  });

  it('every field that is refused says so itself', async () => {
    const { page } = demo;
    await open();
    const errors = [
      { field: 'customValues.0.value', message: 'is too long.' },
      { field: 'amount', message: 'is above your limit.' },
    ];
    await page.route('**/payment-link', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 422, json: { message: 'Bad', errors } })
        : route.fallback(),
    );
    await fillIn('48');
    await create();
    await page.getByText('The service says: is above your limit.', { exact: true }).waitFor();
    await page.getByText('The service says: is too long.', { exact: true }).waitFor();
    await expect.poll(() => amount().evaluate((input) => input === document.activeElement)).toBe(true);
  });
});
