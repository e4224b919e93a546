'use client';
import type { Refusal } from '../../core/operations/terminalOperation.ts';
import { useMoney } from '../kit/useMoney.ts';
import { Question } from '../kit/Question.tsx';
import { StartRefusal } from '../payment-status/PaymentStatus.tsx';
import { useEarlierStart } from '../transaction-actions/useTransactionAction.ts';
import { TerminalCheckoutOrder } from './TerminalCheckoutOrder.tsx';
import { TerminalCheckoutStatus } from './TerminalCheckoutStatus.tsx';
import { TerminalCheckoutLast, TerminalCheckoutUnknown } from './TerminalCheckoutUnknown.tsx';
import { refusedField } from './checkoutDraft.ts';
import { useEntry } from './useCheckoutContext.ts';

/** Names the amount and the terminal once more before anything is sent. */
function ConfirmQuestion() {
  const { sale, labels } = useEntry();
  const { kind, charge, takeBack, amountText: amount = '', terminalTitle: terminal = '' } = sale;
  const isSale = kind === 'pay';
  const text = [sale.isUnusual && labels.unusual, labels.confirmText({ terminal })].filter(Boolean).join(' ');
  return (
    <Question
      title={(isSale ? labels.confirmTitle : labels.confirmAuthorizeTitle)({ amount, terminal })}
      text={text}
      yes={(isSale ? labels.confirmYes : labels.confirmAuthorizeYes)({ amount })}
      no={labels.cancel}
      onYes={() => void charge()}
      onNo={takeBack}
    />
  );
}

/** Asks before the same amount is sent again, or more than the total of the order is taken. */
function RefusalQuestion({ refusal }: { refusal: Refusal }) {
  const { sale, labels } = useEntry();
  const earlier = useEarlierStart(refusal);
  const { format } = useMoney();
  const { kind, payment, charge, order, amountText: amount = '' } = sale;
  const isSale = kind === 'pay';
  const figures = order?.figures;
  const words =
    refusal.field === 'orderTotal'
      ? {
          title: labels.tooMuchTitle,
          text: figures ? labels.tooMuchSentence({ due: format(figures.dueCents) }) : labels.orderUnread,
          yes: (isSale ? labels.confirmYes : labels.confirmAuthorizeYes)({ amount }),
        }
      : {
          title: isSale ? labels.duplicateTitle : labels.duplicateAuthorizeTitle,
          text: labels.duplicateSentence({ amount, ...earlier }),
          yes: (isSale ? labels.chargeAgain : labels.authorizeAgain)({ amount }),
        };
  return (
    <Question
      {...words}
      no={labels.cancel}
      onYes={() => void charge(refusal.confirmation)}
      onNo={payment.reset}
    />
  );
}

/** Asks a question before the payment is sent, if one is needed. */
export function TerminalCheckoutQuestion() {
  const { payment, isAsking } = useEntry().sale;
  const { refusal } = payment;
  if (isAsking) return <ConfirmQuestion />;
  if (refusal?.code !== 'needs-confirmation') return null;
  return <RefusalQuestion refusal={refusal} />;
}

/** Says why nothing was sent and what a person can do. If a field causes the problem, the field says so instead. */
export function TerminalCheckoutRefusal() {
  const { sale, labels } = useEntry();
  const { refusal } = sale.payment;
  const terminal = sale.terminalTitle ?? '';
  const isSaidElsewhere = refusal?.code === 'needs-confirmation' || refusedField(refusal, sale.fields);
  return (
    <StartRefusal
      refusal={isSaidElsewhere ? undefined : refusal}
      terminal={terminal}
      labels={labels}
      busy={labels.busyNotice({ terminal })}
    />
  );
}

/** The parts that the form needs only later. They are loaded as a separate chunk. */
export const outcomeParts = {
  Last: TerminalCheckoutLast,
  Order: TerminalCheckoutOrder,
  Question: TerminalCheckoutQuestion,
  Refusal: TerminalCheckoutRefusal,
  Status: TerminalCheckoutStatus,
  Unknown: TerminalCheckoutUnknown,
};
