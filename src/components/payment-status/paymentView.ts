import {
  isRejectedForLackOfApproval,
  isPartlyApproved,
  type TerminalOperation,
} from '../../core/operations/terminalOperation.ts';
import type { Count } from '../../words/plural.ts';
import type { PaymentStatusLabels } from '../../words/words.ts';
import type { IconName } from '../kit/Icon.tsx';

/** The titles of outcomes, as a row of a list shows them. */
export type OutcomeTitles = Pick<
  PaymentStatusLabels,
  | 'completeTitle'
  | 'partialTitle'
  | 'failedTitle'
  | 'rejectedTitle'
  | 'approvalTitle'
  | 'resolvedTitle'
  | 'unknownTitle'
>;

/** An operation with everything needed to describe it. */
export interface PaymentView<Words = PaymentStatusLabels> {
  operation: TerminalOperation;
  labels: Words;
  terminal: string;
  /** Whether the service accepted the operation a while ago and the terminal has not been seen to start it. */
  isStalled: boolean;
  /**
   * The approved amount. If it is not known, or a person recorded that nothing was charged: the requested amount.
   * Undefined if the operation has no amount or is another operator's.
   */
  amount: string | undefined;
  asked: string | undefined;
  /** The part of the requested amount that was not approved. */
  due: string | undefined;
  tip: string | undefined;
  /** What was approved beyond the requested amount and the tip. */
  over: string | undefined;
  amountParts: Intl.NumberFormatPart[] | undefined;
  /** Date and time in the provider's zone; undefined while the zone is unknown, and for an unknown time. */
  formatTime: (at: number) => string | undefined;
  /** The time of day, with seconds. */
  formatClock: (at: number) => string | undefined;
  count: (value: number) => Count;
  /** Returns the view of a later state of the operation. */
  viewOf: (operation: TerminalOperation) => PaymentView<Words>;
}

export type ConnectionProblem = Exclude<TerminalOperation['connection'], 'ok'>;

/** The short description of an operation that has ended or is unknown. */
export interface PaymentOutcome {
  icon: IconName;
  tone: 'success' | 'danger' | 'attention' | 'neutral';
  title: string;
  /** How much of the amount was moved; undefined if that is unknown. */
  moved: 'all' | 'part' | 'none' | undefined;
}

/** An outcome in short; undefined while the operation is under way. With anomalies it is neither green nor red. */
export function paymentOutcome(view: PaymentView<OutcomeTitles>): PaymentOutcome | undefined {
  const outcome = outcomeOfPhase(view);
  if (!outcome || view.operation.anomalies.length === 0) return outcome;
  return { ...outcome, tone: 'attention', icon: outcome.icon === 'question' ? 'question' : 'alert' };
}

/** The outcome as a row shows it. The title names no amount, because the row itself shows the amount. */
export const rowOutcome = (view: PaymentView<OutcomeTitles>) => paymentOutcome({ ...view, asked: undefined });

const partly = { icon: 'part', tone: 'attention', moved: 'part' } as const;

function outcomeOfPhase(view: PaymentView<OutcomeTitles>): PaymentOutcome | undefined {
  const { operation, labels, amount: approved, asked } = view;
  const { kind, phase, resolution } = operation;
  switch (phase) {
    case 'sending':
    case 'waiting':
      return undefined;
    case 'complete':
      return { icon: 'check', tone: 'success', title: labels.completeTitle({ kind }), moved: 'all' };
    case 'partial':
      return { ...partly, title: labels.partialTitle({ kind, approved, asked }) };
    case 'failed':
      return { icon: 'close', tone: 'danger', title: labels.failedTitle, moved: 'none' };
    case 'rejected':
      return isRejectedForLackOfApproval(operation)
        ? { icon: 'minus', tone: 'attention', title: labels.approvalTitle, moved: 'none' }
        : { icon: 'minus', tone: 'danger', title: labels.rejectedTitle, moved: 'none' };
    case 'unknown':
      return { icon: 'question', tone: 'attention', title: labels.unknownTitle, moved: undefined };
    case 'resolved': {
      const charged = resolution?.charged ?? false;
      if (isPartlyApproved(operation))
        return { ...partly, title: labels.resolvedTitle({ kind, charged: true, approved, asked }) };
      return {
        icon: charged ? 'check' : 'minus',
        tone: 'neutral',
        title: labels.resolvedTitle({ kind, charged }),
        moved: charged ? 'all' : 'none',
      };
    }
  }
}
