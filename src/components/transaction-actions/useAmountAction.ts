'use client';
import { useId, useRef, useState } from 'react';
import type { AllowedOperation } from '../../core/operations/transactions.ts';
import type { QuestionProps } from '../flow/Question.tsx';
import { useAsking } from '../flow/useAsking.ts';
import { useIsReady } from '../open-operations/useIsReady.ts';
import { useTerminalTitle } from '../terminal-picker/useTerminalTitle.ts';
import type { TransactionAction } from './transactionActionsContext.ts';
import { isInDoubt } from './transactionRules.ts';
import { useAmountDraft } from './useAmountDraft.ts';
import { useDuplicateWords } from './useDuplicateWords.ts';
import { useTransactionEntry } from './useTransactionEntry.ts';

/** Captures or refunds all that is left, or less. A refund is asked once more. */
export function useAmountAction(
  operation: 'capture' | 'refund',
  possible: AllowedOperation,
): TransactionAction {
  const { flow, labels } = useTransactionEntry();
  const { maxCents = 0 } = possible;
  const { cents, setCents, amount, text, max, rest } = useAmountDraft(maxCents);
  const terminal = useTerminalTitle(flow.transaction.terminalId);
  const isReady = useIsReady();
  const [isTried, setIsTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const refusal = flow.refusalOf(operation);
  const isDuplicate = refusal?.code === 'needs-confirmation';
  const duplicateWords = useDuplicateWords(isDuplicate ? refusal : undefined, labels);
  const [isAsking, setIsAsking] = useAsking(button, isDuplicate);
  const isCapture = operation === 'capture';
  const send = (confirmed?: string) => {
    setIsAsking(false);
    if (amount !== undefined) flow.start(operation, amount, confirmed);
  };

  const questionAbout = (words: string): QuestionProps | undefined => {
    if (isAsking) {
      return {
        title: labels.confirmRefundTitle({ amount: words }),
        text: labels.confirmRefundText({ amount: words, terminal, rest }),
        yes: labels.confirmRefundYes({ amount: words }),
        no: labels.goBack,
        onYes: () => send(),
        onNo: () => setIsAsking(false),
      };
    }
    if (!isDuplicate) return undefined;
    return {
      ...duplicateWords(words, operation),
      no: labels.goBack,
      onYes: () => send(refusal.confirmation),
      onNo: () => flow.reconsider(operation),
    };
  };

  const refundText = isInDoubt(possible) ? labels.refundTextInDoubt : labels.refundText;
  return {
    operation,
    labels,
    terminal,
    headingId: useId(),
    text: isCapture ? labels.captureText : refundText,
    buttonText: isCapture
      ? labels.captureButton({ amount: text, terminal })
      : labels.refundButton({ amount: text }),
    button,
    field: {
      ref: input,
      required: true,
      value: cents,
      max: maxCents,
      hint: (isCapture ? labels.captureHint : labels.refundHint)({ max, rest }),
      error: refusal?.field === 'amount' ? labels.refused(refusal) : undefined,
      showError: isTried,
      disabled: !isReady,
      labels: { tooLarge: isCapture ? labels.captureTooMuch : labels.refundTooMuch },
      onValueChange: (next) => {
        setCents(next);
        flow.reconsider(operation);
      },
    },
    question: text === undefined ? undefined : questionAbout(text),
    refusal,
    press: () => {
      setIsTried(true);
      flow.reconsider(operation);
      if (amount === undefined) input.current?.focus();
      else if (isCapture) send();
      else setIsAsking(true);
    },
  };
}
