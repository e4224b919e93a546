import { serviceMessageWithoutFieldPath } from '../../core/errors.ts';
import { isPartlyApproved, type UnknownReason } from '../../core/operations/terminalOperation.ts';
import type { PaymentStatusLabels } from '../../words/words.ts';
import { paymentOutcome, type PaymentOutcome, type PaymentView } from './paymentView.ts';

/** The label of each reason why the outcome is unknown. */
const reasonLabels = {
  'no-response': 'reasonNoResponse',
  'bad-response': 'reasonBadResponse',
  conflict: 'reasonConflict',
  'http-error': 'reasonHttpError',
  redirect: 'reasonRedirect',
  reloaded: 'reasonReloaded',
  'service-timeout': 'reasonServiceTimeout',
  stopped: 'reasonStopped',
  'max-wait': 'reasonMaxWait',
  gone: 'reasonGone',
  'unrecognised-status': 'reasonUnrecognisedStatus',
  contradiction: 'reasonContradiction',
  'duplicate-id': 'reasonDuplicateId',
} as const satisfies Record<UnknownReason, keyof PaymentStatusLabels>;

interface EndingDetails {
  /** Shown by `PaymentStatus.Title` in place of the outcome's `title`. */
  heading?: string | undefined;
  /** The approved and the requested amount, if they differ by more than the tip. */
  figures?: { approved: string; asked: string } | undefined;
  /** The kit's sentences, and the service's own. */
  sentences: {
    text: string;
    isFromService?: boolean;
    /** The sentence is hidden where the host gives `onApprove`: `PaymentStatus.Approval` says the same there. */
    isAtApproval?: boolean;
  }[];
}

/** What is said of an operation that has ended or is unknown. */
export interface PaymentEnding extends PaymentOutcome, EndingDetails {}

/** What is said of an outcome, even of an unknown one. Undefined while the operation is under way. */
export function paymentEnding(view: PaymentView): PaymentEnding | undefined {
  const outcome = paymentOutcome(view);
  return outcome && { ...outcome, ...detailsOf(view) };
}

function detailsOf(view: PaymentView): EndingDetails {
  const { operation, labels } = view;
  const { kind, phase, message, reason } = operation;
  switch (phase) {
    case 'sending':
    case 'waiting':
      return { sentences: [] };
    case 'complete':
      return { figures: view.over ? figuresOf(view) : undefined, sentences: completionSentences(view) };
    case 'partial':
      return {
        // If nothing was approved, the heading "partly" would be wrong. The title with both amounts is shown instead.
        heading:
          operation.confirmedCents === 0
            ? undefined
            : labels.partialTitle({ kind, approved: undefined, asked: undefined }),
        figures: figuresOf(view),
        sentences: dueSentences(view),
      };
    case 'failed':
      return { sentences: [...fromService(message), { text: labels.failedAdvice({ kind }) }] };
    case 'rejected':
      return { sentences: rejectionSentences(view) };
    case 'unknown':
      // The service's own words might sound like an outcome, so they are not shown while the outcome is unknown.
      return {
        heading: labels.unknownSentence({ kind }),
        sentences: reason ? [{ text: labels[reasonLabels[reason]] }] : [],
      };
    case 'resolved':
      return resolvedDetails(view);
  }
}

function resolvedDetails(view: PaymentView): EndingDetails {
  const { operation, labels, over } = view;
  const { kind, resolution } = operation;
  const charged = resolution?.charged ?? false;
  const sentences = resolution ? [{ text: labels.resolvedSentence({ basis: resolution.basis }) }] : [];
  if (!isPartlyApproved(operation))
    return { figures: charged && over ? figuresOf(view) : undefined, sentences };
  return {
    heading: labels.resolvedTitle({ kind, charged }),
    figures: figuresOf(view),
    sentences: [...sentences, ...dueSentences(view)],
  };
}

const dueSentences = ({ operation: { kind }, labels, due }: PaymentView): EndingDetails['sentences'] =>
  due ? [{ text: labels.partialDue({ kind, due }) }] : [];

function figuresOf({ amount: approved, asked }: PaymentView): EndingDetails['figures'] {
  return approved === undefined || asked === undefined ? undefined : { approved, asked };
}

function rejectionSentences({ operation, labels, count }: PaymentView): EndingDetails['sentences'] {
  const { error, kind } = operation;
  if (error?.code === 'invalid-input' || error?.code === 'configuration') {
    return [
      { text: labels.notSent },
      { text: labels.notSentReason({ code: error.code, field: error.field }) },
    ];
  }
  if (error?.refusal) {
    const { code, field, message } = error.refusal;
    const keptBack = labels.keptBack({ code, field });
    if (code !== 'needs-approval') return [{ text: keptBack }];
    const isWrongCode = field !== undefined;
    return [
      { text: keptBack, isAtApproval: isWrongCode },
      { text: message, isFromService: true, isAtApproval: true },
    ];
  }
  const isNotSent = error?.operationState === 'not-seen';
  const isGatewayDown = isNotSent && (error.status ?? 0) >= 500;
  if (error?.code === 'unanswered' || error?.code === 'aborted' || isGatewayDown)
    return [{ text: labels.notArrived }, ...fromService(serviceMessageWithoutFieldPath(error))];
  const isAuth = error?.status === 401 || error?.status === 403;
  // What the gateway itself refused never came to the payment service.
  const nothingHappened = { text: isNotSent ? labels.notArrived : labels.rejectedSentence };
  if (error?.status === 429) {
    const seconds = Math.ceil((error.retryAfterMs ?? 60_000) / 1000);
    return [nothingHappened, { text: labels.rejectedWait({ seconds: count(seconds) }) }];
  }
  return [
    nothingHappened,
    ...fromService(error && serviceMessageWithoutFieldPath(error)),
    // The advice: to correct the sign-in or the entered values. A void has no entered values.
    ...(isAuth || kind !== 'void' ? [{ text: isAuth ? labels.rejectedSignIn : labels.rejectedAdvice }] : []),
  ];
}

/** The tip, and what a completed operation does not mean: a hold is not charged, a closed batch is not paid out yet. */
function completionSentences({ operation: { kind }, labels, tip }: PaymentView): EndingDetails['sentences'] {
  const sentences = tip ? [{ text: labels.withTip({ tip }) }] : [];
  if (kind === 'preAuth') return [...sentences, { text: labels.authorizedSentence }];
  return kind === 'closeBatch' ? [{ text: labels.batchClosedSentence }] : sentences;
}

function fromService(text: string | undefined): EndingDetails['sentences'] {
  return text ? [{ text, isFromService: true }] : [];
}
