'use client';
import { forwardRef, type ReactNode, useState } from 'react';
import { ConfigurationError } from '../../core/errors.ts';
import { isOpen } from '../../core/operations/terminalOperation.ts';
import type { AllowedOperation, Transaction } from '../../core/operations/transactions.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { type OutcomeCallbacks, useOutcome, withoutOutcomeCallbacks } from '../../hooks/useTerminalFlow.ts';
import { paymentStatus, transactionActions } from '../../words/en.ts';
import type { TransactionActionsLabels } from '../../words/words.ts';
import { useMoney } from '../amount-field/useAmountField.ts';
import { Icon } from '../kit/Icon.tsx';
import { useReturnFocus, useStatusFocus } from '../kit/Question.tsx';
import { Part, type PartProps } from '../kit/part.tsx';
import { FlowStatus, MoneyText } from '../payment-status/PaymentStatus.tsx';
import { ReferenceId } from '../payment-status/unknown.tsx';
import { useTerminalTitle } from '../terminal-picker/useTerminalList.ts';
import { TransactionActionsCapture, TransactionActionsRefund, TransactionActionsVoid } from './actions.tsx';
import {
  definePart,
  isInDoubt,
  reasonText,
  stateOf,
  TransactionActionsContext,
  type TransactionActionsState,
  TransactionEntryContext,
  useTransactionActionsContext,
  useTransactionEntry,
  useTransactionFlow,
} from './useTransactionActions.ts';

export interface TransactionActionsEntryProps extends PartProps<'div'> {}

/** Shows the parts in it while nothing is being done with the transaction. */
export const TransactionActionsEntry = /*#__PURE__*/ forwardRef<HTMLDivElement, TransactionActionsEntryProps>(
  function TransactionActionsEntry(props, ref) {
    const { flow } = useTransactionActionsContext();
    return flow.shown ? null : <Entry {...props} ref={ref} />;
  },
);

const Entry = /*#__PURE__*/ forwardRef<HTMLDivElement, TransactionActionsEntryProps>(
  function Entry(props, ref) {
    const { flow, labels, isBack } = useTransactionActionsContext();
    const heading = useReturnFocus(isBack);
    return (
      <TransactionEntryContext.Provider value={{ flow, labels, heading }}>
        <Part as="div" ref={ref} own={{ className: 'tillkit-stack' }} given={props} />
      </TransactionEntryContext.Provider>
    );
  },
);

/** What was authorized. */
export const TransactionActionsAmount = /*#__PURE__*/ definePart('p', function TransactionActionsAmount() {
  const { authorizedCents } = useTransactionEntry().flow.transaction;
  const money = useMoney();
  return {
    className: 'tillkit-transaction-actions-amount',
    children: <MoneyText parts={money.parts(authorizedCents)} />,
  };
});

/** How much of it was moved already, what is left, and under which number it is found. */
export const TransactionActionsDetails = /*#__PURE__*/ definePart('dl', function TransactionActionsDetails() {
  const { flow, labels } = useTransactionEntry();
  const { kind, pnRefNum, terminalId, capturedCents, refundedCents, settled } = flow.transaction;
  const money = useMoney();
  const terminal = useTerminalTitle(terminalId);
  const copyLabels = useLabels('paymentStatus', paymentStatus);
  const left = (operation: AllowedOperation['operation']) => {
    const { maxCents } = flow.actions.find((action) => action.operation === operation) ?? {};
    return maxCents !== undefined && money.format(maxCents);
  };
  const rows: [string, ReactNode][] = [
    [labels.captured, kind === 'preAuth' && money.format(capturedCents)],
    [labels.refunded, refundedCents > 0 && money.format(refundedCents)],
    [labels.leftToCapture, left('capture')],
    [labels.leftToRefund, refundedCents > 0 && left('refund')],
    [labels.settlement, settled !== 'unknown' && (settled ? labels.settled : labels.notSettled)],
    [labels.terminal, <bdi key="terminal">{terminal}</bdi>],
    [
      labels.reference,
      <ReferenceId key="reference" value={pnRefNum} what={labels.reference} labels={copyLabels} />,
    ],
  ];
  const children = rows.map(
    ([term, value]) =>
      value && (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ),
  );
  return { className: 'tillkit-figures', children };
});

/** What it is. Takes the focus when the status goes. */
export const TransactionActionsTitle = /*#__PURE__*/ definePart('h2', function TransactionActionsTitle() {
  const { flow, labels, heading } = useTransactionEntry();
  return {
    className: 'tillkit-transaction-actions-title',
    tabIndex: -1,
    children: labels.title({ kind: flow.transaction.kind }),
    ref: heading,
  };
});

/** What it is, how much of it was moved already, and under which number it is found. */
export const TransactionActionsFacts = /*#__PURE__*/ definePart('header', function TransactionActionsFacts() {
  useTransactionEntry();
  const children = (
    <>
      <TransactionActionsTitle />
      <TransactionActionsAmount />
      <TransactionActionsDetails />
    </>
  );
  return { className: 'tillkit-transaction-actions-facts', children };
});

/** What may not be done, each with its reason. */
export const TransactionActionsImpossible = /*#__PURE__*/ definePart(
  'div',
  function TransactionActionsImpossible() {
    const { flow, labels } = useTransactionEntry();
    const captured = useMoney().format(flow.transaction.capturedCents);
    const impossible = flow.actions.filter(({ allowed }) => !allowed);
    if (impossible.length === 0) return undefined;
    const children = (
      <>
        <h3>{labels.impossible}</h3>
        <dl>
          {impossible.map((action) => (
            <div
              key={action.operation}
              data-kind={action.operation}
              data-reason={action.reason}
              data-disabled=""
            >
              <dt>{labels[action.operation]}</dt>
              <dd>{reasonText(action, labels, captured)}</dd>
            </div>
          ))}
        </dl>
      </>
    );
    return { className: 'tillkit-transaction-actions-impossible', children };
  },
);

/** Before void and refund, where both are offered because nobody knows which fits: none is chosen for the person. */
export const TransactionActionsInDoubt = /*#__PURE__*/ definePart(
  'div',
  function TransactionActionsInDoubt() {
    const { flow, labels } = useTransactionEntry();
    if (flow.actions.filter(isInDoubt).length < 2) return undefined;
    const children = (
      <>
        <Icon name="question" />
        <p>{labels.inDoubt}</p>
      </>
    );
    return { className: 'tillkit-notice', children };
  },
);

export interface TransactionActionsRootProps
  extends PartProps<'section', TransactionActionsState>, OutcomeCallbacks {
  /** As the host knows it; what this page does to it is added by itself. */
  transaction: Transaction;
  /** Which flow it belongs to; default one of the transaction's own. */
  flowKey?: string | undefined;
  labels?: Partial<TransactionActionsLabels> | undefined;
}

const following = ['capture', 'void', 'refund'] as const;

/** Holds a transaction for the parts in it, and tells the host what became of it. */
export const TransactionActionsRoot = /*#__PURE__*/ forwardRef<HTMLElement, TransactionActionsRootProps>(
  function TransactionActionsRoot(props, ref) {
    const { transaction } = props as Partial<TransactionActionsRootProps>;
    if (!transaction) {
      throw new ConfigurationError(
        'transaction',
        'TransactionActions was given no transaction, so it cannot tell what may be done. Pass one as transaction; transactionOf() makes it of an operation. Until it is loaded, show something else.',
      );
    }
    return <OneTransaction {...props} ref={ref} key={transaction.pnRefNum} />;
  },
);

const OneTransaction = /*#__PURE__*/ forwardRef<HTMLElement, TransactionActionsRootProps>(
  function OneTransaction(props, ref) {
    const { transaction, flowKey, labels: words, ...rest } = props;
    const given = withoutOutcomeCallbacks(rest);
    const labels = useLabels('transactionActions', transactionActions, words);
    const flow = useTransactionFlow(transaction, flowKey);
    const { shown, started, leave } = flow;
    const [isBack, setIsBack] = useState(false);
    const status = useStatusFocus(shown?.id);
    useOutcome(started, props, { kinds: following, flowKey: flow.flowKey });
    const back = () => {
      setIsBack(true);
      leave();
    };
    const own = {
      className: shown ? 'tillkit-transaction-actions' : 'tillkit-transaction-actions tillkit-card',
      'data-tillkit': 'transaction-actions',
      'aria-label': labels.region,
    };
    const value = { flow, labels, isBack, status, back };
    return (
      <TransactionActionsContext.Provider value={value}>
        <Part as="section" ref={ref} own={own} given={given} state={stateOf(value)} />
      </TransactionActionsContext.Provider>
    );
  },
);

/** Back to the transaction, once the outcome is known. */
export const TransactionActionsBack = /*#__PURE__*/ definePart(
  'button',
  function TransactionActionsBack({ flow, labels, back }) {
    if (!flow.shown || isOpen(flow.shown)) return undefined;
    return { type: 'button', className: 'tillkit-button', onClick: back, children: labels.back };
  },
);

export interface TransactionActionsStatusProps {
  /** What a person can do after the outcome; default `TransactionActions.Back`. */
  children?: ReactNode;
}

/** What is being done with the transaction, and what became of it. */
export function TransactionActionsStatus({
  children = <TransactionActionsBack />,
}: TransactionActionsStatusProps) {
  const { flow, status } = useTransactionActionsContext();
  const { shown } = flow;
  return shown ? <FlowStatus ref={status} operation={shown} actions={!isOpen(shown) && children} /> : null;
}

/** Says that nothing more can be done, after a void. */
export const TransactionActionsVoided = /*#__PURE__*/ definePart('div', function TransactionActionsVoided() {
  const { flow, labels } = useTransactionEntry();
  if (!flow.isVoided) return undefined;
  const children = (
    <>
      <Icon name="minus" />
      <p>{labels.voided}</p>
    </>
  );
  return { className: 'tillkit-notice', children };
});

export interface TransactionActionsProps extends Omit<TransactionActionsRootProps, 'children'> {}

/**
 * What may be done with a transaction, and why not the rest: capture, void and refund, then their status.
 *
 * @example
 * <TransactionActions transaction={transaction} onPaymentComplete={refetch} />
 */
export const TransactionActions = /*#__PURE__*/ forwardRef<HTMLElement, TransactionActionsProps>(
  function TransactionActions(props, ref) {
    return (
      <TransactionActionsRoot {...props} ref={ref}>
        <TransactionActionsEntry>
          <TransactionActionsFacts />
          <TransactionActionsVoided />
          <TransactionActionsInDoubt />
          <TransactionActionsCapture />
          <TransactionActionsVoid />
          <TransactionActionsRefund />
          <TransactionActionsImpossible />
        </TransactionActionsEntry>
        <TransactionActionsStatus />
      </TransactionActionsRoot>
    );
  },
);
