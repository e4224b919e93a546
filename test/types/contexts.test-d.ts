// oxlint-disable vitest/expect-expect -- compiled, not run: what must not compile is an assertion too
import type { Ref, RefObject } from 'react';
import type { AmountFieldProps, Labels } from 'tillkit';
import {
  TerminalCheckout,
  type BatchEntry,
  type CheckoutEntry,
  type CloseDayValue,
  type DayReportValue,
  type ClosedBatch,
  type ListedOperations,
  type MirrorState,
  type PaymentEnding,
  type PaymentView,
  type ReceiptSlip,
  type ShownMirror,
  type ShownPayment,
  type ShownReceipt,
  type ShownTransaction,
  type TransactionAction,
  type TransactionEntry,
  useBatchEntry,
  useCheckoutEntry,
  useCloseBatchContext,
  useCloseDayContext,
  useDayReportContext,
  useOpenOperationsContext,
  usePaymentMirror,
  usePaymentMirrorContext,
  usePaymentStatusContext,
  useReceiptContext,
  useTerminalCheckoutContext,
  useTransactionAction,
  useTransactionActionsContext,
  useTransactionEntry,
  useTransactionListContext,
  type UseTransactionListResult,
} from 'tillkit/parts';
import type { AllowedOperation, Refusal, TerminalOperation, Transaction } from 'tillkit/core';
import { describe, expectTypeOf, test } from 'vitest';

test('a part outside of its root is an error, so none of them gives null', () => {
  expectTypeOf(usePaymentStatusContext).returns.toEqualTypeOf<ShownPayment>();
  expectTypeOf(usePaymentMirrorContext).returns.toEqualTypeOf<ShownMirror>();
  expectTypeOf(useTerminalCheckoutContext).returns.toEqualTypeOf<TerminalCheckout.Sale>();
  expectTypeOf(useCheckoutEntry).returns.toEqualTypeOf<CheckoutEntry>();
  expectTypeOf(useCloseBatchContext).returns.toEqualTypeOf<ClosedBatch>();
  expectTypeOf(useBatchEntry).returns.toEqualTypeOf<BatchEntry>();
  expectTypeOf(useOpenOperationsContext).returns.toEqualTypeOf<ListedOperations>();
  expectTypeOf(useCloseDayContext).returns.toEqualTypeOf<CloseDayValue>();
  expectTypeOf(useDayReportContext).returns.toEqualTypeOf<DayReportValue>();
  expectTypeOf(useReceiptContext).returns.toEqualTypeOf<ShownReceipt>();
  expectTypeOf<ShownReceipt['slip']>().toEqualTypeOf<ReceiptSlip | undefined>();
  expectTypeOf(useTransactionActionsContext).returns.toEqualTypeOf<ShownTransaction>();
  expectTypeOf(useTransactionEntry).returns.toEqualTypeOf<TransactionEntry>();
  expectTypeOf(useTransactionListContext).returns.toEqualTypeOf<UseTransactionListResult>();
  expectTypeOf(useTransactionAction).returns.toEqualTypeOf<TransactionAction>();
  expectTypeOf(useTransactionAction).parameters.toEqualTypeOf<[]>();
});

test('a customer’s screen has no amount, kind or address in some of its states', () => {
  const { state, kind, amount, amountParts, address } = usePaymentMirror({ terminalId: 'T-1' });
  expectTypeOf(state).toEqualTypeOf<MirrorState>();
  expectTypeOf(kind).toEqualTypeOf<'pay' | 'preAuth' | 'capture' | 'void' | 'refund' | undefined>();
  expectTypeOf(amount).toEqualTypeOf<string | undefined>();
  expectTypeOf(amountParts).toEqualTypeOf<readonly Intl.NumberFormatPart[] | undefined>();
  expectTypeOf(address).toEqualTypeOf<string | undefined>();
  // @ts-expect-error -- a screen belongs to a terminal
  usePaymentMirror({});
});

describe('a payment', () => {
  test('may not be there, and has an ending only when it is not under way', () => {
    const { view, ending, labels, heading } = usePaymentStatusContext();
    expectTypeOf(view).toEqualTypeOf<PaymentView | undefined>();
    expectTypeOf(ending).toEqualTypeOf<PaymentEnding | undefined>();
    expectTypeOf(labels).toEqualTypeOf<Labels['paymentStatus']>();
    expectTypeOf(heading).toEqualTypeOf<RefObject<HTMLHeadingElement | null>>();
    // @ts-expect-error -- an operation that is gone has no view
    void view.operation;
  });

  test('is put into words of the service apart from ours', () => {
    expectTypeOf<PaymentEnding['sentences'][number]>().toEqualTypeOf<{
      text: string;
      isFromService?: boolean;
      isAtApproval?: boolean;
    }>();
    expectTypeOf<PaymentEnding['tone']>().toEqualTypeOf<'success' | 'danger' | 'attention' | 'neutral'>();
    expectTypeOf<PaymentView['operation']>().toEqualTypeOf<TerminalOperation>();
    expectTypeOf<PaymentView['amount']>().toEqualTypeOf<string | undefined>();
  });
});

describe('a checkout', () => {
  test('is a sale or a pre-authorization, with the flow of it', () => {
    const { sale, back, next } = useTerminalCheckoutContext();
    expectTypeOf(sale.kind).toEqualTypeOf<'pay' | 'preAuth'>();
    expectTypeOf(sale.draft.amountCents).toEqualTypeOf<number | null>();
    expectTypeOf(sale.draft.terminalId).toEqualTypeOf<string | null>();
    expectTypeOf(sale.amountText).toEqualTypeOf<string | undefined>();
    expectTypeOf(back).toEqualTypeOf<() => void>();
    expectTypeOf(next).toEqualTypeOf<() => void>();
    const { payment } = sale;
    if (payment.phase === 'complete') expectTypeOf(payment.operation.phase).toEqualTypeOf<'complete'>();
    if (payment.phase === 'idle') expectTypeOf(payment.operation).toEqualTypeOf<undefined>();
  });

  test('is changed field by field, and charged with a confirmation at most', () => {
    const { sale } = useCheckoutEntry();
    sale.change({ amountCents: 1250 });
    // @ts-expect-error -- an amount that is not one is null
    sale.change({ amountCents: '12.50' });
    // @ts-expect-error -- no such field
    sale.change({ tipCents: 100 });
    expectTypeOf(sale.charge).toEqualTypeOf<(confirmed?: string) => Promise<void>>();
    expectTypeOf(sale.submit).toEqualTypeOf<() => void>();
  });

  test('says at each field what is wrong, where something is', () => {
    const { errors, refFor, button } = useCheckoutEntry();
    expectTypeOf(errors['terminalId']).toEqualTypeOf<string | undefined>();
    expectTypeOf(refFor('terminalId')).toExtend<(control: HTMLInputElement | null) => void>();
    expectTypeOf(button).toEqualTypeOf<RefObject<HTMLButtonElement | null>>();
    // @ts-expect-error -- the words are the form's
    errors['terminalId'] = 'mine';
  });
});

describe('a batch', () => {
  test('knows the operation that closes it, and what is in the way', () => {
    const { batch, terminalId } = useCloseBatchContext();
    expectTypeOf(terminalId).toEqualTypeOf<string>();
    expectTypeOf(batch.operation).toExtend<TerminalOperation | undefined>();
    expectTypeOf(batch.inTheWay).toEqualTypeOf<TerminalOperation[]>();
    expectTypeOf(batch.refusal).toEqualTypeOf<Refusal | undefined>();
    expectTypeOf(batch.close).parameters.toEqualTypeOf<[]>();
  });

  test('is asked about once', () => {
    const { isAsking, setIsAsking, isBlocked, list } = useBatchEntry();
    expectTypeOf(isAsking).toEqualTypeOf<boolean>();
    expectTypeOf(isBlocked).toEqualTypeOf<boolean>();
    expectTypeOf(setIsAsking).toEqualTypeOf<(isAsking: boolean) => void>();
    expectTypeOf(list.rows).toEqualTypeOf<readonly TerminalOperation[]>();
  });
});

test('open operations are rows, one of them unfolded', () => {
  const { list, isReady, noteOf } = useOpenOperationsContext();
  expectTypeOf(list.openedId).toEqualTypeOf<string | undefined>();
  expectTypeOf(list.toggle).toEqualTypeOf<(operation: TerminalOperation) => void>();
  expectTypeOf(isReady).toEqualTypeOf<boolean>();
  expectTypeOf(noteOf).toEqualTypeOf<((operation: TerminalOperation) => string | undefined) | undefined>();
});

describe('a transaction', () => {
  test('knows what may be done, and what is being done', () => {
    const { flow, back } = useTransactionActionsContext();
    expectTypeOf(flow.transaction).toEqualTypeOf<Transaction>();
    expectTypeOf(flow.actions).toEqualTypeOf<AllowedOperation[]>();
    expectTypeOf(flow.shown).toEqualTypeOf<TerminalOperation | undefined>();
    expectTypeOf(flow.refusalOf).toEqualTypeOf<
      (operation: 'capture' | 'void' | 'refund') => Refusal | undefined
    >();
    expectTypeOf(back).toEqualTypeOf<() => void>();
  });

  test('is voided whole, captured and refunded by an amount', () => {
    const { flow } = useTransactionEntry();
    expectTypeOf(flow.startVoid).parameters.toEqualTypeOf<[]>();
    flow.start('capture', 500);
    flow.start('refund', 500, 'confirmation');
    // @ts-expect-error -- a part is never voided
    flow.start('void', 500);
    // @ts-expect-error -- how much has to be said
    flow.start('refund');
  });

  test('has an action with a field, except for a void', () => {
    const { operation, field, question, press } = useTransactionAction();
    expectTypeOf(operation).toEqualTypeOf<'capture' | 'void' | 'refund'>();
    expectTypeOf(field).toEqualTypeOf<(AmountFieldProps & { ref: Ref<HTMLInputElement> }) | undefined>();
    expectTypeOf(press).toEqualTypeOf<() => void>();
    // @ts-expect-error -- there is a question only while one stands
    question.onYes();
  });
});
