import { isProcessingStatus, type ProcessedMessage } from '../wire/message.ts';

/** What a tab heard of a message: enough for the other tabs, and nothing of the service's raw answer. */
export type HeardMessage = Omit<ProcessedMessage, 'raw'>;

export function heardOf(message: ProcessedMessage | undefined): HeardMessage | undefined {
  if (!message) return undefined;
  const { raw: _, ...heard } = message;
  return heard;
}

/** The last question about one message. */
export interface AskedMessage {
  /** Who asked. Until it has the answer, or for 10 s, the others leave the message alone. */
  tab: string;
  at: number;
  answeredAt?: number | undefined;
  /** Its page was hidden: a visible one may take over at once. */
  isHidden: boolean;
  heard?: HeardMessage | undefined;
  heardAt?: number | undefined;
}

/** What all spenders of one budget share. Times are epoch ms. */
export interface PollLog {
  /** When slots were taken, ascending. */
  taken: readonly number[];
  /** Nobody asks by itself before this, and since when. */
  restUntil: number;
  restFrom: number;
  /** During a rest a person may ask once from here on. */
  urgentFrom: number;
  /** Until when the limit is lower, once for each time that a stranger was seen to spend too. */
  lowered: readonly number[];
  /** How far this log has followed jumps of the wall clock (ms). */
  moved: number;
  /** By message id; those of the last minutes. */
  asked: ReadonlyMap<string, AskedMessage>;
}

export const emptyPollLog: PollLog = {
  taken: [],
  restUntil: 0,
  restFrom: 0,
  urgentFrom: 0,
  lowered: [],
  moved: 0,
  asked: new Map(),
};

/** Whether nothing is left of what the tabs kept: somebody cleared the storage. */
export function isWiped({ taken, restUntil, moved, asked }: PollLog): boolean {
  return taken.length === 0 && restUntil === 0 && moved === 0 && asked.size === 0;
}

/** How long a question without an answer keeps the other tabs from asking (ms). */
export const leaseMs = 10_000;
const forgottenAfterMs = 3 * 60_000;

/** Every time in the log, `by` ms later; of what has happened, a pause too, only that for which `moves` holds. */
export function moveLog(log: PollLog, by: number, moves: (at: number) => boolean = () => true): PollLog {
  const later = (at: number) => at + by;
  const moved = (at: number) => (moves(at) ? at + by : at);
  const restMoved = moves(log.restFrom) ? by : 0;
  return {
    taken: log.taken.map(moved).toSorted((a, b) => a - b),
    restUntil: log.restUntil + restMoved,
    restFrom: log.restFrom + restMoved,
    urgentFrom: log.urgentFrom + restMoved,
    lowered: log.lowered.map(later),
    moved: log.moved + by,
    asked: new Map(
      [...log.asked].map(([id, { at, answeredAt, heardAt, ...asked }]) => [
        id,
        {
          ...asked,
          at: moved(at),
          answeredAt: answeredAt && moved(answeredAt),
          heardAt: heardAt && moved(heardAt),
        },
      ]),
    ),
  };
}

/** Without what counts no more. */
export function pruneLog(log: PollLog, now: number, windowMs: number): PollLog {
  const isRecent = ({ at }: AskedMessage) => at > now - forgottenAfterMs;
  const isCurrent = [...log.asked.values()].every(isRecent);
  return {
    ...log,
    taken: log.taken.filter((at) => at > now - windowMs),
    lowered: log.lowered.filter((until) => until > now),
    asked: isCurrent ? log.asked : new Map([...log.asked].filter(([, asked]) => isRecent(asked))),
  };
}

/** A log from storage, whoever wrote it. */
export function readPollLog(value: unknown): PollLog {
  const { taken, restUntil, restFrom, urgentFrom, lowered, moved, asked } = (value ?? {}) as Record<
    string,
    unknown
  >;
  return {
    taken: numbers(taken).toSorted((a, b) => a - b),
    restUntil: number(restUntil),
    restFrom: number(restFrom),
    urgentFrom: number(urgentFrom),
    lowered: numbers(lowered),
    moved: number(moved),
    asked: asked instanceof Map ? new Map([...asked].filter(isAsked)) : emptyPollLog.asked,
  };
}

const number = (value: unknown) => (typeof value === 'number' && !Number.isNaN(value) ? value : 0);
const numbers = (value: unknown) => (Array.isArray(value) ? value.filter(Number.isFinite) : []) as number[];

function isAsked(entry: [unknown, unknown]): entry is [string, AskedMessage] {
  const { tab, at, heard } = (entry[1] ?? {}) as Partial<AskedMessage>;
  return (
    typeof entry[0] === 'string' &&
    typeof tab === 'string' &&
    Number.isFinite(at) &&
    (heard === undefined || isProcessingStatus(heard.status))
  );
}
