'use client';
import { createContext, type RefObject, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { messageWithoutFieldPath } from '../../core/errors.ts';
import { createListeners } from '../../core/listeners.ts';
import { formatCentsToParts } from '../../core/money/formatCents.ts';
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
import { amountText, useMoney } from '../amount-field/useAmountField.ts';
import type { IconName } from '../kit/Icon.tsx';
import { partsOf, usePartContext } from '../kit/part.tsx';
import { shownText, useTerminalTitle } from '../terminal-picker/useTerminalList.ts';

// Terminals that wake up late start within some ten seconds.
const longMs = 20_000;

/** Whether it is long since then (epoch ms) for somebody who waits. */
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

/** Whether an operation was accepted a while ago and nobody saw it start, though the service answers. */
function useStalled(operation: Partial<TerminalOperation> = {}): boolean {
  const { phase, status, seenProcessing, connection, createdAt, acceptedAt = createdAt } = operation;
  const isQuiet = phase === 'waiting' && !seenProcessing && (status === undefined || status === 'received');
  return useIsLong(isQuiet ? acceptedAt : undefined) && connection === 'ok';
}

/** An operation with everything that is needed to put it into words. */
export interface PaymentView {
  operation: TerminalOperation;
  labels: PaymentStatusLabels;
  terminal: string;
  /** Accepted a while ago, and not seen to be worked on. */
  isStalled: boolean;
  /** What was approved, else what was asked for; what was asked for too if a person recorded no charge. Undefined where there is none, or it is another operator's. */
  amount: string | undefined;
  asked: string | undefined;
  /** What was asked for and not approved. */
  due: string | undefined;
  tip: string | undefined;
  /** What was approved, is no tip, and nobody asked for. */
  over: string | undefined;
  amountParts: Intl.NumberFormatPart[] | undefined;
  /** Day and time in the provider's zone; undefined until the zone is known. */
  formatTime: (at: number) => string | undefined;
  /** The time of day, with seconds. */
  formatClock: (at: number) => string | undefined;
  count: (value: number) => Count;
  /** The same words about what became of it since. */
  viewOf: (operation: TerminalOperation) => PaymentView;
}

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
      // It may have been asked for under another provider.
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

// What the service said is in doubt, or it says no more: then what it booked comes before what the terminal shows.
const bookedFirst: readonly (UnknownReason | undefined)[] = ['gone', 'contradiction', 'duplicate-id'];

/** A place where a person finds out what became of an operation, and what to do there. */
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

/** Why nobody knows yet: each reason has its own sentence. */
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

/** How an operation that is not under way is put: what it is called, what happened and what to do next. */
export interface PaymentEnding {
  icon: IconName;
  tone: 'success' | 'danger' | 'attention' | 'neutral';
  title: string;
  /** In place of the title at the head of the card. */
  heading?: string;
  /** Whether the amount was moved. Undefined where nobody knows. */
  moved: 'all' | 'part' | 'none' | undefined;
  /** What was approved and what was asked for, where they differ for no tip. */
  figures?: { approved: string; asked: string } | undefined;
  /** Ours, or the service's own. */
  sentences: { text: string; isFromService?: boolean }[];
}

/** Undefined while the operation is under way. What was told in two ways is never green, nor red. */
export function paymentEnding(view: PaymentView): PaymentEnding | undefined {
  const ending = plainEnding(view);
  if (!ending || view.operation.anomalies.length === 0) return ending;
  return { ...ending, tone: 'attention', icon: ending.icon === 'question' ? 'question' : 'alert' };
}

function plainEnding(view: PaymentView): PaymentEnding | undefined {
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
        sentences: completion(view),
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
        sentences: rejection({ operation, labels, count }),
      };
    case 'unknown':
      // Nothing of the service's: its words might sound like an outcome.
      return {
        icon: 'question',
        tone: 'attention',
        title: labels.unknownTitle,
        heading: labels.unknownSentence({ kind }),
        moved: undefined,
        sentences: reason ? [{ text: reasonSentence(reason, labels) }] : [],
      };
    case 'resolved':
      return isPartlyApproved(operation) ? recordedPart(view) : recorded(view);
  }
}

function recorded(view: PaymentView): PaymentEnding {
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

/** A person saw the charge, and the service had named less than was asked for. */
function recordedPart(view: PaymentView): PaymentEnding {
  const { labels, amount: approved, asked, due } = view;
  const { kind } = view.operation;
  const { title: heading, sentences } = recorded(view);
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

function rejection({
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
    const { code, field } = error.refusal;
    return [{ text: labels.keptBack({ code, field }) }];
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
    // For a void nothing was entered.
    ...(isAuth || kind !== 'void' ? [{ text: isAuth ? labels.rejectedSignIn : labels.rejectedAdvice }] : []),
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

/** Calls all that tick by one clock in one turn, every second, so that they are drawn together. */
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
    /** The same within one turn: React asks twice, and a second may end in between. */
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

/** What the time by a clock (epoch ms) comes to, looked at every second; drawn again where it comes to something else. */
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
  /** Undefined where there is no such operation, or the journal is not read yet. */
  view: PaymentView | undefined;
  /** Undefined while the operation is under way. */
  ending: PaymentEnding | undefined;
  /** Takes the focus where a button went with the change. */
  heading: RefObject<HTMLHeadingElement | null>;
}

export const PaymentStatusContext = /*#__PURE__*/ createContext<ShownPayment | null>(null);

/** The operation a part shows. Throws outside of a `PaymentStatus.Root`. */
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
  // The word "failed" has no place where the outcome is unknown.
  const isMisleading = phase === 'unknown' && status !== 'timeout';
  return { empty: false, phase, kind, reason, status: isMisleading ? undefined : status, connection };
};

export const definePart = /*#__PURE__*/ partsOf(usePaymentStatusContext, stateOf);

/** The operation a part shows, until it has an outcome. */
export function useUnderWay(): PaymentView | undefined {
  const { view, ending } = usePaymentStatusContext();
  return ending ? undefined : view;
}
