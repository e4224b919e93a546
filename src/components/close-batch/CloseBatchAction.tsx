'use client';
import { definePart } from '../part/definePart.tsx';
import { CloseBatchHint } from './CloseBatchHint.tsx';
import { CloseBatchClose } from './CloseBatchClose.tsx';
import { useBatchEntry } from './useBatchEntry.ts';

/** The button, and what is in its way; gone while the question stands. */
export const CloseBatchAction = definePart('div', function CloseBatchAction() {
  if (useBatchEntry().isAsking) return undefined;
  const children = (
    <>
      <CloseBatchHint />
      <CloseBatchClose />
    </>
  );
  return { className: 'tillkit-close-batch-action', children };
});
