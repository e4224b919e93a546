'use client';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { OperationRow } from './OperationRow.tsx';
import type { OpenOperationsLabels } from './openOperationsLabels.ts';
import type { OperationRowsState } from './useOperationRows.ts';

export interface OperationRowsProps {
  list: OperationRowsState;
  labels: OpenOperationsLabels;
  /** Default true. */
  showsTerminal?: boolean | undefined;
  noteOf?: ((operation: TerminalOperation) => string | undefined) | undefined;
}

/** Operations, one a row, newest first. */
export function OperationRows({ list, labels, showsTerminal = true, noteOf }: OperationRowsProps) {
  return (
    <ul className="tillkit-open-operations-rows">
      {list.rows.map((operation) => (
        <OperationRow
          key={operation.id}
          operation={operation}
          labels={labels}
          isOpened={operation.id === list.openedId}
          onToggle={() => list.toggle(operation)}
          showsTerminal={showsTerminal}
          note={noteOf?.(operation)}
        />
      ))}
    </ul>
  );
}
