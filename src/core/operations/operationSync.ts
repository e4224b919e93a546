import type { Clock } from '../time/clock.ts';
import type { Journal, OperationRecord } from './journal.ts';
import type { OperationLedger } from './operationLedger.ts';
import type { TabPresence } from './tabPresence.ts';
import { isOpen, type TerminalOperation } from './terminalOperation.ts';

export interface SyncContext {
  journal: Journal;
  ledger: OperationLedger;
  presence: TabPresence;
  clock: Clock;
  /** Asks for the result of an operation that has a message id. */
  follow: (operation: TerminalOperation) => void;
  /** Whether a record belongs to this service. */
  isOurs: (record: OperationRecord) => boolean;
}

const dayMs = 24 * 60 * 60_000;
/** How long what has ended stays in the journal: it shows the outcome after a reload and feeds the duplicate guard. */
const keepEndedMs = dayMs;
/** How long an unknown operation may hold its terminal. */
const keepUnknownMs = 30 * dayMs;

/** Brings this page up to what the journal says, after a reload or a change in another tab. */
export function createOperationSync({ journal, ledger, presence, clock, follow, isOurs }: SyncContext) {
  let running: Promise<void> | undefined;
  let isStale = false;

  const takeUp = (record: OperationRecord) => {
    if (isOutdated(record, clock.now())) {
      ledger.forget(record.id);
      return;
    }
    ledger.adopt(record);
    const operation = ledger.get(record.id);
    if (!operation || !isOpen(operation)) return;
    if (operation.phase === 'unknown' && clock.now() - operation.createdAt > keepUnknownMs) {
      ledger.apply(operation.id, { type: 'archived', at: clock.now() }, { type: 'unresolved' });
      return;
    }
    follow(isOrphan(operation) ? buried(operation) : operation);
  };

  // Its page is gone: whether the request left before that cannot be told.
  const isOrphan = ({ id, phase }: TerminalOperation) =>
    phase === 'sending' && !presence.isHeldHere(id) && !presence.isHeldElsewhere(id);
  const buried = (operation: TerminalOperation) =>
    ledger.apply(operation.id, { type: 'lost', at: clock.now(), reason: 'reloaded' }) ?? operation;

  const list = async () => (await journal.list()).filter(isOurs);

  const read = async () => {
    let records = await list();
    if (records.some(({ phase, id }) => phase === 'sending' && !presence.isHeldHere(id))) {
      await presence.ask();
      records = await list(); // the answer may have come while the tabs were asked
    }
    records.forEach(takeUp);
    ledger.dropMissing(new Set(records.map(({ id }) => id)));
  };

  /** One reading at a time; what changed meanwhile is read right after it. */
  const sync = (): Promise<void> => {
    isStale = true;
    running ??= (async () => {
      while (isStale) {
        isStale = false;
        await read();
      }
    })().finally(() => {
      running = undefined;
    });
    return running;
  };
  return sync;
}

function isOutdated(record: OperationRecord, now: number): boolean {
  return !isOpen(record) && now - (record.endedAt ?? record.createdAt) > keepEndedMs;
}
