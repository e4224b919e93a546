import { createListeners } from '../listeners.ts';
import { createOperationStore } from '../operations/operationStore.ts';
import { type Clock, type TimerHandle, withTimeout } from '../time.ts';
import {
  type ClaimOptions,
  type Journal,
  operationFromJournalRecord,
  type OperationRecord,
  journalRecordFromOperation,
} from './journal.ts';
import type { OperationFact } from '../operations/operationFacts.ts';
import { reduceOperation } from '../operations/operationReducer.ts';
import { eventIdSuffix, eventsBetween, resolvedEventsBetween } from '../operations/operationEvents.ts';
import {
  isOpen,
  isUnseen,
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
/** How often a write is retried after five quick retries (ms). Until it succeeds, the terminal may stay locked. */
const slowRewriteMs = 60_000;

/** Keeps store, journal and events consistent: every change of an operation goes through the ledger. */
export function createOperationLedger(options: OperationLedgerOptions) {
  const { journal, clock } = options;
  const numbered = createNumberedStore(options);
  const { store, seqs, seqOf } = numbered;
  const { add: listen, notify: notifyHost } = createListeners<Parameters<PaymentsEventListener>>();
  // Ids of forgotten operations: a read that began before must not bring them back.
  const forgotten = new Set<string>();

  const emit: Emit = (operation, details, version = seqOf(operation.id)) => {
    for (const detail of details) {
      const at = clock.now();
      const eventId = `${operation.id}:${version}.${eventIdSuffix(detail, at)}`;
      notifyHost({ ...detail, eventId, at, operation });
    }
  };

  /**
   * Applies a fact. Each change gets the next `seq`. If two tabs change the same state, the journal takes the first
   * change with that `seq` and refuses the second. Event ids contain the `seq`, so two tabs that report the same change
   * use the same ids. A change of the connection is not recorded and gets no `seq`.
   */
  const change = (id: string, fact: OperationFact, more: PaymentsEventDetail[] = []) => {
    const before = store.get(id);
    const after = before && reduceOperation(before, fact);
    if (!before || !after || after === before) return { after };
    const events = [...eventsBetween(before, after), ...more];
    const isRecorded = fact.type !== 'connection';
    const seq = seqOf(id) + (isRecorded ? 1 : 0);
    if (isRecorded) seqs.set(id, seq);
    return {
      after,
      write: () => (isRecorded ? write(before, after, fact) : undefined),
      tell: () => {
        store.put(after);
        emit(after, events, seq);
      },
    };
  };

  const apply = (
    id: string,
    fact: OperationFact,
    ...more: PaymentsEventDetail[]
  ): TerminalOperation | undefined => {
    const changed = change(id, fact, more);
    // Written before the listeners are called, so that changes by listeners come after this one.
    void changed.write?.();
    changed.tell?.();
    return changed.after;
  };
  /** Whether a journal record is newer than what this page knows of the operation. */
  const isNewer = ({ id, seq }: OperationRecord) => !forgotten.has(id) && (!store.get(id) || seq > seqOf(id));
  const { write, drop, takeOver, isUnwritten } = createJournalWriter({
    journal,
    clock,
    numbered,
    apply,
    emit,
  });

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
      emit(operation, eventsBetween(undefined, operation));
    },
    mergeRecord(record: OperationRecord) {
      if (isNewer(record)) takeOver(record);
    },
    isNewer,
    apply,
    /** Like `apply`, but writes to the journal before listeners are called. */
    async applyDurably(id: string, fact: OperationFact) {
      const before = store.get(id);
      const changed = change(id, fact);
      if (!changed.tell) return changed.after;
      await changed.write();
      // During the write, a person or another tab may have changed the operation.
      if (store.get(id) !== before) return apply(id, fact);
      changed.tell();
      return changed.after;
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
      drop(id);
      // If the record cannot be removed, it may still hold its terminal: a later read must show the operation again.
      journal.remove(id).catch(() => forgotten.delete(id));
    },
    /** Drops an operation that has ended and is missing in the journal. An open one stays: the storage may have been wiped. */
    dropMissing: (id: string) => {
      const missing = store.get(id);
      if (missing && !isOpen(missing)) store.remove(id);
    },
    /** Whether the last change of the operation has not been written yet. */
    isUnwritten,
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
      journalRecordFromOperation(operation, {
        lock: lockOf(operation),
        seq: seqOf(operation.id),
        storeOrderNumber,
      }),
    takeOver: (record: OperationRecord) => {
      seqs.set(record.id, record.seq);
      store.put(toKnownOperation(record, store.get(record.id)));
    },
  };
}

/** Calls the host's listeners. `version`: a part of the events' ids; default the `seq` of the last change. */
type Emit = (
  operation: TerminalOperation,
  details: readonly PaymentsEventDetail[],
  version?: number | string,
) => void;

interface WriterContext extends Pick<OperationLedgerOptions, 'journal' | 'clock'> {
  numbered: ReturnType<typeof createNumberedStore>;
  apply: OperationLedger['apply'];
  emit: Emit;
}

interface Change {
  before: TerminalOperation;
  operation: TerminalOperation;
  record: OperationRecord;
  fact: OperationFact;
}

/** The changes of an operation that are not written yet, oldest first. */
interface UnwrittenChanges {
  changes: Change[];
  failures: number;
  isWriting?: boolean;
  retryTimer?: TimerHandle;
  written: Promise<void>;
}

/**
 * Writes the changes of an operation to the journal, one after the other, and retries until each is written. A later change
 * never stands in for an earlier one: with its higher `seq` it would replace what another tab wrote meanwhile.
 */
function createJournalWriter({ journal, clock, numbered, apply, emit }: WriterContext) {
  const queues = new Map<string, UnwrittenChanges>();

  const drop = (id: string) => queues.get(id)?.changes.splice(0) ?? [];

  /** Takes over a record that another tab wrote, then applies to it what this tab has not written yet. */
  const takeOver = (record: OperationRecord) => {
    const { id, seq } = record;
    const told = numbered.store.get(id);
    const late = drop(id);
    numbered.store.batch(() => {
      numbered.takeOver(record);
      late.forEach(({ fact }) => apply(id, fact));
    });
    const now = numbered.store.get(id);
    // If this tab reported a phase that no longer counts, the other tab may have reported its change earlier. So the
    // host must get that change again, under another id.
    if (told && now && late[0] && late[0].before.phase !== told.phase && told.phase !== now.phase)
      emit(now, [...eventsBetween(told, now), ...resolvedEventsBetween(told, now)], `${seq}.${told.phase}`);
  };

  const writeOne = async ({ changes }: UnwrittenChanges, change: Change) => {
    const { id, seq } = change.record;
    const isWritten = await journal.update(id, change.record, seq);
    const stored = isWritten ? undefined : await journal.get(id);
    // During the write the operation was forgotten, or this is an earlier attempt that ends late.
    if (changes[0] !== change) return;
    if (stored) return takeOver(stored);
    if (isWritten) return void changes.shift();
    // The record is missing: the storage was wiped. An open operation or unseen ending is recorded anew, even if
    // another one holds the terminal.
    const last = changes.at(-1) ?? change;
    if (isOpen(last.record) || isUnseen(last.record)) {
      const holders = await journal.list({ open: true, lock: last.record.lock });
      await journal.claim(last.record, { over: holders.map((holder) => holder.id) });
    }
    // If `last` was dropped meanwhile, `indexOf` gives -1 and nothing is removed.
    changes.splice(0, changes.indexOf(last) + 1);
  };

  const writeAll = async (queue: UnwrittenChanges) => {
    const { changes } = queue;
    clock.clearTimeout(queue.retryTimer);
    queue.isWriting = true;
    for (let [change] = changes; change; [change] = changes) {
      try {
        await withTimeout(clock, rewriteMs, writeOne(queue, change));
        queue.failures = 0;
      } catch {
        const { operation, record } = changes.at(-1) ?? change;
        if (queue.failures === 0) emit(operation, [{ type: 'anomaly', kind: 'not-recorded' }], record.seq);
        const retryMs = queue.failures < quickRewrites ? rewriteMs : slowRewriteMs;
        queue.retryTimer = clock.setTimeout(() => void writeAll(queue), retryMs);
        queue.failures += 1;
        break;
      }
    }
    queue.isWriting = false;
  };

  const write = (
    before: TerminalOperation,
    operation: TerminalOperation,
    fact: OperationFact,
  ): Promise<void> => {
    const { id } = operation;
    const queue: UnwrittenChanges = queues.get(id) ?? {
      changes: [],
      failures: 0,
      written: Promise.resolve(),
    };
    queues.set(id, queue);
    queue.failures = 0;
    queue.changes.push({ before, operation, record: numbered.recordOf(operation), fact });
    if (!queue.isWriting) queue.written = writeAll(queue);
    return queue.written;
  };

  return { write, drop, takeOver, isUnwritten: (id: string) => Boolean(queues.get(id)?.changes.length) };
}

/** Converts a record to an operation, with the fields that only this page knows. */
function toKnownOperation(record: OperationRecord, known: TerminalOperation | undefined): TerminalOperation {
  const { connection = 'ok', nextCheckAt } = known ?? {};
  // A host may keep order numbers out of the journal; this page keeps the one it knows.
  const orderNumber = record.orderNumber ?? known?.orderNumber;
  return { ...operationFromJournalRecord(record), orderNumber, connection, nextCheckAt };
}
