'use client';
import { definePart } from '../part/definePart.tsx';
import { useBatchEntry } from './useBatchEntry.ts';

/** What closing means. */
export const CloseBatchConsequences = definePart('ul', function CloseBatchConsequences() {
  const { labels, terminal } = useBatchEntry();
  const children = (
    <>
      <li>{labels.settles({ terminal })}</li>
      <li>{labels.endsVoids}</li>
      <li>{labels.isFinal}</li>
    </>
  );
  return { className: 'tillkit-close-batch-consequences', children };
});
