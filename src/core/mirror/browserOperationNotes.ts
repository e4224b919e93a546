import type { LostOutcomeFact, RefusedFact } from '../operations/operationFacts.ts';
import type { Phase, Resolution, TerminalOperation } from '../operations/terminalOperation.ts';
import { attempt } from '../errors.ts';
import { isObject, parseJsonWithLongIntegersAsText, picked } from '../wire/read.ts';

const pressedFields = ['id', 'kind', 'terminalId', 'amountCents', 'currency', 'flowKey'] as const;

/** What this browser stores, in addition to the gateway's row, about an operation that was started or acted on here. */
export interface BrowserOperationNote extends Pick<TerminalOperation, (typeof pressedFields)[number]> {
  /** When the operation was started, by this machine's clock (epoch ms). */
  at: number;
  /** When the operation was started, by the gateway's clock, if known. Stays right if this machine's clock is corrected. */
  gatewayAt?: number | undefined;
  /** The operation's phase when the last event about it was emitted. */
  phase: Phase;
  /** The last outcome that a callback of the host got. */
  toldPhase?: Phase | undefined;
  /** Whether the gateway ever had the operation. If so, something may have been sent, even if the gateway has lost it since. */
  isTaken?: boolean | undefined;
  /** Set if nothing was sent to the service: when this became known, and why. */
  refused?: Pick<RefusedFact, 'at' | 'error'> | undefined;
  /** Set if the answer to the request was lost: when and why. */
  lost?: Pick<LostOutcomeFact, 'at' | 'reason' | 'error'> | undefined;
  /** When an operator pressed "Stop waiting". */
  stoppedAt?: number | undefined;
  /** A resolution that the gateway does not have yet. `seq`: that of the row that the operator resolved; 0 without a row. */
  resolution?: (Resolution & { seq: number; at: number }) | undefined;
  isResolutionRefused?: boolean | undefined;
  /** An acknowledgement that the gateway does not have yet: of the ending with this `seq`, phase and number of anomalies. */
  seen?: { seq: number; at: number; phase: Phase; anomalies: number } | undefined;
  /** The ending was seen, and no resolution or acknowledgement must still be sent. */
  isOver?: boolean | undefined;
}

/** Makes the note of an operation that was started here, or that was started elsewhere and is resolved or acknowledged here. */
export function noteFromOperation(operation: TerminalOperation): BrowserOperationNote {
  return { ...picked(operation, pressedFields), phase: operation.phase, at: operation.createdAt };
}

/** Makes the operation that a note describes. A page finds notes after a reload. */
export function operationFromNote(note: BrowserOperationNote, scope: string | undefined): TerminalOperation {
  const { phase, isTaken } = note;
  // `withNote` later adds the note's other facts, such as a refusal or a resolution.
  const shown = !isTaken || phase === 'sending' ? 'sending' : phase === 'waiting' ? phase : 'unknown';
  return {
    ...picked(note, [...pressedFields, 'toldPhase']),
    scope,
    createdAt: note.at,
    phase: shown,
    reason: shown === 'unknown' ? 'reloaded' : undefined,
    anomalies: [],
    connection: 'ok',
    seenProcessing: false,
  };
}

/** Whether a resolution or acknowledgement must still be sent to the gateway. */
export function hasPendingCommand({
  resolution,
  seen,
  isOver,
  refused,
  isTaken,
}: BrowserOperationNote): boolean {
  // A refused operation is at the gateway only if the gateway recorded it.
  const isWithGateway = !refused || isTaken === true;
  return (resolution !== undefined || seen !== undefined) && !isOver && isWithGateway;
}

export type BrowserOperationNotes = ReturnType<typeof createBrowserOperationNotes>;

/** What the notes need of `localStorage`. */
export type NoteStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const mostNotes = 200;
const keepMs = 24 * 60 * 60_000;

/** The notes of an account and operator (`name`), in `localStorage` or memory. Each access to the storage may throw. */
export function createBrowserOperationNotes(name: string, now: () => number, storage = browserStorage()) {
  const prefix = `tillkit:${name}:`;
  /** This page's notes in memory, in case the storage is full, blocked or cleared. `isStored`: the storage has the note. */
  const memory = new Map<string, { note: BrowserOperationNote; isStored: boolean }>();
  const read = (id: string): BrowserOperationNote | undefined => {
    const own = memory.get(id);
    if (own?.isStored === false) return own.note;
    const note = attempt(() => readNote(storage?.getItem(prefix + id)));
    // Keeps another tab's change in memory too, because the storage may be cleared.
    if (own && note) own.note = note;
    return note ?? own?.note;
  };
  const ids = (): string[] => {
    const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '');
    return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  };
  const store = (note: BrowserOperationNote): boolean => {
    storage?.setItem(prefix + note.id, JSON.stringify(note));
    return storage !== undefined;
  };
  const remove = (id: string) => {
    memory.delete(id);
    attempt(() => storage?.removeItem(prefix + id));
  };
  const list = () =>
    [...new Set([...memory.keys(), ...(attempt(ids) ?? [])])].flatMap((id) => read(id) ?? []);

  return {
    get: read,
    list,
    put(note: BrowserOperationNote) {
      if (!read(note.id)) forgetOld(list(), now()).forEach(({ id }) => remove(id));
      memory.set(note.id, { note, isStored: attempt(() => store(note)) ?? false });
    },
    remove,
  };
}

/** The notes to remove: those older than a day, and the oldest beyond `mostNotes`. Never those with something to send. */
function forgetOld(notes: readonly BrowserOperationNote[], now: number): BrowserOperationNote[] {
  const removable = notes.filter((note) => !hasPendingCommand(note) && note.phase !== 'sending');
  const newestFirst = removable.toSorted((a, b) => b.at - a.at);
  return newestFirst.filter(({ at }, index) => now - at > keepMs || index >= mostNotes - 1);
}

const browserStorage = (): NoteStorage | undefined =>
  attempt(() => (typeof localStorage === 'undefined' ? undefined : localStorage));

/** Reads a note from the storage. A text of another form is ignored, because the gateway has the operation too. */
function readNote(stored: string | null | undefined): BrowserOperationNote | undefined {
  if (!stored) return undefined;
  const note = parseJsonWithLongIntegersAsText(stored);
  if (!isObject(note)) return undefined;
  const isRight =
    ['id', 'kind', 'terminalId', 'flowKey', 'phase'].every((field) => typeof note[field] === 'string') &&
    Number.isFinite(note['at']);
  return isRight ? (note as unknown as BrowserOperationNote) : undefined;
}
