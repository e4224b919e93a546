import { lastAutomaticMs } from '../polling/pollSchedule.ts';
import type { Clock, TimerHandle } from '../time/clock.ts';
import type { Journal, OperationRecord } from './journal.ts';
import type { OperationLedger } from './operationLedger.ts';
import type { TabPresence } from './tabPresence.ts';
import { isOpen, isUnseen, type TerminalOperation } from './terminalOperation.ts';

export interface SyncContext {
  journal: Journal;
  ledger: OperationLedger;
  presence: TabPresence;
  clock: Clock;
  /** Asks for the result of an operation, or what became of its request. */
  follow: (operation: TerminalOperation) => void;
  /** Whether a record belongs to this service. */
  isOurs: (record: OperationRecord) => boolean;
}

const dayMs = 24 * 60 * 60_000;
/** How long what has ended, and was taken note of, stays in the journal: it feeds the duplicate guard and the day. */
const keepEndedMs = dayMs;
/** After a day so many endings that nobody took note of are kept: a host that never takes note must not fill the journal. */
const mostOverlooked = 100;
/** How soon it is looked whether a page that sends is still there. */
const lookAfterSendingMs = 10_000;
/** How long an unknown operation may hold its terminal, and an ending waits for somebody to take note of it. */
const keepUnknownMs = 30 * dayMs;

/** Brings this page up to what the journal says, after a reload or a change in another tab. */
export function createOperationSync({ journal, ledger, presence, clock, follow, isOurs }: SyncContext) {
  let running: Promise<void> | undefined;
  let isStale = false;
  let lookAgain: TimerHandle;
  let isStopped = false;

  const takeUp = (record: OperationRecord, overlooked: ReadonlySet<OperationRecord>) => {
    if (isOutdated(record, clock.now(), overlooked)) {
      ledger.forget(record.id);
      return;
    }
    ledger.adopt(record);
    const operation = ledger.get(record.id);
    if (operation?.phase === 'resolved' && mayStillBeHeard(operation)) follow(operation);
    if (!operation || !isOpen(operation)) return;
    if (operation.phase === 'unknown' && isForgettable(operation)) {
      ledger.apply(operation.id, { type: 'archived', at: clock.now() }, { type: 'unresolved' });
      return;
    }
    follow(isOrphan(operation) ? buried(operation) : operation);
  };

  // A late result wins over what a person said. What got no answer at all only a gateway can be asked about.
  const mayStillBeHeard = ({ msgIdentifier, acceptedAt = -Infinity }: TerminalOperation) =>
    msgIdentifier === undefined || clock.now() - acceptedAt < lastAutomaticMs;

  // Its page is gone: whether the request left before that cannot be told.
  const isOrphan = ({ id, phase }: TerminalOperation) =>
    phase === 'sending' && !presence.isHeldHere(id) && !presence.isHeldElsewhere(id);
  const buried = (operation: TerminalOperation) =>
    ledger.apply(operation.id, { type: 'lost', at: clock.now(), reason: 'reloaded' }) ?? operation;

  // One whose date could not be read (0) is as old as anybody likes to think: it waits for a person.
  const isForgettable = ({ createdAt }: TerminalOperation) =>
    createdAt > 0 && clock.now() - createdAt > keepUnknownMs;

  const list = async () => (await journal.list()).filter(isOurs);

  const read = async () => {
    let records = await list();
    if (records.some(({ phase, id }) => phase === 'sending' && !presence.isHeldHere(id))) {
      await presence.ask();
      records = await list(); // the answer may have come while the tabs were asked
    }
    const overlooked = new Set(records.filter(isUnseen).toSorted(newestFirst).slice(0, mostOverlooked));
    records.forEach((record) => takeUp(record, overlooked));
    clock.clearTimeout(lookAgain);
    const isSentElsewhere = ledger
      .list({ open: true })
      .some(({ phase, id }) => phase === 'sending' && !presence.isHeldHere(id));
    if (isSentElsewhere && !isStopped)
      lookAgain = clock.setTimeout(() => void sync().catch(() => undefined), lookAfterSendingMs);
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
  const stop = () => {
    isStopped = true;
    clock.clearTimeout(lookAgain);
  };
  return { sync, stop };
}

const endOf = ({ endedAt, createdAt }: OperationRecord) => endedAt ?? createdAt;
const newestFirst = (a: OperationRecord, b: OperationRecord) => endOf(b) - endOf(a);

function isOutdated(record: OperationRecord, now: number, overlooked: ReadonlySet<OperationRecord>): boolean {
  return !isOpen(record) && now - endOf(record) > (overlooked.has(record) ? keepUnknownMs : keepEndedMs);
}
