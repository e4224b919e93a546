'use client';
import {
  createContext,
  type RefCallback,
  type RefObject,
  useCallback,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import {
  isOpen,
  isUnseen,
  type Phase,
  type Refusal,
  type TerminalOperation,
} from '../../core/operations/terminalOperation.ts';
import { isNotCharged } from '../../core/operations/startGuard.ts';
import { isDone, type Transaction, transactionOf } from '../../core/operations/transactions.ts';
import type { TransactionRequest } from '../../core/wire/requests.ts';
import { useOperation, useOperations, useTerminalOperations } from '../../hooks/useOperations.ts';
import { useOpenElsewhere } from '../../hooks/useRecordQuery.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useTerminalFlow, type UseTerminalFlowOptions } from '../../hooks/useTerminalFlow.ts';
import type { TerminalCheckoutLabels } from '../../words/words.ts';
import type { AmountEntry } from '../amount-field/amountTyping.ts';
import { useMoney } from '../amount-field/useAmountField.ts';
import { isLocked } from '../kit/fields.tsx';
import type { PressedAnew } from '../kit/usePressedAnew.ts';
import { partsOf, usePartContext } from '../kit/part.tsx';
import type { CustomValueOption } from '../payment-link-form/linkFormValues.ts';
import { type TerminalChangeDetails, useFirstTerminal } from '../terminal-picker/useChosenTerminal.ts';
import { terminalStateOf, useTerminalList, useTerminalLookup } from '../terminal-picker/useTerminalList.ts';
import {
  checkCheckoutFields,
  type CheckoutConfirm,
  type CheckoutDefaults,
  type CheckoutDraft,
  type CheckoutErrors,
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
import type { UnknownSales } from './useUnknownSales.ts';

/** A sale, or an amount held on the card to be captured later. */
export type CheckoutKind = 'pay' | 'preAuth';

export interface CheckoutSaleOptions extends CheckoutDefaults, CheckoutConfirm, UseTerminalFlowOptions {
  kind: CheckoutKind;
  customFields: readonly CustomValueOption[];
  /** Sent with every payment. */
  customValues?: TransactionRequest['customValues'];
}

/** The amount as it is typed, apart from the rest: a key in it draws what shows it, and not the whole till. */
interface TypedAmount {
  get: () => number | null;
  set: (cents: number | null) => void;
  subscribe: (listener: () => void) => () => void;
}

function createTypedAmount(cents: number | null): TypedAmount {
  const listeners = new Set<() => void>();
  return {
    get: () => cents,
    set(next) {
      cents = next;
      listeners.forEach((listener) => listener());
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A payment being entered, and what became of it. What is shown on the button is read from what would be sent. */
export function useCheckoutSale(options: CheckoutSaleOptions) {
  const { kind, customFields, customValues } = options;
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
  const holders = useOpenElsewhere(options.terminals?.shared === true);
  const [own] = useOperations({ open: true, terminalId: terminalId ?? '' });
  const holder = own ?? holders.find((other) => other.terminalId === terminalId);
  const { barred } = useFirstTerminal(useTerminalList(options.terminals?.allow), options);
  // Without it the payment would go to another provider's address.
  const { needsProvider } = usePaymentsContext().client.service;
  const amountOf = (cents: number | null) => {
    const wire = cents === null ? undefined : money.toAmount(cents);
    return wire?.ok ? wire.amount : undefined;
  };

  // Sent once, so not kept: the request has its own copy until the service has answered.
  const operationId = operation?.id;
  const [sentAs, setSentAs] = useState(operationId);
  if (sentAs !== operationId) {
    setSentAs(operationId);
    if (operationId !== undefined) setEntered(withoutPersonalData(draftNow(), fields));
  }

  // A question, or a refusal, is about one amount on one terminal: it does not outlive them.
  const intentOf = (about: CheckoutDraft) => [kind, about.terminalId, amountOf(about.amountCents)].join(' ');
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
    const amount = amountOf(sale.amountCents);
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
    const amount = amountOf(now.amountCents);
    const problems: CheckoutProblems = {
      ...(needsProvider && isLooking && { terminalId: 'not-loaded' as const }),
      ...checkoutProblems(now, fields, customFields, amount !== undefined),
    };
    /** As it is sent, in words. */
    const amountText = amount === undefined ? undefined : money.formatAmount(amount);
    return { draft: now, problems, amountText };
  };

  return {
    kind,
    payment,
    /** What stands in the place of the form. */
    shown: isRetryRefused ? undefined : operation,
    fields,
    customFields,
    /** Draft, problems and words as they were drawn last, which a key in the amount does not do; `live` has them by now. */
    ...live(),
    live,
    typed,
    terminalTitle: entry?.title ?? terminalId ?? undefined,
    terminals: options.terminals,
    /** What other tills do on the terminals, where that is asked for. */
    holders,
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
    /** What a question names: the draft as it was drawn with it. */
    charge: (confirmed?: string) => charge(draft, confirmed),
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

/** The amount that stands in the form, in cents and as it would be sent, in words: what shows it is drawn with each key. */
export function useTypedAmount({ typed, fields }: CheckoutSale) {
  const { toAmount, formatAmount } = useMoney();
  const now = useSyncExternalStore(typed.subscribe, typed.get, typed.get);
  const cents = isLocked(fields.amount) ? (fields.amount?.value ?? null) : now;
  const wire = cents === null ? undefined : toAmount(cents);
  return { cents, text: wire?.ok ? formatAmount(wire.amount) : undefined };
}

export type Control = HTMLInputElement | HTMLSelectElement;
export type RefFor = (field: string) => RefCallback<Control>;

export interface TerminalCheckoutSale {
  sale: CheckoutSale;
  /** What was put off, and what else nobody knows yet. */
  unknown: UnknownSales;
  /** Where less was approved than asked for. */
  partial: PartialSale | undefined;
  labels: TerminalCheckoutLabels;
  /** Amounts in cents that one press enters. */
  quickAmountsCents: readonly number[];
  /** How the amount is typed, and drawn. */
  entry: AmountEntry;
  layout: 'display' | 'keypad';
  onTerminalChange: ((terminalId: string | null, details: TerminalChangeDetails) => void) | undefined;
  /** The form comes back after a sale. */
  isAfterSale: boolean;
  /** Takes the focus when it takes the place of the form. */
  status: RefObject<HTMLElement | null>;
  /** Which keys are meant for what is on the screen. */
  keys: PressedAnew;
  /** Back to an empty form; the outcome stands as one line above it. */
  leave: () => void;
  /** Back to the form as it was. */
  back: () => void;
  /** The same once more. */
  tryAgain: () => void;
  /** Back to the form, for what is still due. */
  takeRest: (dueCents: number) => void;
  /** Back to the form, for the next customer. */
  next: () => void;
}

export const TerminalCheckoutContext = /*#__PURE__*/ createContext<TerminalCheckoutSale | null>(null);

/** A payment that is being entered. */
export interface CheckoutEntry extends Pick<
  TerminalCheckoutSale,
  'sale' | 'labels' | 'quickAmountsCents' | 'onTerminalChange'
> {
  /** What to say at each field. */
  errors: CheckoutErrors;
  /** For the control of a field, which gets the focus when it is the first that is not right. */
  refFor: RefFor;
  /** Puts the focus on a field; whether it is there. */
  focus: (field: string) => boolean;
  /** It was to be sent, and what is missing is said at the fields. */
  isTried: boolean;
  /** Not while a question is to be answered, or what keeps it from the terminal is shown: one does not press by habit. */
  canCharge: boolean;
  /** What is missing until it can be sent, or in its way. */
  hint: string | undefined;
  button: RefObject<HTMLButtonElement | null>;
  hintId: string;
  amountId: string;
  /** The picker's; `-notice` at its end is what keeps a payment from the terminal. */
  terminalFieldId: string;
}

/** As it was drawn last: what stands in the amount is asked for apart. */
type DrawnEntry = Omit<CheckoutEntry, 'hint'>;

export const CheckoutEntryContext = /*#__PURE__*/ createContext<DrawnEntry | null>(null);

/** The sale a part of the kit belongs to, as it was drawn last. */
export function useCheckout(): TerminalCheckoutSale {
  return usePartContext(TerminalCheckoutContext, 'TerminalCheckout.Root');
}

/** The sale a part belongs to. Throws outside of a `TerminalCheckout.Root`. */
export function useTerminalCheckoutContext(): TerminalCheckoutSale {
  const context = useCheckout();
  return { ...context, sale: useLiveSale(context.sale) };
}

function useLiveSale(sale: CheckoutSale): CheckoutSale {
  useTypedAmount(sale);
  return { ...sale, ...sale.live() };
}

export interface TerminalCheckoutState {
  kind: CheckoutKind;
  phase: 'idle' | Phase;
}

export const stateOf = ({ sale }: TerminalCheckoutSale): TerminalCheckoutState => ({
  kind: sale.kind,
  phase: sale.shown?.phase ?? 'idle',
});

export const definePart = /*#__PURE__*/ partsOf(useCheckout, stateOf);

export interface PartialSale {
  dueCents: number;
  /** Undefined where the service named no reference, or nothing was approved. */
  transaction: Transaction | undefined;
  /** Whether what was approved is being given up, or was: then nothing is charged beside it. */
  isGivenUp: boolean;
  isGivenBack: boolean;
  /** Whether the void, or the refund, stands in the place of the sale. */
  isGivingBackShown: boolean;
  /** Takes note of how that ended. */
  acknowledgeGiveBack: () => void;
}

const noTerminal = { terminalId: '' };

/** What is due of the sale, and what was approved, where that is less than was asked for. */
export function usePartialSale(operation: TerminalOperation | undefined): PartialSale | undefined {
  const core = useTerminalOperations();
  const isPartial = operation?.phase === 'partial';
  const operations = useOperations(isPartial ? undefined : noTerminal);
  if (!isPartial) return undefined;
  const { amountCents = 0, confirmedCents = 0, pnRefNum }: TerminalOperation = operation;
  const transaction =
    pnRefNum === undefined || confirmedCents === 0 ? undefined : transactionOf(operations, pnRefNum);
  const undoing = operations.find(
    (other) =>
      (other.kind === 'void' || other.kind === 'refund') &&
      other.pnRefNum === pnRefNum &&
      (isOpen(other) || isDone(other)),
  );
  // Where it is not known yet, one goes on with the sale.
  const isStanding =
    undoing !== undefined && undoing.phase !== 'unknown' && (isOpen(undoing) || isUnseen(undoing));
  return {
    dueCents: amountCents - confirmedCents,
    transaction,
    isGivenUp: undoing !== undefined,
    isGivenBack: undoing !== undefined && isDone(undoing),
    // One of another tab is shown here only while it is open.
    isGivingBackShown: transaction !== undefined && isStanding && core.isOwn(undoing.id),
    acknowledgeGiveBack: () => {
      if (undoing) core.acknowledge(undoing.id);
    },
  };
}

/** What is being entered, for a part of the kit, as it was drawn last. */
export function useEntry(): DrawnEntry {
  return usePartContext(CheckoutEntryContext, 'TerminalCheckout.Entry');
}

/** The payment that is being entered. Throws outside of a `TerminalCheckout.Entry`. */
export function useCheckoutEntry(): CheckoutEntry {
  const entry = useEntry();
  const sale = useLiveSale(entry.sale);
  return { ...entry, sale, hint: hintOf(entry, sale.amountText) };
}

/** Whether the operation that keeps the sale from its terminal is there to be shown. */
export function useIsHeld({ payment }: CheckoutSale): boolean {
  const holder = useOperation(payment.refusal?.operationId);
  return payment.refusal?.code === 'terminal-busy' && holder !== undefined && isOpen(holder);
}

/** What is missing until it can be sent, or in its way. Once it was tried, that is said at the fields. */
export function hintOf(
  { sale, labels, isTried }: DrawnEntry,
  amountText: string | undefined,
): string | undefined {
  const { terminalTitle, isTaken, payment, terminals, fields } = sale;
  if (isTried) return undefined;
  const isSaidThere = terminals?.layout !== 'field' && !fields.terminalId?.hidden;
  if (amountText === undefined)
    return terminalTitle === undefined ? labels.missingBoth : labels.missingAmount;
  if (terminalTitle === undefined) return labels.missingTerminal;
  return isTaken && !isSaidThere && !payment.refusal
    ? labels.terminalBusy({ terminal: terminalTitle })
    : undefined;
}

const addresses = [
  { name: 'email', type: 'email' },
  { name: 'phone', type: 'tel' },
] as const;

export type ReceiptAddress = (typeof addresses)[number];

/** What is asked for where a receipt is wanted. */
export function useReceiptAddresses() {
  const { draft, fields } = useEntry().sale;
  return draft.wantsReceipt ? addresses.filter(({ name }) => !fields[name]?.hidden) : [];
}

/** What each kind of refusal is told. */
export interface CheckoutRefusalProps {
  sale: CheckoutSale;
  refusal: Refusal;
  labels: TerminalCheckoutLabels;
}
