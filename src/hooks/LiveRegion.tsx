'use client';
import { Fragment, type Ref, useImperativeHandle, useRef, useState } from 'react';
import type { Clock, TimerHandle } from '../core/time.ts';
import type { Politeness } from './usePaymentsContext.ts';

export interface LiveRegionHandle {
  announce: (sentence: string, politeness: Politeness, about?: string) => void;
}

interface Sentence {
  key: number;
  text: string;
  politeness: Politeness;
  /** What the sentence is about, such as an operation's id. If it has no subject, it expires after `passingMs`. */
  about: string | undefined;
}

/** How long a sentence without a subject stays (ms), so that a reader who arrives later does not find stale text. */
const passingMs = 10_000;

// Sets each style by script, which works without the kit's style sheet and under a strict CSP.
function hideVisually(element: HTMLElement | null): void {
  if (!element) return;
  Object.assign(element.style, {
    position: 'fixed', // in normal flow it would make a page of full height scroll
    top: '0',
    inlineSize: '1px',
    blockSize: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  });
}

interface LiveRegionProps {
  handle: Ref<LiveRegionHandle>;
  clock: Clock;
  /** The operator. If another operator signs in, the sentences for the previous one are removed. */
  scope?: string | undefined;
}

/** The one live region of a provider's components. A screen reader speaks only the new sentence, which is put first. */
export function LiveRegion({ handle, clock, scope }: LiveRegionProps) {
  const [said, setSaid] = useState<readonly Sentence[]>([]);
  const [heardBy, setHeardBy] = useState(scope);
  if (heardBy !== scope) {
    setHeardBy(scope);
    setSaid([]);
  }
  const turn = useRef(0);
  /** For each politeness: the timer that removes the newest sentence without a subject. */
  const ends = useRef<Partial<Record<Politeness, TimerHandle>>>({});
  useImperativeHandle(
    handle,
    () => ({
      announce(text, politeness, about) {
        const key = (turn.current += 1);
        setSaid((before) => {
          // Whether the new sentence replaces `other`. A sentence with a subject is replaced only by one about the same
          // subject. A sentence without a subject is replaced by any new text of the same politeness.
          const isOver = (other: Sentence) =>
            other.about === undefined
              ? text !== '' && other.politeness === politeness
              : other.about === about;
          const kept = before.filter((other) => !isOver(other));
          return text === '' ? kept : [{ key, text, politeness, about }, ...kept];
        });
        if (text === '') return;
        clock.clearTimeout(ends.current[politeness]);
        if (about !== undefined) return;
        ends.current[politeness] = clock.setTimeout(
          () => setSaid((now) => now.filter((sentence) => sentence.key !== key)),
          passingMs,
        );
      },
    }),
    [clock],
  );
  return (
    <div data-tillkit="live-region" ref={hideVisually}>
      <output aria-atomic={false}>{spans(said, 'polite')}</output>
      <div role="alert" aria-atomic={false}>
        {spans(said, 'assertive')}
      </div>
    </div>
  );
}

function spans(said: readonly Sentence[], politeness: Politeness) {
  const spoken = said.filter((sentence) => sentence.politeness === politeness);
  return spoken.length === 0 ? (
    <span />
  ) : (
    spoken.map(({ key, text }, index) => (
      <Fragment key={key}>
        {index > 0 && ' '}
        <span>{text}</span>
      </Fragment>
    ))
  );
}
