'use client';
import { forwardRef, type ReactNode, useContext, useMemo, useState } from 'react';
import { ConfigurationError } from '../../core/errors.ts';
import { isOpen } from '../../core/operations/terminalOperation.ts';
import type { AllowedOperation } from '../../core/operations/allowedOperations.ts';
import type { PermittedTransaction } from '../../core/operations/reversalOptions.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { PaymentsContext, usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useOwnerKey } from '../../hooks/useOwner.ts';
import { type OutcomeCallbacks, useOutcome, withoutOutcomeCallbacks } from '../../hooks/useOutcome.ts';
import { paymentStatus } from '../../words/enOutcomes.ts';
import { transactionActions } from '../../words/enTransactionActions.ts';
import type { TransactionActionsLabels } from '../../words/words.ts';
import { useMoney } from '../kit/useMoney.ts';
import { noticeContent } from '../kit/Icon.tsx';
import { useReturnFocus, useStatusFocus } from '../kit/Question.tsx';
import { Part, type PartProps } from '../kit/part.tsx';
import { MoneyText } from '../kit/MoneyText.tsx';
import { FlowStatus } from '../payment-status/PaymentStatus.tsx';
import { ReferenceId, termRows } from '../payment-status/unknown.tsx';
import { TitleLevelContext } from '../payment-status/usePaymentStatus.ts';
import { useTerminalTitle } from '../terminal-picker/useTerminalList.ts';
import { TransactionActionsCapture, TransactionActionsGiveBack } from './actions.tsx';
import {
  definePart,
  refundInstead,
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

/** The transaction and its actions. Hidden while the status of an operation is shown. */
export const TransactionActionsEntry = /*#__PURE__*/ forwardRef<HTMLDivElement, PartProps<'div'>>(
  function TransactionActionsEntry(props, ref) {
    const { flow } = useTransactionActionsContext();
    return flow.shown ? null : <Entry {...props} ref={ref} />;
  },
);

const Entry = /*#__PURE__*/ forwardRef<HTMLDivElement, PartProps<'div'>>(function Entry(props, ref) {
  const { isBack, ...context } = useTransactionActionsContext();
  const heading = useReturnFocus(isBack);
  return (
    <TransactionEntryContext.Provider value={{ ...context, heading }}>
      <Part as="div" ref={ref} own={{ className: 'tillkit-stack' }} given={props} />
    </TransactionEntryContext.Provider>
  );
});

/** The authorized amount. */
export const TransactionActionsAmount = /*#__PURE__*/ definePart('p', function TransactionActionsAmount() {
  const { authorizedCents } = useTransactionEntry().flow.transaction;
  const money = useMoney();
  return {
    className: 'tillkit-transaction-actions-amount',
    children: <MoneyText parts={money.parts(authorizedCents)} />,
  };
});

/** Which amounts were moved and which are left, and the transaction's reference. */
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
  return { className: 'tillkit-figures', children: termRows(rows) };
});

/** The title. When the status disappears, the title takes the focus. */
export const TransactionActionsTitle = /*#__PURE__*/ definePart('h2', function TransactionActionsTitle() {
  const { flow, labels, heading } = useTransactionEntry();
  return {
    className: 'tillkit-transaction-actions-title',
    tabIndex: -1,
    'aria-level': useContext(TitleLevelContext),
    children: labels.title({ kind: flow.transaction.kind }),
    ref: heading,
  };
});

/** Title, amount and details of the transaction. */
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

/** Why no money can be given back. */
export const TransactionActionsWhyNot = /*#__PURE__*/ definePart('div', function TransactionActionsWhyNot() {
  const { flow, labels } = useTransactionEntry();
  const { whyNot } = flow;
  const terminal = useTerminalTitle(flow.transaction.terminalId);
  if (!whyNot) return undefined;
  const children = noticeContent('minus', whyNotText(whyNot, labels, terminal));
  return { className: 'tillkit-notice', state: { reason: whyNot }, children };
});

export interface TransactionActionsRootProps
  extends PartProps<'section', TransactionActionsState>, OutcomeCallbacks {
  /**
   * The transaction as the host or the record knows it. Operations of this page are added automatically. An action
   * that `allowed` forbids is not offered.
   */
  transaction: PermittedTransaction;
  /** The key of the flow that starts and shows the operations. Default: a flow of its own for each transaction. */
  flowKey?: string | undefined;
  labels?: Partial<TransactionActionsLabels> | undefined;
}

/** Throws `configuration` for a missing transaction and for amounts that are not whole cents. */
function checkTransaction(given: PermittedTransaction | undefined): void {
  if (!given) {
    throw new ConfigurationError(
      'transaction',
      'TransactionActions has no transaction, so it cannot tell which actions are allowed. Pass one as transaction; transactionOf() creates it from operations. Until it is loaded, render something else.',
    );
  }
  for (const name of ['authorizedCents', 'capturedCents', 'refundedCents'] as const) {
    const cents: number | undefined = given[name];
    if (Number.isSafeInteger(cents) && cents >= 0) continue;
    throw new ConfigurationError(
      `transaction.${name}`,
      `TransactionActions was given a transaction whose ${name} is ${cents}. Pass cents as a whole number from 0 on: 1250 for 12.50, 0 if nothing was moved.`,
    );
  }
}

const outcomeKinds = ['capture', 'void', 'refund'] as const;

/** Provides a transaction to the parts inside, and reports outcomes to the host. */
export const TransactionActionsRoot = /*#__PURE__*/ forwardRef<HTMLElement, TransactionActionsRootProps>(
  function TransactionActionsRoot(props, ref) {
    const { transaction } = props;
    checkTransaction(transaction);
    const key = `${useOwnerKey()} ${transaction.provider} ${transaction.pnRefNum}`;
    return (
      <InCurrency currency={transaction.currency}>
        <OneTransaction {...props} ref={ref} key={key} />
      </InCurrency>
    );
  },
);

/** Replaces the currency of `PaymentsProvider`, so that money goes back in the currency in which it was paid. */
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
    useOutcome(started, props, { kinds: outcomeKinds, flowKey: flow.flowKey });
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
    const regionName = given['aria-labelledby'];
    const value = { flow, labels, isBack, regionName, status, back, asked, ask, instead };
    return (
      <TransactionActionsContext.Provider value={value}>
        <Part as="section" ref={ref} own={own} given={given} state={stateOf(value)} />
      </TransactionActionsContext.Provider>
    );
  },
);

/** The button that leads from the status back to the transaction, once the outcome is known. */
export const TransactionActionsBack = /*#__PURE__*/ definePart(
  'button',
  function TransactionActionsBack({ flow, labels, back }) {
    // The form for another person's code has its own button to go back.
    if (!flow.shown || isOpen(flow.shown) || flow.approve) return undefined;
    return { onClick: back, children: labels.back };
  },
);

/** If the service refused a void: explains what the refusal means. */
export const TransactionActionsInsteadHint = /*#__PURE__*/ definePart(
  'p',
  function TransactionActionsInsteadHint({ flow, labels }) {
    return refundInstead(flow) && { className: 'tillkit-hint', children: labels.insteadHint };
  },
);

/** If the service refused a void: the button that asks whether to refund instead. The button itself sends nothing. */
export const TransactionActionsInstead = /*#__PURE__*/ definePart(
  'button',
  function TransactionActionsInstead({ flow, labels, instead }) {
    const money = useMoney();
    const possible = refundInstead(flow);
    if (!possible) return undefined;
    const text = labels.instead({ amount: money.format(possible.maxCents) });
    return {
      'data-variant': 'primary',
      onClick: instead,
      children: <span className="tillkit-figures">{text}</span>,
    };
  },
);

interface TransactionActionsStatusProps {
  /** What is shown below an outcome. Default: the kit's hint and buttons. */
  children?: ReactNode;
}

/** The status of the operation that was started. */
export function TransactionActionsStatus({ children = afterOutcome }: TransactionActionsStatusProps) {
  const { flow, regionName, status, back } = useTransactionActionsContext();
  const { shown, transaction, approve, giveBack } = flow;
  const { capturedCents, refundedCents } = transaction;
  // A void names no amount. The person who approves the void is shown the amount that it gives back.
  const amountCents = approve && giveBack?.maxCents;
  const operation = useMemo(() => {
    if (shown?.kind !== 'void') return shown;
    if (amountCents !== undefined) return { ...shown, amountCents };
    // After a capture, a void gives back what was captured and not refunded. The service may name the whole held
    // amount for such a void, so the status shows this amount instead.
    return shown.confirmedCents !== undefined && capturedCents > 0
      ? { ...shown, confirmedCents: capturedCents - refundedCents }
      : shown;
  }, [shown, amountCents, capturedCents, refundedCents]);
  if (!shown) return null;
  return (
    <FlowStatus
      ref={status}
      role={regionName ? 'group' : undefined}
      operation={operation}
      actions={!isOpen(shown) && children}
      onApprove={approve}
      onApprovalCancel={back}
    />
  );
}

const afterOutcome = (
  <>
    <TransactionActionsInsteadHint />
    <TransactionActionsBack />
    <TransactionActionsInstead />
  </>
);

export interface TransactionActionsProps extends Omit<TransactionActionsRootProps, 'children'> {}

/**
 * Gives back the money of a transaction, or captures what a pre-authorization holds, and shows the status of that
 * operation. If no money can be given back, the component says why.
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
