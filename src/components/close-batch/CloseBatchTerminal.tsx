'use client';
import { Icon } from '../icon/Icon.tsx';
import { definePart } from '../part/definePart.tsx';
import { useBatchEntry } from './useBatchEntry.ts';

/** Which terminal's batch it is. */
export const CloseBatchTerminal = definePart('p', function CloseBatchTerminal() {
  const { terminal } = useBatchEntry();
  const children = (
    <>
      <Icon name="terminal" />
      <bdi>{terminal}</bdi>
    </>
  );
  return { className: 'tillkit-close-batch-terminal', children };
});
