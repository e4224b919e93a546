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

/**
 * Tells whether a key press is meant for what is shown now: released before, pressed again by a person, and after
 * `minShownMs` on the screen. A key that is held down, repeats or follows a scanned code was meant for something else.
 */
export type KeyGuard = Omit<ReturnType<typeof createKeyGuard>, 'onKeyDown' | 'onKeyUp' | 'onBlur'>;

function createKeyGuard(clock: Clock) {
  const down = new Set<string>();
  let changedAt = clock.monotonic();
  let characterAt = -Infinity;
  let beforeThat = -Infinity;
  let run = 0;
  let hasTyped = false;
  let buffered = '';
  let last: { code: string; at: number; isHeld: boolean; isScanned: boolean; run: number } | undefined;

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
      !last.isScanned &&
      isShownLongEnough(last.at),
    /** Whether the character that goes down now is the first one after a pause. */
    startsAfterPause: () => characterAt - beforeThat > minShownMs,
    /** Whether the key that goes down now ends a scanned code. */
    endsScan: () => last?.isScanned === true && last.run >= minScanLength,
    /** Whether a character was typed since the screen changed. */
    hasTyped: () => hasTyped,
    /** Buffers a character for the field that appears next. */
    buffer: (character: string) => void (buffered += character),
    buffered: () => buffered,
    clearBuffer: () => void (buffered = ''),
    /** Runs in the capture phase, before any other handler. */
    onKeyDown: (event: KeyboardEvent) => {
      const code = event.code || event.key;
      // A busy page gets the event late.
      const ageMs = event.view ? Math.max(0, event.view.performance.now() - event.timeStamp) : 0;
      const at = clock.monotonic() - ageMs;
      last = {
        code,
        at,
        isHeld: event.repeat || down.has(code),
        isScanned: at - characterAt < scannerGapMs,
        run,
      };
      down.add(code);
      if (event.key === 'Enter' || event.key === 'Tab') run = 0;
      if (event.key.length !== 1 || event.key === ' ') return;
      beforeThat = characterAt;
      run = last.isScanned ? run + 1 : 1;
      characterAt = at;
      hasTyped = true;
    },
    onKeyUp: (event: KeyboardEvent) => void down.delete(event.code || event.key),
    /** The release of a key is reported to the window that has the focus then. */
    onBlur: () => down.clear(),
  };
}

/**
 * Watches the keys of the document that `place` is in, while it is mounted. A page that becomes visible counts as a
 * changed screen.
 */
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

/**
 * Buffers a digit and what follows it until it is clear that a person typed them, then calls `begin`. Characters as
 * fast as a scanner's are dropped.
 */
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
    /** Whether the key that goes down now was buffered. */
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
