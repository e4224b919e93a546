'use client';
import { Question } from '../flow/Question.tsx';
import type { TerminalCheckoutLabels } from './terminalCheckoutLabels.ts';
import type { CheckoutSale } from './useCheckoutSale.ts';

export interface ConfirmQuestionProps {
  sale: CheckoutSale;
  labels: TerminalCheckoutLabels;
}

/** Names the amount and the terminal once more, before anything is sent. */
export function ConfirmQuestion({ sale, labels }: ConfirmQuestionProps) {
  const { kind, charge, takeBack, amountText: amount = '', terminalTitle: terminal = '' } = sale;
  const isSale = kind === 'pay';
  return (
    <Question
      title={(isSale ? labels.confirmTitle : labels.confirmAuthorizeTitle)({ amount, terminal })}
      text={labels.confirmText({ terminal })}
      yes={(isSale ? labels.confirmYes : labels.confirmAuthorizeYes)({ amount })}
      no={labels.cancel}
      onYes={() => void charge()}
      onNo={takeBack}
    />
  );
}
