'use client';
import { useOperation } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { Refusal } from '../../core/operations/terminalOperation.ts';
import type { TerminalCheckoutLabels } from '../../words/words.ts';
import { useMoney } from '../kit/useMoney.ts';
import { Question, RefusalNotice } from '../kit/Question.tsx';
import { PaymentStatus } from '../payment-status/PaymentStatus.tsx';
import { useTerminalTitle } from '../terminal-picker/useTerminalList.ts';
import { TerminalCheckoutOrder } from './TerminalCheckoutOrder.tsx';
import { TerminalCheckoutStatus } from './TerminalCheckoutStatus.tsx';
import { TerminalCheckoutLast, TerminalCheckoutUnknown } from './TerminalCheckoutUnknown.tsx';
import { refusedField } from './checkoutDraft.ts';
import { useEntry } from './useCheckoutContext.ts';
import type { CheckoutSale } from './useCheckoutSale.ts';

/** The props of each kind of refusal. */
interface CheckoutRefusalProps {
  sale: CheckoutSale;
  refusal: Refusal;
  labels: TerminalCheckoutLabels;
}

/** The operation that holds the terminal, with its actions. */
function BusyTerminal({ sale, refusal, labels }: CheckoutRefusalProps) {
  const holder = useOperation(refusal.operationId);
  const terminal = sale.terminalTitle ?? '';
  if (!holder) return <RefusalNotice sentence={labels.busyElsewhere({ terminal })} />;
  return (
    <>
      <RefusalNotice sentence={labels.busyNotice({ terminal })} />
      <PaymentStatus operationId={holder.id} />
    </>
  );
}

interface ConfirmQuestionProps {
  sale: CheckoutSale;
  labels: TerminalCheckoutLabels;
}

/** Names the amount and the terminal once more before anything is sent. */
function ConfirmQuestion({ sale, labels }: ConfirmQuestionProps) {
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

/** Before the same amount is sent again: when and where it was sent first. */
function DuplicateQuestion({ sale, refusal, labels }: CheckoutRefusalProps) {
  const { locale, timeZone } = usePaymentsContext();
  const earlier = useOperation(refusal.operationId);
  const terminal = useTerminalTitle(earlier?.terminalId ?? '');
  const { kind, payment, charge, amountText: amount = '' } = sale;
  const isSale = kind === 'pay';
  const format = timeZone && new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' });
  const time = earlier && format ? format.format(earlier.createdAt) : undefined;
  return (
    <Question
      title={isSale ? labels.duplicateTitle : labels.duplicateAuthorizeTitle}
      text={labels.duplicateSentence({
        amount,
        terminal,
        time,
        phase: earlier?.phase,
        charged: earlier?.resolution?.charged,
      })}
      yes={(isSale ? labels.chargeAgain : labels.authorizeAgain)({ amount })}
      no={labels.cancel}
      onYes={() => void charge(refusal.confirmation)}
      onNo={payment.reset}
    />
  );
}

/** Before more than the total of the order is taken. */
function TooMuchQuestion({ sale, refusal, labels }: CheckoutRefusalProps) {
  const { format } = useMoney();
  const { kind, payment, charge, order, amountText: amount = '' } = sale;
  const isSale = kind === 'pay';
  return (
    <Question
      title={labels.tooMuchTitle}
      text={labels.tooMuchSentence({ due: format(order?.figures?.dueCents ?? 0) })}
      yes={(isSale ? labels.confirmYes : labels.confirmAuthorizeYes)({ amount })}
      no={labels.cancel}
      onYes={() => void charge(refusal.confirmation)}
      onNo={payment.reset}
    />
  );
}

/** The question before a sale is sent, if the host wants one, and before the same amount is sent again. */
export function TerminalCheckoutQuestion() {
  const { sale, labels } = useEntry();
  const { refusal } = sale.payment;
  if (sale.isAsking) return <ConfirmQuestion sale={sale} labels={labels} />;
  if (refusal?.code !== 'needs-confirmation') return null;
  if (refusal.field === 'orderTotal')
    return <TooMuchQuestion sale={sale} refusal={refusal} labels={labels} />;
  return <DuplicateQuestion sale={sale} refusal={refusal} labels={labels} />;
}

/** Why nothing was sent, and what a person can do. The problem of a field is shown at the field. */
export function TerminalCheckoutRefusal() {
  const { sale, labels } = useEntry();
  const { refusal } = sale.payment;
  switch (refusal?.code) {
    case undefined:
    case 'already-started':
    case 'needs-confirmation':
      return null;
    case 'terminal-busy':
      return <BusyTerminal sale={sale} refusal={refusal} labels={labels} />;
    case 'no-journal':
      return <RefusalNotice sentence={refusal.isTooSlow ? labels.tooSlow : labels.noJournal} />;
    case 'unreachable':
      return <RefusalNotice sentence={labels.unreachable} />;
    case 'not-allowed':
    case 'invalid-request':
      return refusedField(refusal, sale.fields) ? null : <RefusalNotice sentence={labels.refused(refusal)} />;
  }
}

/**
 * The parts that a checkout shows after a start, and for earlier sales. They are a chunk of their own, which the form
 * loads.
 */
export const outcomeParts = {
  Last: TerminalCheckoutLast,
  Order: TerminalCheckoutOrder,
  Question: TerminalCheckoutQuestion,
  Refusal: TerminalCheckoutRefusal,
  Status: TerminalCheckoutStatus,
  Unknown: TerminalCheckoutUnknown,
};
