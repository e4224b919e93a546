'use client';
import { createContext, type RefObject, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { messageWithoutFieldPath } from '../../core/errors.ts';
import { createListeners } from '../../core/listeners.ts';
import { formatCentsToParts } from '../../core/money/formatCents.ts';
import type { RecordedOperation } from '../../core/operations/recorded.ts';
import {
  approvedCents,
  isPartlyApproved,
  type ResolutionBasis,
  type TerminalOperation,
  type UnknownReason,
} from '../../core/operations/terminalOperation.ts';
import type { Clock, TimerHandle } from '../../core/time.ts';
import { useCount } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { Count } from '../../words/plural.ts';
import type { PaymentStatusLabels } from '../../words/words.ts';
import { amountText, useMoney } from '../kit/useMoney.ts';
import type { IconName } from '../kit/Icon.tsx';
import { partsOf, usePartContext } from '../kit/part.tsx';
import { shownText, useTerminalTitle } from '../terminal-picker/useTerminalList.ts';

// A terminal that wakes from standby starts within about ten seconds.
const longMs = 20_000;

/** Whether 20 seconds have passed since a time (epoch ms). */
export function useIsLong(since: number | undefined): boolean {
  const { clock } = usePaymentsContext();
  const [longSince, setLongSince] = useState<number>();
  useEffect(() => {
    if (since === undefined) return undefined;
    const left = Math.max(0, since + longMs - clock.now());
    const timer = clock.setTimeout(() => setLongSince(since), left);
    return () => clock.clearTimeout(timer);
  }, [clock, since]);
  return since !== undefined && longSince === since;
}

/** Whether an operation was accepted a while ago and was not seen to start, although the service answers. */
function useStalled(operation: Partial<TerminalOperation> = {}): boolean {
  const { phase, status, seenProcessing, connection, createdAt, acceptedAt = createdAt } = operation;
  const isQuiet = phase === 'waiting' && !seenProcessing && (status === undefined || status === 'received');
  return useIsLong(isQuiet ? acceptedAt : undefined) && connection === 'ok';
}

/** An operation with everything needed to describe it. */
export interface PaymentView {
  operation: TerminalOperation;
  labels: PaymentStatusLabels;
  terminal: string;
  /** Accepted a while ago, and not seen to start. */
  isStalled: boolean;
  /**
   * The approved amount, else the requested one. If a person recorded no charge, the requested one. Undefined if
   * there is none or the operation is another operator's.
   */
  amount: string | undefined;
  asked: string | undefined;
  /** The part of the requested amount that was not approved. */
  due: string | undefined;
  tip: string | undefined;
  /** What was approved beyond the requested amount and the tip. */
  over: string | undefined;
  amountParts: Intl.NumberFormatPart[] | undefined;
  /** Date and time in the provider's zone; undefined until the zone is known. */
  formatTime: (at: number) => string | undefined;
  /** The time of day, with seconds. */
  formatClock: (at: number) => string | undefined;
  count: (value: number) => Count;
  /** The same view of a later state of the operation. */
  viewOf: (operation: TerminalOperation) => PaymentView;
}

/** An operation of the record, with the fields that only a page has. */
export const pageOperation = (operation: RecordedOperation | TerminalOperation): TerminalOperation =>
  'flowKey' in operation ? operation : { ...operation, connection: 'ok', flowKey: '' };

export function usePaymentView(operation: TerminalOperation, labels: PaymentStatusLabels): PaymentView;

export function usePaymentView(
  operation: TerminalOperation | undefined,
  labels: PaymentStatusLabels,
): PaymentView | undefined;

export function usePaymentView(
  operation: TerminalOperation | undefined,
  labels: PaymentStatusLabels,
): PaymentView | undefined {
  const { locale, timeZone } = usePaymentsContext();
  const { currency } = useMoney();
  const terminal = useTerminalTitle(operation?.terminalId ?? '');
  const count = useCount();
  const isStalled = useStalled(operation);
  const viewOf = useMemo(() => {
    const dateTime =
      timeZone && new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
    const clock = timeZone && new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'medium' });
    const view = (shown: TerminalOperation, stalled = false): PaymentView => {
      // The operation may have another provider's currency.
      const format = { locale, currency: shown.currency ?? currency };
      const text = (cents: number | undefined) =>
        cents === undefined ? undefined : amountText(formatCentsToParts(cents, format));
      const textAbove0 = (cents: number) => text(cents > 0 ? cents : undefined);
      const { amountCents: asked, tipCents: tip } = shown;
      const isNotCharged = shown.phase === 'resolved' && shown.resolution?.charged === false;
      const confirmed = isNotCharged ? asked : approvedCents(shown);
      const over = (confirmed ?? 0) - (asked ?? confirmed ?? 0);
      return {
        operation: shown,
        labels,
        terminal,
        isStalled: stalled,
        amount: text(confirmed),
        asked: text(asked),
        due: textAbove0(-over),
        tip: text(tip),
        over: textAbove0(over - (tip ?? 0)),
        amountParts: confirmed === undefined ? undefined : formatCentsToParts(confirmed, format),
        formatTime: (at) => (dateTime ? dateTime.format(at) : undefined),
        formatClock: (at) => (clock ? clock.format(at) : undefined),
        count,
        viewOf: view,
      };
    };
    return view;
  }, [labels, terminal, currency, count, locale, timeZone]);
  return useMemo(() => operation && viewOf(operation, isStalled), [operation, viewOf, isStalled]);
}

// For these reasons the service's last word is in doubt or missing, so what it booked is looked up before the
// terminal's screen.
const bookedFirst: readonly (UnknownReason | undefined)[] = ['gone', 'contradiction', 'duplicate-id'];

/** A place where a person finds out the outcome, and what to do there. */
export interface Place {
  basis: ResolutionBasis;
  text: string;
}

/** Where to look, the best place first. */
export function placesOf({ operation, labels, terminal, amount }: PaymentView): Place[] {
  const { kind, reason } = operation;
  const orderNumber = shownText(operation.orderNumber) || undefined;
  const places: Place[] = [
    { basis: 'terminal-screen', text: labels.findOnTerminal({ terminal }) },
    { basis: 'receipt', text: kind === 'closeBatch' ? labels.findOnReport : labels.findOnReceipt },
    { basis: 'back-office', text: labels.findInBackOffice({ kind, orderNumber, amount }) },
  ];
  const sorted = bookedFirst.includes(reason) ? places.toReversed() : places;
  return [...sorted, { basis: 'other', text: labels.findElsewhere({ kind }) }];
}

/** Why the outcome is unknown. Each reason has its own sentence. */
function reasonSentence(reason: UnknownReason, labels: PaymentStatusLabels): string {
  switch (reason) {
    case 'no-response':
      return labels.reasonNoResponse;
    case 'bad-response':
      return labels.reasonBadResponse;
    case 'conflict':
      return labels.reasonConflict;
    case 'http-error':
      return labels.reasonHttpError;
    case 'redirect':
      return labels.reasonRedirect;
    case 'reloaded':
      return labels.reasonReloaded;
    case 'service-timeout':
      return labels.reasonServiceTimeout;
    case 'stopped':
      return labels.reasonStopped;
    case 'max-wait':
      return labels.reasonMaxWait;
    case 'gone':
      return labels.reasonGone;
    case 'unrecognised-status':
      return labels.reasonUnrecognisedStatus;
    case 'contradiction':
      return labels.reasonContradiction;
    case 'duplicate-id':
      return labels.reasonDuplicateId;
  }
}

/** How an operation that has ended or is unknown is described. */
export interface PaymentEnding {
  icon: IconName;
  tone: 'success' | 'danger' | 'attention' | 'neutral';
  title: string;
  /** Replaces the title at the head of the card. */
  heading?: string;
  /** How much of the amount was moved; undefined if that is unknown. */
  moved: 'all' | 'part' | 'none' | undefined;
  /** The approved and the requested amount, if they differ by more than the tip. */
  figures?: { approved: string; asked: string } | undefined;
  /** Our sentences, or the service's own. */
  sentences: { text: string; isFromService?: boolean }[];
}

/** Undefined while the operation is under way. An operation with anomalies is never shown in green or red. */
export function paymentEnding(view: PaymentView): PaymentEnding | undefined {
  const ending = endingOfPhase(view);
  if (!ending || view.operation.anomalies.length === 0) return ending;
  return { ...ending, tone: 'attention', icon: ending.icon === 'question' ? 'question' : 'alert' };
}

function endingOfPhase(view: PaymentView): PaymentEnding | undefined {
  const { operation, labels, count } = view;
  const { kind, phase, message, reason } = operation;
  switch (phase) {
    case 'sending':
    case 'waiting':
      return undefined;
    case 'complete':
      return {
        icon: 'check',
        tone: 'success',
        title: labels.completeTitle({ kind }),
        moved: 'all',
        figures: view.over ? figuresOf(view) : undefined,
        sentences: completionSentences(view),
      };
    case 'partial':
      return {
        icon: 'part',
        tone: 'attention',
        title: labels.partialTitle({ kind, approved: view.amount, asked: view.asked }),
        heading: labels.partialTitle({ kind, approved: undefined, asked: undefined }),
        moved: 'part',
        figures: figuresOf(view),
        sentences: view.due ? [{ text: labels.partialDue({ kind, due: view.due }) }] : [],
      };
    case 'failed':
      return {
        icon: 'close',
        tone: 'danger',
        title: labels.failedTitle,
        moved: 'none',
        sentences: [...fromService(message), { text: labels.failedAdvice({ kind }) }],
      };
    case 'rejected':
      return {
        icon: 'minus',
        tone: 'danger',
        title: labels.rejectedTitle,
        moved: 'none',
        sentences: rejectionSentences({ operation, labels, count }),
      };
    case 'unknown':
      // The service's own words are not shown: they might sound like an outcome.
      return {
        icon: 'question',
        tone: 'attention',
        title: labels.unknownTitle,
        heading: labels.unknownSentence({ kind }),
        moved: undefined,
        sentences: reason ? [{ text: reasonSentence(reason, labels) }] : [],
      };
    case 'resolved':
      return isPartlyApproved(operation) ? partlyResolvedEnding(view) : resolvedEnding(view);
  }
}

function resolvedEnding(view: PaymentView): PaymentEnding {
  const { labels, over } = view;
  const { kind, resolution } = view.operation;
  const charged = resolution?.charged ?? false;
  return {
    icon: charged ? 'check' : 'minus',
    tone: 'neutral',
    title: labels.resolvedTitle({ kind, charged }),
    moved: charged ? 'all' : 'none',
    figures: charged && over ? figuresOf(view) : undefined,
    sentences: resolution ? [{ text: labels.resolvedSentence({ basis: resolution.basis }) }] : [],
  };
}

/** A person recorded the charge, and the service had approved less than requested. */
function partlyResolvedEnding(view: PaymentView): PaymentEnding {
  const { labels, amount: approved, asked, due } = view;
  const { kind } = view.operation;
  const { title: heading, sentences } = resolvedEnding(view);
  return {
    icon: 'part',
    tone: 'attention',
    title: labels.resolvedTitle({ kind, charged: true, approved, asked }),
    heading,
    moved: 'part',
    figures: figuresOf(view),
    sentences: [...sentences, ...(due ? [{ text: labels.partialDue({ kind, due }) }] : [])],
  };
}

function figuresOf({ amount: approved, asked }: PaymentView): PaymentEnding['figures'] {
  return approved === undefined || asked === undefined ? undefined : { approved, asked };
}

function rejectionSentences({
  operation: { error, kind },
  labels,
  count,
}: Pick<PaymentView, 'operation' | 'labels' | 'count'>): PaymentEnding['sentences'] {
  if (error?.code === 'invalid-input' || error?.code === 'configuration') {
    return [
      { text: labels.notSent },
      { text: labels.notSentReason({ code: error.code, field: error.field }) },
    ];
  }
  if (error?.refusal) {
    const { code, field, message } = error.refusal;
    // The host says in its own words why another person must approve.
    const reason = code === 'needs-approval' ? message : undefined;
    return [{ text: labels.keptBack({ code, field }) }, ...fromService(reason)];
  }
  const isGatewayDown = error?.operationState === 'not-seen' && (error.status ?? 0) >= 500;
  if (error?.code === 'unanswered' || error?.code === 'aborted' || isGatewayDown)
    return [{ text: labels.notArrived }, ...fromService(messageWithoutFieldPath(error))];
  const isAuth = error?.status === 401 || error?.status === 403;
  if (error?.status === 429) {
    const seconds = Math.ceil((error.retryAfterMs ?? 60_000) / 1000);
    return [{ text: labels.rejectedSentence }, { text: labels.rejectedWait({ seconds: count(seconds) }) }];
  }
  return [
    { text: labels.rejectedSentence },
    ...fromService(error && messageWithoutFieldPath(error)),
    // For a void no input can be corrected.
    ...(isAuth || kind !== 'void' ? [{ text: isAuth ? labels.rejectedSignIn : labels.rejectedAdvice }] : []),
  ];
}

/** Sentences that keep a result from being taken for more than it is. */
function completionSentences({ operation: { kind }, labels, tip }: PaymentView): PaymentEnding['sentences'] {
  const sentences = tip ? [{ text: labels.withTip({ tip }) }] : [];
  if (kind === 'preAuth') return [...sentences, { text: labels.authorizedSentence }];
  return kind === 'closeBatch' ? [{ text: labels.batchClosedSentence }] : sentences;
}

function fromService(text: string | undefined): PaymentEnding['sentences'] {
  return text ? [{ text, isFromService: true }] : [];
}

/** Notifies all listeners of one clock together, once a second, so that they render together. */
function createTicker(clock: Clock) {
  const listeners = createListeners();
  let timer: TimerHandle;
  let now: number | undefined;
  const tick = () => {
    timer = clock.setTimeout(tick, 1000);
    now = undefined;
    listeners.notify();
  };
  return {
    /** The same value within one task: React reads it twice, and a second may end in between. */
    now() {
      if (now === undefined) {
        now = clock.now();
        queueMicrotask(() => (now = undefined));
      }
      return now;
    },
    subscribe: (listener: () => void) => {
      if (listeners.isEmpty()) timer = clock.setTimeout(tick, 1000);
      const leave = listeners.add(listener);
      return () => {
        leave();
        if (listeners.isEmpty()) clock.clearTimeout(timer);
      };
    },
  };
}

const tickers = /*#__PURE__*/ new WeakMap<Clock, ReturnType<typeof createTicker>>();

/**
 * A value computed from the clock's time (epoch ms) every second. The component renders again only if the value
 * changes.
 */
export function useTicking<Value extends string | number | undefined>(
  clock: Clock,
  read: (now: number) => Value,
): Value {
  const ticker = tickers.get(clock) ?? createTicker(clock);
  tickers.set(clock, ticker);
  const look = () => read(ticker.now());
  return useSyncExternalStore(ticker.subscribe, look, look);
}

export interface ShownPayment {
  labels: PaymentStatusLabels;
  /** Undefined if there is no such operation, or the journal has not been read yet. */
  view: PaymentView | undefined;
  /** Undefined while the operation is under way. */
  ending: PaymentEnding | undefined;
  /** Takes the focus if the focused button disappeared with the change. */
  heading: RefObject<HTMLHeadingElement | null>;
}

export const PaymentStatusContext = /*#__PURE__*/ createContext<ShownPayment | null>(null);

/** The operation around a part. Throws outside of a `PaymentStatus.Root`. */
export function usePaymentStatusContext(): ShownPayment {
  return usePartContext(PaymentStatusContext, 'PaymentStatus.Root');
}

export interface PaymentStatusState extends Partial<
  Pick<TerminalOperation, 'phase' | 'kind' | 'reason' | 'status' | 'connection'>
> {
  /** There is no such operation. */
  empty: boolean;
}

export const stateOf = ({ view }: ShownPayment): PaymentStatusState => {
  if (!view) return { empty: true };
  const { phase, kind, reason, status, connection } = view.operation;
  // The service's status would show "failed" although the outcome is unknown.
  const isMisleading = phase === 'unknown' && status !== 'timeout';
  return { empty: false, phase, kind, reason, status: isMisleading ? undefined : status, connection };
};

export const definePart = /*#__PURE__*/ partsOf(usePaymentStatusContext, stateOf);

/** The view of an operation that is under way; undefined once it has ended or is unknown. */
export function useUnderWay(): PaymentView | undefined {
  const { view, ending } = usePaymentStatusContext();
  return ending ? undefined : view;
}
