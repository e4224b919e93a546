'use client';
import {
  createContext,
  type FocusEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createListeners } from '../../core/listeners.ts';
import type {
  ResolutionBasis,
  StartResult,
  TerminalOperation,
  UnknownReason,
} from '../../core/operations/terminalOperation.ts';
import type { Clock, TimerHandle } from '../../core/time.ts';
import { statePerOperations, useTerminalOperations } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { PaymentStatusLabels } from '../../words/words.ts';
import { isFocusLost, partsOf, usePartContext } from '../kit/part.tsx';
import { shownText } from '../kit/shownText.ts';
import { useTerminalTitle } from '../terminal-picker/useTerminalList.ts';
import { type PaymentEnding } from './paymentEnding.ts';
import type { PaymentView } from './paymentView.ts';
import { useViewOf } from './useViewOf.ts';

/** The heading level of the title, if it is not 2. In the row of a list, it is 3: the list's heading is above. */
export const TitleLevelContext = /*#__PURE__*/ createContext<number | undefined>(undefined);

// How long is long (ms): a terminal wakes from standby in about ten seconds.
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

export function usePaymentView(operation: TerminalOperation, labels: PaymentStatusLabels): PaymentView;

export function usePaymentView(
  operation: TerminalOperation | undefined,
  labels: PaymentStatusLabels,
): PaymentView | undefined;

export function usePaymentView(
  operation: TerminalOperation | undefined,
  labels: PaymentStatusLabels,
): PaymentView | undefined {
  const viewOf = useViewOf(labels, useTerminalTitle(operation?.terminalId ?? ''));
  const isStalled = useStalled(operation);
  return useMemo(() => operation && viewOf(operation, isStalled), [operation, viewOf, isStalled]);
}

// For these reasons, the service's last answer is doubtful or missing, so the back office comes first.
const backOfficeFirst: readonly (UnknownReason | undefined)[] = ['gone', 'contradiction', 'duplicate-id'];

/** Where a person finds out the outcome and what to do there, the best place first. */
export function placesOf({ operation, labels, terminal, amount }: PaymentView) {
  const { kind, reason } = operation;
  const orderNumber = shownText(operation.orderNumber) || undefined;
  const places: { basis: ResolutionBasis; text: string }[] = [
    { basis: 'terminal-screen', text: labels.findOnTerminal({ terminal }) },
    { basis: 'receipt', text: kind === 'closeBatch' ? labels.findOnReport : labels.findOnReceipt },
    { basis: 'back-office', text: labels.findInBackOffice({ kind, orderNumber, amount }) },
  ];
  const sorted = backOfficeFirst.includes(reason) ? places.toReversed() : places;
  return [...sorted, { basis: 'other' as const, text: labels.findElsewhere({ kind }) }];
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
    /** Returns the same time within one task. React reads a snapshot twice, and a new second may begin in between. */
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

/** A value computed from the time (epoch ms) every second. The component renders again only if the value changes. */
export function useTicking<Value extends string | number | undefined>(
  clock: Clock,
  read: (now: number) => Value,
): Value {
  const ticker = tickers.get(clock) ?? createTicker(clock);
  tickers.set(clock, ticker);
  const look = () => read(ticker.now());
  return useSyncExternalStore(ticker.subscribe, look, look);
}

const focusedIds = /*#__PURE__*/ statePerOperations(() => new Set<string>());

/**
 * The ref of an outcome's heading. It gets the focus if the outcome replaces the focused button, and once if a reload
 * made the outcome unknown, so that the cashier sees it.
 */
export function useOutcomeFocus(operation: TerminalOperation | undefined) {
  const operations = useTerminalOperations();
  const heading = useRef<HTMLHeadingElement>(null);
  const hasFocus = useRef(false);
  const { id, phase, reason } = operation ?? {};

  useEffect(() => {
    if (id === undefined || phase === undefined) return;
    const isLost = hasFocus.current && isFocusLost(heading.current?.ownerDocument);
    const isNews = reason === 'reloaded' && !focusedIds(operations).has(id);
    if (isNews) focusedIds(operations).add(id);
    if (isLost || isNews) heading.current?.focus();
  }, [id, phase, reason, operations]);

  return {
    heading,
    /** `onFocus` and `onBlur` belong on the region around the heading. */
    onFocus: () => void (hasFocus.current = true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      void (hasFocus.current = currentTarget.contains(relatedTarget)),
  };
}

/** How a person approves the operation that is shown. */
export interface ApprovalOptions {
  /**
   * Sends the operation again with the code of the person who must approve it:
   * `(code) => start(request, { approval: code })`. Without this function, no code can be entered.
   */
  onApprove?: ((code: string) => Promise<StartResult> | void) | undefined;
  /** Called when the person leaves the code field without a code. */
  onApprovalCancel?: (() => void) | undefined;
}

export interface ShownPayment {
  labels: PaymentStatusLabels;
  /** The shown operation; undefined if there is no such operation, or if the journal has not been read yet. */
  view: PaymentView | undefined;
  /** What is said of the outcome; undefined while the operation is under way. */
  ending: PaymentEnding | undefined;
  /** The heading of the outcome, which gets the focus if the outcome replaces the focused button. */
  heading: RefObject<HTMLHeadingElement | null>;
  /** How a person approves the operation here. */
  approval: ApprovalOptions;
}

export const PaymentStatusContext = /*#__PURE__*/ createContext<ShownPayment | null>(null);

/** The operation that a part belongs to. Throws outside of a `PaymentStatus.Root`. */
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
  // While the outcome is unknown, the service's last status may be `complete` or `failed`. A host's style
  // sheet must not show these as the outcome, so only `timeout` is passed on.
  const isMisleading = phase === 'unknown' && status !== 'timeout';
  return { empty: false, phase, kind, reason, status: isMisleading ? undefined : status, connection };
};

export const definePart = /*#__PURE__*/ partsOf(usePaymentStatusContext, stateOf);

/** The view of an operation that is under way. Undefined if it has ended or is unknown, or if there is none. */
export function useUnderWay(): PaymentView | undefined {
  const { view, ending } = usePaymentStatusContext();
  return ending ? undefined : view;
}
