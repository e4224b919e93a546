import { createContext } from 'react';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import type { OpenOperationsLabels } from './openOperationsLabels.ts';
import type { OperationRowsState } from './useOperationRows.ts';

export interface ListedOperations {
  list: OperationRowsState;
  labels: OpenOperationsLabels;
  /** Else what is around the list names it. */
  showsTerminal: boolean;
  /** What the list around it has to say of an operation. */
  noteOf?: ((operation: TerminalOperation) => string | undefined) | undefined;
  /** The journal is read: what is not there is not open. */
  isReady: boolean;
  headingId?: string | undefined;
}

export const OpenOperationsContext = createContext<ListedOperations | null>(null);
