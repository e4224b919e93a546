'use client';
import { useEffect, useReducer, useState, useSyncExternalStore } from 'react';
import { formatCentsToParts } from '../../core/money/formatCents.ts';
import {
  approvedCents,
  isProvenNotCharged,
  type TerminalOperation,
} from '../../core/operations/terminalOperation.ts';
import { browserPageLifecycle } from '../../core/pageLifecycle.ts';
import type { Clock, TimerHandle } from '../../core/time.ts';
import { safeLinkAddress } from '../../core/wire/paymentLink.ts';
import { useTerminalOperations } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { MirroredKind } from '../../words/enPaymentMirror.ts';
import { amountText } from '../kit/useMoney.ts';
import { followedOperation, mirroredPayment, type MirrorState } from './mirroredPayment.ts';

/** A payment link that the customer may scan. */
export interface MirrorLink {
  /** A web address, such as a link's `paymentLink`. An address that is not safe to open is not shown. */
  address: string;
  amountCents?: number | undefined;
  /** ISO 4217 code of the amount; default the provider's. */
  currency?: string | undefined;
}

export interface UsePaymentMirrorOptions {
  /** The terminal that the customer stands at. */
  terminalId: string;
  /** A link to show until the next payment begins. */
  link?: MirrorLink | undefined;
  /** How long an outcome is shown (ms). Default `10_000`. */
  outcomeMs?: number | undefined;
}

/** What a customer may see now: no operator, no order or payment number, and not why a payment failed. */
export interface UsePaymentMirrorResult {
  state: MirrorState;
  /** The kind of the payment that is shown; undefined in the states `idle`, `link` and `away`. */
  kind: MirroredKind | undefined;
  /**
   * The amount of the link, the requested amount, or the approved amount with its tip. Undefined in the states `idle`,
   * `checking`, `failed` and `away`, and for a link without an amount.
   */
  amount: string | undefined;
  amountParts: readonly Intl.NumberFormatPart[] | undefined;
  tip: string | undefined;
  /** The part of the amount that was not approved. */
  due: string | undefined;
  /** In the state `failed`: it is proven that no money moved. */
  isNothingMoved: boolean;
  /** In the state `link`: the link's web address, which is safe to open. */
  address: string | undefined;
}

const nothing: UsePaymentMirrorResult = {
  state: 'idle',
  kind: undefined,
  amount: undefined,
  amountParts: undefined,
  tip: undefined,
  due: undefined,
  isNothingMoved: false,
  address: undefined,
};

/**
 * What the customer at a terminal may see, for a screen of your own. It changes nothing of a payment.
 *
 * @example
 * const { state, amount } = usePaymentMirror({ terminalId: 'T-1' });
 */
export function usePaymentMirror({
  terminalId,
  link,
  outcomeMs = 10_000,
}: UsePaymentMirrorOptions): UsePaymentMirrorResult {
  const operations = useTerminalOperations();
  const { clock, currency, locale } = usePaymentsContext();
  const operation = useSyncExternalStore(
    operations.subscribe,
    () => followedOperation(operations.list({ terminalId })),
    () => undefined,
  );
  const { isHidden, awakeSince } = usePageRest(clock);
  const linkSince = useLinkSince(link?.address, clock);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const now = clock.now();
  const shown = operation && mirroredPayment(operation, { now, outcomeMs, awakeSince });
  const until = shown?.until ?? Infinity;
  useEffect(() => {
    if (until === Infinity) return undefined;
    const timer = clock.setTimeout(renderAgain, Math.max(0, until - clock.now()));
    return () => clock.clearTimeout(timer);
  }, [clock, until]);

  if (isHidden) return nothing;
  const address = link && safeLinkAddress(link.address);
  if (link && address !== undefined && showsLink(shown?.state ?? 'idle', operation, linkSince)) {
    const format = { locale, currency: link.currency ?? currency };
    return { ...nothing, state: 'link', address, ...amountOf(link.amountCents, format) };
  }
  if (!operation || !shown || shown.state === 'idle') return nothing;
  if (shown.state === 'away') return { ...nothing, state: 'away' };
  return describe(shown.state, operation, { locale, currency: operation.currency ?? currency });
}

interface MoneyFormat {
  locale: string;
  currency: string;
}

function describe(
  state: Exclude<MirrorState, 'idle' | 'away' | 'link'>,
  operation: TerminalOperation,
  format: MoneyFormat,
): UsePaymentMirrorResult {
  const { amountCents, tipCents } = operation;
  const kind = operation.kind as MirroredKind;
  if (state === 'sending' || state === 'waiting')
    return { ...nothing, state, kind, ...amountOf(amountCents, format) };
  if (state === 'checking') return { ...nothing, state, kind };
  if (state === 'failed') return { ...nothing, state, kind, isNothingMoved: isProvenNotCharged(operation) };
  const approved = approvedCents(operation);
  const dueCents = state === 'partial' ? (amountCents ?? 0) - (approved ?? 0) : undefined;
  return {
    ...nothing,
    state,
    kind,
    ...amountOf(approved, format),
    tip: amountOf(tipCents || undefined, format).amount,
    due: amountOf(dueCents, format).amount,
  };
}

function amountOf(
  cents: number | undefined,
  format: MoneyFormat,
): Pick<UsePaymentMirrorResult, 'amount' | 'amountParts'> {
  if (cents === undefined) return { amount: undefined, amountParts: undefined };
  const amountParts = formatCentsToParts(cents, format);
  return { amount: amountText(amountParts), amountParts };
}

/**
 * Whether the link is shown. A payment that began before the link came hides it while the screen shows the payment,
 * unless the payment had ended by then. A payment that begins later hides the link for good, because both may be for
 * the same order; only if this payment is rejected, the link comes back.
 */
function showsLink(state: MirrorState, operation: TerminalOperation | undefined, since: number): boolean {
  if (!operation) return true;
  const { kind, phase, createdAt, endedAt } = operation;
  const isOver = kind !== 'closeBatch' && phase !== 'rejected' && createdAt > since;
  return !isOver && (state === 'idle' || (endedAt !== undefined && since >= endedAt));
}

/** When the host began to show this link (epoch ms). */
function useLinkSince(address: string | undefined, clock: Clock): number {
  const [given, setGiven] = useState(() => ({ address, since: clock.now() }));
  if (given.address !== address) setGiven({ address, since: clock.now() });
  return given.since;
}

/** The page's timer runs every `beatMs`. If two runs are further apart than this (ms), the page was not awake. */
const restMs = 5000;
const beatMs = 2000;

/** Whether the page is hidden, and when it last came back from the background or from sleep (epoch ms). */
function usePageRest(clock: Clock): { isHidden: boolean; awakeSince: number } {
  const [rest, setRest] = useState({ isHidden: false, awakeSince: -Infinity });
  useEffect(() => {
    let timer: TimerHandle;
    let seenAt = clock.now();
    // A sleeping machine stops its timers, and the page gets no event. A late run shows that the machine slept.
    const beat = () => {
      const now = clock.now();
      const wasAway = Math.abs(now - seenAt) > restMs;
      seenAt = now;
      setRest((before) => {
        const awakeSince = wasAway ? now : before.awakeSince;
        const isSame = !before.isHidden && awakeSince === before.awakeSince;
        return isSame ? before : { isHidden: false, awakeSince };
      });
      plan();
    };
    const plan = () => {
      clock.clearTimeout(timer);
      timer = clock.setTimeout(beat, beatMs);
    };
    const hide = () => {
      clock.clearTimeout(timer);
      setRest((before) => ({ ...before, isHidden: true }));
    };
    plan();
    const stops = [browserPageLifecycle.onWake(beat), browserPageLifecycle.onHide?.(hide)];
    return () => {
      clock.clearTimeout(timer);
      stops.forEach((stop) => stop?.());
    };
  }, [clock]);
  return rest;
}
