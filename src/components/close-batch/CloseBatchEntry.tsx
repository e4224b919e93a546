'use client';
import { forwardRef, useId, useRef } from 'react';
import { useAsking } from '../flow/useAsking.ts';
import { useReturnFocus } from '../flow/useReturnFocus.ts';
import { useIsReady } from '../open-operations/useIsReady.ts';
import { useOperationRows } from '../open-operations/useOperationRows.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useTerminalTitle } from '../terminal-picker/useTerminalTitle.ts';
import { BatchEntryContext } from './closeBatchContext.ts';
import { useCloseBatchContext } from './useCloseBatchContext.ts';

export interface CloseBatchEntryProps extends PartProps<'div'> {}

/** Shows the parts in it until the batch is being closed. */
export const CloseBatchEntry = forwardRef<HTMLDivElement, CloseBatchEntryProps>(
  function CloseBatchEntry(props, ref) {
    const { batch, terminalId } = useCloseBatchContext();
    return batch.operation ? null : <Entry {...props} ref={ref} key={terminalId} />;
  },
);

const Entry = forwardRef<HTMLDivElement, CloseBatchEntryProps>(function Entry(props, ref) {
  const { batch, labels, terminalId, isBack } = useCloseBatchContext();
  const heading = useReturnFocus(isBack);
  const button = useRef<HTMLButtonElement>(null);
  const isReady = useIsReady();
  const [isAsking, setIsAsking] = useAsking(button);
  const isBlocked = !isReady || batch.inTheWay.length > 0;
  if (isAsking && isBlocked) setIsAsking(false);
  const entry = {
    batch,
    labels,
    terminal: useTerminalTitle(terminalId),
    list: useOperationRows(batch.open, heading),
    heading,
    button,
    hintId: useId(),
    isBlocked,
    isAsking,
    setIsAsking,
  };
  return (
    <BatchEntryContext.Provider value={entry}>
      <Part as="div" ref={ref} own={{ className: 'tillkit-stack' }} given={props} />
    </BatchEntryContext.Provider>
  );
});
