'use client';
import { useEffect, useState } from 'react';
import type { TransactionRequest } from '../../core/wire/requests.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useTerminalFlow } from '../../hooks/useTerminalFlow.ts';
import { useMoney } from '../amount-field/useMoney.ts';
import type { CustomValueOption } from '../payment-link-form/linkFormValues.ts';
import { useTerminalLookup } from '../terminal-picker/useTerminalLookup.ts';
import { type CheckoutConfirm, needsConfirm } from './checkoutConfirm.ts';
import { isLocked } from '../field/fieldRule.ts';
import {
  type CheckoutDraft,
  lockedIn,
  nextDraft,
  requestOf,
  startOfDraft,
  withoutPersonalData,
} from './checkoutDraft.ts';
import { checkoutProblems } from './checkoutProblems.ts';
import { type CheckoutDefaults, checkCheckoutFields, fieldsOf } from './checkoutFields.ts';

/** A sale, or an amount held on the card to be captured later. */
export type CheckoutKind = 'pay' | 'preAuth';

export interface CheckoutSaleOptions extends CheckoutDefaults, CheckoutConfirm {
  kind: CheckoutKind;
  flowKey: string | undefined;
  customFields: readonly CustomValueOption[];
  /** Sent with every payment. */
  customValues: TransactionRequest['customValues'];
}

/** A payment being entered, and what became of it. What is shown on the button is read from what would be sent. */
export function useCheckoutSale(options: CheckoutSaleOptions) {
  const { kind, customFields, customValues } = options;
  const fields = fieldsOf(options);
  checkCheckoutFields(fields);
  const payment = useTerminalFlow(kind, { flowKey: options.flowKey });
  const { refusal, start, reset } = payment;
  const money = useMoney();
  const [entered, setEntered] = useState<CheckoutDraft>(() => startOfDraft(fields));
  const draft = lockedIn(entered, fields);
  const { terminalId, amountCents } = draft;
  const { entry, isLooking } = useTerminalLookup(terminalId);
  const { routes = {} } = usePaymentsContext().client.options;
  // Without it the payment would go to another provider's address.
  const needsProvider = Object.values(routes).some(({ path }) => typeof path === 'function');
  const wire = amountCents === null ? undefined : money.toAmount(amountCents);
  const amount = wire?.ok ? wire.amount : undefined;

  // Sent once, so not kept: the request has its own copy until the service has answered.
  const operationId = payment.operation?.id;
  const [sentAs, setSentAs] = useState(operationId);
  if (sentAs !== operationId) {
    setSentAs(operationId);
    if (operationId !== undefined) setEntered(withoutPersonalData(entered, fields));
  }

  // A question, or a refusal, is about one amount on one terminal: it does not outlive them.
  const intent = [kind, terminalId, amount].join(' ');
  const [asked, setAsked] = useState<string>();
  const [sent, setSent] = useState<string>();
  const isStale = refusal !== undefined && sent !== undefined && sent !== intent;
  useEffect(() => {
    if (isStale) reset();
  }, [isStale, reset]);
  const charge = async (confirmed?: string) => {
    setAsked(undefined);
    if (terminalId === null || amount === undefined) return;
    setSent(intent);
    const provider = entry?.terminal.provider;
    const request = requestOf({ ...draft, terminalId }, { amount, provider, customFields, customValues });
    await start(request, { confirmed });
  };

  return {
    kind,
    payment,
    fields,
    customFields,
    draft,
    problems: {
      ...(needsProvider && isLooking && { terminalId: 'not-loaded' as const }),
      ...checkoutProblems(draft, fields, customFields, amount !== undefined),
    },
    /** As it is sent, in words. */
    amountText: amount === undefined ? undefined : money.formatAmount(amount),
    terminalTitle: entry?.title ?? terminalId ?? undefined,
    /** A refusal is about one draft: changing it takes the refusal away. */
    change: (patch: Partial<CheckoutDraft>) => {
      setEntered((before) => ({ ...before, ...patch }));
      setAsked(undefined);
      if (refusal) reset();
    },
    isAsking: asked === intent,
    /** Sends it, after the question where it needs one. */
    submit: () => {
      if (amountCents !== null && needsConfirm(amountCents, options)) setAsked(intent);
      else void charge();
    },
    takeBack: () => setAsked(undefined),
    charge,
    isAmountLocked: isLocked(fields.amount),
    /** Back to the form, for what is still due, by another card. */
    takeRest: (dueCents: number) => {
      const { terminalId: at = null, orderNumber = '' } = payment.operation ?? {};
      setEntered((before) => ({
        ...before,
        terminalId: at,
        amountCents: dueCents,
        orderNumber: before.orderNumber || orderNumber,
      }));
      reset();
    },
    next: () => {
      setEntered((before) => nextDraft(before, fields));
      reset();
    },
  };
}

export type CheckoutSale = ReturnType<typeof useCheckoutSale>;
