'use client';
import { forwardRef, useEffect, useRef, useState } from 'react';
import { runHostCallback } from '../../core/errors.ts';
import type { TransactionRequest } from '../../core/wire/requests.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useOwnerKey } from '../../hooks/useOwner.ts';
import { type OutcomeCallbacks, withoutOutcomeCallbacks } from '../../hooks/useOutcome.ts';
import { terminalCheckout } from '../../words/en.ts';
import type { TerminalCheckoutLabels } from '../../words/words.ts';
import { useStatusFocus } from '../kit/Question.tsx';
import { Part, type PartProps } from '../kit/part.tsx';
import { useKeyGuard } from '../kit/useKeyGuard.ts';
import { useNewest } from '../kit/useLatestValue.ts';
import type { AmountEntry } from '../amount-field/amountTyping.ts';
import type { CustomValueOption } from '../payment-link-form/linkFormValues.ts';
import type { TerminalChangeDetails } from '../terminal-picker/useChosenTerminal.ts';
import { TerminalCheckoutAdd } from './TerminalCheckoutAdd.tsx';
import {
  TerminalCheckoutAmount,
  TerminalCheckoutCharge,
  TerminalCheckoutEntry,
  TerminalCheckoutHint,
  TerminalCheckoutPair,
  TerminalCheckoutTerminal,
} from './TerminalCheckoutEntry.tsx';
import type { CheckoutConfirm, CheckoutDefaults } from './checkoutDraft.ts';
import {
  type CheckoutContextValue,
  definePart,
  isCleanSale,
  stateOf,
  TerminalCheckoutContext,
  type TerminalCheckoutState,
  useEntry,
} from './useCheckoutContext.ts';
import { type CheckoutKind, useCheckoutSale } from './useCheckoutSale.ts';
import {
  CheckoutLoadingContext,
  PartsLoaderContext,
  useCheckoutLoading,
  useOutcomeParts,
} from './useOutcomeParts.ts';
import { useUnknownSales } from './useUnknownSales.ts';

/** The button that sends the payment, and the hint about what is missing. */
export const TerminalCheckoutAction = /*#__PURE__*/ definePart('div', function TerminalCheckoutAction() {
  if (!useEntry().canCharge) return undefined;
  const children = (
    <>
      <TerminalCheckoutCharge />
      <TerminalCheckoutHint />
    </>
  );
  return { className: 'tillkit-terminal-checkout-action', children };
});

export interface TerminalCheckoutRootProps
  extends PartProps<'div', TerminalCheckoutState>, OutcomeCallbacks, CheckoutDefaults, CheckoutConfirm {
  /** A sale, or a pre-authorization, which holds the amount to be captured later. Default `pay`. */
  kind?: CheckoutKind | undefined;
  /** Tells several checkouts on one page apart; default `default`. */
  flowKey?: string | undefined;
  /** How an amount is typed: cents first, as on a card terminal, or as it is written. Default `decimal`. */
  entry?: AmountEntry | undefined;
  /** `display` (default): a large figure. `keypad`: a large figure and keys, so that no system keyboard appears. */
  layout?: 'display' | 'keypad' | undefined;
  /** Amounts in cents, each with a button that enters it. */
  quickAmountsCents?: readonly number[] | undefined;
  /** Custom values that are entered at the till. */
  customFields?: readonly CustomValueOption[] | undefined;
  /** Custom values that are sent with every payment and not shown. */
  customValues?: TransactionRequest['customValues'];
  /**
   * Seconds from an approved sale until the form comes back empty, with the sale as one line above the form. Default:
   * never.
   */
  returnAfterSeconds?: number | undefined;
  onTerminalChange?: ((terminalId: string | null, details: TerminalChangeDetails) => void) | undefined;
  /**
   * Called when the form has come back empty: after "Next customer" or "Decide later", after Enter or a digit, or after
   * `returnAfterSeconds`.
   */
  onNextCustomer?: (() => void) | undefined;
  labels?: Partial<TerminalCheckoutLabels> | undefined;
}

const none: readonly never[] = [];

/** Provides a sale to the parts inside, and reports its outcome to the host. */
export const TerminalCheckoutRoot = /*#__PURE__*/ forwardRef<HTMLDivElement, TerminalCheckoutRootProps>(
  function TerminalCheckoutRoot(props, ref) {
    // For another operator or flow key, a new `key` starts a new checkout, so that nothing entered before remains.
    const key = `${useOwnerKey()} ${props.flowKey}`;
    return <OneCheckout {...props} ref={ref} key={key} />;
  },
);

const OneCheckout = /*#__PURE__*/ forwardRef<HTMLDivElement, TerminalCheckoutRootProps>(
  function OneCheckout(props, ref) {
    const { kind = 'pay', customFields = none, quickAmountsCents = none, labels: words, ...others } = props;
    const {
      flowKey,
      fields,
      defaultTerminalId,
      terminals,
      defaultAmountCents,
      orderNumber,
      order,
      ...further
    } = others;
    const { customValues, confirm, confirmAboveCents, onTerminalChange, onNextCustomer, ...rest } = further;
    const {
      returnAfterSeconds,
      entry = 'decimal',
      layout = 'display',
      ...given
    } = withoutOutcomeCallbacks(rest);
    const labels = useLabels('terminalCheckout', terminalCheckout, words);
    const loading = useCheckoutLoading();
    const sale = useCheckoutSale({ ...props, kind, customFields, isWhole: loading === undefined });
    const operation = sale.shown;
    const [isAfterSale, setIsAfterSale] = useState(false);
    const status = useStatusFocus(operation?.id);
    const root = useRef<HTMLDivElement>(null);
    const keys = useKeyGuard(root);
    const unknown = useUnknownSales(operation);
    /** Calls `go`, which returns to the form. The form then knows that a sale came before, and takes the focus. */
    const toForm = (go: () => void) => {
      go();
      setIsAfterSale(true);
    };
    const toNextCustomer = (go: () => void) => {
      toForm(go);
      if (onNextCustomer) runHostCallback(onNextCustomer);
    };
    const value = {
      sale,
      unknown: { ...unknown, check: () => toForm(unknown.check) },
      labels,
      quickAmountsCents,
      entry,
      layout,
      onTerminalChange,
      isAfterSale,
      status,
      keys,
      back: () => toForm(sale.back),
      tryAgain: () => toForm(sale.tryAgain), // if the retry is refused, the form comes back
      takeRest: (dueCents: number) => toForm(() => sale.takeRest(dueCents)),
      next: () =>
        toNextCustomer(() => {
          if (operation?.phase === 'unknown') unknown.postponeDecision(operation);
          sale.next();
        }),
      leave: () => toNextCustomer(sale.leave),
    };
    useReturnAfter(returnAfterSeconds, value);
    const own = {
      className: operation ? 'tillkit-terminal-checkout' : 'tillkit-terminal-checkout tillkit-card',
      'data-tillkit': 'terminal-checkout',
    };
    return (
      <CheckoutLoadingContext.Provider value={loading}>
        <TerminalCheckoutContext.Provider value={value}>
          <Part as="div" ref={ref} partRef={root} own={own} given={given} state={stateOf(value)} />
        </TerminalCheckoutContext.Provider>
      </CheckoutLoadingContext.Provider>
    );
  },
);

/** Returns to an empty form after `seconds`, if the operation is complete and has no anomalies. */
function useReturnAfter(seconds: number | undefined, { sale, leave }: CheckoutContextValue): void {
  const { clock } = usePaymentsContext();
  const id = isCleanSale(sale.shown) ? sale.shown?.id : undefined;
  const newest = useNewest(leave);
  useEffect(() => {
    if (id === undefined || seconds === undefined || !Number.isFinite(seconds)) return undefined;
    const timer = clock.setTimeout(() => newest.current(), Math.max(1, seconds) * 1000);
    return () => clock.clearTimeout(timer);
  }, [clock, id, seconds, newest]);
}

export interface TerminalCheckoutProps extends Omit<TerminalCheckoutRootProps, 'children'> {}

/**
 * A whole sale or pre-authorization: terminal, amount, receipt and order number, then its status, then the next
 * customer.
 *
 * @example
 * <TerminalCheckout onPaymentComplete={({ pnRefNum }) => save(pnRefNum)} />
 */
export const TerminalCheckout = /*#__PURE__*/ forwardRef<HTMLDivElement, TerminalCheckoutProps>(
  function TerminalCheckout(props, ref) {
    const { parts, loader } = useOutcomeParts();
    return (
      <PartsLoaderContext.Provider value={loader}>
        <TerminalCheckoutRoot {...props} ref={ref}>
          {parts && <parts.Unknown />}
          <TerminalCheckoutEntry>
            {parts && <parts.Last />}
            {parts && props.order && <parts.Order />}
            <TerminalCheckoutPair>
              <TerminalCheckoutTerminal />
              <TerminalCheckoutAmount />
            </TerminalCheckoutPair>
            <TerminalCheckoutAdd />
            <TerminalCheckoutAction />
            {parts && <parts.Question />}
            {parts && <parts.Refusal />}
          </TerminalCheckoutEntry>
          {parts && <parts.Status />}
        </TerminalCheckoutRoot>
      </PartsLoaderContext.Provider>
    );
  },
);
