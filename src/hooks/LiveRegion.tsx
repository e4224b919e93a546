'use client';
import { type Ref, useImperativeHandle, useState } from 'react';
import type { Politeness } from './paymentsContext.ts';

export interface LiveRegionHandle {
  announce: (sentence: string, politeness: Politeness) => void;
}

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

/** The one place where a provider's components speak. */
export function LiveRegion({ handle }: { handle: Ref<LiveRegionHandle> }) {
  const [said, setSaid] = useState<Record<Politeness, { text: string; turn: number }>>({
    polite: { text: '', turn: 0 },
    assertive: { text: '', turn: 0 },
  });
  useImperativeHandle(
    handle,
    () => ({
      announce: (text, politeness) =>
        setSaid((before) => ({ ...before, [politeness]: { text, turn: before[politeness].turn + 1 } })),
    }),
    [],
  );
  return (
    <div data-tillkit="live-region" ref={hideVisually}>
      <output>
        <span key={said.polite.turn}>{said.polite.text}</span>
      </output>
      <div role="alert">
        <span key={said.assertive.turn}>{said.assertive.text}</span>
      </div>
    </div>
  );
}
