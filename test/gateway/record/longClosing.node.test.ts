import { expect, test } from 'vitest';
import type { TerminalOperation } from '../../../src/core/operations/terminalOperation.ts';
import { closeDay } from '../../../src/gateway/closings.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import { writeOperationAndEvents } from '../../../src/gateway/record.ts';
import type { ClosingRow } from '../../../src/gateway/recordRows.ts';
import { operationId } from '../gatewayTill.ts';
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
const countOf = ({ report }: ClosingRow) => report.rows.reduce((all, { count }) => all + count, 0);

test('a long period is closed in parts, each at most 20,000 operations, that follow each other to its end', async () => {
  const store = await longUnclosed();
  const close = (id: string) =>
    store.transact(account, 'durable', (tx) =>
      closeDay(tx, { account, id, terminalId: 'T1', actor: null, to }),
    );
  const first = await close(operationId(100_001));
  expect(countOf(first)).toBeLessThanOrEqual(20_000);
  expect([first.number, first.fromMs]).toEqual([1, startedAt]);
  expect(await close(operationId(100_001))).toEqual(first); // the same request again
  const second = await close(operationId(100_002));
  expect([second.number, second.fromMs, second.toMs]).toEqual([2, first.toMs, to]);
  expect(countOf(first) + countOf(second)).toBe(payments);
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
      return (yield* tx.closings.list({ account, id: batch.id }))[0];
    });
  const [first, second] = [await closeBatch(100_001), await closeBatch(100_002)];
  expect(first && countOf(first)).toBeLessThanOrEqual(20_000);
  expect([second?.number, second?.fromMs, second?.toMs]).toEqual([2, first?.toMs, to + 100_002]);
});
