import { createListeners } from '../listeners.ts';
import { createOperationStore } from '../operations/operationStore.ts';
import { type Clock, withTimeout } from '../time.ts';
import { type ClaimOptions, type Journal, toOperation, type OperationRecord, toRecord } from './journal.ts';
import type { OperationFact } from '../operations/operationFacts.ts';
import { reduceOperation } from '../operations/operationReducer.ts';
import {
  eventsBetween,
  isOpen,
  type PaymentsEventDetail,
  type PaymentsEventListener,
  type TerminalOperation,
} from '../operations/terminalOperation.ts';

interface OperationLedgerOptions {
  journal: Journal;
  clock: Clock;
  storeOrderNumber: boolean;
  lockOf: (operation: Pick<TerminalOperation, 'terminalId'>) => string;
}

export type OperationLedger = ReturnType<typeof createOperationLedger>;

const rewriteMs = 2000;
const quickRewrites = 5;
/** Retry interval after five quick retries (ms): until the write succeeds, the terminal may stay locked. */
const slowRewriteMs = 60_000;

/** Keeps store, journal and events consistent: every change of an operation goes through the ledger. */
export function createOperationLedger(options: OperationLedgerOptions) {
  const { journal, clock } = options;
  const numbered = createNumberedStore(options);
  const { store, seqs, seqOf } = numbered;
  const { add: listen, notify: notifyHost } = createListeners<Parameters<PaymentsEventListener>>();
  // Ids of forgotten operations: a read that began before must not bring them back.
  const forgotten = new Set<string>();
  let unrecordedEvents = 0;

  const emit = (
    operation: TerminalOperation,
    details: readonly PaymentsEventDetail[],
    numberOf: (index: number) => string,
  ) => {
    details.forEach((detail, index) => {
      const event = { ...detail, eventId: `${operation.id}:${numberOf(index)}`, at: clock.now(), operation };
      notifyHost(event);
    });
  };

  /**
   * Applies a fact. Each change gets the next `seq`. If two tabs change the same state, the journal takes the first change
   * with that `seq` and refuses the second. Event ids contain the `seq`: two tabs that report the same change use the same
   * ids. Changes of the connection are not recorded and get no `seq`.
   */
  const change = (id: string, fact: OperationFact, more: PaymentsEventDetail[] = []) => {
    const before = store.get(id);
    const after = before && reduceOperation(before, fact);
    if (!before || !after || after === before) return { after, tell: undefined };
    const events = [...eventsBetween(before, after), ...more];
    const isRecorded = fact.type !== 'connection';
    const seq = seqOf(id) + 1;
    if (isRecorded) seqs.set(id, seq);
    return {
      after,
      tell: () => {
        store.put(after);
        if (isRecorded) emit(after, events, (index) => (index === 0 ? `${seq}` : `${seq}.${index}`));
        else emit(after, events, () => `${seqOf(id)}-${(unrecordedEvents += 1)}`);
      },
    };
  };

  const apply = (
    id: string,
    fact: OperationFact,
    ...more: PaymentsEventDetail[]
  ): TerminalOperation | undefined => {
    const { after, tell } = change(id, fact, more);
    if (!after || !tell) return after;
    tell();
    if (fact.type !== 'connection') void write(after, fact);
    return after;
  };
  /** Whether a journal record is newer than what this page knows of the operation. */
  const isNewer = ({ id, seq }: OperationRecord) => !forgotten.has(id) && (!store.get(id) || seq > seqOf(id));
  const onNotRecorded = (operation: TerminalOperation, seq: number) =>
    emit(operation, [{ type: 'anomaly', kind: 'not-recorded' }], () => `${seq}.0`);
  const { write, unwritten } = createJournalWriter({ journal, clock, numbered, apply, onNotRecorded });

  const { put: _put, remove: _remove, ...reading } = store;
  return {
    ...reading,
    /** Records a new operation and takes its terminal, or returns the record that holds the terminal. Calls no listener yet. */
    claim(operation: TerminalOperation, how: ClaimOptions) {
      seqs.set(operation.id, 1);
      return journal.claim(numbered.recordOf(operation), how);
    },
    show(operation: TerminalOperation) {
      store.put(operation);
      emit(operation, eventsBetween(undefined, operation), () => '1');
    },
    mergeRecord(record: OperationRecord) {
      if (isNewer(record)) numbered.takeOver(record);
    },
    isNewer,
    apply,
    /** Like `apply`, but writes to the journal before listeners are called. */
    async applyDurably(id: string, fact: OperationFact) {
      const before = store.get(id);
      const { after, tell } = change(id, fact);
      if (!after || !tell) return after;
      await write(after, fact);
      // During the write, a person or another tab may have changed the operation.
      if (store.get(id) !== before) return apply(id, fact);
      tell();
      return after;
    },
    /** Whether the journal still has the operation as `sending`: another tab may have given it up. */
    async isStillSending(id: string) {
      const record = await withTimeout(clock, rewriteMs, journal.get(id)).catch(() => undefined);
      return record?.phase === 'sending';
    },
    forget(id: string) {
      forgotten.add(id);
      store.remove(id);
      seqs.delete(id);
      unwritten.delete(id);
      // If the record cannot be removed, it may hold a terminal: the operation must be visible again.
      journal.remove(id).catch(() => forgotten.delete(id));
    },
    /** Drops an ended operation that the journal no longer has. An open one stays: the storage may have been wiped. */
    dropMissing: (id: string) => {
      const missing = store.get(id);
      if (missing && !isOpen(missing)) store.remove(id);
    },
    /** Whether the last change of the operation has not been written yet. */
    isUnwritten: (id: string) => unwritten.has(id),
    listen,
  };
}

/** The operations of this page, each with the `seq` of its last change. Converts them to records and back. */
function createNumberedStore({ storeOrderNumber, lockOf }: OperationLedgerOptions) {
  const store = createOperationStore();
  const seqs = new Map<string, number>();
  const seqOf = (id: string) => seqs.get(id) ?? 0;
  return {
    store,
    seqs,
    seqOf,
    recordOf: (operation: TerminalOperation): OperationRecord =>
      toRecord(operation, { lock: lockOf(operation), seq: seqOf(operation.id), storeOrderNumber }),
    takeOver: (record: OperationRecord) => {
      seqs.set(record.id, record.seq);
      store.put(toKnownOperation(record, store.get(record.id)));
    },
  };
}

interface WriterContext extends Pick<OperationLedgerOptions, 'journal' | 'clock'> {
  numbered: ReturnType<typeof createNumberedStore>;
  apply: OperationLedger['apply'];
  /** Called if the first attempt to write a change failed. */
  onNotRecorded: (operation: TerminalOperation, seq: number) => void;
}

/** Writes changes to the journal. Retries each until it is written, or a later one replaces it. */
function createJournalWriter({ journal, clock, numbered, apply, onNotRecorded }: WriterContext) {
  const { store, seqOf, recordOf, takeOver } = numbered;
  /** By id, the `seq` of the change that has not been written yet. */
  const unwritten = new Map<string, number>();

  // Another tab wrote first: this tab takes over that tab's record, then applies its own fact to the record.
  const reconcile = async (operation: TerminalOperation, fact: OperationFact | undefined) => {
    const stored = await journal.get(operation.id);
    if (stored) {
      takeOver(stored);
      if (fact) apply(operation.id, fact);
    } else if (isOpen(store.get(operation.id) ?? { phase: 'failed' })) {
      await journal.claim(recordOf(operation));
    }
  };

  const write = async (
    operation: TerminalOperation,
    fact: OperationFact | undefined,
    attempt = 0,
  ): Promise<void> => {
    const record = recordOf(operation);
    const recorded = async () => {
      if (!(await journal.update(operation.id, record, record.seq))) await reconcile(operation, fact);
    };
    unwritten.set(operation.id, record.seq);
    try {
      await withTimeout(clock, rewriteMs, recorded());
      if (unwritten.get(operation.id) === record.seq) unwritten.delete(operation.id);
    } catch {
      if (attempt === 0) onNotRecorded(operation, record.seq);
      const retry = () => {
        if (seqOf(operation.id) === record.seq) void write(operation, fact, attempt + 1);
      };
      clock.setTimeout(retry, attempt < quickRewrites ? rewriteMs : slowRewriteMs);
    }
  };

  return { write, unwritten };
}

/** Converts a record to an operation, with the fields that only this page knows. */
function toKnownOperation(record: OperationRecord, known: TerminalOperation | undefined): TerminalOperation {
  const { connection = 'ok', nextCheckAt } = known ?? {};
  // A host may keep order numbers out of the journal; this page keeps the one it knows.
  const orderNumber = record.orderNumber ?? known?.orderNumber;
  return { ...toOperation(record), orderNumber, connection, nextCheckAt };
}
