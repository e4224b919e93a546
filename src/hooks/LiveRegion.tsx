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
  /** What it is about; without it, it is over soon. */
  about: string | undefined;
}

/** How long a sentence stays that nothing takes back (ms): nobody who reads the page shall find old news. */
const passingMs = 10_000;

// Set through the CSSOM: it works without the kit's style sheet and under a strict CSP.
function hideVisually(element: HTMLElement | null): void {
  if (!element) return;
  Object.assign(element.style, {
    position: 'fixed', // in the flow's place it would make a page of full height scroll
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
}

/** The one place where a provider's components speak. The newest sentence comes first, and is read alone. */
export function LiveRegion({ handle, clock }: LiveRegionProps) {
  const [said, setSaid] = useState<readonly Sentence[]>([]);
  const turn = useRef(0);
  /** What takes back the last sentence that passes by: there is one of each politeness. */
  const ends = useRef<Partial<Record<Politeness, TimerHandle>>>({});
  useImperativeHandle(
    handle,
    () => ({
      announce(text, politeness, about) {
        const key = (turn.current += 1);
        setSaid((before) => {
          // What passes by gives way to whatever comes after it.
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
