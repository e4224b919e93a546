'use client';
import { createContext, type Ref, type RefObject, useId, useRef, useState } from 'react';
import type { ReversalOptions } from '../../core/operations/reversalOptions.ts';
import type { Refusal } from '../../core/operations/terminalOperation.ts';
import { isKnownTime } from '../../core/time.ts';
import type { AllowedOperation } from '../../core/operations/allowedOperations.ts';
import { useOperation } from '../../hooks/useOperations.ts';
import { usePaymentsContext, useTimeZone } from '../../hooks/usePaymentsContext.ts';
import type { GiveBackWay } from '../../words/enTransactionActions.ts';
import type { TransactionActionsLabels } from '../../words/words.ts';
import type { AmountFieldProps } from '../amount-field/AmountField.tsx';
import { withQuote } from '../kit/shownText.ts';
import { useMoney } from '../kit/useMoney.ts';
import { type QuestionProps, useQuestionState } from '../kit/Question.tsx';
import { usePartContext } from '../kit/part.tsx';
import { useIsReady } from '../open-operations/OpenOperations.tsx';
import { useTerminalTitle } from '../terminal-picker/useTerminalList.ts';
import { type ActionKind, intentOf, useTransactionEntry } from './useTransactionActions.ts';

export interface TransactionAction {
  operation: ActionKind;
  labels: TransactionActionsLabels;
  terminal: string;
  headingId: string;
  name: string;
  /** What the action does to the money. */
  text: string;
  buttonText: string;
  button: RefObject<HTMLButtonElement | null>;
  /** The amount field. Undefined if only the whole amount can be sent. */
  field: (AmountFieldProps & { ref: Ref<HTMLInputElement> }) | undefined;
  /** The question that must be answered before anything is sent. */
  question: QuestionProps | undefined;
  refusal: Refusal | undefined;
  /** Asks the question, or sends the request if no question is needed. */
  press: () => void;
}

export const TransactionActionContext = /*#__PURE__*/ createContext<TransactionAction | null>(null);

/** What the question about a duplicate says of the earlier operation: its time, terminal and outcome. */
export function useEarlierStart(refusal: Refusal | undefined) {
  const { locale } = usePaymentsContext();
  const timeZone = useTimeZone();
  const earlier = useOperation(refusal?.operationId);
  const terminal = useTerminalTitle(earlier?.terminalId ?? '');
  const format = timeZone && new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' });
  const time =
    earlier && format && isKnownTime(earlier.createdAt) ? format.format(earlier.createdAt) : undefined;
  return { terminal, time, phase: earlier?.phase, charged: earlier?.resolution?.charged };
}

interface AmountActionOptions {
  kinds: readonly ActionKind[];
  hint: (upTo: { max: string; rest: string | undefined }) => string;
  tooMuch: (limit: { max: string }) => string;
}

/** The amount to capture or give back, and its field. The field begins with the largest amount that can be entered. */
function useAmountAction(maxCents: number, { kinds, hint, tooMuch }: AmountActionOptions) {
  const { flow, labels } = useTransactionEntry();
  const money = useMoney();
  const [cents, setCents] = useState<number | null>(maxCents);
  const wire = cents === null ? undefined : money.toAmount(cents);
  const amount = wire?.ok ? wire.amount : undefined;
  const text = amount === undefined ? undefined : money.formatAmount(amount);
  const rest = cents !== null && cents < maxCents ? money.format(maxCents - cents) : undefined;
  const isReady = useIsReady();
  const [isTried, setIsTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const refusal = kinds.map(flow.refusalOf).find((said) => said !== undefined);
  const forget = () => kinds.forEach(flow.reconsider);
  const duplicate = refusal?.code === 'needs-confirmation' ? refusal : undefined;
  const earlier = useEarlierStart(duplicate);
  return {
    cents,
    amount,
    /** The amount that is sent, as formatted text. */
    text,
    rest,
    refusal,
    isDuplicate: duplicate !== undefined,
    button,
    /** Asks whether to send the same amount again. Undefined unless it was sent a short while ago. */
    duplicateQuestion: (
      operation: 'capture' | 'refund',
      onYes: (confirmed?: string) => void,
    ): QuestionProps | undefined => {
      if (!duplicate || text === undefined) return undefined;
      return {
        title: labels.duplicateTitle,
        text: labels.duplicateText({ amount: text, ...earlier }),
        yes: labels.duplicateYes({ amount: text, operation }),
        no: labels.goBack,
        onYes: () => onYes(duplicate.confirmation),
        onNo: forget,
      };
    },
    /** Returns true if the field has an amount to send. Otherwise focuses the field, which then shows its error. */
    check: (): boolean => {
      setIsTried(true);
      forget();
      if (amount === undefined) input.current?.focus();
      return amount !== undefined;
    },
    field: {
      ref: input,
      required: true,
      value: cents,
      max: maxCents,
      hint: hint({ max: money.format(maxCents), rest }),
      error: refusal?.field === 'amount' ? labels.refused(refusal) : undefined,
      showError: isTried,
      disabled: !isReady,
      labels: { tooLarge: tooMuch },
      onValueChange: (next: number | null) => {
        setCents(next);
        forget();
      },
    },
  };
}

/** Captures all or a part of what a pre-authorization holds. */
export function useCaptureAction({ maxCents = 0 }: AllowedOperation): TransactionAction {
  const { flow, labels } = useTransactionEntry();
  const kinds = ['capture'] as const;
  const words = { kinds, hint: labels.captureHint, tooMuch: labels.captureTooMuch };
  const { amount, text, button, ...entered } = useAmountAction(maxCents, words);
  const terminal = useTerminalTitle(flow.transaction.terminalId);
  useQuestionState(button, entered.isDuplicate);
  const send = (confirmed?: string) => {
    if (amount !== undefined) flow.start('capture', amount, confirmed);
  };
  return {
    operation: 'capture',
    labels,
    terminal,
    headingId: useId(),
    name: labels.capture,
    text: labels.captureText,
    buttonText: labels.captureButton({ amount: text, terminal }),
    button,
    field: entered.field,
    question: entered.duplicateQuestion('capture', send),
    refusal: entered.refusal,
    press: () => {
      if (entered.check()) send();
    },
  };
}

/** How the amount is given back. For each way, the labels have a sentence that says what it means for the customer. */
function giveBackWay(
  kind: 'void' | 'refund',
  isPart: boolean,
  { isHold, isSettlementUnknown, fullReversalKind }: ReversalOptions,
): GiveBackWay {
  if (isHold) return 'release';
  if (kind === 'void') return isSettlementUnknown ? 'try' : 'cancel';
  return isSettlementUnknown && isPart && fullReversalKind === 'void' ? 'part' : 'refund';
}

/** Gives back all or a part of what is left, after one question. A part is never sent as a void. */
export function useGiveBackAction(possible: ReversalOptions, isWhole: boolean): TransactionAction {
  const { flow, labels, asked, ask } = useTransactionEntry();
  const { maxCents, allowsPartialRefund, isHold } = possible;
  const kinds = ['void', 'refund'] as const;
  const words = { kinds, hint: labels.giveBackHint, tooMuch: labels.giveBackTooMuch };
  const { amount, cents, text, rest, button, ...entered } = useAmountAction(maxCents, words);
  const terminal = useTerminalTitle(flow.transaction.terminalId);
  const kind = rest === undefined ? possible.fullReversalKind : 'refund';
  const way = giveBackWay(kind, rest !== undefined, possible);
  const intent = intentOf(kind, cents, maxCents);
  const isAsking = asked === intent;
  useQuestionState(button, isAsking || entered.isDuplicate);
  const send = (confirmed?: string) => {
    ask(undefined);
    if (amount === undefined) return;
    if (kind === 'void') flow.startVoid();
    else flow.start('refund', amount, confirmed);
  };
  const about = { amount: text ?? '', terminal, rest, way };
  const doubt = possible.mayRepeatEarlier(kind) ? [labels.confirmDoubt] : [];
  const question: QuestionProps | undefined =
    isAsking && amount !== undefined
      ? {
          title: labels.confirmTitle(about),
          text: [...doubt, labels.confirmText(about)].join(' '),
          yes: labels.confirmYes(about),
          no: labels.goBack,
          onYes: () => send(),
          onNo: () => ask(undefined),
        }
      : entered.duplicateQuestion('refund', send);
  const hasField = allowsPartialRefund && !isWhole;
  const isPartLater = !allowsPartialRefund && !isHold && !flow.hostPermission('refund').isForbidden;
  return {
    operation: kind,
    labels,
    terminal,
    headingId: useId(),
    name: labels.giveBack({ isHold }),
    text: withQuote(
      [labels.giveBackText({ way }), isPartLater ? labels.partLater : ''].join(' ').trim(),
      flow.hostPermission(kind).needsApproval,
    ),
    buttonText: labels.giveBackButton({ amount: text, isHold }),
    button,
    field: hasField ? entered.field : undefined,
    question,
    refusal: entered.refusal,
    press: () => {
      if (entered.check()) ask(intent);
    },
  };
}

/** The action that a part belongs to. Throws outside of `TransactionActions.Capture` and `TransactionActions.GiveBack`. */
export function useTransactionAction(): TransactionAction {
  return usePartContext(TransactionActionContext, 'TransactionActions.Capture');
}
