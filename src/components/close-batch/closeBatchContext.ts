import { createContext, type RefObject } from 'react';
import type { OperationRowsState } from '../open-operations/useOperationRows.ts';
import type { CloseBatchLabels } from './closeBatchLabels.ts';
import type { Batch } from './useBatch.ts';

export interface ClosedBatch {
  terminalId: string;
  batch: Batch;
  labels: CloseBatchLabels;
  /** The status was here before. */
  isBack: boolean;
  /** Takes the focus when it takes the place of the question. */
  status: RefObject<HTMLElement | null>;
  /** Leaves the status. */
  done: () => void;
}

export const CloseBatchContext = createContext<ClosedBatch | null>(null);

/** A batch that is not being closed yet. */
export interface BatchEntry extends Pick<ClosedBatch, 'batch' | 'labels'> {
  terminal: string;
  /** What is open at the terminal. */
  list: OperationRowsState;
  heading: RefObject<HTMLHeadingElement | null>;
  button: RefObject<HTMLButtonElement | null>;
  hintId: string;
  isBlocked: boolean;
  isAsking: boolean;
  setIsAsking: (isAsking: boolean) => void;
}

export const BatchEntryContext = createContext<BatchEntry | null>(null);
