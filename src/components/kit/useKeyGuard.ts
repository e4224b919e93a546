'use client';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Clock } from '../../core/time.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';

/** How long a screen must have been shown before a key press counts as meant for it (ms). */
export const minShownMs = 800;

/** A character that follows another within this time (ms) was sent by a scanner. */
const scannerGapMs = 50;

/** The most digits that a person types without a pause. */
const maxTypedDigits = 3;

/** From this length on, a fast sequence is a scanned code. */
const minScanLength = 6;

/** Whether a key types a character. A space does not count, because it presses buttons. */
const isCharacter = (key: string) => key.length === 1 && key !== ' ';

/**
 * Returns a function that describes a key press: when it was (monotonic ms), how long after the last character (ms),
 * and whether it ends a scanned code.
 */
export function createScanWatch(clock: Clock) {
  let characterAt = -Infinity;
  let run = 0;
  return ({ key, view, timeStamp }: Pick<KeyboardEvent, 'key' | 'timeStamp'> & { view: unknown }) => {
    // A busy page gets the event late, so the event's age is subtracted from the current time.
    const ageMs = view ? Math.max(0, (view as Window).performance.now() - timeStamp) : 0;
    const at = clock.monotonic() - ageMs;
    const sinceMs = at - characterAt;
    if (sinceMs >= scannerGapMs) run = 0;
    if (isCharacter(key)) {
      run += 1;
      characterAt = at;
    }
    return { at, sinceMs, endsScan: run >= minScanLength };
  };
}

/**
 * Tells whether a key press is meant for the screen that is shown now. The screen must have been shown for
 * `minShownMs` before the press. A press does not count if the key was already held down, if it repeats, or if it
 * follows a character as fast as a scanner types.
 */
export type KeyGuard = Omit<ReturnType<typeof createKeyGuard>, 'onKeyDown' | 'onKeyUp' | 'onBlur'>;

function createKeyGuard(clock: Clock) {
  const down = new Set<string>();
  let changedAt = clock.monotonic();
  const watch = createScanWatch(clock);
  let pauseMs = Infinity;
  let hasTyped = false;
  let buffered = '';
  let last: (ReturnType<typeof watch> & { code: string; isHeld: boolean }) | undefined;

  const isShownLongEnough = (at = clock.monotonic()) => at - changedAt > minShownMs;
  return {
    screenChanged: () => {
      changedAt = clock.monotonic();
      hasTyped = false;
    },
    isShownLongEnough: () => isShownLongEnough(),
    /** Whether the key that goes down now is meant for this screen. */
    isIntended: ({ repeat, code, key }: KeyboardEvent) =>
      !repeat &&
      last?.code === (code || key) &&
      !last.isHeld &&
      last.sinceMs >= scannerGapMs &&
      isShownLongEnough(last.at),
    /** Whether the character being typed is the first after a pause of more than `minShownMs`. */
    startsAfterPause: () => pauseMs > minShownMs,
    /** Whether the key being pressed ends a scanned code. */
    endsScan: () => last?.endsScan === true,
    /** Whether a character was typed since the screen changed. */
    hasTyped: () => hasTyped,
    /** Buffers a character for the field that appears next. */
    buffer: (character: string) => void (buffered += character),
    buffered: () => buffered,
    clearBuffer: () => void (buffered = ''),
    /** To be called in the capture phase, before any other handler. */
    onKeyDown: (event: KeyboardEvent) => {
      const code = event.code || event.key;
      last = { ...watch(event), code, isHeld: event.repeat || down.has(code) };
      down.add(code);
      if (!isCharacter(event.key)) return;
      pauseMs = last.sinceMs;
      hasTyped = true;
    },
    onKeyUp: (event: KeyboardEvent) => void down.delete(event.code || event.key),
    /** Forgets which keys are held: without the focus, the window gets no event when a key is released. */
    onBlur: () => down.clear(),
  };
}

/** Watches the keys of `place`'s document while mounted. A hidden page that becomes visible is a changed screen. */
export function useKeyGuard(place: RefObject<HTMLElement | null>): KeyGuard {
  const { clock } = usePaymentsContext();
  const [keys] = useState(() => createKeyGuard(clock));
  useEffect(() => {
    const page = place.current?.ownerDocument ?? document;
    const view = page.defaultView;
    const onVisible = () => {
      if (page.visibilityState === 'visible') keys.screenChanged();
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

/** Buffers typed digits, then calls `begin`. Drops more than `maxTypedDigits` without a pause: a scanner sent them. */
export function useTypedDigits(keys: KeyGuard, begin: () => void) {
  const { clock } = usePaymentsContext();
  const timer = useRef<unknown>(undefined);
  const cancel = useCallback(() => {
    clock.clearTimeout(timer.current);
    timer.current = undefined;
  }, [clock]);
  const end = () => {
    timer.current = undefined;
    if (keys.buffered().length <= maxTypedDigits) begin();
    else keys.clearBuffer();
  };
  return {
    cancel,
    /** Buffers the key being pressed if a person typed it and it is a digit. Returns whether the key was buffered. */
    take: ({ key, repeat }: Pick<KeyboardEvent, 'key' | 'repeat'>, mayBegin: boolean): boolean => {
      const isCollecting = timer.current !== undefined;
      cancel();
      const isNext = isCollecting || (mayBegin && keys.startsAfterPause());
      if (!isCollecting) keys.clearBuffer();
      if (!isNext || repeat || !isDigit(key)) {
        keys.clearBuffer();
        return false;
      }
      keys.buffer(key);
      timer.current = clock.setTimeout(end, scannerGapMs);
      return true;
    },
  };
}

export const isDigit = (key: string) => /^\p{Nd}$/u.test(key);
