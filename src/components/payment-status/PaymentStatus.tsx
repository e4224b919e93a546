'use client';
import { forwardRef, type ReactNode } from 'react';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { useOperation, useTerminalOperations } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { type OutcomeCallbacks, useOutcome, withoutOutcomeCallbacks } from '../../hooks/useTerminalFlow.ts';
import { paymentStatus } from '../../words/en.ts';
import type { PaymentStatusLabels } from '../../words/words.ts';
import { Icon } from '../kit/Icon.tsx';
import { Part, type PartProps } from '../kit/part.tsx';
import { shownText } from '../terminal-picker/useTerminalList.ts';
import {
  PaymentStatusCheck,
  PaymentStatusConnection,
  PaymentStatusUnknown,
  ReferenceId,
} from './unknown.tsx';
import { usePaymentAnnouncement } from './usePaymentAnnouncement.ts';
import {
  definePart,
  type PaymentEnding,
  paymentEnding,
  PaymentStatusContext,
  type PaymentStatusState,
  stateOf,
  useTicking,
  useOutcomeFocus,
  usePaymentView,
  useUnderWay,
} from './usePaymentStatus.ts';

/** How long ago something began, as minutes and seconds. It ticks, so it stands outside every live region. */
function ElapsedTime({ since, label }: { since: number; label: string }) {
  const { clock, locale } = usePaymentsContext();
  const seconds = useTicking(clock, (now) => Math.max(0, Math.floor((now - since) / 1000)));
  const two = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2, useGrouping: false });
  const one = new Intl.NumberFormat(locale, { useGrouping: false });
  return (
    <>
      <span className="tillkit-visually-hidden">{label} </span>
      {one.format(Math.floor(seconds / 60))}:{two.format(seconds % 60)}
    </>
  );
}

/** An amount whose currency is drawn smaller and lighter; read and copied as one text. */
export function MoneyText({ parts }: { parts: readonly Intl.NumberFormatPart[] }) {
  const at = parts.findIndex(({ type }) => type === 'currency');
  return (
    <bdi className="tillkit-figures">
      {join(parts.slice(0, Math.max(0, at)))}
      {at >= 0 && <bdi className="tillkit-payment-status-currency">{parts[at]?.value}</bdi>}
      {join(parts.slice(at + 1))}
    </bdi>
  );
}

function join(parts: readonly Intl.NumberFormatPart[]): string {
  return parts.map(({ value }) => value).join('');
}

/**
 * What a person can do next. The drop-in puts what the host gave as `actions` here, such as a button for the next
 * customer.
 */
export const PaymentStatusActions = /*#__PURE__*/ definePart('div', function PaymentStatusActions() {
  return { className: 'tillkit-actions' };
});

/** What should not have happened and did. In `unknown` the reason says it already. */
export const PaymentStatusAnomalies = /*#__PURE__*/ definePart(
  'div',
  function PaymentStatusAnomalies({ view, ending, labels }) {
    if (!view || !ending || view.operation.phase === 'unknown') return undefined;
    const sentences: Record<string, string> = {
      'amount-mismatch': view.over ? labels.moreThanAsked({ over: view.over }) : labels.amountMismatch,
      contradiction: labels.contradiction,
      'contradicts-operator': labels.contradictsOperator,
      'duplicate-id': labels.duplicateId,
    };
    const found = view.operation.anomalies
      .map((anomaly) => sentences[anomaly])
      .filter((sentence) => sentence !== undefined);
    if (found.length === 0) return undefined;
    return {
      className: 'tillkit-stack',
      children: found.map((sentence) => (
        <div className="tillkit-notice" data-tone="attention" key={sentence}>
          <Icon name="alert" />
          <p>{sentence}</p>
        </div>
      )),
    };
  },
);

/** Where, when and under which numbers: what one needs to find a payment again. */
export const PaymentStatusDetails = /*#__PURE__*/ definePart(
  'dl',
  function PaymentStatusDetails({ view, ending, labels }) {
    if (!view || !ending) return undefined;
    const { operation, terminal, formatTime } = view;
    const { createdAt, endedAt, orderNumber, pnRefNum, msgIdentifier, phase, error } = operation;
    const code = phase === 'rejected' && error ? String(error.status ?? error.code) : undefined;
    const rows: [string, ReactNode][] = [
      [labels.terminal, <bdi key="terminal">{terminal}</bdi>],
      [labels.time, formatTime(phase === 'unknown' ? createdAt : (endedAt ?? createdAt))],
      [labels.orderNumber, orderNumber && <bdi key="order">{shownText(orderNumber)}</bdi>],
      [
        labels.reference,
        pnRefNum && <ReferenceId key="reference" value={pnRefNum} what={labels.reference} labels={labels} />,
      ],
      [
        labels.messageId,
        !pnRefNum && msgIdentifier && (
          <ReferenceId key="message" value={msgIdentifier} what={labels.messageId} labels={labels} />
        ),
      ],
      [labels.code, code && <ReferenceId key="code" value={code} what={labels.code} labels={labels} />],
    ];
    return {
      className: 'tillkit-payment-status-details',
      children: rows.map(
        ([term, value]) =>
          value && (
            <div key={term}>
              <dt>{term}</dt>
              <dd className="tillkit-figures">{value}</dd>
            </div>
          ),
      ),
    };
  },
);

/** Says that there is no such operation. */
export const PaymentStatusEmpty = /*#__PURE__*/ definePart(
  'p',
  function PaymentStatusEmpty({ view, labels }) {
    if (view) return undefined;
    return { className: 'tillkit-hint', children: labels.nothing };
  },
);

export interface PaymentStatusAmountState extends Partial<Pick<PaymentEnding, 'moved'>> {}

/** What it is about; another operator's has none, and where two figures differ they stand in its place. */
export const PaymentStatusAmount = /*#__PURE__*/ definePart(
  'p',
  function PaymentStatusAmount({ view, ending }) {
    if (!view?.amountParts || ending?.figures) return undefined;
    const state: PaymentStatusAmountState = { moved: ending?.moved };
    const money = <MoneyText parts={view.amountParts} />;
    return {
      className: ending ? 'tillkit-payment-status-sum' : 'tillkit-payment-status-amount',
      children: ending?.moved === 'none' ? <s>{money}</s> : money,
      state,
    };
  },
);

/** What was approved beside what was asked for, where they differ. */
export const PaymentStatusFigures = /*#__PURE__*/ definePart(
  'dl',
  function PaymentStatusFigures({ view, ending, labels }) {
    if (!view || !ending?.figures) return undefined;
    const { approved, asked } = ending.figures;
    const rows = [
      [labels.completeTitle(view.operation), approved],
      [labels.askedFor, asked],
    ];
    return {
      className: 'tillkit-payment-status-figures',
      children: rows.map(([term, figure]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <bdi className="tillkit-figures">{figure}</bdi>
          </dd>
        </div>
      )),
    };
  },
);

/** How long ago it began. It ticks, so it stands outside every live region. */
export const PaymentStatusElapsed = /*#__PURE__*/ definePart('span', function PaymentStatusElapsed() {
  const view = useUnderWay();
  if (!view) return undefined;
  return {
    className: 'tillkit-payment-status-elapsed tillkit-figures',
    children: <ElapsedTime since={view.operation.createdAt} label={view.labels.elapsed} />,
  };
});

/** The amount, and how long the operation has been under way. */
export const PaymentStatusHead = /*#__PURE__*/ definePart('div', function PaymentStatusHead() {
  if (!useUnderWay()) return undefined;
  return {
    className: 'tillkit-payment-status-head',
    children: (
      <>
        <PaymentStatusAmount />
        <PaymentStatusElapsed />
      </>
    ),
  };
});

/** Warns where a reload would lose the operation. */
export const PaymentStatusNotDurable = /*#__PURE__*/ definePart('p', function PaymentStatusNotDurable() {
  const operations = useTerminalOperations();
  const view = useUnderWay();
  if (!view || operations.isDurable) return undefined;
  return { className: 'tillkit-hint', children: view.labels.notDurable };
});

export interface PaymentStatusNowProps extends PartProps<'p'> {}

/** What happens now; where nobody saw it start for a while, what to do about it. */
export const PaymentStatusNow = /*#__PURE__*/ forwardRef<HTMLParagraphElement, PaymentStatusNowProps>(
  function PaymentStatusNow(props, ref) {
    const view = useUnderWay();
    if (!view) return null;
    const { operation, labels, terminal, isStalled } = view;
    const { kind, phase, status } = operation;
    if (isStalled) {
      const children = (
        <>
          <Icon name="clock" />
          <p>{labels.stalled({ kind, terminal })}</p>
        </>
      );
      const own = { className: 'tillkit-notice', 'data-tone': 'attention', children };
      return <Part as="div" ref={ref} own={own} given={props} />;
    }
    const now = status === 'processing' ? labels.processingNow : labels.waitingNow;
    const own = {
      className: 'tillkit-payment-status-now',
      children: phase === 'sending' ? labels.sendingNow({ terminal }) : now({ kind, terminal }),
    };
    return <Part as="p" ref={ref} own={own} given={props} />;
  },
);

/** The outcome in a few words. It takes the focus where a button went with the change. */
export const PaymentStatusTitle = /*#__PURE__*/ definePart(
  'h2',
  function PaymentStatusTitle({ ending, heading }) {
    if (!ending) return undefined;
    const children = ending.figures ? (ending.heading ?? ending.title) : ending.title;
    return { className: 'tillkit-payment-status-title', tabIndex: -1, children, ref: heading };
  },
);

export interface PaymentStatusOutcomeState extends Pick<PaymentEnding, 'tone'> {}

/** What became of it, in the largest words of the view. */
export const PaymentStatusOutcome = /*#__PURE__*/ definePart(
  'div',
  function PaymentStatusOutcome({ ending }) {
    if (!ending) return undefined;
    return {
      className: 'tillkit-payment-status-outcome',
      children: (
        <>
          <span className="tillkit-payment-status-mark">
            <Icon name={ending.icon} />
          </span>
          <PaymentStatusTitle />
          <PaymentStatusAmount />
          <PaymentStatusFigures />
        </>
      ),
      state: { tone: ending.tone },
    };
  },
);

/** Shows the parts in it while the operation is under way. It has no element. */
export function PaymentStatusProgress({ children }: { children?: ReactNode }) {
  return useUnderWay() ? children : null;
}

interface OperationStatusProps extends PartProps<'section', PaymentStatusState>, OutcomeCallbacks {
  operation: TerminalOperation | undefined;
  labels?: Partial<PaymentStatusLabels> | undefined;
}

const OperationStatus = /*#__PURE__*/ forwardRef<HTMLElement, OperationStatusProps>(
  function OperationStatus(props, ref) {
    const { operation, labels: words, ...rest } = props;
    const given = withoutOutcomeCallbacks(rest);
    const labels = useLabels('paymentStatus', paymentStatus, words);
    const view = usePaymentView(operation, labels);
    const { heading, ...focusHandlers } = useOutcomeFocus(operation);
    usePaymentAnnouncement(view);
    useOutcome(operation, props);
    const own = {
      className: 'tillkit-payment-status tillkit-card',
      'data-tillkit': 'payment-status',
      'aria-label': labels.region,
      tabIndex: -1,
      ...focusHandlers,
    };
    const ending = view && paymentEnding(view);
    const value = { labels, view, ending, heading };
    return (
      <PaymentStatusContext.Provider value={value}>
        <Part as="section" ref={ref} own={own} given={given} state={stateOf(value)} />
      </PaymentStatusContext.Provider>
    );
  },
);

export interface PaymentStatusRootProps extends Omit<OperationStatusProps, 'operation'> {
  operationId: string;
}

/** Holds one operation for the parts in it, says its phases aloud and tells the host its outcome. */
export const PaymentStatusRoot = /*#__PURE__*/ forwardRef<HTMLElement, PaymentStatusRootProps>(
  function PaymentStatusRoot({ operationId, ...props }, ref) {
    return <OperationStatus {...props} operation={useOperation(operationId)} ref={ref} />;
  },
);

/** What happened and what to do next. */
export const PaymentStatusSentences = /*#__PURE__*/ definePart(
  'div',
  function PaymentStatusSentences({ ending }) {
    if (!ending?.sentences.length) return undefined;
    return {
      className: 'tillkit-payment-status-sentences',
      children: ending.sentences.map(({ text, isFromService }) => (
        <p key={text}>{isFromService ? <bdi>{text}</bdi> : text}</p>
      )),
    };
  },
);

/** Sent, at the terminal, result: where an operation is on its way. */
export const PaymentStatusSteps = /*#__PURE__*/ definePart('ol', function PaymentStatusSteps() {
  const view = useUnderWay();
  if (!view) return undefined;
  const { labels, operation } = view;
  const steps = [labels.stepSent, labels.stepTerminal, labels.stepResult];
  const current = operation.phase === 'sending' ? 0 : 1;
  return {
    className: 'tillkit-payment-status-steps',
    children: steps.map((label, index) => (
      <li
        key={label}
        className="tillkit-payment-status-step"
        data-step={index < current ? 'done' : index === current ? 'current' : 'next'}
        aria-current={index === current ? 'step' : undefined}
      >
        <span className="tillkit-payment-status-dot">{index < current && <Icon name="check" />}</span>
        {label}
      </li>
    )),
  };
});

/** Ends the waiting, not the payment: its outcome is unknown then. */
export const PaymentStatusStop = /*#__PURE__*/ definePart('button', function PaymentStatusStop() {
  const operations = useTerminalOperations();
  const view = useUnderWay();
  if (view?.operation.phase !== 'waiting') return undefined;
  return {
    type: 'button',
    className: 'tillkit-button',
    'data-variant': 'quiet',
    onClick: () => operations.stopWaiting(view.operation.id),
    children: view.labels.stopWaiting,
  };
});

/** What a person can do while the terminal is busy. */
export const PaymentStatusWaiting = /*#__PURE__*/ definePart('div', function PaymentStatusWaiting() {
  if (useUnderWay()?.operation.phase !== 'waiting') return undefined;
  return {
    className: 'tillkit-payment-status-waiting',
    children: (
      <>
        <PaymentStatusCheck />
        <PaymentStatusStop />
      </>
    ),
  };
});

export interface PaymentStatusProps extends Omit<PaymentStatusRootProps, 'children'> {
  /** What a person can do after the outcome, as a button for the next sale. */
  actions?: ReactNode;
}

/**
 * The life of one operation: steps while it is under way, then its outcome in words and what to do next. The ref is the region.
 *
 * @example
 * <PaymentStatus operationId={operation.id} />
 */
export const PaymentStatus = /*#__PURE__*/ forwardRef<HTMLElement, PaymentStatusProps>(function PaymentStatus(
  { actions, ...props },
  ref,
) {
  return (
    <PaymentStatusRoot {...props} ref={ref}>
      <AllParts actions={actions} />
    </PaymentStatusRoot>
  );
});

export interface FlowStatusProps extends Pick<PaymentStatusProps, 'actions' | 'onKeyDown'> {
  operation: TerminalOperation;
}

/** The same for an operation that a flow follows already. */
export const FlowStatus = /*#__PURE__*/ forwardRef<HTMLElement, FlowStatusProps>(function FlowStatus(
  { actions, ...props },
  ref,
) {
  return (
    <OperationStatus {...props} ref={ref}>
      <AllParts actions={actions} />
    </OperationStatus>
  );
});

function AllParts({ actions }: Pick<PaymentStatusProps, 'actions'>) {
  return (
    <>
      <PaymentStatusEmpty />
      <PaymentStatusProgress>
        <PaymentStatusHead />
        <PaymentStatusSteps />
        <PaymentStatusNow />
        <PaymentStatusConnection />
        <PaymentStatusNotDurable />
        <PaymentStatusWaiting />
      </PaymentStatusProgress>
      <PaymentStatusOutcome />
      <PaymentStatusSentences />
      <PaymentStatusAnomalies />
      <PaymentStatusDetails />
      <PaymentStatusUnknown />
      {actions && <PaymentStatusActions>{actions}</PaymentStatusActions>}
    </>
  );
}
