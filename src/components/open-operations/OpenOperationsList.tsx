'use client';
import { forwardRef, type ReactNode } from 'react';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { OpenOperationsRow } from './OpenOperationsRow.tsx';
import { useOpenOperationsContext } from './useOpenOperationsContext.ts';

export interface OpenOperationsListProps extends Omit<PartProps<'ul'>, 'children'> {
  /** Draws one operation; default an `OpenOperationsRow`. */
  children?: ((operation: TerminalOperation) => ReactNode) | undefined;
}

/** Operations, one a row, newest first. */
export const OpenOperationsList = forwardRef<HTMLUListElement, OpenOperationsListProps>(
  function OpenOperationsList({ children = drawRow, ...props }, ref) {
    const { rows } = useOpenOperationsContext().list;
    if (rows.length === 0) return null;
    const own = { className: 'tillkit-open-operations-rows', children: rows.map(children) };
    return <Part as="ul" ref={ref} own={own} given={props} />;
  },
);

function drawRow(operation: TerminalOperation): ReactNode {
  return <OpenOperationsRow key={operation.id} operation={operation} />;
}
