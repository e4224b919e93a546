'use client';
import { type ListedOperations, OpenOperationsContext } from './openOperationsContext.ts';
import { OpenOperationsList } from './OpenOperationsList.tsx';

export type OperationRowsProps = Pick<ListedOperations, 'list' | 'labels' | 'noteOf'> &
  Partial<Pick<ListedOperations, 'showsTerminal'>>;

/** The rows of `OpenOperations` in another component. */
export function OperationRows({ showsTerminal = true, ...props }: OperationRowsProps) {
  return (
    <OpenOperationsContext.Provider value={{ ...props, showsTerminal, isReady: true }}>
      <OpenOperationsList />
    </OpenOperationsContext.Provider>
  );
}
