'use client';
import { createContext, type RefObject, useState } from 'react';
import {
  type ReversalOptions,
  reversalOptions,
  isRefusedByService,
  type NoReversalReason,
  type PermittedTransaction,
  hostPermission,
} from '../../core/operations/reversalOptions.ts';
import {
  isRejectedForLackOfApproval,
  isOpen,
  type Phase,
  type TerminalOperation,
} from '../../core/operations/terminalOperation.ts';
import { type AllowedOperation, allowedOperations } from '../../core/operations/allowedOperations.ts';
import {
  transactionUpdatedByOperations,
  saleAndOperationsOfTransaction,
} from '../../core/operations/transactions.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useOperation, useOperations, useTerminalOperations } from '../../hooks/useOperations.ts';
import { useTerminalCapture, useTerminalRefund, useTerminalVoid } from '../../hooks/useTerminalFlow.ts';
import type { TransactionActionsLabels } from '../../words/words.ts';
import { useMoney } from '../kit/useMoney.ts';
import { partsOf, usePartContext } from '../kit/part.tsx';
import { useTerminalLookup } from '../terminal-picker/useTerminalList.ts';

/** What may be done with a transaction, the operation in progress, and functions to start an operation. */
export function useTransactionFlow(
  given: PermittedTransaction,
  // The flow key names the provider, because two providers may give two transactions the same reference.
  flowKey = `transaction ${given.provider ?? ''} ${given.pnRefNum}`,
) {
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
  // If the host used this flow key for another transaction before, that transaction's operation is left out.
  const started = [flows.capture, flows.void, flows.refund]
    .map(({ operation }) => operation)
    .find((operation) => operation && (operation.pnRefNum ?? pnRefNum) === pnRefNum);

  // An open operation is shown, whichever component started it; after its end, until `leave` is called.
  const current = saleAndOperationsOfTransaction(given, operations).own.find(isOpen) ?? started;
  const [shownId, setShownId] = useState<string>();
  if (current && current.id !== shownId) setShownId(current.id);

  const transaction = transactionUpdatedByOperations(given, operations);
  const provider = transaction.provider ?? entry?.terminal.provider;
  const reference = { terminalId, pnRefNum, provider };
  const back = reversalOptions(given, operations);
  // While the provider is looked up, nothing is offered: a refund could go to the path of another provider.
  const isProviderUnknown = needsProvider && provider === undefined && isLooking;
  // Money goes back through the terminal on which it was paid. If the list lacks it, nothing is offered.
  const noTerminal = entry || isLooking ? undefined : 'terminal-gone';
  const whyNot: WhyNot | undefined = typeof back === 'string' ? back : noTerminal;
  const money = useMoney();
  const shown = useOperation(shownId);
  const permitted = allowedOperations(transaction).map((possible): AllowedOperation => {
    const { operation } = possible;
    const isForbidden = possible.allowed && hostPermission(given, operation).isForbidden;
    return isForbidden ? { operation, allowed: false, reason: 'role' } : possible;
  });
  /** Sends the refused operation again, with the code of the person who approves it. */
  const approve = async ({ id, kind, amountCents = 0 }: TerminalOperation, approval: string) => {
    const options = { transaction: given, approval };
    const amount = money.toAmount(amountCents);
    const result =
      kind === 'capture' || kind === 'refund'
        ? await flows[kind].start({ ...reference, amount: amount.ok ? amount.amount : 0 }, options)
        : await flows.void.start(reference, options);
    if (result.started) operationsOfPage.acknowledge(id);
    return result;
  };
  return {
    transaction,
    /** The actions, allowed or not. Empty if `whyNot` blocks all of them, or while the provider is looked up. */
    actions: isProviderUnknown || (whyNot && blocksEveryAction[whyNot]) ? [] : permitted,
    /** How money can be given back. Undefined if `whyNot` is set, or while the provider is looked up. */
    giveBack: typeof back === 'string' || whyNot || isProviderUnknown ? undefined : back,
    whyNot,
    isVoided: whyNot === 'voided',
    started,
    flowKey,
    shown,
    /** Sends another person's code. Defined while the shown operation waits for such a code. */
    approve:
      shown && shown.id === started?.id && isRejectedForLackOfApproval(shown)
        ? (code: string) => approve(shown, code)
        : undefined,
    /** Whether the host forbids an operation, or wants another person to approve it. */
    hostPermission: (operation: keyof typeof flows) => hostPermission(given, operation),
    refusalOf: (operation: keyof typeof flows) => flows[operation].refusal,
    reconsider: (operation: keyof typeof flows) => {
      if (flows[operation].refusal) flows[operation].reset();
    },
    startVoid: () => void flows.void.start(reference, { transaction: given }),
    /** Starts a capture or refund. `amount` is in the unit that the service uses. */
    start: (operation: 'capture' | 'refund', amount: number, confirmed?: string) =>
      void flows[operation].start({ ...reference, amount }, { transaction: given, confirmed }),
    leave: () => {
      // A flow whose operation was not shown is not reset: that would acknowledge an outcome that no person saw.
      for (const { operation, reset } of Object.values(flows))
        if (!operation || operation.id === shownId) reset();
      if (shownId !== undefined) operationsOfPage.acknowledge(shownId);
      setShownId(undefined);
    },
  };
}

/** Why no money of a transaction can be given back here. */
type WhyNot = NoReversalReason | 'terminal-gone';

/** The reasons that block captures too. Any other reason blocks only giving back. */
const blocksEveryAction: Partial<Record<WhyNot, true>> = {
  voided: true,
  'under-way': true,
  'terminal-gone': true,
};

type TransactionFlow = ReturnType<typeof useTransactionFlow>;
/** The kind of an operation that these actions can send. */
export type ActionKind = Parameters<TransactionFlow['refusalOf']>[0];

export interface ShownTransaction {
  flow: TransactionFlow;
  labels: TransactionActionsLabels;
  /** Whether the status of an operation was shown before. If so, the title takes the focus. */
  isBack: boolean;
  /** The host's `aria-labelledby`. It is part of the names of the regions inside, to tell their names apart. */
  regionName: string | undefined;
  /** The status element, focused when it replaces the actions. */
  status: RefObject<HTMLElement | null>;
  /** Goes back from the status to the actions. */
  back: () => void;
  /** What `intentOf` returned for the shown question; undefined while none is shown. */
  asked: string | undefined;
  ask: (intent: string | undefined) => void;
  /** Leaves the status of a refused void and asks for a refund instead. */
  instead: () => void;
}

/** Identifies a question about giving back. If the kind or an amount changes, the question closes. */
export const intentOf = (kind: 'void' | 'refund', cents: number | null, leftCents: number | null) =>
  `${kind} ${cents} ${leftCents}`;

export const TransactionActionsContext = /*#__PURE__*/ createContext<ShownTransaction | null>(null);

/** What the parts of a `TransactionActions.Entry` share while the actions are shown, not a status. */
export interface TransactionEntry extends Pick<
  ShownTransaction,
  'flow' | 'labels' | 'regionName' | 'asked' | 'ask'
> {
  heading: RefObject<HTMLHeadingElement | null>;
}

export const TransactionEntryContext = /*#__PURE__*/ createContext<TransactionEntry | null>(null);

/** The transaction and its actions. Throws outside of a `TransactionActions.Entry`. */
export function useTransactionEntry(): TransactionEntry {
  return usePartContext(TransactionEntryContext, 'TransactionActions.Entry');
}

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
    case 'role':
      return labels.role;
    case 'terminal-gone':
      return labels.terminalGone({ terminal });
  }
}

/** The refund that can follow a void that the service refused; undefined if there was no refusal or none is possible. */
export function refundInstead({ shown, giveBack }: TransactionFlow): ReversalOptions | undefined {
  const isOffered =
    shown?.kind === 'void' && isRefusedByService(shown) && giveBack?.fullReversalKind === 'refund';
  return isOffered ? giveBack : undefined;
}

/** The transaction that a part belongs to. Throws outside of a `TransactionActions.Root`. */
export function useTransactionActionsContext(): ShownTransaction {
  return usePartContext(TransactionActionsContext, 'TransactionActions.Root');
}

export interface TransactionActionsState {
  /** The phase of the operation that is shown. */
  phase: 'idle' | Phase;
}

export const stateOf = ({ flow }: ShownTransaction): TransactionActionsState => ({
  phase: flow.shown?.phase ?? 'idle',
});

export const definePart = /*#__PURE__*/ partsOf(useTransactionActionsContext, stateOf);
