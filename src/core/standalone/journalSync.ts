import { frequentPollingForMs } from '../polling/chooseNextPoll.ts';
import type { OperationPresence } from '../operationPresence.ts';
import { backoffMs, type Clock, isKnownTime, type TimerHandle } from '../time.ts';
import type { Journal, OperationRecord } from './journal.ts';
import type { OperationLedger } from './operationLedger.ts';
import {
  isOpen,
  isUnseen,
  longestOpenOrUnseenMs,
  type TerminalOperation,
} from '../operations/terminalOperation.ts';

interface SyncContext {
  journal: Journal;
  ledger: OperationLedger;
  presence: OperationPresence;
  clock: Clock;
  /** Starts polling for the result of an operation. */
  follow: (operation: TerminalOperation) => void;
  /** Returns a function that tells whether a record belongs to this service. */
  isOurs: () => (record: OperationRecord) => boolean;
}

const dayMs = 24 * 60 * 60_000;
/** How long an acknowledged ending stays in the journal (ms), for the duplicate guard and the day's list. */
const keepEndedMs = dayMs;
/** How many unacknowledged endings are kept after a day: a host that acknowledges none must not fill the journal. */
const maxUnseenKept = 100;
/** How soon the journal is read again (ms) if another page is sending or a read has failed. */
const recheckMs = 10_000;
const longestRecheckMs = 320_000;

/** Updates this page from the journal: when it opens or wakes, and after a change in another tab. */
export function createJournalSync(context: SyncContext) {
  const { journal, ledger, presence, clock } = context;
  let running: Promise<void> | undefined;
  /** Whether all records must be read again, not only those in `stale`. */
  let isAllStale = false;
  let isRead = false;
  let failures = 0;
  const stale = new Set<string>();
  let recheckTimer: TimerHandle;
  let isStopped = false;

  const { applyRecord, isOutdated } = createRecordApplier(context);

  const readAll = async () => {
    const records = await readRecords(context, () => journal.list());
    const overlooked = new Set(records.filter(isUnseen).toSorted(newestFirst).slice(0, maxUnseenKept));
    const kept = new Set(records.map(({ id }) => id));
    ledger.batch(() => {
      records.forEach((record) => applyRecord(record, overlooked));
      // An unacknowledged ending is not dropped, because the storage may have been wiped.
      for (const { id } of ledger.list({ standing: false })) if (!kept.has(id)) ledger.dropMissing(id);
    });
  };

  const readSome = async (ids: readonly string[]) => {
    const records = await readRecords(context, () => Promise.all(ids.map((id) => journal.get(id))));
    const kept = new Set(records.map(({ id }) => id));
    // Whether an outdated record is deleted depends on the other records too. So if one is outdated, all have to be
    // read.
    isAllStale ||= records.some((record) => isOutdated(record, none));
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
      isAllStale = true; // so that the next read makes up for this one
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
  /** Reads these records; without `ids`, all. One read runs at a time: what changes during a read is read after it. */
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
  let isReady = false;
  const ready = presence.refresh().then(() => sync());
  const whenRead = () => {
    isReady = true;
    ledger.notify();
  };
  ready.then(whenRead, whenRead);
  return {
    sync,
    isRead: () => isRead,
    isReady: () => isReady,
    ready,
    stop: () => {
      isStopped = true;
      clock.clearTimeout(recheckTimer);
    },
  };
}

const none: ReadonlySet<OperationRecord> = new Set();
const endOf = ({ endedAt, createdAt }: OperationRecord) => endedAt ?? createdAt;
const newestFirst = (a: OperationRecord, b: OperationRecord) => endOf(b) - endOf(a);

/**
 * Reads records of this service. If another page seems to be sending an operation, asks the tabs what they show, and then
 * reads again: meanwhile that page may have got the answer.
 */
async function readRecords(
  { presence, isOurs }: SyncContext,
  read: () => Promise<(OperationRecord | undefined)[]>,
): Promise<OperationRecord[]> {
  let found = await read();
  if (found.some((record) => record?.phase === 'sending' && !presence.isHeldHere(record.id))) {
    await presence.refresh();
    found = await read();
  }
  return found.filter((record) => record !== undefined).filter(isOurs());
}

/** Decides what becomes of each record that was read. */
function createRecordApplier({ ledger, presence, clock, follow }: SyncContext) {
  // If the wall clock jumps forward, the skipped time does not count. Otherwise records would be deleted too early.
  const beganAt = clock.now() - clock.monotonic();
  const seenNow = () => Math.min(clock.now(), beganAt + clock.monotonic());

  const isOutdated = (record: OperationRecord, overlooked: ReadonlySet<OperationRecord>) =>
    !isOpen(record) &&
    seenNow() - endOf(record) > (overlooked.has(record) ? longestOpenOrUnseenMs : keepEndedMs);

  // A resolved operation is still polled for a while: a late result wins over what a person said.
  const mayStillBeHeard = ({ acceptedAt = -Infinity }: TerminalOperation) =>
    clock.now() - acceptedAt < frequentPollingForMs;

  // The page that was sending is closed, so it is unknown whether its request was sent.
  const isOrphan = ({ id, phase }: TerminalOperation) => phase === 'sending' && !presence.isHeld(id);
  const markLost = (operation: TerminalOperation) =>
    ledger.apply(operation.id, { type: 'lost', at: clock.now(), reason: 'reloaded' }) ?? operation;

  // A record whose start time is unknown is never forgotten, because a person must decide about it.
  const isForgettable = ({ createdAt }: TerminalOperation) =>
    isKnownTime(createdAt) && seenNow() - createdAt > longestOpenOrUnseenMs;

  const applyRecord = (record: OperationRecord, overlooked: ReadonlySet<OperationRecord>) => {
    if (isOutdated(record, overlooked)) {
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

  return { applyRecord, isOutdated };
}
