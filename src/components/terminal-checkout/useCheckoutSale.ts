'use client';
import { useState } from 'react';
import type { TransactionRequest } from '../../core/contract/transactionRequest.ts';
import { useAllTerminals } from '../../hooks/useAllTerminals.ts';
import { useTerminalPayment } from '../../hooks/useTerminalPayment.ts';
import { useMoney } from '../amount-field/useMoney.ts';
import { terminalEntries } from '../terminal-picker/terminalEntries.ts';
import { type CheckoutDraft, checkoutProblems, requestOf, withoutPersonalData } from './checkoutDraft.ts';

export interface CheckoutSaleOptions {
  flowKey: string | undefined;
  defaultTerminalId: string | null | undefined;
  defaultAmountCents: number | null | undefined;
  /** The host's; it stays for every sale until the host changes it. */
  orderNumber: string | undefined;
  customValues: TransactionRequest['customValues'];
}

/** A sale being entered, and its payment. What is shown on the button is read from what would be sent. */
export function useCheckoutSale(options: CheckoutSaleOptions) {
  const { orderNumber, customValues } = options;
  const payment = useTerminalPayment({ flowKey: options.flowKey });
  const { refusal, start, reset } = payment;
  const money = useMoney();
  const { data = [] } = useAllTerminals();
  const [entered, setEntered] = useState<CheckoutDraft>(() => ({
    terminalId: options.defaultTerminalId ?? null,
    amountCents: options.defaultAmountCents ?? null,
    wantsReceipt: false,
    email: '',
    phone: '',
    orderNumber: '',
  }));
  const draft = orderNumber === undefined ? entered : { ...entered, orderNumber };
  const { terminalId, amountCents } = draft;
  const entry = terminalEntries(data).find(({ id }) => id === terminalId);
  const wire = amountCents === null ? undefined : money.toAmount(amountCents);
  const amount = wire?.ok ? wire.amount : undefined;

  // Sent once, so not kept: the request has its own copy until the service has answered.
  const operationId = payment.operation?.id;
  const [sentAs, setSentAs] = useState(operationId);
  if (sentAs !== operationId) {
    setSentAs(operationId);
    if (operationId !== undefined) setEntered(withoutPersonalData(entered));
  }

  return {
    payment,
    draft,
    problems: checkoutProblems(draft),
    /** As it is sent, in words. */
    amountText: amount === undefined ? undefined : money.formatAmount(amount),
    terminalTitle: entry?.title ?? terminalId ?? undefined,
    /** A refusal is about one draft: changing it takes the refusal away. */
    change: (patch: Partial<CheckoutDraft>) => {
      setEntered((before) => ({ ...before, ...patch }));
      if (refusal) reset();
    },
    charge: async (confirmed?: string) => {
      if (terminalId === null || amount === undefined) return;
      const more = { provider: entry?.terminal.provider, customValues };
      await start(requestOf({ ...draft, terminalId }, amount, more), { confirmed });
    },
    /** Only the terminal stays. */
    next: () => {
      setEntered((before) => ({ ...withoutPersonalData(before), amountCents: null, orderNumber: '' }));
      reset();
    },
  };
}

export type CheckoutSale = ReturnType<typeof useCheckoutSale>;
