'use client';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { useCount } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { TerminalCheckoutLabels } from '../../words/words.ts';
import { useMoney } from '../kit/useMoney.ts';
import { isLocked } from '../kit/fields.tsx';
import { isDigit, type KeyGuard, useTypedDigits } from '../kit/useKeyGuard.ts';
import { FlowStatus } from '../payment-status/PaymentStatus.tsx';
import { useTicking } from '../payment-status/usePaymentStatus.ts';
import { useTerminalTitle } from '../terminal-picker/useTerminalList.ts';
import {
  TransactionActionsEntry,
  TransactionActionsRoot,
  TransactionActionsStatus,
  TransactionActionsWhyNot,
} from '../transaction-actions/TransactionActions.tsx';
import { TransactionActionsGiveBack } from '../transaction-actions/actions.tsx';
import { type CheckoutContextValue, definePart, isCleanSale, useCheckout } from './useCheckoutContext.ts';
import { usePartialSale } from './usePartialSale.ts';

/** For a button that leaves an outcome: ignores the press of a key that was meant for the previous screen. */
function guardedKeys(keys: KeyGuard) {
  const refuse = (event: KeyboardEvent) => {
    const presses = event.key === 'Enter' || event.key === ' ';
    if (presses && !keys.isIntended(event.nativeEvent)) event.preventDefault();
  };
  return { onKeyDown: refuse, onKeyUp: refuse }; // the space key presses on release
}

/** Returns to the form as it was, after a payment that failed, was rejected or was given back. */
export const TerminalCheckoutBack = /*#__PURE__*/ definePart(
  'button',
  function TerminalCheckoutBack({ sale, labels, back }) {
    const partial = usePartialSale(sale.shown);
    const { phase } = sale.payment;
    if (phase !== 'failed' && phase !== 'rejected' && !partial?.isGivenBack) return undefined;
    // While another person's code is asked for, the code's form has a button of its own that goes back.
    if (sale.approve) return undefined;
    const onClick = () => {
      partial?.acknowledgeGiveBack();
      back();
    };
    return {
      'data-variant': sale.canTryAgain ? 'quiet' : undefined,
      onClick,
      children: labels.backToSale,
    };
  },
);

/** Leaves an unknown outcome open and goes to an empty form. */
export const TerminalCheckoutLater = /*#__PURE__*/ definePart(
  'button',
  function TerminalCheckoutLater({ sale, labels, next }) {
    if (sale.payment.phase !== 'unknown') return undefined;
    return {
      'data-variant': 'quiet',
      onClick: next,
      children: labels.decideLater,
    };
  },
);

/** What deciding later means, while the outcome is unknown. */
export const TerminalCheckoutLaterHint = /*#__PURE__*/ definePart(
  'p',
  function TerminalCheckoutLaterHint({ sale, labels }) {
    const { operation, phase } = sale.payment;
    const terminal = useTerminalTitle(operation?.terminalId ?? '');
    if (phase !== 'unknown') return undefined;
    return { className: 'tillkit-hint', children: labels.decideLaterHint({ terminal }) };
  },
);

const endedPhases: readonly string[] = ['complete', 'partial', 'failed', 'rejected', 'resolved'];

/** Goes to an empty form for the next customer, once the outcome is known. */
export const TerminalCheckoutNext = /*#__PURE__*/ definePart(
  'button',
  function TerminalCheckoutNext({ sale, labels, next, keys }) {
    const partial = usePartialSale(sale.shown);
    if (!endedPhases.includes(sale.payment.phase)) return undefined;
    // "Next" is not the main button if a part was approved and is not given back, or if the sale can be retried or approved.
    const isSecond = (partial && !partial.isGivenBack) || sale.canTryAgain || sale.approve;
    return {
      'data-variant': isSecond ? undefined : 'primary',
      ...guardedKeys(keys),
      onClick: () => {
        if (partial?.isGivenBack) partial.acknowledgeGiveBack();
        next();
      },
      children: labels.nextCustomer,
    };
  },
);

/** When the pause that the service asked for ends (epoch ms). Setting the clock back does not prolong it. */
function usePause({ id, error, endedAt }: Partial<TerminalOperation> = {}): number | undefined {
  const { clock } = usePaymentsContext();
  const [overFor, setOverFor] = useState<string>();
  const pauseMs = error?.retryAfterMs ?? (error?.status === 429 ? 60_000 : 0);
  const isPausing = pauseMs > 0 && endedAt !== undefined && overFor !== id;
  useEffect(() => {
    if (!isPausing) return undefined;
    const leftMs = Math.min(pauseMs, endedAt + pauseMs - clock.now());
    const timer = clock.setTimeout(() => setOverFor(id), Math.max(0, leftMs));
    return () => clock.clearTimeout(timer);
  }, [clock, id, isPausing, pauseMs, endedAt]);
  return isPausing ? endedAt + pauseMs : undefined;
}

function TryAgainIn({ until, labels }: { until: number; labels: TerminalCheckoutLabels }) {
  const count = useCount();
  const { clock } = usePaymentsContext();
  const seconds = useTicking(clock, (now) => Math.max(1, Math.ceil((until - now) / 1000)));
  return labels.tryAgainIn({ seconds: count(seconds) });
}

/**
 * Sends the same sale as a new payment, if it is proven that nothing was charged. If the service asked for a pause, the
 * button counts it down first.
 */
export const TerminalCheckoutTryAgain = /*#__PURE__*/ definePart(
  'button',
  function TerminalCheckoutTryAgain({ sale, labels, tryAgain, keys }) {
    const { canTryAgain, amountText: amount } = sale;
    const until = usePause(canTryAgain ? sale.payment.operation : undefined);
    const isPausing = until !== undefined;
    useEffect(() => keys.screenChanged(), [keys, isPausing]);
    if (!canTryAgain || amount === undefined) return undefined;
    return {
      'data-variant': 'primary',
      'aria-disabled': isPausing || undefined,
      ...guardedKeys(keys),
      // The second click of a double click was meant for what was shown before.
      onClick: () => !isPausing && keys.isShownLongEnough() && tryAgain(),
      // React cannot change a text that a browser's translator has replaced, so a new key makes a new element.
      children: (
        <span key={until} className="tillkit-figures">
          {isPausing ? <TryAgainIn until={until} labels={labels} /> : labels.tryAgain({ amount })}
        </span>
      ),
    };
  },
);

/** After a partial approval, returns to the form and enters the amount that is still due. Sends nothing. */
export const TerminalCheckoutRest = /*#__PURE__*/ definePart(
  'button',
  function TerminalCheckoutRest({ sale, labels, takeRest }) {
    const money = useMoney();
    const partial = usePartialSale(sale.shown);
    if (!partial || partial.isGivenUp || sale.isAmountLocked || sale.isOfOtherOrder) return undefined;
    const { dueCents } = partial;
    return {
      'data-variant': 'primary',
      onClick: () => takeRest(dueCents),
      children: (
        <span className="tillkit-figures">
          {labels.takeRest({ kind: sale.kind, amount: money.format(dueCents) })}
        </span>
      ),
    };
  },
);

const afterGiveBack = (
  <>
    <TerminalCheckoutBack />
    <TerminalCheckoutNext />
  </>
);

/**
 * The key handler of an outcome that has the focus. After an approved sale without anomalies, Enter leads to the next
 * customer and a typed digit starts the next sale. Characters as fast as from a scanner do nothing.
 */
function useOutcomeKeys({ sale, keys, next, leave }: CheckoutContextValue) {
  const { operation, phase } = sale.payment;
  const { id, anomalies = [] } = operation ?? {};
  const hasBegun = useRef(false);
  const { take, cancel } = useTypedDigits(keys, () => {
    hasBegun.current = true;
    leave();
  });
  const news = [id, phase, ...anomalies].join(' ');
  useEffect(() => {
    keys.screenChanged();
    return cancel;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- once for each outcome that is shown
  }, [keys, cancel, news]);

  return (event: KeyboardEvent) => {
    const { key, target, currentTarget, nativeEvent } = event;
    if (!isCleanSale(operation) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (hasBegun.current) {
      if (isDigit(key)) keys.buffer(key); // for the form, which appears next
      return;
    }
    if (take(event, keys.isShownLongEnough() && !isLocked(sale.fields.amount))) return;
    const hasFocus = target === currentTarget || (target as Element).matches('h2');
    if (key === 'Enter' && hasFocus && keys.isIntended(nativeEvent)) {
      event.preventDefault();
      next();
    }
  };
}

interface TerminalCheckoutStatusProps {
  /** The buttons below the outcome. Default: the kit's button for each action that fits the outcome. */
  children?: ReactNode;
}

/** Shows the status of the payment and, below the outcome, what a person can do. */
export function TerminalCheckoutStatus({ children = actions }: TerminalCheckoutStatusProps) {
  const context = useCheckout();
  return context.sale.shown ? <ShownStatus {...context}>{children}</ShownStatus> : null;
}

function ShownStatus({ children, ...context }: CheckoutContextValue & { children: ReactNode }) {
  const { sale, status } = context;
  const partial = usePartialSale(sale.shown);
  const onKeyDown = useOutcomeKeys(context);
  const { operation } = sale.payment;
  if (!operation) return null;
  return (
    <>
      {!partial?.isGivingBackShown && (
        <FlowStatus
          ref={status}
          operation={operation}
          actions={children}
          onKeyDown={onKeyDown}
          onApprove={sale.approve}
          onApprovalCancel={context.back}
        />
      )}
      {partial?.transaction && (
        <TransactionActionsRoot transaction={partial.transaction}>
          <TransactionActionsEntry>
            <TransactionActionsGiveBack whole />
            <TransactionActionsWhyNot />
          </TransactionActionsEntry>
          <TransactionActionsStatus>
            {partial.isGivenBack ? afterGiveBack : undefined}
          </TransactionActionsStatus>
        </TransactionActionsRoot>
      )}
    </>
  );
}

// While the outcome is unknown, only the first two parts are shown, so that a press by habit sends nothing.
const actions = (
  <>
    <TerminalCheckoutLaterHint />
    <TerminalCheckoutLater />
    <TerminalCheckoutBack />
    <TerminalCheckoutNext />
    <TerminalCheckoutTryAgain />
    <TerminalCheckoutRest />
  </>
);
