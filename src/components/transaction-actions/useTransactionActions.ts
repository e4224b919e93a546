'use client';
import { createContext, type Ref, type RefObject, useId, useRef, useState } from 'react';
import {
  isOpen,
  type Phase,
  type Refusal,
  type TerminalOperation,
} from '../../core/operations/terminalOperation.ts';
import {
  type AllowedOperation,
  allowedOperations,
  isDone,
  knownTransaction,
  type Transaction,
} from '../../core/operations/transactions.ts';
import { useOperation, useOperations, useTerminalOperations } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useTerminalCapture, useTerminalRefund, useTerminalVoid } from '../../hooks/useTerminalFlow.ts';
import type { TransactionActionsLabels } from '../../words/words.ts';
import type { AmountFieldProps } from '../amount-field/AmountField.tsx';
import { useMoney } from '../amount-field/useAmountField.ts';
import { type QuestionProps, useAsking } from '../kit/Question.tsx';
import { partsOf, usePartContext } from '../kit/part.tsx';
import { useIsReady } from '../open-operations/OpenOperations.tsx';
import { useTerminalEntry, useTerminalTitle } from '../terminal-picker/useTerminalList.ts';

/** Nothing follows a void. */
function isVoided({ pnRefNum }: Transaction, operations: readonly TerminalOperation[]): boolean {
  return operations.some(
    (operation) => operation.kind === 'void' && operation.pnRefNum === pnRefNum && isDone(operation),
  );
}

/** Whether it may be done, and nobody knows whether it fits. */
export function isInDoubt({ allowed, reason }: AllowedOperation): boolean {
  return allowed && reason === 'settlement-unknown';
}

/** What may be done with a transaction, what is being done with it, and how to start it. */
export function useTransactionFlow(given: Transaction, flowKey = `transaction ${given.pnRefNum}`) {
  const { pnRefNum, terminalId } = given;
  const flows = {
    capture: useTerminalCapture({ flowKey }),
    void: useTerminalVoid({ flowKey }),
    refund: useTerminalRefund({ flowKey }),
  };
  const operations = useOperations();
  const operationsOfPage = useTerminalOperations();
  const entry = useTerminalEntry(terminalId);
  // A key of the host's may have been another transaction's before.
  const started = [flows.capture, flows.void, flows.refund]
    .map(({ operation }) => operation)
    .find((operation) => operation && (operation.pnRefNum ?? pnRefNum) === pnRefNum);

  // Whoever started it: what is open on this transaction is shown, and stays until the person has seen its result.
  const current = operations.find((other) => other.pnRefNum === pnRefNum && isOpen(other)) ?? started;
  const [shownId, setShownId] = useState<string>();
  if (current && current.id !== shownId) setShownId(current.id);

  const transaction = knownTransaction(given, operations);
  const provider = transaction.provider ?? entry?.terminal.provider;
  const reference = { terminalId, pnRefNum, provider };
  const isOver = isVoided(transaction, operations);
  return {
    transaction,
    /** What may be done and what may not; after a void there is nothing to say of either. */
    actions: isOver ? [] : allowedOperations(transaction),
    isVoided: isOver,
    started,
    flowKey,
    shown: useOperation(shownId),
    refusalOf: (operation: keyof typeof flows) => flows[operation].refusal,
    /** Takes a refusal away. */
    reconsider: (operation: keyof typeof flows) => {
      if (flows[operation].refusal) flows[operation].reset();
    },
    startVoid: () => void flows.void.start(reference, { transaction }),
    /** `amount` is the wire's. */
    start: (operation: 'capture' | 'refund', amount: number, confirmed?: string) =>
      void flows[operation].start({ ...reference, amount }, { transaction, confirmed }),
    leave: () => {
      // Of the others nobody has seen here how they ended.
      for (const { operation, reset } of Object.values(flows))
        if (!operation || operation.id === shownId) reset();
      if (shownId !== undefined) operationsOfPage.acknowledge(shownId);
      setShownId(undefined);
    },
  };
}

export type TransactionFlow = ReturnType<typeof useTransactionFlow>;

export interface ShownTransaction {
  flow: TransactionFlow;
  labels: TransactionActionsLabels;
  /** The status was here before. */
  isBack: boolean;
  /** Takes the focus when it takes the place of the actions. */
  status: RefObject<HTMLElement | null>;
  /** Leaves the status. */
  back: () => void;
}

export const TransactionActionsContext = /*#__PURE__*/ createContext<ShownTransaction | null>(null);

/** A transaction with which nothing is being done. */
export interface TransactionEntry extends Pick<ShownTransaction, 'flow' | 'labels'> {
  heading: RefObject<HTMLHeadingElement | null>;
}

export const TransactionEntryContext = /*#__PURE__*/ createContext<TransactionEntry | null>(null);

/** One thing that may be done. */
export interface TransactionAction {
  operation: AllowedOperation['operation'];
  labels: TransactionActionsLabels;
  terminal: string;
  headingId: string;
  /** What it does to the money. */
  text: string;
  /** What its button says. */
  buttonText: string;
  button: RefObject<HTMLButtonElement | null>;
  /** For the amount. A void has none: a part is never voided. */
  field: (AmountFieldProps & { ref: Ref<HTMLInputElement> }) | undefined;
  /** What has to be answered before anything is sent. */
  question: QuestionProps | undefined;
  refusal: Refusal | undefined;
  /** Asks, or sends what needs no question. */
  press: () => void;
}

export const TransactionActionContext = /*#__PURE__*/ createContext<TransactionAction | null>(null);

/** An amount being entered, up to `maxCents`, with which it begins. */
function useAmountDraft(maxCents: number) {
  const money = useMoney();
  const [cents, setCents] = useState<number | null>(maxCents);
  const wire = cents === null ? undefined : money.toAmount(cents);
  const amount = wire?.ok ? wire.amount : undefined;
  const rest = cents === null ? 0 : maxCents - cents;
  return {
    cents,
    setCents,
    amount,
    /** As it is sent, in words. */
    text: amount === undefined ? undefined : money.formatAmount(amount),
    max: money.format(maxCents),
    rest: rest > 0 ? money.format(rest) : undefined,
  };
}

/** Before the same amount is sent again: when and where it was sent first. */
function useDuplicateWords(refusal: Refusal | undefined, labels: TransactionActionsLabels) {
  const { locale, timeZone } = usePaymentsContext();
  const earlier = useOperation(refusal?.operationId);
  const terminal = useTerminalTitle(earlier?.terminalId ?? '');
  const format = timeZone && new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' });
  const time = earlier && format ? format.format(earlier.createdAt) : undefined;
  return (amount: string, operation: 'capture' | 'refund') => ({
    title: labels.duplicateTitle,
    text: labels.duplicateText({ amount, terminal, time, phase: earlier?.phase }),
    yes: labels.duplicateYes({ amount, operation }),
  });
}

/** The transaction, and what may be done with it. Throws outside of a `TransactionActions.Entry`. */
export function useTransactionEntry(): TransactionEntry {
  return usePartContext(TransactionEntryContext, 'TransactionActions.Entry');
}

/** Captures or refunds all that is left, or less. A refund is asked once more. */
export function useAmountAction(
  operation: 'capture' | 'refund',
  possible: AllowedOperation,
): TransactionAction {
  const { flow, labels } = useTransactionEntry();
  const { maxCents = 0 } = possible;
  const { cents, setCents, amount, text, max, rest } = useAmountDraft(maxCents);
  const terminal = useTerminalTitle(flow.transaction.terminalId);
  const isReady = useIsReady();
  const [isTried, setIsTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const refusal = flow.refusalOf(operation);
  const isDuplicate = refusal?.code === 'needs-confirmation';
  const duplicateWords = useDuplicateWords(isDuplicate ? refusal : undefined, labels);
  const [isAsking, setIsAsking] = useAsking(button, isDuplicate);
  const isCapture = operation === 'capture';
  const send = (confirmed?: string) => {
    setIsAsking(false);
    if (amount !== undefined) flow.start(operation, amount, confirmed);
  };

  const questionAbout = (words: string): QuestionProps | undefined => {
    if (isAsking) {
      return {
        title: labels.confirmRefundTitle({ amount: words }),
        text: labels.confirmRefundText({ amount: words, terminal, rest }),
        yes: labels.confirmRefundYes({ amount: words }),
        no: labels.goBack,
        onYes: () => send(),
        onNo: () => setIsAsking(false),
      };
    }
    if (!isDuplicate) return undefined;
    return {
      ...duplicateWords(words, operation),
      no: labels.goBack,
      onYes: () => send(refusal.confirmation),
      onNo: () => flow.reconsider(operation),
    };
  };

  const refundText = isInDoubt(possible) ? labels.refundTextInDoubt : labels.refundText;
  return {
    operation,
    labels,
    terminal,
    headingId: useId(),
    text: isCapture ? labels.captureText : refundText,
    buttonText: isCapture
      ? labels.captureButton({ amount: text, terminal })
      : labels.refundButton({ amount: text }),
    button,
    field: {
      ref: input,
      required: true,
      value: cents,
      max: maxCents,
      hint: (isCapture ? labels.captureHint : labels.refundHint)({ max, rest }),
      error: refusal?.field === 'amount' ? labels.refused(refusal) : undefined,
      showError: isTried,
      disabled: !isReady,
      labels: { tooLarge: isCapture ? labels.captureTooMuch : labels.refundTooMuch },
      onValueChange: (next) => {
        setCents(next);
        flow.reconsider(operation);
      },
    },
    question: text === undefined ? undefined : questionAbout(text),
    refusal,
    press: () => {
      setIsTried(true);
      flow.reconsider(operation);
      if (amount === undefined) input.current?.focus();
      else if (isCapture) send();
      else setIsAsking(true);
    },
  };
}

/** Gives up the whole of a transaction, after one question. There is no amount to enter: a part is never voided. */
export function useVoidAction(possible: AllowedOperation): TransactionAction {
  const { flow, labels } = useTransactionEntry();
  const { authorizedCents, capturedCents, kind, terminalId } = flow.transaction;
  const money = useMoney();
  const terminal = useTerminalTitle(terminalId);
  const button = useRef<HTMLButtonElement>(null);
  const [isAsking, setIsAsking] = useAsking(button);
  const isHold = kind === 'preAuth' && capturedCents === 0;
  const amount = money.format(kind === 'pay' || isHold ? authorizedCents : capturedCents);
  const question = {
    title: labels.confirmVoidTitle({ amount }),
    text: labels.confirmVoidText({ amount, terminal, isHold }),
    yes: labels.confirmVoidYes({ amount }),
    no: labels.goBack,
    onYes: () => {
      setIsAsking(false);
      flow.startVoid();
    },
    onNo: () => setIsAsking(false),
  };
  return {
    operation: 'void',
    labels,
    terminal,
    headingId: useId(),
    text: isInDoubt(possible) ? labels.voidTextInDoubt : labels.voidText({ isHold }),
    buttonText: labels.voidButton({ amount }),
    button,
    field: undefined,
    question: isAsking ? question : undefined,
    refusal: flow.refusalOf('void'),
    press: () => {
      flow.reconsider('void');
      setIsAsking(true);
    },
  };
}

/** Why something cannot be done with a transaction. */
export function reasonText(
  { operation, reason }: AllowedOperation,
  labels: TransactionActionsLabels,
  captured: string,
): string | undefined {
  switch (reason) {
    case 'not-a-pre-authorization':
      return labels.notAPreAuthorization;
    case 'already-captured':
      return labels.alreadyCaptured({ amount: captured });
    case 'already-refunded':
      return operation === 'void' ? labels.voidRefunded : labels.allRefunded;
    case 'nothing-captured':
      return labels.nothingCaptured;
    case 'settled':
      return operation === 'void' ? labels.voidSettled : labels.captureSettled;
    case 'not-settled':
      return labels.refundNotSettled;
    case 'settlement-unknown': // explains what is allowed
    case undefined:
      return undefined;
  }
}

/** The capture, void or refund a part belongs to. Throws outside of one. */
export function useTransactionAction(): TransactionAction {
  return usePartContext(TransactionActionContext, 'TransactionActions.Capture');
}

/** The transaction a part belongs to. Throws outside of a `TransactionActions.Root`. */
export function useTransactionActionsContext(): ShownTransaction {
  return usePartContext(TransactionActionsContext, 'TransactionActions.Root');
}

export interface TransactionActionsState {
  /** Of the operation that is shown. */
  phase: 'idle' | Phase;
}

export const stateOf = ({ flow }: ShownTransaction): TransactionActionsState => ({
  phase: flow.shown?.phase ?? 'idle',
});

export const definePart = /*#__PURE__*/ partsOf(useTransactionActionsContext, stateOf);

/** Undefined where it may not be done. */
export function usePossibleAction(operation: AllowedOperation['operation']): AllowedOperation | undefined {
  return useTransactionEntry().flow.actions.find(
    (action) => action.operation === operation && action.allowed,
  );
}
