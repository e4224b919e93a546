'use client';
import { definePart } from '../part/definePart.tsx';
import { CloseBatchTerminal } from './CloseBatchTerminal.tsx';
import { CloseBatchTitle } from './CloseBatchTitle.tsx';

/** What is done, and where. */
export const CloseBatchHead = definePart('header', function CloseBatchHead() {
  const children = (
    <>
      <CloseBatchTitle />
      <CloseBatchTerminal />
    </>
  );
  return { className: 'tillkit-close-batch-head', children };
});
