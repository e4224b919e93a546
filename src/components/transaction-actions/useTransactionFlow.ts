'use client';
import { useState } from 'react';
import { allowedOperations, knownTransaction, type Transaction } from '../../core/operations/transactions.ts';
import { isOpen } from '../../core/operations/terminalOperation.ts';
import { useOperation, useOperations } from '../../hooks/useOperations.ts';
import { useTerminalCapture, useTerminalRefund, useTerminalVoid } from '../../hooks/useTerminalFlow.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useTerminalEntry } from '../terminal-picker/useTerminalEntry.ts';
import { isVoided } from './transactionRules.ts';

/** What may be done with a transaction, what is being done with it, and how to start it. */
export function useTransactionFlow(given: Transaction, flowKey = `transaction ${given.pnRefNum}`) {
  const { pnRefNum, terminalId } = given;
  const flows = {
    capture: useTerminalCapture({ flowKey }),
    void: useTerminalVoid({ flowKey }),
    refund: useTerminalRefund({ flowKey }),
  };
  const operations = useOperations();
  const operationsOfPage = usePaymentsContext().operations;
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
