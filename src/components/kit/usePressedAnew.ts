'use client';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Clock } from '../../core/time.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';

/** How long something has to have been on the screen before a press is meant for it (ms). */
export const standsMs = 800;

/** What comes sooner after a character was sent by a scanner, not by a hand (ms). */
const handMs = 50;

/** No hand types more keys than these without a pause. */
const mostOfHand = 3;

/** Of as many that follow each other like that nobody doubts it. */
const scannedCode = 6;

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'repeat' | 'timeStamp' | 'view'>;

/**
 * Tells whether a key was pressed for what is on the screen now: released before and pressed anew, by a hand, once it
 * stood for `standsMs`. A key that was held down, repeats itself, or follows a scanned code was meant for something else.
 */
export interface PressedAnew {
  /** Something else is on the screen. */
  painted: () => void;
  /** Whether it has stood for long enough. */
  hasStood: () => boolean;
  /** Of the key that goes down now. */
  isMeant: (event: Key) => boolean;
  /** Whether the character that goes down now is the first after a while. */
  beginsRun: () => boolean;
  /** Whether the key that goes down now ends a code that a scanner sent. */
  isScanned: () => boolean;
  /** Whether a character was typed since it was painted. */
  isTouched: () => boolean;
  /** Keeps a character for the field that is to come. */
  keep: (character: string) => void;
  kept: () => string;
  drop: () => void;
}

function createPressedAnew(clock: Clock) {
  const down = new Set<string>();
  let paintedAt = clock.monotonic();
  let characterAt = -Infinity;
  let beforeThat = -Infinity;
  let run = 0;
  let isTouched = false;
  let kept = '';
  let last: { code: string; at: number; isHeld: boolean; isScanned: boolean; run: number } | undefined;

  const hasStood = (at = clock.monotonic()) => at - paintedAt > standsMs;
  return {
    painted: () => {
      paintedAt = clock.monotonic();
      isTouched = false;
    },
    hasStood: () => hasStood(),
    isMeant: ({ repeat, code, key }: Key) =>
      !repeat && last?.code === (code || key) && !last.isHeld && !last.isScanned && hasStood(last.at),
    beginsRun: () => characterAt - beforeThat > standsMs,
    isScanned: () => last?.isScanned === true && last.run >= scannedCode,
    isTouched: () => isTouched,
    keep: (character: string) => void (kept += character),
    kept: () => kept,
    drop: () => void (kept = ''),
    /** Before anybody else hears of the key. */
    onKeyDown: (event: KeyboardEvent) => {
      const code = event.code || event.key;
      const at = clock.monotonic() - ageOf(event);
      last = { code, at, isHeld: event.repeat || down.has(code), isScanned: at - characterAt < handMs, run };
      down.add(code);
      if (event.key === 'Enter' || event.key === 'Tab') run = 0;
      if (event.key.length !== 1 || event.key === ' ') return;
      beforeThat = characterAt;
      run = last.isScanned ? run + 1 : 1;
      characterAt = at;
      isTouched = true;
    },
    onKeyUp: (event: KeyboardEvent) => void down.delete(event.code || event.key),
    /** Its release is told to another window. */
    onBlur: () => down.clear(),
  };
}

/** A page that was busy hears of a key late. */
function ageOf({ view, timeStamp }: Key): number {
  return view ? Math.max(0, view.performance.now() - timeStamp) : 0;
}

/** Watches the keys of the page that `place` is on, as long as it is there. A page that comes to be seen is painted anew. */
export function usePressedAnew(place: RefObject<HTMLElement | null>): PressedAnew {
  const { clock } = usePaymentsContext();
  const [keys] = useState(() => createPressedAnew(clock));
  useEffect(() => {
    const page = place.current?.ownerDocument ?? document;
    const view = page.defaultView;
    const onVisible = () => {
      if (page.visibilityState === 'visible') keys.painted();
    };
    page.addEventListener('keydown', keys.onKeyDown, true);
    page.addEventListener('keyup', keys.onKeyUp, true);
    page.addEventListener('visibilitychange', onVisible);
    view?.addEventListener('blur', keys.onBlur);
    return () => {
      page.removeEventListener('keydown', keys.onKeyDown, true);
      page.removeEventListener('keyup', keys.onKeyUp, true);
      page.removeEventListener('visibilitychange', onVisible);
      view?.removeEventListener('blur', keys.onBlur);
    };
  }, [place, keys]);
  return keys;
}

/**
 * Takes a digit, and what comes right after it, until it is sure that a hand typed them; then it is over to `begin`, and
 * `keys` has kept them. What comes as fast as from a scanner begins nothing.
 */
export function useDigitsOfHand(keys: PressedAnew, begin: () => void) {
  const { clock } = usePaymentsContext();
  const timer = useRef<unknown>(undefined);
  const cancel = useCallback(() => {
    clock.clearTimeout(timer.current);
    timer.current = undefined;
  }, [clock]);
  const end = () => {
    timer.current = undefined;
    if (keys.kept().length <= mostOfHand) begin();
    else keys.drop();
  };
  return {
    cancel,
    /** Whether the key that goes down now is one of them. */
    take: ({ key, repeat }: Pick<KeyboardEvent, 'key' | 'repeat'>, mayBegin: boolean): boolean => {
      const isCollecting = timer.current !== undefined;
      cancel();
      const isNext = isCollecting || (mayBegin && keys.beginsRun());
      if (!isCollecting) keys.drop();
      if (!isNext || repeat || !isDigit(key)) {
        keys.drop();
        return false;
      }
      keys.keep(key);
      timer.current = clock.setTimeout(end, handMs);
      return true;
    },
  };
}

export const isDigit = (key: string) => /^\p{Nd}$/u.test(key);
