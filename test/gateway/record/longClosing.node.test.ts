import { expect, test } from 'vitest';
import type { Closing } from '../../../src/core/operations/closings.ts';
import type { TerminalOperation } from '../../../src/core/operations/terminalOperation.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import { writeOperationAndEvents } from '../../../src/gateway/record.ts';
import { ask, createGatewayTill, operationId, post } from '../gatewayTill.ts';
import { operationOf, startedAt } from '../store/storeEntries.ts';
import { rowOf } from '../store/recordRows.ts';
import { createTestStore } from '../store/testStore.ts';

const account = 'shop';
const payments = 21_000;
const stepMs = 1000;

/** A terminal that took a payment each second, and was never closed. */
async function longUnclosed(): Promise<GatewayStore> {
  const store = createTestStore({});
  const about = { phase: 'complete', confirmedCents: 1250, seenProcessing: true } as const;
  await store.transact(account, 'durable', function* (tx) {
    for (let at = 0; at < payments; at += 1) {
      const createdAt = startedAt + at * stepMs;
      const operation = operationOf(at, { ...about, createdAt, endedAt: createdAt + 500 });
      yield* tx.operations.put(rowOf(operation, { account, subject: 'till-1' }));
    }
  });
  return store;
}

const to = startedAt + payments * stepMs;
const countOf = ({ report }: Pick<Closing, 'report'>) =>
  report.rows.reduce((all, { count }) => all + count, 0);

test('a day that was forgotten for long is closed in parts of at most 20,000 operations, under one id', async () => {
  const store = await longUnclosed();
  const authorize = () => ({ account, subject: 'till-1', sees: 'all' }) as const;
  const gateway = createGatewayTill({ authorize }).gateway({ store });
  const body = { id: operationId(100_001), terminalId: 'T1', to };
  const close = async () => (await gateway.fetch(post('/closings', body))).json();
  const last = await close();
  expect(last).toMatchObject({ number: 2, to });
  expect(await close()).toEqual(last); // the same request again
  const listed = (await (await gateway.fetch(ask('/closings'))).json()) as { items: Closing[] };
  const [second, first] = listed.items;
  expect([first?.number, first?.from, second?.from]).toEqual([1, startedAt, first?.to]);
  const counts = listed.items.map(countOf);
  expect(Math.max(...counts)).toBeLessThanOrEqual(20_000);
  expect(counts.reduce((all, count) => all + count)).toBe(payments);
});

test('the ending of a batch is recorded with a part of a long period, and the next batch closes the rest', async () => {
  const store = await longUnclosed();
  const closeBatch = (number: number) =>
    store.transact(account, 'durable', function* (tx) {
      const batch: TerminalOperation = operationOf(number, {
        kind: 'closeBatch',
        amountCents: undefined,
        createdAt: to + number,
      });
      const row = { ...rowOf(batch, { account, subject: 'till-1' }), operation: null };
      yield* writeOperationAndEvents(tx, row, { ...batch, phase: 'complete', endedAt: to + number }, []);
      return (yield* tx.closings.list({ account }, { by: ['number'], isDescending: true, limit: 1 }))[0];
    });
  const [first, second] = [await closeBatch(100_001), await closeBatch(100_002)];
  expect(first && countOf(first)).toBeLessThanOrEqual(20_000);
  expect([second?.number, second?.fromMs, second?.toMs]).toEqual([2, first?.toMs, to + 100_002]);
});
