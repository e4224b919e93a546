'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  isRejectedForLackOfApproval,
  isProvenNotCharged,
  isUnseen,
  type Phase,
  type TerminalOperation,
} from '../../core/operations/terminalOperation.ts';
import type { StartOptions, TerminalOperations } from '../../core/operations/terminalOperations.ts';
import type { TransactionRequest } from '../../core/wire/requests.ts';
import { useOperations, useTerminalOperations } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import {
  useTerminalFlow,
  type UseTerminalFlowOptions,
  type UseTerminalFlowResult,
} from '../../hooks/useTerminalFlow.ts';
import { useMoney } from '../kit/useMoney.ts';
import { isLocked } from '../kit/fields.tsx';
import type { CustomValueOption } from '../payment-link-form/linkFormValues.ts';
import { useFirstTerminal } from '../terminal-picker/useChosenTerminal.ts';
import { terminalStateOf, useTerminalList, useTerminalLookup } from '../terminal-picker/useTerminalList.ts';
import {
  type CheckoutConfirm,
  type CheckoutDefaults,
  type CheckoutDraft,
  type CheckoutProblems,
  checkoutProblems,
  isUnusual,
  needsConfirm,
  requestOf,
  type SentSale,
} from './checkoutDraft.ts';
import { useCheckoutDraft } from './useCheckoutDraft.ts';
import { type KnownOrder, useCheckoutOrder } from './useCheckoutOrder.ts';

/** A sale, or a pre-authorization, which holds an amount to be captured later. */
export type CheckoutKind = 'pay' | 'preAuth';

interface CheckoutSaleOptions extends CheckoutDefaults, CheckoutConfirm, UseTerminalFlowOptions {
  kind: CheckoutKind;
  customFields: readonly CustomValueOption[];
  /** Custom values that are sent with every payment and not shown. */
  customValues?: TransactionRequest['customValues'];
  /** Whether the parts that show an operation have loaded. Until then, the form stays on the screen. */
  isWhole: boolean;
}

type Agreed = Pick<StartOptions, 'confirmed' | 'approval'>;

/** The state and actions of one payment, from the entry of its amount to its outcome. */
export function useCheckoutSale(options: CheckoutSaleOptions) {
  const { kind, customFields, customValues, isWhole } = options;
  const draftState = useCheckoutDraft(options);
  const { fields, typed, enter, draftToSend } = draftState;
  const payment = useTerminalFlow(kind, options);
  const { refusal, reset, operation } = payment;
  const order = useCheckoutOrder(options.order);
  useEmptiedAmount(order?.number, enter);
  const isOfOtherOrder = order !== undefined && (operation?.orderNumber ?? order.number) !== order.number;
  const operations = useTerminalOperations();
  const money = useMoney();
  const draft = draftToSend();
  const { terminalId, amountCents } = draft;
  const terminal = useSaleTerminal(terminalId, options);
  const left = useLeftSale();
  /** Converts cents into the amount to send, and its text. Undefined if the amount cannot be sent. */
  const asSent = (cents: number | null) => {
    const wire = cents === null ? undefined : money.toAmount(cents);
    return wire?.ok ? { amount: wire.amount, text: money.formatAmount(wire.amount) } : undefined;
  };

  // If there is a new operation, the payment was sent. So the payer's data is deleted from the form.
  const operationId = operation?.id;
  const [sentAs, setSentAs] = useState(operationId);
  if (sentAs !== operationId) {
    setSentAs(operationId);
    if (operationId !== undefined) draftState.forgetPayer();
  }

  // Identifies a payment. A question or a refusal is shown only while the form's payment is the same.
  const intentOf = (about: CheckoutDraft) =>
    [kind, about.terminalId, asSent(about.amountCents)?.amount, money.currency].join(' ');
  const intent = intentOf(draft);
  const [asked, setAsked] = useState<string>();
  const soldCents = () =>
    operations
      .list()
      .flatMap((sold) => (sold.kind === kind && sold.phase === 'complete' ? (sold.amountCents ?? []) : []));
  const sentSale = useSentSale(payment, { intent, order, isOfOtherOrder, left });
  const send: typeof sentSale.send = (...sale) => {
    setAsked(undefined);
    return sentSale.send(...sale);
  };
  const charge = async (sale: CheckoutDraft, confirmed?: string) => {
    setAsked(undefined);
    const { terminalId: at } = sale;
    const amount = asSent(sale.amountCents)?.amount;
    if (at === null || amount === undefined) return;
    const { provider } = terminal;
    const request = requestOf({ ...sale, terminalId: at }, { amount, provider, customFields, customValues });
    const about = intentOf(sale);
    await send({ draft: sale, request, intent: about }, { confirmed });
  };
  const { retry, approvable } = sentSale;

  const isAsked = asked !== undefined;
  /** Changes the draft. An open question or a refusal was about the draft before, so both disappear. */
  const change = useCallback(
    (patch: Partial<CheckoutDraft>) => {
      enter(patch);
      if (isAsked) setAsked(undefined);
      if (refusal) reset();
    },
    [enter, isAsked, refusal, reset, setAsked],
  );

  const live = () => {
    const now = draftToSend();
    const amount = asSent(now.amountCents);
    const problems: CheckoutProblems = {
      ...(terminal.isProviderUnknown && { terminalId: 'not-loaded' as const }),
      ...checkoutProblems(now, fields, customFields, amount !== undefined),
    };
    return {
      draft: now,
      problems,
      amountText: amount?.text,
      /** Sends the payment as it is when `live` is called: the button and the question show the same amount. */
      charge: (confirmed?: string) => charge(now, confirmed),
    };
  };

  return {
    kind,
    payment,
    /** The host's order that the payment is a part of. */
    order,
    /** Whether the shown sale belongs to another order than the one that the host names now. */
    isOfOtherOrder,
    /** The operation to show instead of the form. */
    shown: sentSale.isRetryRefused || !isWhole ? undefined : operation,
    fields,
    customFields,
    /** The values at the last render. Typing an amount renders nothing, so `live` returns the values of now. */
    ...live(),
    live,
    typed,
    asSent,
    terminalTitle: terminal.title,
    terminals: options.terminals,
    /** Whether an open operation holds the chosen terminal. */
    isTaken: terminal.isTaken,
    /**
     * Whether the chosen terminal, as far as known, is free. If none is chosen: whether the initial one can be
     * reached.
     */
    isTerminalFree: terminal.isFree,
    change,
    isAsking: asked === intent,
    /** The question is shown because the amount is at least ten times the usual one. */
    isUnusual: asked === intent && amountCents !== null && isUnusual(amountCents, soldCents()),
    /** Sends the draft, after a question if one is needed. */
    submit: () => {
      const now = draftToSend();
      if (now.amountCents !== null && needsConfirm(now.amountCents, options, soldCents()))
        setAsked(intentOf(now));
      else void charge(now);
    },
    takeBack: () => setAsked(undefined),
    isAmountLocked: isLocked(fields.amount),
    /** Whether the same sale may be sent again: nothing was charged, and all of its data is still known. */
    canTryAgain: retry !== undefined,
    /** Sends the same sale as a new operation, after a question if one is needed. */
    tryAgain: () => {
      if (!retry || amountCents === null) return;
      enter(retry.draft);
      sentSale.markRetried();
      if (needsConfirm(amountCents, options)) {
        reset();
        setAsked(intent);
      } else void send(retry);
    },
    /** Sends the same sale with an approval code; undefined if no other person must approve it. */
    approve: approvable && ((code: string) => send(approvable, { approval: code })),
    /** The id of the sale that a person left, until its outcome is acknowledged. */
    leftId: left.id,
    seeLeft: left.acknowledge,
    ...waysBack(payment, draftState, { left, isOfOtherOrder, forgetSent: sentSale.forget }),
  };
}

interface SentSaleOptions {
  intent: string;
  order: KnownOrder | undefined;
  isOfOtherOrder: boolean;
  left: ReturnType<typeof useLeftSale>;
}

/** The sale that was sent last, and whether it may be sent again. */
function useSentSale(
  { refusal, start, reset, operation }: UseTerminalFlowResult<CheckoutKind>,
  { intent, order, isOfOtherOrder, left }: SentSaleOptions,
) {
  const operations = useTerminalOperations();
  const [sentIntent, setSentIntent] = useState<string>();
  // The sent sale is kept only while a retry is possible, because the payer's data is in it.
  const [kept, setKept] = useState<SentSale>();
  if (kept && operation && retryablePhases[operation.phase] === undefined) setKept(undefined);
  // The operation that a person last tried to repeat. If the repetition is refused, the form is shown.
  const [retriedId, setRetriedId] = useState<string>();
  const isStale = refusal !== undefined && sentIntent !== undefined && sentIntent !== intent;
  useEffect(() => {
    if (isStale) reset();
  }, [isStale, reset]);
  const isSame = operation && kept && !isOfOtherOrder && isUnchanged(operation, kept, intent);
  const again = isSame ? kept : undefined;
  return {
    isRetryRefused: refusal !== undefined && operation !== undefined && retriedId === operation.id,
    retry: operation && canRetry(operation) ? again : undefined,
    approvable: operation && isRejectedForLackOfApproval(operation) ? again : undefined,
    markRetried: () => setRetriedId(operation?.id),
    forget: () => setKept(undefined),
    /** Sends the request. If the operation starts, the outcomes of the sales before it are acknowledged. */
    send: async (sale: SentSale, agreed: Agreed = {}) => {
      setKept(sale);
      setSentIntent(sale.intent);
      const result = await start(sale.request, { ...agreed, ...(order?.isKept && partOf(order)) });
      if (!result.started) return result;
      left.acknowledge();
      acknowledgeUnseen(operations, operation?.id);
      return result;
    },
  };
}

/** The order's total, and what is paid or pending for it. With both, a person is asked before the total is exceeded. */
function partOf({ totalCents, figures }: KnownOrder) {
  const orderTakenCents = figures && figures.paidCents + figures.pendingCents;
  return { orderTotalCents: totalCents, orderTakenCents };
}

/** Empties the amount when the host names another order, or no order any more: it was entered for the previous order. */
function useEmptiedAmount(
  orderNumber: string | undefined,
  enter: (patch: Partial<CheckoutDraft>) => void,
): void {
  const before = useRef(orderNumber);
  useEffect(() => {
    const isOther = before.current !== undefined && before.current !== orderNumber;
    before.current = orderNumber;
    if (isOther) enter({ amountCents: null });
  }, [orderNumber, enter]);
}

/** What is known about the chosen terminal. */
function useSaleTerminal(terminalId: string | null, options: CheckoutSaleOptions) {
  const { entry, isLooking } = useTerminalLookup(terminalId);
  const [holder] = useOperations({ open: true, terminalId: terminalId ?? '' });
  const { barred } = useFirstTerminal(useTerminalList(options.terminals?.allow), options);
  const { needsProvider } = usePaymentsContext().client.service;
  return {
    title: entry?.title ?? terminalId ?? undefined,
    provider: entry?.terminal.provider,
    /** The payment must wait until the terminal's provider is known, or it could go to another provider. */
    isProviderUnknown: needsProvider && isLooking,
    isTaken: holder !== undefined,
    isFree: terminalId === null ? barred === undefined : terminalStateOf(entry, holder) === 'free',
  };
}

function acknowledgeUnseen(operations: TerminalOperations, id: string | undefined): void {
  const operation = id === undefined ? undefined : operations.get(id);
  if (operation && isUnseen(operation)) operations.acknowledge(operation.id);
}

/** The previous sale, until its outcome is acknowledged. */
function useLeftSale() {
  const operations = useTerminalOperations();
  const [id, setId] = useState<string>();
  return {
    id,
    leave: setId,
    acknowledge: () => {
      acknowledgeUnseen(operations, id);
      setId(undefined);
    },
  };
}

interface WaysBackOptions extends Pick<SentSaleOptions, 'isOfOtherOrder' | 'left'> {
  /** Forgets the data of the sent sale, so that it cannot be sent again. */
  forgetSent: () => void;
}

function waysBack(
  { operation, reset, leave }: UseTerminalFlowResult<CheckoutKind>,
  { currentDraft, enter, enterNext }: ReturnType<typeof useCheckoutDraft>,
  { left, isOfOtherOrder, forgetSent }: WaysBackOptions,
) {
  return {
    /** Returns to the form. Empty fields get the operation's values; if the order is another one, all are emptied. */
    back: () => {
      const { terminalId = null, amountCents = null, orderNumber = '' } = operation ?? {};
      const before = currentDraft();
      if (isOfOtherOrder) enterNext();
      else
        enter({
          terminalId: before.terminalId ?? terminalId,
          amountCents: before.amountCents ?? amountCents,
          orderNumber: before.orderNumber || orderNumber,
        });
      forgetSent();
      reset();
    },
    /** Goes to an empty form. The outcome is shown above it until it is acknowledged. */
    leave: () => {
      left.leave(operation?.id);
      enterNext();
      leave();
    },
    /** Returns to the form for the amount still due, to be paid with another card. */
    takeRest: (dueCents: number) => {
      const { terminalId = null, orderNumber = '' } = operation ?? {};
      enter({ terminalId, amountCents: dueCents, orderNumber: currentDraft().orderNumber || orderNumber });
      reset();
    },
    next: () => {
      enterNext();
      forgetSent();
      reset();
    },
  };
}

/** The phases in which the sent data is kept: a retry is possible in them, or may become possible. */
const retryablePhases: Partial<Record<Phase, true>> = {
  sending: true,
  waiting: true,
  failed: true,
  rejected: true,
};

/** Whether the kept sale is this operation, and the form still has the same payment in it. */
function isUnchanged(
  { terminalId, amountCents, orderNumber }: TerminalOperation,
  { draft, request, intent: sentIntent }: SentSale,
  intent: string,
): boolean {
  return (
    sentIntent === intent &&
    draft.terminalId === terminalId &&
    draft.amountCents === amountCents &&
    request.orderNumber === orderNumber
  );
}

/** Whether the operation may be sent again. Never if the card may have been charged. */
function canRetry(operation: TerminalOperation): boolean {
  if (!isProvenNotCharged(operation)) return false;
  const { error } = operation;
  // For these errors a retry is hopeless: the service or the gateway would refuse the same request again.
  const isHopeless =
    error?.code === 'invalid-input' ||
    error?.code === 'configuration' ||
    (error?.refusal !== undefined && error.refusal.code !== 'terminal-busy');
  return !isHopeless;
}

export type CheckoutSale = ReturnType<typeof useCheckoutSale>;
