// oxlint-disable vitest/expect-expect -- compiled, not run: what must not compile is an assertion too
import {
  useCloseBatch,
  type UseCloseBatchOptions,
  type UseCloseBatchResult,
  useTerminalCapture,
  type UseTerminalCaptureOptions,
  type UseTerminalCaptureResult,
  useTerminalPayment,
  type UseTerminalPaymentOptions,
  type UseTerminalPaymentResult,
  useTerminalPreAuth,
  type UseTerminalPreAuthOptions,
  type UseTerminalPreAuthResult,
  useTerminalRefund,
  type UseTerminalRefundOptions,
  type UseTerminalRefundResult,
  useTerminalVoid,
  type UseTerminalVoidOptions,
  type UseTerminalVoidResult,
} from 'tillkit';
import type {
  AmountReferenceRequest,
  CheckNowResult,
  CloseBatchRequest,
  Phase,
  Refusal,
  Resolution,
  StartOptions,
  StartResult,
  TerminalOperation,
  Transaction,
  TransactionRequest,
  VoidRequest,
} from 'tillkit/core';
import { describe, expectTypeOf, test } from 'vitest';

type OnOutcome = ((operation: TerminalOperation) => unknown) | undefined;
type FlowOptions = {
  flowKey?: string | undefined;
  onPaymentComplete?: OnOutcome;
  onPaymentPartial?: OnOutcome;
  onPaymentFailed?: OnOutcome;
  onPaymentRejected?: OnOutcome;
  onPaymentUnknown?: OnOutcome;
  acknowledgeOn?: 'person' | 'callback' | undefined;
};
type Flow =
  | UseTerminalPaymentResult
  | UseTerminalPreAuthResult
  | UseTerminalCaptureResult
  | UseTerminalVoidResult
  | UseTerminalRefundResult
  | UseCloseBatchResult;
/** What a flow knows in a phase. */
type In<P extends Flow['phase']> = Extract<Flow, { phase: P }>;

test('each flow takes a key and what hears its outcomes, or nothing', () => {
  expectTypeOf<UseTerminalPaymentOptions>().toEqualTypeOf<FlowOptions>();
  expectTypeOf<UseTerminalPreAuthOptions>().toEqualTypeOf<FlowOptions>();
  expectTypeOf<UseTerminalCaptureOptions>().toEqualTypeOf<FlowOptions>();
  expectTypeOf<UseTerminalVoidOptions>().toEqualTypeOf<FlowOptions>();
  expectTypeOf<UseTerminalRefundOptions>().toEqualTypeOf<FlowOptions>();
  expectTypeOf<UseCloseBatchOptions>().toEqualTypeOf<FlowOptions>();
  useTerminalPayment({ flowKey: undefined });
  // @ts-expect-error -- a key is a text
  useTerminalPayment({ flowKey: 1 });
  useTerminalPayment({ onPaymentComplete: async ({ pnRefNum }) => void pnRefNum, acknowledgeOn: 'callback' });
  // @ts-expect-error -- outcomes are facts, each with its name: none is thrown
  useTerminalPayment({ onError: () => undefined });
  // @ts-expect-error -- there is nothing to be retried, and no options of a query
  useTerminalPayment({ retry: 3 });
  // @ts-expect-error -- nor of a mutation
  useTerminalPayment({ mutation: {} });
});

test('each flow gives the result that has its name', () => {
  expectTypeOf(useTerminalPayment).returns.toEqualTypeOf<UseTerminalPaymentResult>();
  expectTypeOf(useTerminalPreAuth).returns.toEqualTypeOf<UseTerminalPreAuthResult>();
  expectTypeOf(useTerminalCapture).returns.toEqualTypeOf<UseTerminalCaptureResult>();
  expectTypeOf(useTerminalVoid).returns.toEqualTypeOf<UseTerminalVoidResult>();
  expectTypeOf(useTerminalRefund).returns.toEqualTypeOf<UseTerminalRefundResult>();
  expectTypeOf(useCloseBatch).returns.toEqualTypeOf<UseCloseBatchResult>();
});

describe('start', () => {
  test('takes the request of its own kind', () => {
    expectTypeOf(useTerminalPayment().start).parameter(0).toEqualTypeOf<TransactionRequest>();
    expectTypeOf(useTerminalPreAuth().start).parameter(0).toEqualTypeOf<TransactionRequest>();
    expectTypeOf(useTerminalCapture().start).parameter(0).toEqualTypeOf<AmountReferenceRequest>();
    expectTypeOf(useTerminalRefund().start).parameter(0).toEqualTypeOf<AmountReferenceRequest>();
    expectTypeOf(useTerminalVoid().start).parameter(0).toEqualTypeOf<VoidRequest>();
    expectTypeOf(useCloseBatch().start).parameter(0).toEqualTypeOf<CloseBatchRequest>();
  });

  test('needs what the service needs', () => {
    const terminalId = 'T-1';
    const pnRefNum = '123';
    void useTerminalPayment().start({ terminalId, amount: 1250, receipt: false });
    // @ts-expect-error -- whether a receipt is wanted has to be said
    void useTerminalPayment().start({ terminalId, amount: 1250 });
    // @ts-expect-error -- a sale has an amount
    void useTerminalPayment().start({ terminalId, receipt: false });
    // @ts-expect-error -- an amount is an integer, never a text
    void useTerminalPayment().start({ terminalId, amount: '12.50', receipt: false });
    // @ts-expect-error -- a capture needs the reference of what is captured
    void useTerminalCapture().start({ terminalId, amount: 1250 });
    // @ts-expect-error -- a refund needs to know how much
    void useTerminalRefund().start({ terminalId, pnRefNum });
    void useTerminalVoid().start({ terminalId, pnRefNum });
    // @ts-expect-error -- a part is never voided
    void useTerminalVoid().start({ terminalId, pnRefNum, amount: 500 });
    void useCloseBatch().start({ terminalId });
    // @ts-expect-error -- a batch belongs to a terminal
    void useCloseBatch().start({});
  });

  test('gives the operation, or why nothing was sent', () => {
    expectTypeOf(useTerminalPayment().start).returns.toEqualTypeOf<Promise<StartResult>>();
    expectTypeOf(useTerminalPreAuth().start).returns.toEqualTypeOf<Promise<StartResult>>();
    expectTypeOf(useTerminalCapture().start).returns.toEqualTypeOf<Promise<StartResult>>();
    expectTypeOf(useTerminalVoid().start).returns.toEqualTypeOf<Promise<StartResult>>();
    expectTypeOf(useTerminalRefund().start).returns.toEqualTypeOf<Promise<StartResult>>();
    expectTypeOf(useCloseBatch().start).returns.toEqualTypeOf<Promise<StartResult>>();
  });

  test('takes a confirmation and what the host knows, and leaves the key to the hook', () => {
    type Options = NonNullable<Parameters<UseTerminalRefundResult['start']>[1]>;
    expectTypeOf<Options>().toEqualTypeOf<Omit<StartOptions, 'flowKey'>>();
    expectTypeOf<Options['transaction']>().toEqualTypeOf<Transaction | undefined>();
    expectTypeOf<Options['confirmed']>().toEqualTypeOf<string | undefined>();
    const { start, refusal } = useTerminalPayment();
    void start({ terminalId: 'T-1', amount: 5, receipt: false }, { confirmed: refusal?.confirmation });
    // @ts-expect-error -- yes is not enough: it repeats what the refusal said
    void start({ terminalId: 'T-1', amount: 5, receipt: false }, { confirmed: true });
    // @ts-expect-error -- the key was given to the hook
    void start({ terminalId: 'T-1', amount: 5, receipt: false }, { flowKey: 'other' });
  });
});

describe('the phase', () => {
  test('is idle, refused, or one of eight of the operation', () => {
    expectTypeOf<Flow['phase']>().toEqualTypeOf<'idle' | 'refused' | Phase>();
    expectTypeOf<Phase>().toEqualTypeOf<
      'sending' | 'waiting' | 'complete' | 'partial' | 'failed' | 'rejected' | 'unknown' | 'resolved'
    >();
  });

  test('says whether there is an operation', () => {
    const flow = useTerminalPayment();
    // @ts-expect-error -- there may be none
    void flow.operation.id;
    if (flow.phase === 'idle' || flow.phase === 'refused')
      expectTypeOf(flow.operation).toEqualTypeOf<undefined>();
    else expectTypeOf(flow.operation).toExtend<TerminalOperation>();
  });

  test('narrows what was taken apart too', () => {
    const { phase, operation } = useTerminalRefund();
    if (phase === 'complete') {
      expectTypeOf(operation).toEqualTypeOf<TerminalOperation & { phase: 'complete' }>();
      expectTypeOf(operation.phase).toEqualTypeOf<'complete'>();
    } else if (phase === 'idle') {
      // @ts-expect-error -- nothing was started
      void operation.pnRefNum;
    }
  });

  test('of an operation is the phase of its flow', () => {
    expectTypeOf<In<'sending'>['operation']['phase']>().toEqualTypeOf<'sending'>();
    expectTypeOf<In<'waiting'>['operation']['phase']>().toEqualTypeOf<'waiting'>();
    expectTypeOf<In<'failed'>['operation']['phase']>().toEqualTypeOf<'failed'>();
    expectTypeOf<In<'rejected'>['operation']['phase']>().toEqualTypeOf<'rejected'>();
    expectTypeOf<In<'unknown'>['operation']['phase']>().toEqualTypeOf<'unknown'>();
    expectTypeOf<In<'resolved'>['operation']['phase']>().toEqualTypeOf<'resolved'>();
    expectTypeOf<In<'idle'>['operation']>().toEqualTypeOf<undefined>();
    expectTypeOf<In<'refused'>['operation']>().toEqualTypeOf<undefined>();
  });

  test('is switched over without a rest', () => {
    const { phase } = useCloseBatch();
    switch (phase) {
      case 'idle':
      case 'refused':
      case 'sending':
      case 'waiting':
      case 'complete':
      case 'partial':
      case 'failed':
      case 'rejected':
      case 'unknown':
      case 'resolved':
        break;
      default:
        expectTypeOf(phase).toEqualTypeOf<never>();
    }
    // @ts-expect-error -- `timeout` is a status of the service, and the operation is then unknown
    void (phase === 'timeout');
    // @ts-expect-error -- a declined card is `failed`
    void (phase === 'declined');
  });
});

test('is pending only where it is on its way, and then there is an operation', () => {
  expectTypeOf<In<'sending' | 'waiting'>['isPending']>().toEqualTypeOf<true>();
  expectTypeOf<In<Exclude<Flow['phase'], 'sending' | 'waiting'>>['isPending']>().toEqualTypeOf<false>();
  const { isPending, operation } = useTerminalPayment();
  if (isPending) expectTypeOf(operation.phase).toEqualTypeOf<'sending' | 'waiting'>();
});

test('a refusal is a phase of its own, and beside an operation it takes no place', () => {
  expectTypeOf<In<'idle'>['refusal']>().toEqualTypeOf<undefined>();
  expectTypeOf<In<'refused'>['refusal']>().toEqualTypeOf<Refusal>();
  expectTypeOf<In<Phase>['refusal']>().toEqualTypeOf<Refusal | undefined>();
  const { phase, refusal } = useTerminalPayment();
  if (phase === 'refused') expectTypeOf(refusal.code).toEqualTypeOf<Refusal['code']>();
  // @ts-expect-error -- there may be none
  else void refusal.code;
  expectTypeOf<Refusal['code']>().toEqualTypeOf<
    | 'invalid-request'
    | 'terminal-busy'
    | 'needs-confirmation'
    | 'not-allowed'
    | 'no-journal'
    | 'unreachable'
    | 'already-started'
  >();
});

test('what a person can do has no operation to be named', () => {
  const { checkNow, stopWaiting, resolveUnknown, reset } = useTerminalPreAuth();
  expectTypeOf(checkNow).toEqualTypeOf<() => CheckNowResult>();
  expectTypeOf(stopWaiting).toEqualTypeOf<() => void>();
  expectTypeOf(resolveUnknown).toEqualTypeOf<(resolution: Resolution) => void>();
  expectTypeOf(reset).toEqualTypeOf<() => void>();
  resolveUnknown({ charged: true, basis: 'other', note: 'The customer showed the app of the bank.' });
  // @ts-expect-error -- where it was seen has to be said
  resolveUnknown({ charged: false });
  // @ts-expect-error -- a guess is no basis
  resolveUnknown({ charged: false, basis: 'guess' });
});

test('a flow can be waited for, not cancelled', () => {
  // @ts-expect-error -- the service has no cancel: a void is an operation of its own
  void useTerminalPayment().cancel;
  // @ts-expect-error -- nor is anything sent again
  void useTerminalPayment().retry;
});

test('the six are told apart by what they send', () => {
  expectTypeOf(useTerminalVoid().start).not.toEqualTypeOf(useTerminalCapture().start);
  expectTypeOf(useTerminalPayment().start).not.toExtend<UseCloseBatchResult['start']>();
});
