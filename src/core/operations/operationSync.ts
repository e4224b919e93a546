import type { TabChannel } from '../page.ts';
import { lastAutomaticMs } from '../polling/chooseNext.ts';
import { backoffMs, type Clock, sleep, type TimerHandle } from '../time.ts';
import type { Journal, OperationRecord } from './journal.ts';
import type { OperationLedger } from './operationLedger.ts';
import { isOpen, isUnseen, keepUnknownMs, type TerminalOperation } from './terminalOperation.ts';

/** Which operations other living tabs look after. A tab that is gone gives no answer, so nothing has to expire. */
export interface TabPresence {
  /** Tells the others that this tab looks after an operation. */
  hold: (id: string) => void;
  release: (id: string) => void;
  isHeldHere: (id: string) => boolean;
  isHeldElsewhere: (id: string) => boolean;
  /** Asks all tabs anew, and waits as long as an answer may take. */
  ask: () => Promise<void>;
  dispose: () => void;
}

const answerMs = 250;

interface Message {
  type: 'who' | 'holds';
  tab: string;
  ids: string[];
}

export function createTabPresence(channel: TabChannel | undefined, clock: Clock, tab: string): TabPresence {
  const own = new Set<string>();
  const others = new Map<string, readonly string[]>();

  const tell = (type: Message['type']) => channel?.post({ type, tab, ids: [...own] } satisfies Message);
  const leave = channel?.listen((data) => {
    const message = readMessage(data);
    if (!message || message.tab === tab) return;
    others.set(message.tab, message.ids);
    if (message.type === 'who') tell('holds');
  });

  return {
    hold(id) {
      if (own.has(id)) return;
      own.add(id);
      tell('holds');
    },
    release(id) {
      if (own.delete(id)) tell('holds');
    },
    isHeldHere: (id) => own.has(id),
    isHeldElsewhere: (id) => [...others.values()].some((ids) => ids.includes(id)),
    async ask() {
      if (!channel) return;
      const before = [...others];
      tell('who');
      await sleep(clock, answerMs);
      // Whoever has not answered is gone; until then it counts as there.
      for (const [other, ids] of before) if (others.get(other) === ids) others.delete(other);
    },
    dispose() {
      own.clear();
      tell('holds');
      leave?.();
    },
  };
}

function readMessage(data: unknown): Message | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { type, tab, ids } = data as Partial<Record<keyof Message, unknown>>;
  if ((type !== 'who' && type !== 'holds') || typeof tab !== 'string' || !Array.isArray(ids))
    return undefined;
  return { type, tab, ids: ids.filter((id) => typeof id === 'string') };
}

export interface SyncContext {
  journal: Journal;
  ledger: OperationLedger;
  presence: TabPresence;
  clock: Clock;
  /** Asks for the result of an operation, or what became of its request. */
  follow: (operation: TerminalOperation) => void;
  /** Gives whether a record belongs to this service. */
  isOurs: () => (record: OperationRecord) => boolean;
  /** A gateway goes on asking, and has to tell. */
  isRecorded: boolean;
}

const dayMs = 24 * 60 * 60_000;
/** How long what has ended, and was taken note of, stays in the journal: it feeds the duplicate guard and the day. */
const keepEndedMs = dayMs;
/** After a day so many endings that nobody took note of are kept: a host that never takes note must not fill the journal. */
const mostOverlooked = 100;
/** How soon it is looked whether a page that sends is still there, and whether a journal can be read again. */
const lookAgainMs = 10_000;
const longestLookAgainMs = 320_000;

/** Brings this page up to what the journal says, after a reload or a change in another tab. */
export function createOperationSync(context: SyncContext) {
  const { journal, ledger, presence, clock, follow, isOurs, isRecorded } = context;
  let running: Promise<void> | undefined;
  /** What is to be read: all there is, or these. */
  let isAllStale = false;
  let isRead = false;
  let failures = 0;
  const stale = new Set<string>();
  let lookAgain: TimerHandle;
  let isStopped = false;

  // What a clock that is set right jumps over has not passed: nothing is forgotten for it.
  const beganAt = clock.now() - clock.monotonic();
  const seenNow = () => Math.min(clock.now(), beganAt + clock.monotonic());

  const takeUp = (record: OperationRecord, overlooked: ReadonlySet<OperationRecord>) => {
    if (isOutdated(record, seenNow(), overlooked)) {
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
    msgIdentifier === undefined || clock.now() - acceptedAt < (isRecorded ? dayMs : lastAutomaticMs);

  // Its page is gone: whether the request left before that cannot be told.
  const isOrphan = ({ id, phase }: TerminalOperation) =>
    phase === 'sending' && !presence.isHeldHere(id) && !presence.isHeldElsewhere(id);
  const buried = (operation: TerminalOperation) =>
    ledger.apply(operation.id, { type: 'lost', at: clock.now(), reason: 'reloaded' }) ?? operation;

  // One whose date could not be read (0) is as old as anybody likes to think: it waits for a person.
  const isForgettable = ({ createdAt }: TerminalOperation) =>
    createdAt > 0 && seenNow() - createdAt > keepUnknownMs;

  /** What other pages send, and whether they still do, is asked of them; the answer may come meanwhile. */
  const readWith = async (read: () => Promise<(OperationRecord | undefined)[]>) => {
    let found = await read();
    if (found.some((record) => record?.phase === 'sending' && !presence.isHeldHere(record.id))) {
      await presence.ask();
      found = await read();
    }
    return found.filter((record) => record !== undefined).filter(isOurs());
  };

  const readAll = async () => {
    const records = await readWith(() => journal.list());
    const overlooked = new Set(records.filter(isUnseen).toSorted(newestFirst).slice(0, mostOverlooked));
    const kept = new Set(records.map(({ id }) => id));
    ledger.together(() => {
      records.forEach((record) => takeUp(record, overlooked));
      for (const { id } of ledger.list({ open: false })) if (!kept.has(id)) ledger.dropMissing(id);
    });
  };

  const readSome = async (ids: readonly string[]) => {
    const records = await readWith(() => Promise.all(ids.map((id) => journal.get(id))));
    const kept = new Set(records.map(({ id }) => id));
    // How much of what is old stays is seen only beside all the others.
    isAllStale ||= records.some((record) => isOutdated(record, seenNow(), none));
    if (isAllStale) return;
    ledger.together(() => {
      records.forEach((record) => takeUp(record, none));
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
      lookIn(backoffMs(failures, { firstMs: lookAgainMs, longestMs: longestLookAgainMs }));
      throw error;
    }
    if (!isRead) {
      isRead = true;
      ledger.touch();
    }
    failures = 0;
    clock.clearTimeout(lookAgain);
    const isSentElsewhere = ledger
      .list({ open: true })
      .some(({ phase, id }) => phase === 'sending' && !presence.isHeldHere(id));
    if (isSentElsewhere) lookIn(lookAgainMs);
  };
  const lookIn = (ms: number) => {
    clock.clearTimeout(lookAgain);
    if (!isStopped) lookAgain = clock.setTimeout(() => void sync().catch(() => undefined), ms);
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
    clock.clearTimeout(lookAgain);
  };
  return { sync, stop, isRead: () => isRead };
}

const none: ReadonlySet<OperationRecord> = new Set();
const endOf = ({ endedAt, createdAt }: OperationRecord) => endedAt ?? createdAt;
const newestFirst = (a: OperationRecord, b: OperationRecord) => endOf(b) - endOf(a);

function isOutdated(record: OperationRecord, now: number, overlooked: ReadonlySet<OperationRecord>): boolean {
  // What a person said of it a gateway may have to hear yet.
  const isKept = overlooked.has(record) || record.owed?.resolution !== undefined;
  return !isOpen(record) && now - endOf(record) > (isKept ? keepUnknownMs : keepEndedMs);
}
