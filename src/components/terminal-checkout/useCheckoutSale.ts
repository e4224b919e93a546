'use client';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { createListeners } from '../../core/listeners.ts';
import {
  isNotCharged,
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

/** A sale, or an amount held on the card to be captured later. */
export type CheckoutKind = 'pay' | 'preAuth';

interface CheckoutSaleOptions extends CheckoutDefaults, CheckoutConfirm, UseTerminalFlowOptions {
  kind: CheckoutKind;
  customFields: readonly CustomValueOption[];
  /** Sent with every payment. */
  customValues?: TransactionRequest['customValues'];
  /** What shows an operation is there; until then the form stays. */
  isWhole: boolean;
}

/** The amount as it is typed, apart from the rest: a key in it draws what shows it, and not the whole till. */
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

/** A payment being entered, and what became of it. What is shown on the button is read from what would be sent. */
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
  /** All of it, by now. */
  const draftNow = (): CheckoutDraft => ({ ...entered, amountCents: typed.get() });
  const enter = useCallback(
    ({ amountCents, ...others }: Partial<CheckoutDraft>) => {
      if (amountCents !== undefined) typed.set(amountCents);
      if (Object.keys(others).length > 0) setEntered((before) => ({ ...before, ...others }));
    },
    [typed],
  );
  /** As it would be sent. */
  const lockedNow = () => lockedIn(draftNow(), fields);
  const draft = lockedNow();
  const { terminalId, amountCents } = draft;
  const { entry, isLooking } = useTerminalLookup(terminalId);
  const [holder] = useOperations({ open: true, terminalId: terminalId ?? '' });
  const { barred } = useFirstTerminal(useTerminalList(options.terminals?.allow), options);
  // Without it the payment would go to another provider's address.
  const { needsProvider } = usePaymentsContext().client.service;
  /** What would be sent of an amount, and that in words. */
  const asSent = (cents: number | null) => {
    const wire = cents === null ? undefined : money.toAmount(cents);
    return wire?.ok ? { amount: wire.amount, text: money.formatAmount(wire.amount) } : undefined;
  };

  // Sent once, so not kept: the request has its own copy until the service has answered.
  const operationId = operation?.id;
  const [sentAs, setSentAs] = useState(operationId);
  if (sentAs !== operationId) {
    setSentAs(operationId);
    if (operationId !== undefined) setEntered(withoutPersonalData(draftNow(), fields));
  }

  // A question, or a refusal, is about one amount on one terminal: it does not outlive them.
  const intentOf = (about: CheckoutDraft) =>
    [kind, about.terminalId, asSent(about.amountCents)?.amount].join(' ');
  const intent = intentOf(draft);
  const [asked, setAsked] = useState<string>();
  const soldCents = () =>
    operations
      .list()
      .flatMap((sold) => (sold.kind === kind && sold.phase === 'complete' ? (sold.amountCents ?? []) : []));
  const [sent, setSent] = useState<string>();
  // Only while it may be tried again: what belongs to the customer goes with the sale.
  const [kept, setKept] = useState<SentSale>();
  if (kept && operation && keeping[operation.phase] === undefined) setKept(undefined);
  // Tried again and refused: then the form has the word.
  const [retriedId, setRetriedId] = useState<string>();
  const isRetryRefused = refusal !== undefined && operation !== undefined && retriedId === operation.id;
  const [leftId, setLeftId] = useState<string>();
  const isStale = refusal !== undefined && sent !== undefined && sent !== intent;
  useEffect(() => {
    if (isStale) reset();
  }, [isStale, reset]);
  /** Sent, it is the word of a person on what stood there before. */
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

  /** A refusal is about one draft: changing it takes the refusal away. */
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
      /** What a button or a question names: this draft. */
      charge: (confirmed?: string) => charge(now, confirmed),
    };
  };

  return {
    kind,
    payment,
    /** What stands in the place of the form. */
    shown: isRetryRefused || !isWhole ? undefined : operation,
    fields,
    customFields,
    /** Draft, problems and words as they were drawn last, which a key in the amount does not do; `live` has them by now. */
    ...live(),
    live,
    typed,
    asSent,
    terminalTitle: entry?.title ?? terminalId ?? undefined,
    terminals: options.terminals,
    /** Another payment has the chosen terminal, or nobody knows how the last one on it ended. */
    isTaken: holder !== undefined,
    /** Nothing is known that keeps a payment from the terminal: of none, that the one that would be chosen can be reached. */
    isTerminalFree: terminalId === null ? barred === undefined : terminalStateOf(entry, holder) === 'free',
    change,
    isAsking: asked === intent,
    /** It is asked, and about far more than what is usual here. */
    isUnusual: asked === intent && amountCents !== null && isUnusual(amountCents, soldCents()),
    /** Sends it, after the question where it needs one. */
    submit: () => {
      const now = lockedNow();
      if (now.amountCents !== null && needsConfirm(now.amountCents, options, soldCents()))
        setAsked(intentOf(now));
      else void charge(now);
    },
    takeBack: () => setAsked(undefined),
    isAmountLocked: isLocked(fields.amount),
    /** Whether the same may be sent again: nothing was charged, and all of it is still known. */
    canTryAgain: retry !== undefined,
    /** The same once more, as an operation of its own; after the question where it needs one. */
    tryAgain: () => {
      if (!retry || amountCents === null) return;
      enter(retry.draft);
      setRetriedId(operationId);
      if (needsConfirm(amountCents, options)) {
        reset();
        setAsked(intent);
      } else void send(retry.request, retry.intent);
    },
    /** Back to the form as it was; what another page sent as far as that is known. */
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
    /** The sale before this one, of whose ending nobody took note yet. */
    leftId,
    /** To an empty form; the ending stands above it until somebody takes note of it. */
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
    /** Back to the form, for what is still due, by another card. */
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

/** While it is in one of these, what was sent may have to be sent again. */
const keeping: Partial<Record<Phase, true>> = { sending: true, waiting: true, failed: true, rejected: true };

/** Never where the card may have been charged, and only what was sent from this form, all of it. */
function canRetry(operation: TerminalOperation, kept: SentSale | undefined, intent: string): boolean {
  if (!kept || kept.intent !== intent || !isNotCharged(operation)) return false;
  const { terminalId, amountCents, orderNumber, error } = operation;
  const { draft, request } = kept;
  const isSame =
    draft.terminalId === terminalId &&
    draft.amountCents === amountCents &&
    request.orderNumber === orderNumber;
  // The same would be refused again, or asked about.
  const isHopeless =
    error?.code === 'invalid-input' ||
    error?.code === 'configuration' ||
    (error?.refusal !== undefined && error.refusal.code !== 'terminal-busy');
  return isSame && !isHopeless;
}

export type CheckoutSale = ReturnType<typeof useCheckoutSale>;

/** What a part shows of the amount that stands in the form, in cents: it is drawn again where that changes. */
export function useTypedAmount<Shown extends string | number | boolean | null | undefined>(
  { typed, fields, isAmountLocked }: CheckoutSale,
  shownOf: (cents: number | null) => Shown,
): Shown {
  const read = () => shownOf(isAmountLocked ? (fields.amount?.value ?? null) : typed.get());
  return useSyncExternalStore(typed.subscribe, read, read);
}
