'use client';
import { type FormEvent, forwardRef, type Ref } from 'react';
import type { AllowedOperation } from '../../core/operations/transactions.ts';
import { useOperation } from '../../hooks/useOperations.ts';
import { AmountField } from '../amount-field/AmountField.tsx';
import { Question, RefusalNotice } from '../kit/Question.tsx';
import { Part, type PartProps } from '../kit/part.tsx';
import { useIsReady } from '../open-operations/OpenOperations.tsx';
import { PaymentStatus } from '../payment-status/PaymentStatus.tsx';
import {
  definePart,
  type TransactionAction,
  TransactionActionContext,
  useAmountAction,
  usePossibleAction,
  useTransactionAction,
  useVoidAction,
} from './useTransactionActions.ts';

/** Names an action. */
export const TransactionActionsName = /*#__PURE__*/ definePart('h3', function TransactionActionsName() {
  const { operation, labels, headingId } = useTransactionAction();
  return { id: headingId, children: labels[operation] };
});

/** What an action does to the money. */
export const TransactionActionsText = /*#__PURE__*/ definePart('p', function TransactionActionsText() {
  return { className: 'tillkit-hint', children: useTransactionAction().text };
});

/** What an action is. */
export const TransactionActionsAbout = /*#__PURE__*/ definePart('div', function TransactionActionsAbout() {
  useTransactionAction();
  const children = (
    <>
      <TransactionActionsName />
      <TransactionActionsText />
    </>
  );
  return { children };
});

/** How much of it; a void has none. */
export function TransactionActionsField() {
  const { field } = useTransactionAction();
  return field ? <AmountField {...field} /> : null;
}

/** Names what is done, and does it or asks first. It is not there while a question stands. */
export const TransactionActionsSubmit = /*#__PURE__*/ definePart(
  'button',
  function TransactionActionsSubmit() {
    const { operation, buttonText, button, field, question, press } = useTransactionAction();
    const isReady = useIsReady();
    if (question) return undefined;
    return {
      type: field ? 'submit' : 'button',
      className: 'tillkit-button',
      'data-variant': operation === 'capture' ? 'primary' : undefined,
      disabled: !isReady,
      onClick: field ? undefined : press,
      children: <span className="tillkit-figures">{buttonText}</span>,
      ref: button,
    };
  },
);

/** The amount, where one is to be entered, and the button; gone while a question stands. */
export const TransactionActionsControls = /*#__PURE__*/ definePart(
  'div',
  function TransactionActionsControls() {
    const { field, question } = useTransactionAction();
    if (question) return undefined;
    if (!field) return { className: 'tillkit-actions', children: <TransactionActionsSubmit /> };
    const children = (
      <>
        <TransactionActionsField />
        <div className="tillkit-actions">
          <TransactionActionsSubmit />
        </div>
      </>
    );
    return { className: 'tillkit-transaction-actions-entry', children };
  },
);

/** Asked once more: before a void and a refund, and before the same amount is sent again. Without it those are never sent. */
export function TransactionActionsQuestion() {
  const { question } = useTransactionAction();
  return question ? <Question key={question.title} {...question} /> : null;
}

/** Why nothing was sent, with the operation that is in the way. What is wrong with the amount stands at its field. */
export function TransactionActionsRefusal() {
  const { refusal, terminal, labels } = useTransactionAction();
  const holder = useOperation(refusal?.operationId);
  switch (refusal?.code) {
    case undefined:
    case 'already-started':
    case 'needs-confirmation':
      return null;
    case 'terminal-busy':
      if (!holder) return <RefusalNotice sentence={labels.busyElsewhere({ terminal })} />;
      return (
        <>
          <RefusalNotice sentence={labels.busy({ terminal })} />
          <PaymentStatus operationId={holder.id} />
        </>
      );
    case 'no-journal':
      return <RefusalNotice sentence={labels.noJournal} />;
    case 'not-allowed':
    case 'invalid-request':
      return refusal.field === 'amount' ? null : <RefusalNotice sentence={labels.refused(refusal)} />;
  }
}

export interface TransactionActionState {
  kind: TransactionAction['operation'];
}

export interface ActionPartProps<Element> {
  action: TransactionAction;
  given: object;
  hostRef: Ref<Element>;
}

/** The element of one action, with its parts in the usual order: a form where there is an amount to enter. */
function ActionPart<Element>({ action, given, hostRef }: ActionPartProps<Element>) {
  const { operation, headingId, field, press } = action;
  const own = {
    className: 'tillkit-transaction-actions-action',
    'aria-labelledby': headingId,
    ...(field && {
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        press();
      },
    }),
    children: (
      <>
        <TransactionActionsAbout />
        <TransactionActionsQuestion />
        <TransactionActionsControls />
        <TransactionActionsRefusal />
      </>
    ),
  };
  const state: TransactionActionState = { kind: operation };
  return (
    <TransactionActionContext.Provider value={action}>
      <Part as={field ? 'form' : 'section'} ref={hostRef} own={own} given={given} state={state} />
    </TransactionActionContext.Provider>
  );
}

/** A form for all that is left, or less; begun anew when that changes. */
function amountActionPart(displayName: string, operation: 'capture' | 'refund') {
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

/**
 * Takes what a pre-authorization holds, or less. Nothing is rendered while that may not be done: see
 * `allowedOperations`.
 */
export const TransactionActionsCapture = /*#__PURE__*/ amountActionPart(
  'TransactionActionsCapture',
  'capture',
);

/**
 * Gives back what was paid, or less. Nothing is rendered while that may not be done: see
 * `allowedOperations`.
 */
export const TransactionActionsRefund = /*#__PURE__*/ amountActionPart('TransactionActionsRefund', 'refund');

export interface TransactionActionsVoidProps extends PartProps<'section', TransactionActionState> {}

/** Gives up all of it, while that may be done. */
export const TransactionActionsVoid = /*#__PURE__*/ forwardRef<HTMLElement, TransactionActionsVoidProps>(
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
