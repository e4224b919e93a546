import { describe, expect, test } from 'vitest';
import { ask } from '../gatewayTill.ts';
import { as, createShop, messageIn, refusalIn } from '../shop.ts';

/** A service that gives whatever it does a reference of its own, a refund too. */
async function soldAndRefunded(kind: 'refund' | 'void' = 'refund') {
  const shop = createShop();
  const sale = await shop.send('pay', { amount: 1250 });
  await shop.finish(messageIn(sale));
  const amount = kind === 'refund' ? { amount: 1250 } : {};
  shop.answers.push(() => Response.json({ data: { msgIdentifier: 'R-1', pnRefNum: 'REF-77' } }));
  const first = await shop.send(kind, { pnRefNum: 'P-1', ...amount });
  expect(first.status).toBe(200);
  return { ...shop, sale, first, amount };
}

describe('a refund that the service gives a reference of its own', () => {
  test('is still one of its sale: nothing is left for a second one, at another till', async () => {
    const shop = await soldAndRefunded();
    await shop.finish('R-1');
    expect((await shop.told(shop.first.id)).operation).toMatchObject({ phase: 'complete', kind: 'refund' });
    const second = await shop.send(
      'refund',
      { pnRefNum: 'P-1', amount: 1250, terminalId: 'terminal-2' },
      { by: shop.other, who: { till: 'till-2' } },
    );
    expect(shop.posted.filter(({ path }) => path.endsWith('refund'))).toHaveLength(1);
    expect(refusalIn(second).error.code).toBe('not-allowed');
  });

  test('keeps a second one back while it is open', async () => {
    const shop = await soldAndRefunded();
    await shop.send(
      'refund',
      { pnRefNum: 'P-1', amount: 1250, terminalId: 'terminal-2' },
      { by: shop.other },
    );
    expect(shop.posted.filter(({ path }) => path.endsWith('refund'))).toHaveLength(1);
  });

  test('is in the transaction and its left', async () => {
    const shop = await soldAndRefunded();
    await shop.finish('R-1');
    const answer = await shop.gateway.fetch(ask('/transactions/-/P-1', as({ sees: 'all' })));
    expect(await answer.json()).toMatchObject({ leftCents: 0, refundedCents: 1250 });
  });

  test('a void too: what it undid is refunded no more, and the report knows what that was', async () => {
    const shop = await soldAndRefunded('void');
    await shop.finish('R-1');
    await shop.send(
      'refund',
      { pnRefNum: 'P-1', amount: 1250, terminalId: 'terminal-2' },
      { by: shop.other },
    );
    expect(shop.posted.filter(({ path }) => path.endsWith('refund'))).toHaveLength(0);
  });
});

describe('a reference that the service gave twice, once to a sale that names its provider', () => {
  const one = { query: '?provider=one' };

  test.each([
    ['the later', 'an equal', 1000, {}, one],
    ['the earlier', 'an equal', 1000, one, {}],
    ['the later', 'another', 1100, {}, one],
    ['the earlier', 'another', 1100, one, {}],
  ])(
    'is that of the later sale: where %s names it and the later has %s amount, a refund of the earlier is not sent',
    async (_, __, laterCents, earlier, later) => {
      const read: unknown[] = [];
      const shop = createShop({
        authorize: async (_request, operation, { transaction }) => {
          if (operation === 'refund') read.push((await transaction?.())?.authorizedCents);
          return { subject: 'till-1' };
        },
      });
      for (const [amount, made] of [
        [1000, earlier],
        [laterCents, later],
      ] as const) {
        const answer = { data: { msgIdentifier: `S-${amount}-${made === later}`, pnRefNum: 'P-77' } };
        shop.answers.push(() => Response.json(answer));
        await shop.send('pay', { amount }, made);
        await shop.finish(answer.data.msgIdentifier);
      }
      const refund = (made: object) => shop.send('refund', { pnRefNum: 'P-77', amount: 300 }, made);
      expect(refusalIn(await refund(earlier)).error).toMatchObject({
        code: 'not-allowed',
        message: 'A later payment has this reference. Nothing was sent.',
      });
      expect((await refund(later)).status).toBe(200);
      expect(read).toEqual([1000, laterCents]);
    },
  );
});

test.each(['2026/17', 'a\\b', 'a b?c#d%2F'])(
  'a sale whose reference is %s is found by it',
  async (pnRefNum) => {
    const shop = createShop();
    shop.answers.push(() => Response.json({ data: { msgIdentifier: 'M-1', pnRefNum } }));
    await shop.send('pay', { amount: 1250 });
    await shop.finish('M-1');
    const path = `/transactions/-/${encodeURIComponent(pnRefNum)}`;
    const answer = await shop.gateway.fetch(ask(path, as({ sees: 'all' })));
    expect(await answer.json()).toMatchObject({ pnRefNum, authorizedCents: 1250 });
  },
);
