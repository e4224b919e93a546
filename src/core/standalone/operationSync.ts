import { automaticPollingMs } from '../polling/chooseNextPoll.ts';
import type { TabPresence } from '../tabPresence.ts';
import { backoffMs, type Clock, type TimerHandle } from '../time.ts';
import type { Journal, OperationRecord } from './journal.ts';
import type { OperationLedger } from './operationLedger.ts';
import {
  isOpen,
  isUnseen,
  keepUnresolvedMs,
  type TerminalOperation,
} from '../operations/terminalOperation.ts';

export interface SyncContext {
  journal: Journal;
  ledger: OperationLedger;
  presence: TabPresence;
  clock: Clock;
  /** Asks for the result of an operation. */
  follow: (operation: TerminalOperation) => void;
  /** Gives whether a record belongs to this service. */
  isOurs: () => (record: OperationRecord) => boolean;
}

const dayMs = 24 * 60 * 60_000;
/** How long what has ended, and was taken note of, stays in the journal: it feeds the duplicate guard and the day. */
const keepEndedMs = dayMs;
/** After a day so many endings that nobody took note of are kept: a host that never takes note must not fill the journal. */
const maxUnseenKept = 100;
/** How soon it is looked whether a page that sends is still there, and whether a journal can be read again. */
const recheckMs = 10_000;
const longestRecheckMs = 320_000;

/** Brings this page up to what the journal says, after a reload or a change in another tab. */
export function createOperationSync(context: SyncContext) {
  const { journal, ledger, presence, clock, follow, isOurs } = context;
  let running: Promise<void> | undefined;
  /** What is to be read: all there is, or these. */
  let isAllStale = false;
  let isRead = false;
  let failures = 0;
  const stale = new Set<string>();
  let recheckTimer: TimerHandle;
  let isStopped = false;

  // What a clock that is set right jumps over has not passed: nothing is forgotten for it.
  const beganAt = clock.now() - clock.monotonic();
  const seenNow = () => Math.min(clock.now(), beganAt + clock.monotonic());

  const applyRecord = (record: OperationRecord, overlooked: ReadonlySet<OperationRecord>) => {
    if (isOutdated(record, seenNow(), overlooked)) {
      ledger.forget(record.id);
      return;
    }
    ledger.mergeRecord(record);
    const operation = ledger.get(record.id);
    if (operation?.phase === 'resolved' && mayStillBeHeard(operation)) follow(operation);
    if (!operation || !isOpen(operation)) return;
    if (operation.phase === 'unknown' && isForgettable(operation)) {
      ledger.apply(operation.id, { type: 'archived', at: clock.now() }, { type: 'unresolved' });
      return;
    }
    follow(isOrphan(operation) ? markLost(operation) : operation);
  };

  // A late result wins over what a person said.
  const mayStillBeHeard = ({ acceptedAt = -Infinity }: TerminalOperation) =>
    clock.now() - acceptedAt < automaticPollingMs;

  // Its page is gone: whether the request left before that cannot be told.
  const isOrphan = ({ id, phase }: TerminalOperation) =>
    phase === 'sending' && !presence.isHeldHere(id) && !presence.isHeldElsewhere(id);
  const markLost = (operation: TerminalOperation) =>
    ledger.apply(operation.id, { type: 'lost', at: clock.now(), reason: 'reloaded' }) ?? operation;

  // One whose date could not be read (0) is as old as anybody likes to think: it waits for a person.
  const isForgettable = ({ createdAt }: TerminalOperation) =>
    createdAt > 0 && seenNow() - createdAt > keepUnresolvedMs;

  /** What other pages send, and whether they still do, is asked of them; the answer may come meanwhile. */
  const readWith = async (read: () => Promise<(OperationRecord | undefined)[]>) => {
    let found = await read();
    if (found.some((record) => record?.phase === 'sending' && !presence.isHeldHere(record.id))) {
      await presence.refresh();
      found = await read();
    }
    return found.filter((record) => record !== undefined).filter(isOurs());
  };

  const readAll = async () => {
    const records = await readWith(() => journal.list());
    const overlooked = new Set(records.filter(isUnseen).toSorted(newestFirst).slice(0, maxUnseenKept));
    const kept = new Set(records.map(({ id }) => id));
    ledger.batch(() => {
      records.forEach((record) => applyRecord(record, overlooked));
      for (const { id } of ledger.list({ open: false })) if (!kept.has(id)) ledger.dropMissing(id);
    });
  };

  const readSome = async (ids: readonly string[]) => {
    const records = await readWith(() => Promise.all(ids.map((id) => journal.get(id))));
    const kept = new Set(records.map(({ id }) => id));
    // How much of what is old stays is seen only beside all the others.
    isAllStale ||= records.some((record) => isOutdated(record, seenNow(), none));
    if (isAllStale) return;
    ledger.batch(() => {
      records.forEach((record) => applyRecord(record, none));
      ids.filter((id) => !kept.has(id)).forEach(ledger.dropMissing);
    });
  };

  const read = async () => {
    const ids = [...stale];
    const isAll = isAllStale;
    stale.clear();
    isAllStale = false;
    try {
      await (isAll ? readAll() : readSome(ids));
    } catch (error) {
      isAllStale = true; // the next time, for what was not read now
      failures += 1;
      recheckIn(backoffMs(failures, { firstMs: recheckMs, longestMs: longestRecheckMs }));
      throw error;
    }
    if (!isRead) {
      isRead = true;
      ledger.notify();
    }
    failures = 0;
    clock.clearTimeout(recheckTimer);
    const isSentElsewhere = ledger
      .list({ open: true })
      .some(({ phase, id }) => phase === 'sending' && !presence.isHeldHere(id));
    if (isSentElsewhere) recheckIn(recheckMs);
  };
  const recheckIn = (ms: number) => {
    clock.clearTimeout(recheckTimer);
    if (!isStopped) recheckTimer = clock.setTimeout(() => void sync().catch(() => undefined), ms);
  };

  const isStale = () => isAllStale || stale.size > 0;
  /** One reading at a time; what changed meanwhile is read right after it. Without ids anything may have changed. */
  const sync = (ids?: readonly string[]): Promise<void> => {
    if (ids) ids.forEach((id) => stale.add(id));
    else isAllStale = true;
    running ??= (async () => {
      do await read();
      while (isStale());
    })().finally(() => {
      running = undefined;
    });
    return running;
  };
  const stop = () => {
    isStopped = true;
    clock.clearTimeout(recheckTimer);
  };
  return { sync, stop, isRead: () => isRead };
}

const none: ReadonlySet<OperationRecord> = new Set();
const endOf = ({ endedAt, createdAt }: OperationRecord) => endedAt ?? createdAt;
const newestFirst = (a: OperationRecord, b: OperationRecord) => endOf(b) - endOf(a);

function isOutdated(record: OperationRecord, now: number, overlooked: ReadonlySet<OperationRecord>): boolean {
  return !isOpen(record) && now - endOf(record) > (overlooked.has(record) ? keepUnresolvedMs : keepEndedMs);
}
