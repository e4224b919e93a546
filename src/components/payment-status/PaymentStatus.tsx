'use client';
import { forwardRef, type ReactNode, useContext } from 'react';
import {
  isRejectedForLackOfApproval,
  type Refusal,
  type TerminalOperation,
} from '../../core/operations/terminalOperation.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { useOperation } from '../../hooks/useOperations.ts';
import { type OutcomeCallbacks, useOutcome, withoutOutcomeCallbacks } from '../../hooks/useOutcome.ts';
import { paymentStatus } from '../../words/enOutcomes.ts';
import type { CloseBatchLabels, PaymentStatusLabels } from '../../words/words.ts';
import { Icon, noticeContent } from '../kit/Icon.tsx';
import { MoneyText, widthOfAmount } from '../kit/MoneyText.tsx';
import { RefusalNotice } from '../kit/Question.tsx';
import { Part, type PartProps } from '../kit/part.tsx';
import { PaymentStatusApproval } from './approval.tsx';
import { PaymentStatusConnection, PaymentStatusDetails, PaymentStatusUnknown } from './unknown.tsx';
import { usePaymentAnnouncement } from './usePaymentAnnouncement.ts';
import {
  type ApprovalOptions,
  definePart,
  PaymentStatusContext,
  type PaymentStatusState,
  stateOf,
  TitleLevelContext,
  useOutcomeFocus,
  usePaymentView,
  useUnderWay,
} from './usePaymentStatus.ts';
import { type PaymentEnding, paymentEnding } from './paymentEnding.ts';
import {
  PaymentStatusElapsed,
  PaymentStatusNotDurable,
  PaymentStatusNow,
  PaymentStatusSteps,
  PaymentStatusWaiting,
} from './waiting.tsx';

/** What a person can do next. The drop-in shows the host's `actions` here, such as a button for the next customer. */
export const PaymentStatusActions = /*#__PURE__*/ definePart('div', function PaymentStatusActions() {
  return { className: 'tillkit-actions' };
});

/**
 * Says what went wrong besides the outcome. Until the outcome is known, the part says only that a person's answer was
 * refused.
 */
export const PaymentStatusAnomalies = /*#__PURE__*/ definePart(
  'div',
  function PaymentStatusAnomalies({ view, ending, labels }) {
    if (!view) return undefined;
    const { phase, anomalies } = view.operation;
    const ofOutcome: Record<string, string> = {
      'amount-mismatch': view.over ? labels.moreThanAsked({ over: view.over }) : labels.amountMismatch,
      contradiction: labels.contradiction,
      'contradicts-operator': labels.contradictsOperator,
      'duplicate-id': labels.duplicateId,
    };
    const sentences: Record<string, string> = {
      ...(ending && phase !== 'unknown' && ofOutcome),
      'resolution-refused': labels.resolutionRefused,
    };
    const found = anomalies.map((anomaly) => sentences[anomaly]).filter((sentence) => sentence !== undefined);
    if (found.length === 0) return undefined;
    return {
      className: 'tillkit-stack',
      children: found.map((sentence) => (
        <div className="tillkit-notice" data-tone="attention" key={sentence}>
          {noticeContent('alert', sentence)}
        </div>
      )),
    };
  },
);

/** Says that there is no such operation. */
export const PaymentStatusEmpty = /*#__PURE__*/ definePart(
  'p',
  function PaymentStatusEmpty({ view, labels }) {
    return view ? undefined : { className: 'tillkit-hint', children: labels.nothing };
  },
);

export interface PaymentStatusAmountState extends Partial<Pick<PaymentEnding, 'moved'>> {}

/** The operation's amount, if it has one. Hidden for another operator's operation, and if `Figures` shows two amounts. */
export const PaymentStatusAmount = /*#__PURE__*/ definePart(
  'p',
  function PaymentStatusAmount({ view, ending }) {
    if (!view?.amountParts || ending?.figures) return undefined;
    const state: PaymentStatusAmountState = { moved: ending?.moved };
    const money = <MoneyText parts={view.amountParts} />;
    return {
      className: ending ? 'tillkit-payment-status-sum' : 'tillkit-payment-status-amount',
      style: widthOfAmount(view.amountParts),
      // An amount that was not moved is struck through, unless another person's approval may still move it.
      children:
        ending?.moved === 'none' && !isRejectedForLackOfApproval(view.operation) ? <s>{money}</s> : money,
      state,
    };
  },
);

/** The approved and the requested amount, if they differ. */
export const PaymentStatusFigures = /*#__PURE__*/ definePart(
  'dl',
  function PaymentStatusFigures({ view, ending, labels }) {
    if (!view || !ending?.figures) return undefined;
    const { approved, asked } = ending.figures;
    const { operation } = view;
    const name = labels.completeTitle(operation);
    const isSaid = operation.kind === 'pay' && ending.title === name;
    const rows = [
      [isSaid ? labels.charged(operation) : name, approved],
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

/** The amount and the elapsed time. */
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

/** The outcome in a few words. If the outcome replaces the focused button, the title gets the focus. */
export const PaymentStatusTitle = /*#__PURE__*/ definePart(
  'h2',
  function PaymentStatusTitle({ ending, heading }) {
    const level = useContext(TitleLevelContext);
    if (!ending) return undefined;
    return {
      className: 'tillkit-payment-status-title',
      tabIndex: -1,
      'aria-level': level,
      children: ending.heading ?? ending.title,
      ref: heading,
    };
  },
);

export interface PaymentStatusOutcomeState extends Pick<PaymentEnding, 'tone'> {}

/** The outcome, in the largest text of the view. */
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

/** Shows its parts while the operation is under way. It renders no element of its own. */
export function PaymentStatusProgress({ children }: { children?: ReactNode }) {
  return useUnderWay() ? children : null;
}

interface OperationStatusProps
  extends PartProps<'section', PaymentStatusState>, OutcomeCallbacks, ApprovalOptions {
  operation: TerminalOperation | undefined;
  labels?: Partial<PaymentStatusLabels> | undefined;
}

const OperationStatus = /*#__PURE__*/ forwardRef<HTMLElement, OperationStatusProps>(
  function OperationStatus(props, ref) {
    const { operation, labels: words, onApprove, onApprovalCancel, ...rest } = props;
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
    const value = { labels, view, ending, heading, approval: { onApprove, onApprovalCancel } };
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

/** Provides one operation to the parts inside, announces its phases and reports its outcome to the host. */
export const PaymentStatusRoot = /*#__PURE__*/ forwardRef<HTMLElement, PaymentStatusRootProps>(
  function PaymentStatusRoot({ operationId, ...props }, ref) {
    return <OperationStatus {...props} operation={useOperation(operationId)} ref={ref} />;
  },
);

/** What happened and what to do next. */
export const PaymentStatusSentences = /*#__PURE__*/ definePart(
  'div',
  function PaymentStatusSentences({ ending, approval }) {
    const sentences = ending?.sentences.filter((one) => !one.isAtApproval || !approval.onApprove) ?? [];
    if (sentences.length === 0) return undefined;
    return {
      className: 'tillkit-payment-status-sentences',
      children: sentences.map(({ text, isFromService }) => (
        <p key={text}>{isFromService ? <bdi>{text}</bdi> : text}</p>
      )),
    };
  },
);

export interface PaymentStatusProps extends Omit<PaymentStatusRootProps, 'children'> {
  /** What a person can do after the outcome, such as a button for the next sale. */
  actions?: ReactNode;
}

/**
 * The life of one operation: its steps while it is under way, then its outcome and what to do next. The ref is the
 * region.
 *
 * @example
 * <PaymentStatus operationId={operation.id} />
 */
export const PaymentStatus = /*#__PURE__*/ forwardRef<HTMLElement, PaymentStatusProps>(function PaymentStatus(
  { operationId, ...props },
  ref,
) {
  return <FlowStatus {...props} operation={useOperation(operationId)} ref={ref} />;
});

type FlowStatusProps = Omit<OperationStatusProps, 'children'> & Pick<PaymentStatusProps, 'actions'>;

/** `PaymentStatus` for a caller that has the operation itself, not only its id. */
export const FlowStatus = /*#__PURE__*/ forwardRef<HTMLElement, FlowStatusProps>(function FlowStatus(
  { actions, ...props },
  ref,
) {
  return (
    <OperationStatus {...props} ref={ref}>
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
      <PaymentStatusApproval />
      <PaymentStatusAnomalies />
      <PaymentStatusUnknown />
      <PaymentStatusDetails />
      {actions && <PaymentStatusActions>{actions}</PaymentStatusActions>}
    </OperationStatus>
  );
});

interface StartRefusalProps {
  refusal: Refusal | undefined;
  /** The terminal's name. */
  terminal: string;
  labels: Pick<CloseBatchLabels, 'busyElsewhere' | 'noJournal' | 'tooSlow' | 'unreachable' | 'refused'>;
  /** The sentence above the operation that holds the terminal. Undefined if the caller shows that operation. */
  busy?: string | undefined;
}

/** Why nothing was sent. */
export function StartRefusal({ refusal, terminal, labels, busy }: StartRefusalProps) {
  const holder = useOperation(refusal?.operationId);
  switch (refusal?.code) {
    case undefined:
    case 'already-started':
      return null;
    case 'terminal-busy':
      if (!holder) return <RefusalNotice sentence={labels.busyElsewhere({ terminal })} />;
      return busy === undefined ? null : (
        <>
          <RefusalNotice sentence={busy} />
          <PaymentStatus operationId={holder.id} />
        </>
      );
    case 'no-journal':
      return <RefusalNotice sentence={refusal.isTooSlow ? labels.tooSlow : labels.noJournal} />;
    case 'unreachable':
      return <RefusalNotice sentence={labels.unreachable} />;
    case 'needs-confirmation':
    case 'not-allowed':
    case 'invalid-request':
      return <RefusalNotice sentence={labels.refused(refusal)} />;
  }
}
