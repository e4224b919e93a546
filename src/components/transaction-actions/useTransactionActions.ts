'use client';
import { createContext, type RefObject, useState } from 'react';
import {
  type GivingBack,
  givingBack,
  isRefused,
  type NotGivenBack,
} from '../../core/operations/givingBack.ts';
import { isOpen, type Phase } from '../../core/operations/terminalOperation.ts';
import { allowedOperations } from '../../core/operations/allowedOperations.ts';
import { knownTransaction, operationsOn, type Transaction } from '../../core/operations/transactions.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useOperation, useOperations, useTerminalOperations } from '../../hooks/useOperations.ts';
import { useTerminalCapture, useTerminalRefund, useTerminalVoid } from '../../hooks/useTerminalFlow.ts';
import type { TransactionActionsLabels } from '../../words/words.ts';
import { partsOf, usePartContext } from '../kit/part.tsx';
import { useTerminalLookup } from '../terminal-picker/useTerminalList.ts';

/** What may be done with a transaction, what is being done with it, and how to start it. */
export function useTransactionFlow(given: Transaction, flowKey = `transaction ${given.pnRefNum}`) {
  const { pnRefNum, terminalId } = given;
  const flows = {
    capture: useTerminalCapture({ flowKey }),
    void: useTerminalVoid({ flowKey }),
    refund: useTerminalRefund({ flowKey }),
  };
  const { needsProvider } = usePaymentsContext().client.service;
  const operations = useOperations();
  const operationsOfPage = useTerminalOperations();
  const { entry, isLooking } = useTerminalLookup(terminalId);
  // A key of the host's may have been another transaction's before.
  const started = [flows.capture, flows.void, flows.refund]
    .map(({ operation }) => operation)
    .find((operation) => operation && (operation.pnRefNum ?? pnRefNum) === pnRefNum);

  // Whoever started it: what is open on this transaction is shown, and stays until the person has seen its result.
  const current = operationsOn(given, operations).own.find(isOpen) ?? started;
  const [shownId, setShownId] = useState<string>();
  if (current && current.id !== shownId) setShownId(current.id);

  const transaction = knownTransaction(given, operations);
  const provider = transaction.provider ?? entry?.terminal.provider;
  const reference = { terminalId, pnRefNum, provider };
  const back = givingBack(given, operations);
  // Without it the money would be asked back at another provider's address.
  const isProviderUnknown = needsProvider && provider === undefined && isLooking;
  const whyNot = whyNothing(back, !entry && !isLooking);
  return {
    transaction,
    /** What may be done, and what may not. */
    actions: isProviderUnknown || (whyNot && isForAll[whyNot]) ? [] : allowedOperations(transaction),
    /** How money of it goes back; undefined where none does, for `whyNot`. */
    giveBack: typeof back === 'string' || whyNot || isProviderUnknown ? undefined : back,
    whyNot,
    isVoided: whyNot === 'voided',
    started,
    flowKey,
    shown: useOperation(shownId),
    refusalOf: (operation: keyof typeof flows) => flows[operation].refusal,
    /** Takes a refusal away. */
    reconsider: (operation: keyof typeof flows) => {
      if (flows[operation].refusal) flows[operation].reset();
    },
    startVoid: () => void flows.void.start(reference, { transaction: given }),
    /** `amount` is the wire's. */
    start: (operation: 'capture' | 'refund', amount: number, confirmed?: string) =>
      void flows[operation].start({ ...reference, amount }, { transaction: given, confirmed }),
    leave: () => {
      // Of the others nobody has seen here how they ended.
      for (const { operation, reset } of Object.values(flows))
        if (!operation || operation.id === shownId) reset();
      if (shownId !== undefined) operationsOfPage.acknowledge(shownId);
      setShownId(undefined);
    },
  };
}

/** Why no money of a transaction goes back from here. */
export type WhyNot = NotGivenBack | 'terminal-gone';

/** Of these nothing else may be done either. */
const isForAll: Partial<Record<WhyNot, true>> = { voided: true, 'under-way': true, 'terminal-gone': true };

/** It goes back on the terminal on which it was paid, so that has to be there. */
function whyNothing(back: GivingBack | NotGivenBack, isGone: boolean): WhyNot | undefined {
  if (typeof back === 'string') return back;
  return isGone ? 'terminal-gone' : undefined;
}

type TransactionFlow = ReturnType<typeof useTransactionFlow>;

export interface ShownTransaction {
  flow: TransactionFlow;
  labels: TransactionActionsLabels;
  /** The status was here before. */
  isBack: boolean;
  /** Takes the focus when it takes the place of the actions. */
  status: RefObject<HTMLElement | null>;
  /** Leaves the status. */
  back: () => void;
  /** What is to be answered before it is sent, as `intentOf` has it. */
  asked: string | undefined;
  ask: (intent: string | undefined) => void;
  /** Leaves the status of a void that was refused, for the question of a refund. */
  instead: () => void;
}

/** A question is about one amount in one way, out of what is left: it does not outlive them. */
export const intentOf = (kind: 'void' | 'refund', cents: number | null, leftCents: number | null) =>
  `${kind} ${cents} ${leftCents}`;

export const TransactionActionsContext = /*#__PURE__*/ createContext<ShownTransaction | null>(null);

/** A transaction with which nothing is being done. */
export interface TransactionEntry extends Pick<ShownTransaction, 'flow' | 'labels' | 'asked' | 'ask'> {
  heading: RefObject<HTMLHeadingElement | null>;
}

export const TransactionEntryContext = /*#__PURE__*/ createContext<TransactionEntry | null>(null);

/** The transaction, and what may be done with it. Throws outside of a `TransactionActions.Entry`. */
export function useTransactionEntry(): TransactionEntry {
  return usePartContext(TransactionEntryContext, 'TransactionActions.Entry');
}

/** Why no money of it goes back. */
export function whyNotText(whyNot: WhyNot, labels: TransactionActionsLabels, terminal: string): string {
  switch (whyNot) {
    case 'voided':
      return labels.voided;
    case 'under-way':
      return labels.underWay;
    case 'already-refunded':
      return labels.allRefunded;
    case 'nothing-captured':
      return labels.nothingCaptured;
    case 'terminal-gone':
      return labels.terminalGone({ terminal });
  }
}

/** How the money can go back once the void that is shown was refused; undefined as long as that is not certain. */
export function insteadOf({ shown, giveBack }: TransactionFlow): GivingBack | undefined {
  const isOffered = shown?.kind === 'void' && isRefused(shown) && giveBack?.whole === 'refund';
  return isOffered ? giveBack : undefined;
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
