'use client';
import { type FormEvent, forwardRef, type Ref } from 'react';
import type { ReversalOptions } from '../../core/operations/reversalOptions.ts';
import type { AllowedOperation } from '../../core/operations/allowedOperations.ts';
import { AmountField } from '../amount-field/AmountField.tsx';
import { Question } from '../kit/Question.tsx';
import { Part, type PartProps, takeSubmit } from '../kit/part.tsx';
import { useIsReady } from '../open-operations/OpenOperations.tsx';
import { StartRefusal } from '../payment-status/PaymentStatus.tsx';
import {
  type TransactionAction,
  TransactionActionContext,
  useCaptureAction,
  useGiveBackAction,
  useTransactionAction,
} from './useTransactionAction.ts';
import { definePart, useTransactionEntry } from './useTransactionActions.ts';

/** The name of an action. */
export const TransactionActionsName = /*#__PURE__*/ definePart('h3', function TransactionActionsName() {
  const { name, headingId } = useTransactionAction();
  return { id: headingId, children: name };
});

/** What an action does to the money, or means for the customer. Hidden while a question says the same. */
export const TransactionActionsText = /*#__PURE__*/ definePart('p', function TransactionActionsText() {
  const { text, question } = useTransactionAction();
  return !question && { className: 'tillkit-hint', children: text };
});

/** Name and text of an action. */
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

/** The amount field. Hidden if only the whole amount can be sent. */
export function TransactionActionsField() {
  const { field } = useTransactionAction();
  return field ? <AmountField {...field} /> : null;
}

/** The button that sends the request, or shows the question first. Hidden while a question is shown. */
export const TransactionActionsSubmit = /*#__PURE__*/ definePart(
  'button',
  function TransactionActionsSubmit() {
    const { operation, buttonText, button, question } = useTransactionAction();
    const isReady = useIsReady();
    if (question) return undefined;
    return {
      type: 'submit',
      'data-variant': operation === 'capture' ? 'primary' : undefined,
      disabled: !isReady,
      children: <span className="tillkit-figures">{buttonText}</span>,
      ref: button,
    };
  },
);

/** The amount field, if any, and the button; hidden while a question is shown. */
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

/**
 * The question before anything is given back, and before the same amount is sent again. Without an answer nothing is
 * sent.
 */
export function TransactionActionsQuestion() {
  const { question } = useTransactionAction();
  return question ? <Question key={question.title} {...question} /> : null;
}

/**
 * Why nothing was sent. If an operation holds the terminal, its status is shown too. What is wrong with the amount is
 * shown at the amount field only.
 */
export function TransactionActionsRefusal() {
  const { refusal, terminal, labels } = useTransactionAction();
  const isSaidElsewhere = refusal?.code === 'needs-confirmation' || refusal?.field === 'amount';
  return (
    <StartRefusal
      refusal={isSaidElsewhere ? undefined : refusal}
      terminal={terminal}
      labels={labels}
      busy={labels.busy({ terminal })}
    />
  );
}

export interface TransactionActionState {
  kind: TransactionAction['operation'];
}

interface ActionPartProps {
  action: TransactionAction;
  given: object;
  hostRef: Ref<HTMLFormElement>;
}

/** The form of one action, with its parts in the usual order. */
function ActionPart({ action, given, hostRef }: ActionPartProps) {
  const { operation, headingId, press } = action;
  const { regionName } = useTransactionEntry();
  const own = {
    className: 'tillkit-transaction-actions-action',
    'aria-labelledby': regionName ? `${headingId} ${regionName}` : headingId,
    noValidate: true,
    onSubmit: (event: FormEvent) => {
      takeSubmit(event);
      press();
    },
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
      <Part as="form" ref={hostRef} own={own} given={given} state={state} />
    </TransactionActionContext.Provider>
  );
}

/** Captures all or a part of what a pre-authorization holds. Hidden while a capture is not allowed. */
export const TransactionActionsCapture = /*#__PURE__*/ forwardRef<
  HTMLFormElement,
  PartProps<'form', TransactionActionState>
>(function TransactionActionsCapture(given, ref) {
  const possible = useTransactionEntry().flow.actions.find(({ operation }) => operation === 'capture');
  return possible?.allowed ? (
    <Capture possible={possible} given={given} hostRef={ref} key={possible.maxCents} />
  ) : null;
});

function Capture({ possible, ...props }: Omit<ActionPartProps, 'action'> & { possible: AllowedOperation }) {
  return <ActionPart action={useCaptureAction(possible)} {...props} />;
}

interface TransactionActionsGiveBackProps extends PartProps<'form', TransactionActionState> {
  /** Gives back everything: no amount can be entered. */
  whole?: boolean | undefined;
}

/**
 * Gives back all or a part of what is left. The kit chooses between void and refund, not the merchant. Hidden while
 * nothing can be given back.
 */
export const TransactionActionsGiveBack = /*#__PURE__*/ forwardRef<
  HTMLFormElement,
  TransactionActionsGiveBackProps
>(function TransactionActionsGiveBack({ whole = false, ...given }, ref) {
  const { giveBack } = useTransactionEntry().flow;
  // If money is given back elsewhere meanwhile, the new key resets the amount that was entered.
  return giveBack ? (
    <GiveBack possible={giveBack} isWhole={whole} given={given} hostRef={ref} key={giveBack.maxCents} />
  ) : null;
});

interface GiveBackProps extends Omit<ActionPartProps, 'action'> {
  possible: ReversalOptions;
  isWhole: boolean;
}

function GiveBack({ possible, isWhole, ...props }: GiveBackProps) {
  return <ActionPart action={useGiveBackAction(possible, isWhole)} {...props} />;
}
