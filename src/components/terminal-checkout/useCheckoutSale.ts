'use client';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { createListeners } from '../../core/listeners.ts';
import {
  isProvenNotCharged,
  isUnseen,
  type Phase,
  type TerminalOperation,
} from '../../core/operations/terminalOperation.ts';
import type { TransactionRequest } from '../../core/wire/requests.ts';
import { useOperations, useTerminalOperations } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useTerminalFlow, type UseTerminalFlowOptions } from '../../hooks/useTerminalFlow.ts';
import { useMoney } from '../amount-field/useAmountField.ts';
import { isLocked } from '../kit/fields.tsx';
import type { CustomValueOption } from '../payment-link-form/linkFormValues.ts';
import { useFirstTerminal } from '../terminal-picker/useChosenTerminal.ts';
import { terminalStateOf, useTerminalList, useTerminalLookup } from '../terminal-picker/useTerminalList.ts';
import {
  checkCheckoutFields,
  type CheckoutConfirm,
  type CheckoutDefaults,
  type CheckoutDraft,
  type CheckoutProblems,
  checkoutProblems,
  fieldsOf,
  isUnusual,
  lockedIn,
  needsConfirm,
  nextDraft,
  requestOf,
  type SentSale,
  startOfDraft,
  withoutPersonalData,
} from './checkoutDraft.ts';

/** A sale, or a pre-authorization, which holds an amount to be captured later. */
export type CheckoutKind = 'pay' | 'preAuth';

interface CheckoutSaleOptions extends CheckoutDefaults, CheckoutConfirm, UseTerminalFlowOptions {
  kind: CheckoutKind;
  customFields: readonly CustomValueOption[];
  /** Sent with every payment. */
  customValues?: TransactionRequest['customValues'];
  /** The parts that show an operation have loaded. Until then the form stays. */
  isWhole: boolean;
}

/** The amount being typed, in a store of its own: a key renders the parts that show the amount, not the whole till. */
interface TypedAmount {
  get: () => number | null;
  set: (cents: number | null) => void;
  subscribe: (listener: () => void) => () => void;
}

function createTypedAmount(cents: number | null): TypedAmount {
  const { add: subscribe, notify } = createListeners();
  return {
    get: () => cents,
    set(next) {
      cents = next;
      notify();
    },
    subscribe,
  };
}

/** A payment being entered, and its outcome. The button shows what would be sent. */
export function useCheckoutSale(options: CheckoutSaleOptions) {
  const { kind, customFields, customValues, isWhole } = options;
  const fields = fieldsOf(options);
  checkCheckoutFields(fields);
  const payment = useTerminalFlow(kind, options);
  const { refusal, start, reset, leave, operation } = payment;
  const operations = useTerminalOperations();
  const money = useMoney();
  const [entered, setEntered] = useState<Omit<CheckoutDraft, 'amountCents'>>(() => startOfDraft(fields));
  const [typed] = useState(() => createTypedAmount(startOfDraft(fields).amountCents));
  /** The current draft. */
  const draftNow = (): CheckoutDraft => ({ ...entered, amountCents: typed.get() });
  const enter = useCallback(
    ({ amountCents, ...others }: Partial<CheckoutDraft>) => {
      if (amountCents !== undefined) typed.set(amountCents);
      if (Object.keys(others).length > 0) setEntered((before) => ({ ...before, ...others }));
    },
    [typed],
  );
  /** The draft to send. */
  const lockedNow = () => lockedIn(draftNow(), fields);
  const draft = lockedNow();
  const { terminalId, amountCents } = draft;
  const { entry, isLooking } = useTerminalLookup(terminalId);
  const [holder] = useOperations({ open: true, terminalId: terminalId ?? '' });
  const { barred } = useFirstTerminal(useTerminalList(options.terminals?.allow), options);
  // Without the provider, the payment would go to another provider's address.
  const { needsProvider } = usePaymentsContext().client.service;
  /** The wire amount of cents, and its text. */
  const asSent = (cents: number | null) => {
    const wire = cents === null ? undefined : money.toAmount(cents);
    return wire?.ok ? { amount: wire.amount, text: money.formatAmount(wire.amount) } : undefined;
  };

  // The payer's data is deleted once it was sent; the request keeps a copy until the service has answered.
  const operationId = operation?.id;
  const [sentAs, setSentAs] = useState(operationId);
  if (sentAs !== operationId) {
    setSentAs(operationId);
    if (operationId !== undefined) setEntered(withoutPersonalData(draftNow(), fields));
  }

  // A question or a refusal concerns one amount on one terminal, and is dropped when they change.
  const intentOf = (about: CheckoutDraft) =>
    [kind, about.terminalId, asSent(about.amountCents)?.amount].join(' ');
  const intent = intentOf(draft);
  const [asked, setAsked] = useState<string>();
  const soldCents = () =>
    operations
      .list()
      .flatMap((sold) => (sold.kind === kind && sold.phase === 'complete' ? (sold.amountCents ?? []) : []));
  const [sent, setSent] = useState<string>();
  // Kept only while a retry is possible: the payer's data is deleted with the sale.
  const [kept, setKept] = useState<SentSale>();
  if (kept && operation && keeping[operation.phase] === undefined) setKept(undefined);
  // If a retry was refused, the form is shown.
  const [retriedId, setRetriedId] = useState<string>();
  const isRetryRefused = refusal !== undefined && operation !== undefined && retriedId === operation.id;
  const [leftId, setLeftId] = useState<string>();
  const isStale = refusal !== undefined && sent !== undefined && sent !== intent;
  useEffect(() => {
    if (isStale) reset();
  }, [isStale, reset]);
  /** Sends the request. The started sale acknowledges the outcomes that were shown before. */
  const send = async (request: TransactionRequest, about: string, confirmed?: string) => {
    setAsked(undefined);
    setSent(about);
    const { started } = await start(request, { confirmed });
    if (!started) return;
    for (const id of [leftId, operationId]) {
      const before = id === undefined ? undefined : operations.get(id);
      if (before && isUnseen(before)) operations.acknowledge(before.id);
    }
    setLeftId(undefined);
  };
  const charge = async (sale: CheckoutDraft, confirmed?: string) => {
    setAsked(undefined);
    const { terminalId: at } = sale;
    const amount = asSent(sale.amountCents)?.amount;
    if (at === null || amount === undefined) return;
    const provider = entry?.terminal.provider;
    const request = requestOf({ ...sale, terminalId: at }, { amount, provider, customFields, customValues });
    const about = intentOf(sale);
    setKept({ draft: sale, request, intent: about });
    await send(request, about, confirmed);
  };
  const retry = operation && canRetry(operation, kept, intent) ? kept : undefined;

  /** A refusal concerns one draft, so changing the draft resets it. */
  const isAsked = asked !== undefined;
  const change = useCallback(
    (patch: Partial<CheckoutDraft>) => {
      enter(patch);
      if (isAsked) setAsked(undefined);
      if (refusal) reset();
    },
    [enter, isAsked, refusal, reset, setAsked],
  );

  const live = () => {
    const now = lockedNow();
    const amount = asSent(now.amountCents);
    const problems: CheckoutProblems = {
      ...(needsProvider && isLooking && { terminalId: 'not-loaded' as const }),
      ...checkoutProblems(now, fields, customFields, amount !== undefined),
    };
    return {
      draft: now,
      problems,
      amountText: amount?.text,
      /** Charges the draft that the button or the question named. */
      charge: (confirmed?: string) => charge(now, confirmed),
    };
  };

  return {
    kind,
    payment,
    /** The operation to show instead of the form. */
    shown: isRetryRefused || !isWhole ? undefined : operation,
    fields,
    customFields,
    /**
     * Draft, problems and texts of the last render. A key in the amount does not render; `live` has the current ones.
     */
    ...live(),
    live,
    typed,
    asSent,
    terminalTitle: entry?.title ?? terminalId ?? undefined,
    terminals: options.terminals,
    /** An operation holds the chosen terminal: it is open, or its outcome is unknown. */
    isTaken: holder !== undefined,
    /**
     * Nothing is known that keeps a payment from the terminal. Without a choice: whether the default terminal can be
     * reached.
     */
    isTerminalFree: terminalId === null ? barred === undefined : terminalStateOf(entry, holder) === 'free',
    change,
    isAsking: asked === intent,
    /** The question is shown because the amount is far above the usual one. */
    isUnusual: asked === intent && amountCents !== null && isUnusual(amountCents, soldCents()),
    /** Sends the draft, after a question if one is needed. */
    submit: () => {
      const now = lockedNow();
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
      setRetriedId(operationId);
      if (needsConfirm(amountCents, options)) {
        reset();
        setAsked(intent);
      } else void send(retry.request, retry.intent);
    },
    /** Returns to the form as it was. For an operation of another page, with the known values. */
    back: () => {
      const { terminalId: at, amountCents: cents, orderNumber = '' } = operation ?? {};
      const before = draftNow();
      enter({
        terminalId: before.terminalId ?? at ?? null,
        amountCents: before.amountCents ?? cents ?? null,
        orderNumber: before.orderNumber || orderNumber,
      });
      setKept(undefined);
      reset();
    },
    /** The previous sale, if its outcome is not acknowledged yet. */
    leftId,
    /** Goes to an empty form. The outcome is shown above it until it is acknowledged. */
    leave: () => {
      setLeftId(operationId);
      enter(nextDraft(draftNow(), fields));
      leave();
    },
    seeLeft: () => {
      const left = leftId === undefined ? undefined : operations.get(leftId);
      if (left && isUnseen(left)) operations.acknowledge(left.id);
      setLeftId(undefined);
    },
    /** Returns to the form for the amount still due, to be paid with another card. */
    takeRest: (dueCents: number) => {
      const { terminalId: at = null, orderNumber = '' } = payment.operation ?? {};
      enter({
        terminalId: at,
        amountCents: dueCents,
        orderNumber: entered.orderNumber || orderNumber,
      });
      reset();
    },
    next: () => {
      enter(nextDraft(draftNow(), fields));
      setKept(undefined);
      reset();
    },
  };
}

/** In these phases a retry may become possible. */
const keeping: Partial<Record<Phase, true>> = { sending: true, waiting: true, failed: true, rejected: true };

/** Never if the card may have been charged, and only if this form sent the operation and still has all of its data. */
function canRetry(operation: TerminalOperation, kept: SentSale | undefined, intent: string): boolean {
  if (!kept || kept.intent !== intent || !isProvenNotCharged(operation)) return false;
  const { terminalId, amountCents, orderNumber, error } = operation;
  const { draft, request } = kept;
  const isSame =
    draft.terminalId === terminalId &&
    draft.amountCents === amountCents &&
    request.orderNumber === orderNumber;
  // The same request would be refused again.
  const isHopeless =
    error?.code === 'invalid-input' ||
    error?.code === 'configuration' ||
    (error?.refusal !== undefined && error.refusal.code !== 'terminal-busy');
  return isSame && !isHopeless;
}

export type CheckoutSale = ReturnType<typeof useCheckoutSale>;

/** A value computed from the form's amount (cents). The part renders again only if the value changes. */
export function useTypedAmount<Shown extends string | number | boolean | null | undefined>(
  { typed, fields, isAmountLocked }: CheckoutSale,
  shownOf: (cents: number | null) => Shown,
): Shown {
  const read = () => shownOf(isAmountLocked ? (fields.amount?.value ?? null) : typed.get());
  return useSyncExternalStore(typed.subscribe, read, read);
}
