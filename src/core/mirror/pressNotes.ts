import type { LostFact, RefusedFact } from '../operations/operationReducer.ts';
import type { Phase, Resolution, TerminalOperation } from '../operations/terminalOperation.ts';
import { isObject, parseJson } from '../wire/read.ts';

/** What this browser knows of an operation that it began, beside what the gateway says: kept until a day is over. */
export interface PressNote extends Pick<
  TerminalOperation,
  'id' | 'kind' | 'terminalId' | 'amountCents' | 'currency' | 'flowKey'
> {
  /** Epoch ms of this clock. */
  at: number;
  /** The same by the gateway's clock, where it was known: a clock that is set right meanwhile changes nothing. */
  gatewayAt?: number | undefined;
  /** The phase of which events told last. */
  phase: Phase;
  /** The outcome that a callback of the host heard last. */
  toldPhase?: Phase | undefined;
  /** The gateway told of it, or accepted it: that it knows nothing of it does not mean that nothing was sent. */
  isTaken?: boolean | undefined;
  /** Nothing was sent, so the gateway keeps no operation of it. */
  refused?: Pick<RefusedFact, 'at' | 'error'> | undefined;
  /** Its answer was lost on the way, as far as this page knows. */
  lost?: Pick<LostFact, 'at' | 'reason' | 'error'> | undefined;
  /** When a person stopped waiting. */
  stoppedAt?: number | undefined;
  /** What a person said, at which state, until the gateway has it. 0: the gateway had not told of it. */
  resolution?: (Resolution & { seq: number; at: number }) | undefined;
  /** The gateway did not take what a person said. */
  isResolutionRefused?: boolean | undefined;
  /** The ending that a person took note of, until the gateway has that. With `seq` 0 its phase says which. */
  seen?: { seq: number; at: number; phase: Phase } | undefined;
  /** Its ending was seen, and the gateway has all that was said of it, or never will. */
  isOver?: boolean | undefined;
}

/** Whether the gateway must still hear what a person said. Of what was not sent it keeps nothing. */
export function isUntold({ resolution, seen, isOver, refused }: PressNote): boolean {
  return (resolution !== undefined || seen !== undefined) && !isOver && !refused;
}

/** The notes of one account and operator: in `localStorage`, else in memory. Every call is done when it returns. */
export interface PressNotes {
  get: (id: string) => PressNote | undefined;
  list: () => PressNote[];
  put: (note: PressNote) => void;
  remove: (id: string) => void;
}

/** The part of `localStorage` that is needed. */
export type NoteStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const mostNotes = 200;
const keepMs = 24 * 60 * 60_000;

/** `name` tells accounts and operators apart. */
export function createPressNotes(name: string, now: () => number, storage = browserStorage()): PressNotes {
  const prefix = `tillkit:${name}:`;
  /** What this page noted: storage may be full, blocked or cleared. `isStored`: other tabs may have noted more since. */
  const memory = new Map<string, { note: PressNote; isStored: boolean }>();

  const stored = (id: string): PressNote | undefined => {
    try {
      return readNote(storage?.getItem(prefix + id));
    } catch {
      return undefined;
    }
  };
  const read = (id: string): PressNote | undefined => {
    const own = memory.get(id);
    return own?.isStored === false ? own.note : (stored(id) ?? own?.note);
  };
  const ids = (): string[] => {
    try {
      const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '');
      return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
    } catch {
      return [];
    }
  };
  const store = (note: PressNote): boolean => {
    try {
      storage?.setItem(prefix + note.id, JSON.stringify(note));
      return storage !== undefined;
    } catch {
      return false;
    }
  };
  const remove = (id: string) => {
    memory.delete(id);
    try {
      storage?.removeItem(prefix + id);
    } catch {
      // It was not stored either.
    }
  };
  const list = () => [...new Set([...memory.keys(), ...ids()])].flatMap((id) => read(id) ?? []);

  return {
    get: read,
    list,
    put(note) {
      if (!read(note.id)) forgetOld(list(), now()).forEach(({ id }) => remove(id));
      memory.set(note.id, { note, isStored: store(note) });
    },
    remove,
  };
}

/** Notes that are not needed any more: those of yesterday, and of too many the oldest. What the gateway must hear stays. */
function forgetOld(notes: readonly PressNote[], now: number): PressNote[] {
  const settled = notes.filter((note) => !isUntold(note) && note.phase !== 'sending');
  const newestFirst = settled.toSorted((a, b) => b.at - a.at);
  return newestFirst.filter(({ at }, index) => now - at > keepMs || index >= mostNotes - 1);
}

function browserStorage(): NoteStorage | undefined {
  try {
    return typeof localStorage === 'undefined' ? undefined : localStorage;
  } catch {
    return undefined; // blocked
  }
}

/** A note as it is believed: one that cannot be read says nothing, since the gateway has the operation. */
function readNote(stored: string | null | undefined): PressNote | undefined {
  if (!stored) return undefined;
  const note = parseJson(stored);
  if (!isObject(note)) return undefined;
  const isRight =
    ['id', 'kind', 'terminalId', 'flowKey', 'phase'].every((field) => typeof note[field] === 'string') &&
    Number.isFinite(note['at']);
  return isRight ? (note as unknown as PressNote) : undefined;
}
