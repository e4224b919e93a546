'use client';
import { forwardRef, useRef, useState } from 'react';
import { callHost } from '../../core/errors.ts';
import type { TransactionRequest } from '../../core/wire/requests.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { useOperation } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { type OutcomeCallbacks, withoutOutcomeCallbacks } from '../../hooks/useTerminalFlow.ts';
import { terminalCheckout } from '../../words/en.ts';
import type { TerminalCheckoutLabels } from '../../words/words.ts';
import { Question, RefusalNotice, useStatusFocus } from '../kit/Question.tsx';
import { Part, type PartProps } from '../kit/part.tsx';
import { usePressedAnew } from '../kit/usePressedAnew.ts';
import type { AmountEntry } from '../amount-field/amountTyping.ts';
import type { CustomValueOption } from '../payment-link-form/linkFormValues.ts';
import { PaymentStatus } from '../payment-status/PaymentStatus.tsx';
import { useTerminalTitle } from '../terminal-picker/useTerminalList.ts';
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
import { TerminalCheckoutStatus, useReturnAfter } from './TerminalCheckoutStatus.tsx';
import { TerminalCheckoutLast, TerminalCheckoutUnknown } from './TerminalCheckoutUnknown.tsx';
import {
  type CheckoutConfirm,
  type CheckoutFields,
  type CheckoutTerminals,
  refusedField,
} from './checkoutDraft.ts';
import {
  type CheckoutRefusalProps,
  definePart,
  stateOf,
  TerminalCheckoutContext,
  type TerminalCheckoutState,
  useEntry,
  usePartialSale,
} from './useCheckoutContext.ts';
import { type CheckoutKind, type CheckoutSale, useCheckoutSale } from './useCheckoutSale.ts';
import { useUnknownSales } from './useUnknownSales.ts';

/** The operation that holds the terminal, with what one can do about it. */
function BusyTerminal({ sale, refusal, labels }: CheckoutRefusalProps) {
  const holder = useOperation(refusal.operationId);
  const terminal = sale.terminalTitle ?? '';
  if (!holder) return <RefusalNotice sentence={labels.busyElsewhere({ terminal })} />;
  return (
    <>
      <RefusalNotice sentence={labels.busyNotice({ terminal })} />
      <PaymentStatus operationId={holder.id} />
    </>
  );
}

export interface ConfirmQuestionProps {
  sale: CheckoutSale;
  labels: TerminalCheckoutLabels;
}

/** Names the amount and the terminal once more, before anything is sent. */
function ConfirmQuestion({ sale, labels }: ConfirmQuestionProps) {
  const { kind, charge, takeBack, amountText: amount = '', terminalTitle: terminal = '' } = sale;
  const isSale = kind === 'pay';
  const text = [sale.isUnusual && labels.unusual, labels.confirmText({ terminal })].filter(Boolean).join(' ');
  return (
    <Question
      title={(isSale ? labels.confirmTitle : labels.confirmAuthorizeTitle)({ amount, terminal })}
      text={text}
      yes={(isSale ? labels.confirmYes : labels.confirmAuthorizeYes)({ amount })}
      no={labels.cancel}
      onYes={() => void charge()}
      onNo={takeBack}
    />
  );
}

/** Before the same amount is sent again: when and where it was sent first. */
function DuplicateQuestion({ sale, refusal, labels }: CheckoutRefusalProps) {
  const { locale, timeZone } = usePaymentsContext();
  const earlier = useOperation(refusal.operationId);
  const terminal = useTerminalTitle(earlier?.terminalId ?? '');
  const { kind, payment, charge, amountText: amount = '' } = sale;
  const isSale = kind === 'pay';
  const format = timeZone && new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' });
  const time = earlier && format ? format.format(earlier.createdAt) : undefined;
  return (
    <Question
      title={isSale ? labels.duplicateTitle : labels.duplicateAuthorizeTitle}
      text={labels.duplicateSentence({
        amount,
        terminal,
        time,
        phase: earlier?.phase,
        charged: earlier?.resolution?.charged,
      })}
      yes={(isSale ? labels.chargeAgain : labels.authorizeAgain)({ amount })}
      no={labels.cancel}
      onYes={() => void charge(refusal.confirmation)}
      onNo={payment.reset}
    />
  );
}

/** The button, and what is missing until it can send. */
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

/** Asked before it is sent, where the host wants that, and before the same amount is sent again. */
export function TerminalCheckoutQuestion() {
  const { sale, labels } = useEntry();
  const { refusal } = sale.payment;
  if (sale.isAsking) return <ConfirmQuestion sale={sale} labels={labels} />;
  if (refusal?.code !== 'needs-confirmation') return null;
  return <DuplicateQuestion sale={sale} refusal={refusal} labels={labels} />;
}

/** Why nothing was sent, and what one can do about it. What is wrong with a field stands at the field. */
export function TerminalCheckoutRefusal() {
  const { sale, labels } = useEntry();
  const { refusal } = sale.payment;
  switch (refusal?.code) {
    case undefined:
    case 'already-started':
    case 'needs-confirmation':
      return null;
    case 'terminal-busy':
      return <BusyTerminal sale={sale} refusal={refusal} labels={labels} />;
    case 'no-journal':
      return <RefusalNotice sentence={refusal.isTooSlow ? labels.tooSlow : labels.noJournal} />;
    case 'unreachable':
      return <RefusalNotice sentence={labels.unreachable} />;
    case 'not-allowed':
    case 'invalid-request':
      return refusedField(refusal, sale.fields) ? null : <RefusalNotice sentence={labels.refused(refusal)} />;
  }
}

export interface TerminalCheckoutRootProps
  extends PartProps<'div', TerminalCheckoutState>, OutcomeCallbacks, CheckoutConfirm {
  /** A sale, or a pre-authorization: the amount is held, and captured later. Default `pay`. */
  kind?: CheckoutKind | undefined;
  /** Tells several checkouts on one page apart; default `default`. */
  flowKey?: string | undefined;
  /** Which fields are hidden, read-only, required or filled in before. */
  fields?: CheckoutFields | undefined;
  defaultTerminalId?: string | null | undefined;
  /** Which terminals there are here, which one this till has, and whether they are chips. */
  terminals?: CheckoutTerminals | undefined;
  /** Cents of the first payment. */
  defaultAmountCents?: number | null | undefined;
  /** The host's own; the field is then read-only. */
  orderNumber?: string | undefined;
  /** Cents first, as a card terminal takes them, or as an amount is written. Default `decimal`. */
  entry?: AmountEntry | undefined;
  /** A large figure, or that with keys of its own under it, so that no system keyboard comes up. Default `display`. */
  layout?: 'display' | 'keypad' | undefined;
  /** Amounts in cents that one press enters. */
  quickAmountsCents?: readonly number[] | undefined;
  /** Custom values that are entered at the till. */
  customFields?: readonly CustomValueOption[] | undefined;
  /** Sent with every payment, and not shown. */
  customValues?: TransactionRequest['customValues'];
  /** After so many seconds an approved sale gives way to the next one, and stands as one line above it. Default: never. */
  returnAfterSeconds?: number | undefined;
  onTerminalChange?: ((terminalId: string | null, details: TerminalChangeDetails) => void) | undefined;
  /** The form came back empty: after "Next customer" or "Decide later", by a digit, or after `returnAfterSeconds`. */
  onNextCustomer?: (() => void) | undefined;
  labels?: Partial<TerminalCheckoutLabels> | undefined;
}

const none: readonly never[] = [];

/** Holds a sale for the parts in it, and tells the host what became of it. */
export const TerminalCheckoutRoot = /*#__PURE__*/ forwardRef<HTMLDivElement, TerminalCheckoutRootProps>(
  function TerminalCheckoutRoot(props, ref) {
    const { kind = 'pay', customFields = none, quickAmountsCents = none, labels: words, ...others } = props;
    const { flowKey, fields, defaultTerminalId, terminals, defaultAmountCents, orderNumber, ...further } =
      others;
    const { customValues, confirm, confirmAboveCents, onTerminalChange, onNextCustomer, ...rest } = further;
    const {
      returnAfterSeconds,
      entry = 'decimal',
      layout = 'display',
      ...given
    } = withoutOutcomeCallbacks(rest);
    const labels = useLabels('terminalCheckout', terminalCheckout, words);
    const sale = useCheckoutSale({ ...props, kind, customFields });
    const operation = sale.shown;
    const [isAfterSale, setIsAfterSale] = useState(false);
    const status = useStatusFocus(operation?.id);
    const root = useRef<HTMLDivElement>(null);
    const keys = usePressedAnew(root);
    const unknown = useUnknownSales(operation);
    const comeBack = () => {
      setIsAfterSale(true);
      if (onNextCustomer) callHost(onNextCustomer);
    };
    const value = {
      sale,
      unknown: {
        ...unknown,
        check: () => {
          unknown.check();
          setIsAfterSale(true);
        },
      },
      partial: usePartialSale(operation),
      labels,
      quickAmountsCents,
      entry,
      layout,
      onTerminalChange,
      isAfterSale,
      status,
      keys,
      back: () => {
        sale.back();
        setIsAfterSale(true);
      },
      tryAgain: () => {
        sale.tryAgain();
        setIsAfterSale(true); // where it is refused, the form comes back
      },
      takeRest: (dueCents: number) => {
        sale.takeRest(dueCents);
        setIsAfterSale(true);
      },
      next: () => {
        if (operation?.phase === 'unknown') unknown.putOff(operation);
        sale.next();
        comeBack();
      },
      leave: () => {
        sale.leave();
        comeBack();
      },
    };
    useReturnAfter(returnAfterSeconds, value);
    const own = {
      className: operation ? 'tillkit-terminal-checkout' : 'tillkit-terminal-checkout tillkit-card',
      'data-tillkit': 'terminal-checkout',
    };
    return (
      <TerminalCheckoutContext.Provider value={value}>
        <Part as="div" ref={ref} partRef={root} own={own} given={given} state={stateOf(value)} />
      </TerminalCheckoutContext.Provider>
    );
  },
);

export interface TerminalCheckoutProps extends Omit<TerminalCheckoutRootProps, 'children'> {}

/**
 * A whole sale or pre-authorization: terminal, amount, receipt and order number, then its status, then the next customer.
 *
 * @example
 * <TerminalCheckout onPaymentComplete={({ pnRefNum }) => save(pnRefNum)} />
 */
export const TerminalCheckout = /*#__PURE__*/ forwardRef<HTMLDivElement, TerminalCheckoutProps>(
  function TerminalCheckout(props, ref) {
    return (
      <TerminalCheckoutRoot {...props} ref={ref}>
        <TerminalCheckoutUnknown />
        <TerminalCheckoutEntry>
          <TerminalCheckoutLast />
          <TerminalCheckoutPair>
            <TerminalCheckoutTerminal />
            <TerminalCheckoutAmount />
          </TerminalCheckoutPair>
          <TerminalCheckoutAdd />
          <TerminalCheckoutAction />
          <TerminalCheckoutQuestion />
          <TerminalCheckoutRefusal />
        </TerminalCheckoutEntry>
        <TerminalCheckoutStatus />
      </TerminalCheckoutRoot>
    );
  },
);
