'use client';
import { forwardRef, type ReactNode, useMemo, useState } from 'react';
import { ConfigurationError } from '../../core/errors.ts';
import { isOpen } from '../../core/operations/terminalOperation.ts';
import type { AllowedOperation } from '../../core/operations/allowedOperations.ts';
import type { Transaction } from '../../core/operations/transactions.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { PaymentsContext, usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { type OutcomeCallbacks, useOutcome, withoutOutcomeCallbacks } from '../../hooks/useOutcome.ts';
import { paymentStatus, transactionActions } from '../../words/enOutcomes.ts';
import type { TransactionActionsLabels } from '../../words/words.ts';
import { useMoney } from '../amount-field/useAmountField.ts';
import { Icon } from '../kit/Icon.tsx';
import { useReturnFocus, useStatusFocus } from '../kit/Question.tsx';
import { Part, type PartProps } from '../kit/part.tsx';
import { FlowStatus, MoneyText } from '../payment-status/PaymentStatus.tsx';
import { ReferenceId } from '../payment-status/unknown.tsx';
import { useTerminalTitle } from '../terminal-picker/useTerminalList.ts';
import { TransactionActionsCapture, TransactionActionsGiveBack } from './actions.tsx';
import {
  definePart,
  insteadOf,
  intentOf,
  stateOf,
  TransactionActionsContext,
  type TransactionActionsState,
  TransactionEntryContext,
  useTransactionActionsContext,
  useTransactionEntry,
  useTransactionFlow,
  whyNotText,
} from './useTransactionActions.ts';

interface TransactionActionsEntryProps extends PartProps<'div'> {}

/** Shows the parts in it while nothing is being done with the transaction. */
export const TransactionActionsEntry = /*#__PURE__*/ forwardRef<HTMLDivElement, TransactionActionsEntryProps>(
  function TransactionActionsEntry(props, ref) {
    const { flow } = useTransactionActionsContext();
    return flow.shown ? null : <Entry {...props} ref={ref} />;
  },
);

const Entry = /*#__PURE__*/ forwardRef<HTMLDivElement, TransactionActionsEntryProps>(
  function Entry(props, ref) {
    const { isBack, ...context } = useTransactionActionsContext();
    const heading = useReturnFocus(isBack);
    return (
      <TransactionEntryContext.Provider value={{ ...context, heading }}>
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

/** Why no money of it can be given back. */
export const TransactionActionsWhyNot = /*#__PURE__*/ definePart('div', function TransactionActionsWhyNot() {
  const { flow, labels } = useTransactionEntry();
  const { whyNot } = flow;
  const terminal = useTerminalTitle(flow.transaction.terminalId);
  if (!whyNot) return undefined;
  const children = (
    <>
      <Icon name="minus" />
      <p>{whyNotText(whyNot, labels, terminal)}</p>
    </>
  );
  return { className: 'tillkit-notice', state: { reason: whyNot }, children };
});

export interface TransactionActionsRootProps
  extends PartProps<'section', TransactionActionsState>, OutcomeCallbacks {
  /** As the host knows it; what this page does to it is added by itself. */
  transaction: Transaction;
  /** Which flow it belongs to; default one of the transaction's own. */
  flowKey?: string | undefined;
  labels?: Partial<TransactionActionsLabels> | undefined;
}

/** Throws `configuration` for what would be shown as no amount, or would let any amount go back. */
function checkTransaction(given: Transaction | undefined): void {
  if (!given) {
    throw new ConfigurationError(
      'transaction',
      'TransactionActions was given no transaction, so it cannot tell what may be done. Pass one as transaction; transactionOf() makes it of an operation. Until it is loaded, show something else.',
    );
  }
  for (const name of ['authorizedCents', 'capturedCents', 'refundedCents'] as const) {
    const cents: number | undefined = given[name];
    if (Number.isSafeInteger(cents) && cents >= 0) continue;
    throw new ConfigurationError(
      `transaction.${name}`,
      `TransactionActions was given a transaction whose ${name} is ${cents}. Pass cents as a whole number from 0 on: 1250 for 12.50, 0 where nothing was moved.`,
    );
  }
}

const following = ['capture', 'void', 'refund'] as const;

/** Holds a transaction for the parts in it, and tells the host what became of it. */
export const TransactionActionsRoot = /*#__PURE__*/ forwardRef<HTMLElement, TransactionActionsRootProps>(
  function TransactionActionsRoot(props, ref) {
    const { transaction } = props;
    checkTransaction(transaction);
    return (
      <InCurrency currency={transaction.currency}>
        <OneTransaction {...props} ref={ref} key={transaction.pnRefNum} />
      </InCurrency>
    );
  },
);

/** What was paid in another currency than the provider's goes back in that. */
function InCurrency({ currency, children }: { currency: string | undefined; children: ReactNode }) {
  const context = usePaymentsContext();
  const value = useMemo(() => ({ ...context, currency: currency ?? context.currency }), [context, currency]);
  return <PaymentsContext.Provider value={value}>{children}</PaymentsContext.Provider>;
}

const OneTransaction = /*#__PURE__*/ forwardRef<HTMLElement, TransactionActionsRootProps>(
  function OneTransaction(props, ref) {
    const { transaction, flowKey, labels: words, ...rest } = props;
    const given = withoutOutcomeCallbacks(rest);
    const labels = useLabels('transactionActions', transactionActions, words);
    const flow = useTransactionFlow(transaction, flowKey);
    const { shown, started, leave } = flow;
    const [isBack, setIsBack] = useState(false);
    const [asked, ask] = useState<string>();
    const status = useStatusFocus(shown?.id);
    useOutcome(started, props, { kinds: following, flowKey: flow.flowKey });
    const goTo = (intent?: string) => {
      ask(intent);
      setIsBack(intent === undefined);
      leave();
    };
    const back = () => goTo();
    const instead = () => {
      const { maxCents = null } = flow.giveBack ?? {};
      goTo(intentOf('refund', maxCents, maxCents));
    };
    const own = {
      className: shown ? 'tillkit-transaction-actions' : 'tillkit-transaction-actions tillkit-card',
      'data-tillkit': 'transaction-actions',
      'aria-label': labels.region,
    };
    const value = { flow, labels, isBack, status, back, asked, ask, instead };
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

/** What it means that a void was refused. */
export const TransactionActionsInsteadHint = /*#__PURE__*/ definePart(
  'p',
  function TransactionActionsInsteadHint({ flow, labels }) {
    return insteadOf(flow) && { className: 'tillkit-hint', children: labels.insteadHint };
  },
);

/** To the question of a refund, in the place of a void that the service has refused. It sends nothing. */
export const TransactionActionsInstead = /*#__PURE__*/ definePart(
  'button',
  function TransactionActionsInstead({ flow, labels, instead }) {
    const money = useMoney();
    const possible = insteadOf(flow);
    if (!possible) return undefined;
    const text = labels.instead({ amount: money.format(possible.maxCents) });
    return {
      type: 'button',
      className: 'tillkit-button',
      'data-variant': 'primary',
      onClick: instead,
      children: <span className="tillkit-figures">{text}</span>,
    };
  },
);

interface TransactionActionsStatusProps {
  /** What a person can do after the outcome; default all that fits it. */
  children?: ReactNode;
}

/** What is being done with the transaction, and what became of it. */
export function TransactionActionsStatus({ children = after }: TransactionActionsStatusProps) {
  const { flow, status } = useTransactionActionsContext();
  const { shown } = flow;
  return shown ? <FlowStatus ref={status} operation={shown} actions={!isOpen(shown) && children} /> : null;
}

const after = (
  <>
    <TransactionActionsInsteadHint />
    <TransactionActionsBack />
    <TransactionActionsInstead />
  </>
);

export interface TransactionActionsProps extends Omit<TransactionActionsRootProps, 'children'> {}

/**
 * Gives money of a transaction back, or says why it cannot; collects what a pre-authorization holds. Then their status.
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
          <TransactionActionsWhyNot />
          <TransactionActionsCapture />
          <TransactionActionsGiveBack />
        </TransactionActionsEntry>
        <TransactionActionsStatus />
      </TransactionActionsRoot>
    );
  },
);
