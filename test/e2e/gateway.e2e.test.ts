import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../runs.ts';
import { chromiumForFile } from './browser.ts';
import { builtPage, type BuiltPage } from './builtPage.ts';
import { type Lines, startGatewayTill } from './gatewayTill.ts';
import { killAt, resultNotShown } from './killedSale.ts';

const chromium = chromiumForFile();
let fileAt: BuiltPage;
let till: Awaited<ReturnType<typeof startGatewayTill>> | undefined;

beforeAll(async () => {
  fileAt = await builtPage('test/pages/gateway');
});
afterEach(() => till?.close());

/** Sells for 12.50 on the page, and waits until the screen says how it ended. */
async function sell(lines: Lines, ending: string) {
  till = await startGatewayTill(fileAt, lines);
  const page = await chromium.newPage();
  await page.goto(till.url);
  await page.getByRole('radio', { name: /^Front counter/ }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('12.50');
  await page.evaluate(() => {
    const shown = new Set<string>();
    Object.assign(window, { shown });
    const note = () => {
      for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-phase]'))
        shown.add(dataset['phase'] ?? '');
    };
    new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.getByRole('button', { name: /^Charge \$/ }).click();
  const status = page.getByRole('region', { name: 'Payment status' });
  await status.getByText(ending).first().waitFor();
  const shown = await page.evaluate(() => [...(window as unknown as { shown: Set<string> }).shown]);
  await page.close();
  const { sandbox, copies, reached } = till;
  const { requests, charges } = sandbox.ledger;
  return {
    shown,
    copies: copies(),
    reached: reached(),
    requests: requests.filter(({ operation }) => operation === 'pay'),
    charges,
  };
}

type Break = 'reset-after' | 'timeout-408' | 'cut-while-it-runs';

const first =
  <Fault>(fault: Fault) =>
  (copy: number) =>
    copy === 1 ? fault : undefined;

describe('the line between browser and gateway breaks on a connection that was used before', () => {
  it.each(runs<Break[]>(['cut-while-it-runs'], ['reset-after', 'timeout-408', 'cut-while-it-runs']))(
    'F3 F4 M1 M2 %s: the browser sends twice, the service is asked once, and the screen says Approved',
    async (fault) => {
      const { shown, copies, reached, requests, charges } = await sell(
        { browserLine: first(fault) },
        'Approved',
      );
      expect(copies).toHaveLength(2);
      expect(new Set(copies.map(({ headers }) => headers.get('x-operation-id'))).size).toBe(1);
      expect([reached.length, requests.length, charges.length]).toEqual([1, 1, 1]);
      expect(shown).not.toContain('unknown');
    },
  );

  it('M1 every answer to the payment is lost: what became of it is asked for, and the screen says Approved', async () => {
    const { shown, reached, charges } = await sell({ browserLine: () => 'reset-after' }, 'Approved');
    expect([reached.length, charges.length]).toEqual([1, 1]);
    expect(shown).not.toContain('unknown');
  });
});

describe('the line between gateway and service breaks', () => {
  it('F3 M1 what is lost there stays unknown, and is sent once', async () => {
    const { copies, reached, shown } = await sell(
      { serviceLine: () => 'reset-after' },
      "We don't know yet if the card was charged",
    );
    expect([copies.length, reached.length]).toEqual([1, 1]);
    expect(shown).not.toContain('rejected');
    await expect.poll(() => till?.sandbox.ledger.charges.length).toBe(1);
  });
});

// Nine moments more are in kills.long.test.ts.
describe('a browser that is killed in the middle of a sale, and its gateway with it', () => {
  it(`F112 F119: ${resultNotShown.name}: the sale is found, ended and sent once`, async () => {
    await killAt(resultNotShown);
  });
});
