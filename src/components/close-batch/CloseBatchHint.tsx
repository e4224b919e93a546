'use client';
import { useCount } from '../../hooks/useLabels.ts';
import { definePart } from '../part/definePart.tsx';
import { useBatchEntry } from './useBatchEntry.ts';

/** How many operations are in the way. */
export const CloseBatchHint = definePart('p', function CloseBatchHint() {
  const { batch, labels, hintId } = useBatchEntry();
  const count = useCount()(batch.inTheWay.length);
  if (count.value === 0) return undefined;
  return { className: 'tillkit-hint', id: hintId, children: labels.inTheWay({ count }) };
});
