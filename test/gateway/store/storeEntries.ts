import type { TerminalOperation } from '../../../src/core/operations/terminalOperation.ts';
import type { GatewayStore, StoreSteps, StoreTransaction } from '../../../src/gateway/gatewayStore.ts';
import {
  type DeliveryRow,
  emptyOperationColumns,
  type EventRow,
  type OperationRow,
  type PollSlotRow,
} from '../../../src/gateway/recordRows.ts';

export const startedAt = Date.UTC(2026, 10, 22, 12);
export const account = 'shop';

export const operationId = (number: number) => `${number}`.padStart(32, '0');

export const operationOf = (number: number, changes: Partial<TerminalOperation> = {}): TerminalOperation => ({
  id: operationId(number),
  kind: 'pay',
  phase: 'sending',
  terminalId: 'T1',
  currency: 'EUR',
  amountCents: 1250,
  anomalies: [],
  connection: 'ok',
  seenProcessing: false,
  flowKey: 'gateway',
  createdAt: startedAt,
  ...changes,
});

export const operationRow = (number: number, changes: Partial<OperationRow> = {}): OperationRow => ({
  ...emptyOperationColumns,
  account,
  id: operationId(number),
  state: 'sent',
  kind: 'pay',
  subject: '5ab1ec7',
  actor: null,
  bodyHash: 'b0d7',
  claimedBy: 'copy-1',
  claimedAt: startedAt,
  answerBy: startedAt + 90_000,
  createdAt: startedAt,
  ...changes,
});

export const eventOf = (number: number, changes: Partial<EventRow> = {}): Omit<EventRow, 'id'> => ({
  account,
  operationId: operationId(number),
  seq: 1,
  at: startedAt,
  detail: null,
  operation: operationOf(number),
  subject: '5ab1ec7',
  terminalId: 'T1',
  isDispatched: false,
  ...changes,
});

export const slotOf = (changes: Partial<PollSlotRow> = {}): Omit<PollSlotRow, 'id'> => ({
  account,
  at: startedAt,
  messageId: null,
  isPatient: false,
  ...changes,
});

export const deliveryOf = (changes: Partial<DeliveryRow> = {}): Omit<DeliveryRow, 'id'> => ({
  account,
  eventId: 1,
  operationId: operationId(1),
  receiver: 'process',
  attempts: 0,
  nextAt: startedAt,
  takenUntil: null,
  firstAt: startedAt,
  state: 'due',
  ...changes,
});

export const approved = { status: 200, body: '{"data":{"msgIdentifier":"m-1"}}' };

type Verb<T> = (tx: StoreTransaction) => StoreSteps<T>;

export const reading = <T>(store: GatewayStore, verb: Verb<T>): Promise<T> =>
  store.transact(account, 'read', verb);
export const writing = <T>(store: GatewayStore, verb: Verb<T>): Promise<T> =>
  store.transact(account, 'durable', verb);

/** Takes an operation id; gives who holds it, and nothing where it is now the caller's. */
export const claim = (store: GatewayStore, number: number, changes: Partial<OperationRow> = {}) =>
  writing(store, function* (tx) {
    const [holder] = yield* tx.operations.list({ account, id: operationId(number) });
    if (!holder) yield* tx.operations.put(operationRow(number, changes));
    return holder;
  });

export const find = (store: GatewayStore, number: number) =>
  reading(store, function* (tx) {
    const [row] = yield* tx.operations.list({ account, id: operationId(number) });
    return row;
  });

export const answer = (store: GatewayStore, number: number, given: NonNullable<OperationRow['answer']>) =>
  writing(store, (tx) => tx.operations.change({ account, id: operationId(number) }, { answer: given }));

/** What a store says of itself as it writes. */
export const timeOf = (store: GatewayStore, of = account) =>
  store.transact(of, 'write', function* ({ now, knownForMs, forgotAt, budgets }) {
    yield* budgets.list({ account: of });
    return { now, knownForMs, forgotAt };
  });

export const knownForMs = async (store: GatewayStore, of = account) => (await timeOf(store, of)).knownForMs;
