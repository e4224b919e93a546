import type { OperationFact } from '../../../src/core/operations/operationFacts.ts';
import { reduceOperation } from '../../../src/core/operations/operationReducer.ts';
import { eventsBetween } from '../../../src/core/operations/operationEvents.ts';
import {
  isOpen,
  isUnseen,
  type PaymentsEventDetail,
  type TerminalOperation,
} from '../../../src/core/operations/terminalOperation.ts';
import { movedCents } from '../../../src/core/operations/transactions.ts';
import { createVirtualClock } from '../../../src/core/time.ts';
import type { Caller } from '../../../src/gateway/visibility.ts';
import { createMemoryStore } from '../../../src/gateway/createMemoryStore.ts';
import type { GatewayStore, StoreSteps, StoreTransaction } from '../../../src/gateway/gatewayStore.ts';
import {
  emptyOperationColumns,
  type OperationRow,
  orderSearchColumns,
} from '../../../src/gateway/recordRows.ts';

export const startedAt = Date.UTC(2026, 10, 22, 12);
export const minuteMs = 60_000;

/** A caller who may see all of the account `shop`. */
export const callerOf = (changes: Partial<Caller> = {}): Caller => ({
  account: 'shop',
  subject: 'till-1',
  actor: undefined,
  sees: 'all',
  ...changes,
});

export type Draft = Partial<TerminalOperation> & {
  account?: string;
  subject?: string;
  actor?: string | undefined;
};

/** What became of an operation, in short. */
export const accepted = (msgIdentifier: string, pnRefNum?: string): OperationFact => ({
  type: 'accepted',
  at: 0,
  msgIdentifier,
  pnRefNum,
});
export const approved = (confirmedCents?: number, tipCents?: number): OperationFact => ({
  type: 'polled',
  at: 0,
  message: { msgIdentifier: '', status: 'complete', confirmedCents, tipCents },
});
export const failed: OperationFact = {
  type: 'polled',
  at: 0,
  message: { msgIdentifier: '', status: 'failed' },
};
export const lost: OperationFact = { type: 'lost', at: 0, reason: 'no-response' };
export const resolvedAs = (charged: boolean): OperationFact => ({
  type: 'resolved',
  at: 0,
  charged,
  basis: 'receipt',
});

/** What a row repeats of its operation. */
function columnsOf(operation: TerminalOperation) {
  const { phase, terminalId } = operation;
  const moved = movedCents(operation);
  return {
    phase,
    terminalId,
    isOpen: isOpen(operation),
    isUnseen: isUnseen(operation),
    provider: operation.provider ?? null,
    orderNumber: operation.orderNumber ?? null,
    ...orderSearchColumns(operation.orderNumber),
    pnRefNum: operation.pnRefNum ?? null,
    msgIdentifier: operation.msgIdentifier ?? null,
    currency: operation.currency ?? null,
    amountCents: operation.amountCents ?? null,
    movedCents: moved ?? null,
    tipCents: moved === undefined ? null : (operation.tipCents ?? null),
    endedAt: operation.endedAt ?? null,
  };
}

/** The row of an operation that was sent. */
export function rowOf(
  operation: TerminalOperation,
  about: Pick<OperationRow, 'account' | 'subject'>,
): OperationRow {
  const { id, kind, createdAt } = operation;
  const sent = { state: 'sent', bodyHash: null, claimedBy: null, claimedAt: 0, answerBy: 0 } as const;
  return {
    ...emptyOperationColumns,
    ...sent,
    ...about,
    actor: null,
    id,
    kind,
    createdAt,
    operation,
    ...columnsOf(operation),
  };
}

/** A record whose rows are what the reducer makes of facts, each with its event. */
export function createTestRecord(store?: GatewayStore) {
  const clock = createVirtualClock(startedAt);
  const used = store ?? createMemoryStore({ clock });
  let count = 0;
  let changed: (account: string) => void = () => undefined;

  function* write(
    tx: StoreTransaction,
    row: OperationRow,
    operation: TerminalOperation,
    details: readonly (PaymentsEventDetail | null)[],
  ): StoreSteps<void> {
    const { terminalId } = operation;
    const after: OperationRow = { ...row, seq: row.seq + 1, operation, ...columnsOf(operation) };
    yield* tx.operations.put(after);
    const { account, id: operationId, seq, subject } = after;
    for (const detail of details.length > 0 ? details : [null]) {
      const event = { account, operationId, seq, at: tx.now, detail, operation, subject, terminalId };
      yield* tx.events.add({ ...event, isDispatched: false });
    }
  }

  return {
    clock,
    store: used,
    /** Calls back as a gateway does after each commit. */
    onChange: (listener: typeof changed) => {
      changed = listener;
    },
    /** Begins an operation that these facts are known of, all at this moment. Gives its id. */
    async begin(
      { account = 'shop', subject = 'till-1', actor, ...draft }: Draft = {},
      ...facts: OperationFact[]
    ): Promise<string> {
      count += 1;
      const id = draft.id ?? `${count}`.padStart(32, '0');
      await used.transact(account, 'durable', function* (tx) {
        const operation: TerminalOperation = {
          id,
          kind: 'pay',
          phase: 'sending',
          terminalId: 'T1',
          currency: 'EUR',
          amountCents: 1000,
          anomalies: [],
          connection: 'ok',
          seenProcessing: false,
          flowKey: 'gateway',
          createdAt: tx.now,
          ...draft,
        };
        const row = { ...rowOf(operation, { account, subject }), seq: 0, actor: actor ?? null };
        yield* write(tx, row, operation, eventsBetween(undefined, operation));
      });
      await this.tell(id, facts, account);
      return id;
    },
    async tell(id: string, facts: readonly OperationFact[], account = 'shop'): Promise<void> {
      await used.transact(account, 'durable', function* (tx) {
        for (const fact of facts) {
          const [row] = yield* tx.operations.list({ account, id });
          if (!row?.operation) throw new Error(`There is no operation ${id}.`);
          const after = reduceOperation(row.operation, 'at' in fact ? { ...fact, at: tx.now } : fact);
          if (after !== row.operation) yield* write(tx, row, after, eventsBetween(row.operation, after));
        }
      });
      changed(account);
    },
  };
}

export type TestRecord = ReturnType<typeof createTestRecord>;
