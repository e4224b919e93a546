import type { IconName } from '../icon/Icon.tsx';
import { reasonSentence } from './reasonSentence.ts';
import type { PaymentView } from './usePaymentView.ts';

/** How an operation that is not under way is put: what it is called, what happened and what to do next. */
export interface PaymentEnding {
  icon: IconName;
  tone: 'success' | 'danger' | 'attention' | 'neutral';
  title: string;
  /** Ours, or the service's own. */
  sentences: { text: string; isFromService?: boolean }[];
}

/** Undefined while the operation is under way. */
export function paymentEnding(view: PaymentView): PaymentEnding | undefined {
  const { operation, labels, count } = view;
  const { kind, phase, message, resolution, reason, seenProcessing } = operation;
  switch (phase) {
    case 'sending':
    case 'waiting':
      return undefined;
    case 'complete':
      return {
        icon: 'check',
        tone: 'success',
        title: labels.completeTitle({ kind }),
        sentences: completion(view),
      };
    case 'partial':
      return {
        icon: 'alert',
        tone: 'attention',
        title: labels.partialTitle({ kind, approved: view.amount, asked: view.asked }),
        sentences: view.due ? [{ text: labels.partialDue({ kind, due: view.due }) }] : [],
      };
    case 'failed':
      return {
        icon: 'close',
        tone: 'danger',
        title: labels.failedTitle,
        sentences: [...fromService(message), { text: labels.failedAdvice({ kind }) }],
      };
    case 'rejected':
      return {
        icon: 'minus',
        tone: 'danger',
        title: labels.rejectedTitle,
        sentences: rejection({ operation, labels, count }),
      };
    case 'unknown':
      // Nothing of the service's: its words might sound like an outcome.
      return {
        icon: 'question',
        tone: 'attention',
        title: labels.unknownTitle,
        sentences: [
          { text: labels.unknownSentence({ kind }) },
          ...(reason ? [{ text: reasonSentence(reason, labels) }] : []),
          { text: `${seenProcessing ? labels.seenProcessing : labels.notSeenProcessing}.` },
        ],
      };
    case 'resolved':
      return {
        icon: 'check',
        tone: 'neutral',
        title: labels.resolvedTitle({ kind, charged: resolution?.charged ?? false }),
        sentences: resolution ? [{ text: labels.resolvedSentence({ basis: resolution.basis }) }] : [],
      };
  }
}

function rejection({
  operation: { error },
  labels,
  count,
}: Pick<PaymentView, 'operation' | 'labels' | 'count'>): PaymentEnding['sentences'] {
  if (error?.code === 'invalid-input' || error?.code === 'configuration') {
    return [
      { text: labels.notSent },
      { text: labels.notSentReason({ code: error.code, field: error.field }) },
    ];
  }
  const isGatewayDown = error?.operationState === 'not-seen' && (error.status ?? 0) >= 500;
  if (error?.code === 'unanswered' || error?.code === 'aborted' || isGatewayDown)
    return [{ text: labels.notArrived }, ...fromService(error.serviceMessage)];
  const isAuth = error?.status === 401 || error?.status === 403;
  if (error?.status === 429) {
    const seconds = Math.ceil((error.retryAfterMs ?? 60_000) / 1000);
    return [{ text: labels.rejectedSentence }, { text: labels.rejectedWait({ seconds: count(seconds) }) }];
  }
  return [
    { text: labels.rejectedSentence },
    ...fromService(error?.serviceMessage),
    { text: isAuth ? labels.rejectedSignIn : labels.rejectedAdvice },
  ];
}

/** Where what was done is easily taken for more. */
function completion({ operation: { kind }, labels, tip }: PaymentView): PaymentEnding['sentences'] {
  const sentences = tip ? [{ text: labels.withTip({ tip }) }] : [];
  if (kind === 'preAuth') return [...sentences, { text: labels.authorizedSentence }];
  return kind === 'closeBatch' ? [{ text: labels.batchClosedSentence }] : sentences;
}

function fromService(text: string | undefined): PaymentEnding['sentences'] {
  return text ? [{ text, isFromService: true }] : [];
}
