'use client';
import { forwardRef, type Ref } from 'react';
import type { AllowedOperation } from '../../core/operations/transactions.ts';
import type { PartProps } from '../part/partProps.ts';
import { ActionPart, type TransactionActionState } from './ActionPart.tsx';
import { useAmountAction } from './useAmountAction.ts';
import { usePossibleAction } from './usePossibleAction.ts';

/** A form for all that is left, or less; begun anew when that changes. */
export function amountActionPart(displayName: string, operation: 'capture' | 'refund') {
  const Defined = forwardRef<HTMLFormElement, PartProps<'form', TransactionActionState>>((given, ref) => {
    const possible = usePossibleAction(operation);
    const props = { operation, given, hostRef: ref };
    return possible && <AmountAction {...props} possible={possible} key={possible.maxCents} />;
  });
  Defined.displayName = displayName;
  return Defined;
}

interface AmountActionProps {
  operation: 'capture' | 'refund';
  possible: AllowedOperation;
  given: object;
  hostRef: Ref<HTMLFormElement>;
}

function AmountAction({ operation, possible, given, hostRef }: AmountActionProps) {
  return <ActionPart action={useAmountAction(operation, possible)} given={given} hostRef={hostRef} />;
}
