import { expect } from 'vitest';
import {
  localReport,
  localTransaction,
  localTransactionsPage,
} from '../../../src/core/standalone/localRecord.ts';
import { guardStart, type OperationDraft } from '../../../src/core/operations/startGuard.ts';
import type { TerminalOperation } from '../../../src/core/operations/terminalOperation.ts';
import type { Transaction } from '../../../src/core/operations/transactions.ts';
import { createVirtualClock } from '../../../src/core/time.ts';
import { createMemoryStore } from '../../../src/gateway/createMemoryStore.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import { findClaimRefusal, readRowsForGuard } from '../../../src/gateway/findClaimRefusal.ts';
import { createRecordReaderForCallers } from '../../../src/gateway/createRecordReaderForCallers.ts';
import { draftFrom, type History, played } from './histories.ts';
import { callerOf, rowOf, startedAt } from '../store/recordRows.ts';

const usual = { account: 'shop', subject: 'till-1' };
const rules = { duplicateGuard: {}, unknownReferences: 'pass', storeOrderNumber: true } as const;

/** A page and a gateway that know the same of a shop. */
async function shopAfter(history: History) {
  const { operations, now } = played(history);
  const clock = createVirtualClock(startedAt);
  const store = createMemoryStore({ clock });
  await clock.advance(now - startedAt);
  await store.transact(usual.account, 'durable', function* (tx) {
    for (const operation of operations) yield* tx.operations.put(rowOf(operation, usual));
  });
  // A page has the newest first. Whether an ending was seen is no matter of the gateway's.
  const ofPage = operations
    .toReversed()
    .map((operation) =>
      operation.endedAt === undefined ? operation : { ...operation, acknowledgedAt: operation.endedAt },
    );
  return { now, store, ofPage, questions: createRecordReaderForCallers({ store }) };
}

const guardOfPage = (
  operations: readonly TerminalOperation[],
  now: number,
  draft: OperationDraft,
  transaction?: Transaction,
) =>
  guardStart(draft, {
    operations,
    now,
    duplicateGuard: transaction ? false : {},
    flowKey: '',
    isOwn: () => false,
    transaction,
  });

const guardOfGateway = (store: GatewayStore, draft: OperationDraft) =>
  store.transact(usual.account, 'read', function* (tx) {
    const around = yield* readRowsForGuard(tx, { account: usual.account, draft });
    const refusal = findClaimRefusal({ account: usual.account, draft }, around, rules, tx.now);
    if (!refusal) return undefined;
    const { holder: _, ...told } = refusal;
    return told;
  });

const withoutTimes = (operations: readonly object[]) =>
  operations.map((operation) => ({ ...operation, acknowledgedAt: undefined }));

/** What a list tells, but for who took note of an ending. */
function seen<Item extends { operations: readonly object[] }>(item: Item): Item {
  return { ...item, operations: withoutTimes(item.operations) };
}

type Shop = Awaited<ReturnType<typeof shopAfter>>;

/** Holds what a page alone says against what a gateway says of the same operations. */
export async function checkHistory(history: History): Promise<void> {
  const shop = await shopAfter(history);
  await checkGuards(history, shop);
  await checkTransactions(shop);
  await checkReports(history, shop);
  checkAllowed(shop);
}

async function checkGuards({ drafts }: History, { store, ofPage, now }: Shop): Promise<void> {
  for (const draft of drafts.map(draftFrom)) {
    const [here, there] = [guardOfPage(ofPage, now, draft), await guardOfGateway(store, draft)];
    expect({ draft, refusal: here }).toEqual({ draft, refusal: there });
  }
}

async function checkTransactions({ questions, ofPage }: Shop): Promise<void> {
  const here = localTransactionsPage(ofPage, { limit: 200 }).items;
  const there = (await questions.listTransactions(callerOf(), new URLSearchParams('limit=200'))).items;
  expect(here.map(seen)).toEqual(there.map(seen));
  for (const { pnRefNum, provider } of here) {
    for (const named of [provider, undefined, 'Q']) {
      const one = localTransaction(ofPage, pnRefNum, named);
      const other = await questions.getTransaction(callerOf(), named ?? '-', pnRefNum);
      expect(one && seen(one)).toEqual(other && seen(other));
    }
  }
}

async function checkReports({ actions, part }: History, { questions, ofPage, now }: Shop): Promise<void> {
  const [from = 0, to = 0] = part.map((at) => passed(actions.slice(0, at)));
  for (const period of [
    { from: 0, to: now + 1 },
    { from, to: Math.max(from, to) },
  ]) {
    for (const terminalId of [undefined, 'T0']) {
      const words = { from: `${period.from}`, to: `${period.to}`, ...(terminalId && { terminalId }) };
      const local = localReport(ofPage, { ...period, terminalId });
      const told = await questions.getReport(callerOf(), new URLSearchParams(words));
      expect(local.rows).toEqual(told.rows);
      expect(withoutTimes(local.unknown)).toEqual(withoutTimes(told.unknown));
      expect(local.holds.map(seen)).toEqual(told.holds.map(seen));
    }
  }
}

const passed = (actions: History['actions']) => actions.reduce((at, { afterMs }) => at + afterMs, startedAt);

/** What a list allows is what the guard lets through, to the cent. */
function checkAllowed({ ofPage, now }: Shop): void {
  for (const transaction of localTransactionsPage(ofPage, { limit: 200 }).items) {
    const { pnRefNum, provider, currency } = transaction;
    for (const { operation: kind, allowed, maxCents } of transaction.allowed) {
      const about = { kind, terminalId: 'T9', pnRefNum, provider, currency };
      const most = kind === 'void' ? undefined : (maxCents ?? 1);
      const refusal = guardOfPage(ofPage, now, { ...about, amountCents: most }, transaction);
      expect({ pnRefNum, kind, allowed: refusal === undefined }).toEqual({ pnRefNum, kind, allowed });
      if (!allowed || most === undefined) continue;
      const above = guardOfPage(ofPage, now, { ...about, amountCents: most + 1 }, transaction);
      expect(above).toMatchObject({ code: 'not-allowed', field: 'amount' });
    }
  }
}
