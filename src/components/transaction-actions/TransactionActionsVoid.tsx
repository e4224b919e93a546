'use client';
import { forwardRef, type Ref } from 'react';
import type { AllowedOperation } from '../../core/operations/transactions.ts';
import type { PartProps } from '../part/partProps.ts';
import { ActionPart, type TransactionActionState } from './ActionPart.tsx';
import { usePossibleAction } from './usePossibleAction.ts';
import { useVoidAction } from './useVoidAction.ts';

export interface TransactionActionsVoidProps extends PartProps<'section', TransactionActionState> {}

/** Gives up all of it, while that may be done. */
export const TransactionActionsVoid = forwardRef<HTMLElement, TransactionActionsVoidProps>(
  function TransactionActionsVoid(props, ref) {
    const possible = usePossibleAction('void');
    return possible && <VoidAction possible={possible} given={props} hostRef={ref} />;
  },
);

interface VoidActionProps {
  possible: AllowedOperation;
  given: object;
  hostRef: Ref<HTMLElement>;
}

function VoidAction({ possible, given, hostRef }: VoidActionProps) {
  return <ActionPart action={useVoidAction(possible)} given={given} hostRef={hostRef} />;
}
