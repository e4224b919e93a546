'use client';
import { useId, useRef } from 'react';
import type { AllowedOperation } from '../../core/operations/transactions.ts';
import { useMoney } from '../amount-field/useMoney.ts';
import { useAsking } from '../flow/useAsking.ts';
import { useTerminalTitle } from '../terminal-picker/useTerminalTitle.ts';
import type { TransactionAction } from './transactionActionsContext.ts';
import { isInDoubt } from './transactionRules.ts';
import { useTransactionEntry } from './useTransactionEntry.ts';

/** Gives up the whole of a transaction, after one question. There is no amount to enter: a part is never voided. */
export function useVoidAction(possible: AllowedOperation): TransactionAction {
  const { flow, labels } = useTransactionEntry();
  const { authorizedCents, capturedCents, kind, terminalId } = flow.transaction;
  const money = useMoney();
  const terminal = useTerminalTitle(terminalId);
  const button = useRef<HTMLButtonElement>(null);
  const [isAsking, setIsAsking] = useAsking(button);
  const isHold = kind === 'preAuth' && capturedCents === 0;
  const amount = money.format(kind === 'pay' || isHold ? authorizedCents : capturedCents);
  const question = {
    title: labels.confirmVoidTitle({ amount }),
    text: labels.confirmVoidText({ amount, terminal, isHold }),
    yes: labels.confirmVoidYes({ amount }),
    no: labels.goBack,
    onYes: () => {
      setIsAsking(false);
      flow.startVoid();
    },
    onNo: () => setIsAsking(false),
  };
  return {
    operation: 'void',
    labels,
    terminal,
    headingId: useId(),
    text: isInDoubt(possible) ? labels.voidTextInDoubt : labels.voidText({ isHold }),
    buttonText: labels.voidButton({ amount }),
    button,
    field: undefined,
    question: isAsking ? question : undefined,
    refusal: flow.refusalOf('void'),
    press: () => {
      flow.reconsider('void');
      setIsAsking(true);
    },
  };
}
