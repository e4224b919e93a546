import type { Browser, Page } from 'playwright';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Sandbox } from '../../src/sandbox/createSandbox.ts';
import type { LedgerRequest } from '../../src/sandbox/ledger.ts';
import { type ScenarioName, scenarioNames } from '../../src/sandbox/scenarios.ts';
import { type Consumer, installConsumer } from './consumer.ts';
import { buildHost, charge, chooseTerminal, openTill, serveHost, type Till } from './hostUnderTest.ts';
import { openBrowser } from './watchedPage.ts';

// Every scenario of the sandbox, through the elements of each host: what the host shows is held against the ledger.

let consumer: Consumer;
beforeAll(async () => {
  consumer = await installConsumer('hosts');
});

/** How a sale ends behind a gateway. */
const endings: Record<ScenarioName, string> = {
  approved: 'complete',
  declined: 'failed',
  'service-timeout': 'unknown',
  slow: 'complete',
  offline: 'unknown',
  'stuck-received': 'unknown',
  'lost-answer': 'unknown',
  'lost-request': 'unknown',
  'rate-limited': 'rejected',
  malformed: 'unknown',
  'late-result': 'complete',
  conflict: 'unknown',
  unauthorized: 'rejected',
  'server-error': 'unknown',
  redirect: 'unknown',
  'unrecognised-status': 'unknown',
  backwards: 'complete',
  'partly-approved': 'partial',
  tip: 'complete',
  'more-than-asked': 'complete',
  'by-hand': 'complete',
};

/** A reader for each scenario: they are named after it, and none waits for another. */
const readers = scenarioNames.map((scenario, index) => ({
  id: `reader-${scenario}`,
  name: `Reader ${scenario}`,
  provider: index % 2 ? ('beta' as const) : ('alpha' as const),
  scenario,
}));

/** Taps the card wherever a terminal waits for a person. */
async function tapCards({ screenOf, press }: Sandbox) {
  await vi.waitFor(() => expect(screenOf('reader-by-hand').shows).toBe('waiting'), {
    timeout: 400_000,
    interval: 20,
  });
  press('reader-by-hand', 'tap');
}

interface Sale {
  scenario: ScenarioName;
  ending: string | null;
  shown: string[];
}

/** Sells once in each scenario. The two that wait for five minutes come first, each on a device of its own. */
async function sellInEach(
  browser: Browser,
  address: string,
  sell: (page: Page, scenario: ScenarioName) => Promise<string | null>,
): Promise<{ sales: Sale[]; tills: Till[] }> {
  const waiting: ScenarioName[] = ['stuck-received', 'unrecognised-status'];
  const rest = scenarioNames.filter((name) => !waiting.includes(name));
  const sales: Sale[] = [];
  const queues = [...waiting.map((name) => [name]), rest, rest];
  const tills = await Promise.all(queues.map(() => openTill(browser, address)));
  const remaining = [...rest];
  await Promise.all(
    tills.map(async ({ page }, index) => {
      const queue = waiting[index] ? [waiting[index]] : remaining;
      for (let scenario = queue.shift(); scenario; scenario = queue.shift()) {
        await page.evaluate(() => void (window.shownPhases = []));
        const ending = await sell(page, scenario);
        sales.push({ scenario, ending, shown: await page.evaluate(() => window.shownPhases) });
        await page
          .getByRole('button', { name: /^(Done|Next customer|Decide later)$/ })
          .first()
          .click();
      }
    }),
  );
  return { sales, tills };
}

const salesOf = ({ ledger }: Sandbox, scenario: ScenarioName): LedgerRequest[] =>
  ledger.requests.filter(
    ({ operation, terminalId, body }) =>
      operation === 'pay' &&
      (terminalId ?? (body as { terminalId?: string } | undefined)?.terminalId) === `reader-${scenario}`,
  );

/** What the pages showed agrees with the ledger, and each sale was sent once. */
function assertTrue(sandbox: Sandbox, sales: readonly Sale[], tills: readonly Till[]) {
  expect(Object.fromEntries(sales.map(({ scenario, ending }) => [scenario, ending]))).toEqual(endings);
  const amounts = new Map(scenarioNames.map((name) => [name, salesOf(sandbox, name)[0]?.amount]));
  const trace = sales.flatMap(({ scenario, shown }) =>
    shown.map((phase) => ({
      id: scenario,
      kind: 'pay',
      phase,
      terminalId: `reader-${scenario}`,
      amountCents: amounts.get(scenario),
    })),
  );
  expect(trace.length).toBeGreaterThan(2 * sales.length);
  sandbox.assertSafe(trace);
  for (const name of scenarioNames) expect([name, salesOf(sandbox, name).length]).toEqual([name, 1]);
  const sent = tills.flatMap(({ sentIds }) => sentIds).filter((id) => id.includes('/pay '));
  expect(new Set(sent).size).toBe(sent.length);
  expect(sent.length).toBe(scenarioNames.length);
}

test('the clinic ends every sale right, and the balance is what the ledger says', async () => {
  await buildHost(consumer, 'clinic');
  const { address, sandbox } = await serveHost(consumer, 'clinic', readers);
  const amountOf = (scenario: ScenarioName) => 10 + scenarioNames.indexOf(scenario);
  const tapped = tapCards(sandbox);
  const { sales, tills } = await sellInEach(await openBrowser(), address, async (page, scenario) => {
    await page.getByRole('button', { name: 'Take a payment' }).click();
    const dialog = page.getByRole('dialog');
    await chooseTerminal(dialog, `Reader ${scenario}`);
    await dialog.getByRole('textbox', { name: 'Amount' }).fill(`${amountOf(scenario)}.00`);
    return charge(dialog);
  });
  await tapped;
  assertTrue(sandbox, sales, tills);
  // Unknown ones count as taken until they are known: of what is due, no cent can be taken twice.
  const taken = sales.reduce((sum, { scenario, ending }) => {
    if (ending === 'partial') return sum + Math.round(64 * amountOf(scenario));
    if (scenario === 'more-than-asked') return sum + 120 * amountOf(scenario); // a tip that is not named
    return ending === 'complete' || ending === 'unknown' ? sum + 100 * amountOf(scenario) : sum;
  }, 0);
  await expect
    .poll(() => tills[0]?.page.locator('[data-due]').getAttribute('data-due'))
    .toBe(`${64_250 - taken}`);
});

test('the shop ends every sale right, and marks as paid what the ledger says', async () => {
  await buildHost(consumer, 'shop-admin');
  // Tokens expire all the time.
  const { address, sandbox } = await serveHost(consumer, 'shop-admin', readers, { TOKEN_SECONDS: '4' });
  const orderOf = (scenario: ScenarioName) => `FT-${2048 - scenarioNames.indexOf(scenario)}`;
  const tapped = tapCards(sandbox);
  const { sales, tills } = await sellInEach(await openBrowser(), address, async (page, scenario) => {
    await page.goto(`${address}/#/orders/${orderOf(scenario)}`);
    const order = page.getByRole('complementary', { name: `Order ${orderOf(scenario)}` });
    await chooseTerminal(order, `Reader ${scenario}`);
    return charge(order);
  });
  await tapped;
  assertTrue(sandbox, sales, tills);
  const [{ page } = { page: undefined }] = tills;
  if (!page) throw new Error('There is no till.');
  for (const { scenario, ending } of sales) {
    const state = ending === 'complete' ? 'Paid' : 'Due';
    await page.getByRole('row', { name: new RegExp(`${orderOf(scenario)}.*${state}`) }).waitFor();
  }

  // A token that the server does not accept any more: nothing is sent, and the next press is a sale of its own.
  await page.goto(`${address}/#/orders/FT-2026`);
  const order = page.getByRole('complementary', { name: 'Order FT-2026' });
  await chooseTerminal(order, 'Reader approved');
  await order.getByRole('button', { name: /^Charge .+ on / }).waitFor();
  await page.request.post(`${address}/api/sign-out-everywhere`);
  expect(await charge(order)).toBe('rejected');
  expect(salesOf(sandbox, 'approved')).toHaveLength(1);
  const tryAgain = order.getByRole('button', { name: /^Try again/ });
  // A press within 0.8 s of the ending was meant for what was shown before, and does nothing.
  await expect.poll(() => tryAgain.click().then(() => tryAgain.isVisible())).toBe(false);
  await order.locator('[data-tillkit="payment-status"][data-phase="complete"]').waitFor();
  expect(salesOf(sandbox, 'approved')).toHaveLength(2);

  // Money goes back once, from the list of all payments. A refund needs a sale that is settled.
  await sandbox.fetch(
    new Request(`${sandbox.baseUrl}/close-batch`, {
      method: 'POST',
      headers: { authorization: 'sandbox', 'content-type': 'application/json' },
      body: '{"terminalId":"reader-approved"}',
    }),
  );
  await page.goto(`${address}/#/payments`);
  await page.getByRole('button', { name: /Approved.*FT-2026/ }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('5.00');
  await page.getByRole('button', { name: /^Give back €5\.00/ }).click();
  await page.getByRole('button', { name: /^Yes, give back/ }).click();
  await page.getByRole('button', { name: /Refunded.*€5\.00/ }).waitFor();
  expect(sandbox.ledger.charges.filter(({ kind }) => kind === 'refund')).toMatchObject([{ amount: 500 }]);
});

/** How the creation of a link ends. Other scenarios are about what happens at a terminal. */
const linkEndings: Partial<Record<ScenarioName, string>> = {
  approved: 'created',
  offline: 'unknown',
  'lost-request': 'unknown',
  'lost-answer': 'unknown',
  'rate-limited': 'rejected',
  malformed: 'unknown',
  conflict: 'unknown',
  unauthorized: 'rejected',
  'server-error': 'unknown',
  redirect: 'unknown',
};

test('the control centre ends every link right, and a file that failed is sent again', async () => {
  await buildHost(consumer, 'link-centre');
  const { address, sandbox } = await serveHost(consumer, 'link-centre', readers);
  const { page } = await openTill(await openBrowser(), address);
  const form = page.locator('[data-tillkit="payment-link-form"]');
  const ends = ['created', 'created-unconfirmed', 'rejected', 'unknown'].map(
    (phase) => `[data-phase="${phase}"]`,
  );
  const ended = page.locator(ends.map((end) => `[data-tillkit="payment-link-form"]${end}`).join(', '));
  for (const [index, [scenario, ending]] of Object.entries(linkEndings).entries()) {
    const before = sandbox.ledger.links.length;
    const askedBefore = sandbox.ledger.requests.filter(
      ({ operation }) => operation === 'createPaymentLink',
    ).length;
    sandbox.setScenario(scenario as ScenarioName, { operation: 'createPaymentLink', next: true });
    sandbox.setScenario(scenario as ScenarioName, { operation: 'uploadAttachments', next: true });
    await form.getByRole('textbox', { name: 'Amount' }).fill(`${30 + index}`);
    await form.getByRole('textbox', { name: 'Client' }).fill(`Client ${index}`);
    await form.getByRole('button', { name: 'Files' }).click();
    const files = { name: `invoice-${index}.txt`, mimeType: 'text/plain', buffer: Buffer.from('Invoice') };
    await form.locator('input[type="file"]').setInputFiles(files);
    await form.getByText(/^(Uploaded|Not uploaded)/).waitFor();
    const isUploaded = await form.getByText(/^Uploaded/).isVisible();
    expect([scenario, isUploaded]).toEqual([scenario, scenario === 'approved']);
    if (!isUploaded) {
      const retry = form.getByRole('button', { name: /^Retry/ });
      if (await retry.isVisible()) await retry.click();
      else {
        await form.getByRole('button', { name: /^Remove/ }).click();
        await form.locator('input[type="file"]').setInputFiles(files);
      }
      await form.getByText(/^Uploaded/).waitFor();
    }
    await form.getByRole('button', { name: /^Create payment link/ }).click();
    const phase = await ended.getAttribute('data-phase');
    const asked = sandbox.ledger.requests.filter(({ operation }) => operation === 'createPaymentLink');
    const made = sandbox.ledger.links.length - before;
    expect([scenario, phase, asked.length - askedBefore]).toEqual([scenario, ending, 1]);
    if (phase === 'created') expect(made).toBe(1);
    if (phase === 'rejected') expect(made).toBe(0);
    expect(asked.at(-1)?.body).toMatchObject({ attachments: [{ name: `invoice-${index}.txt` }] });
    if (phase === 'unknown') {
      await form.getByRole('button', { name: 'Look in the list' }).click();
      const found = form.getByRole('button', { name: /^It is PL-/ });
      if (made > 0) await found.click();
      else await form.getByRole('button', { name: 'It is not in the list' }).click();
    }
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
    if (made > 0) await close.click();
    await page.reload();
  }
});
