// oxlint-disable vitest/expect-expect -- compiled, not run: what must not compile is an assertion too
import {
  useOperation,
  type UseOperationResult,
  useOperations,
  type UseOperationsOptions,
  type UseOperationsResult,
  usePaymentsClient,
  usePollMessage,
  useTerminalOperations,
  type UsePollMessageResult,
  type UseTerminalOperationsResult,
} from 'tillkit';
import type {
  CheckNowResult,
  Connection,
  OperationError,
  PaymentsClient,
  PaymentsError,
  PaymentsErrorCode,
  ProcessedMessage,
  ProcessingStatus,
  ResolutionBasis,
  TerminalOperation,
  TerminalOperations,
  UnknownReason,
} from 'tillkit/core';
import { describe, expectTypeOf, test } from 'vitest';

describe('useOperation', () => {
  test('takes an id that may be missing, and gives an operation that may be', () => {
    expectTypeOf(useOperation).parameters.toEqualTypeOf<[id: string | undefined]>();
    expectTypeOf(useOperation).returns.toEqualTypeOf<UseOperationResult>();
    expectTypeOf<UseOperationResult>().toEqualTypeOf<TerminalOperation | undefined>();
    // @ts-expect-error -- it has to be said that there is none
    useOperation();
    // @ts-expect-error -- null is no way to say it
    useOperation(null);
  });

  test('tells sums as cents and times as numbers, where there are any', () => {
    const operation = useOperation('1')!;
    expectTypeOf(operation.amountCents).toEqualTypeOf<number | undefined>();
    expectTypeOf(operation.createdAt).toEqualTypeOf<number>();
    expectTypeOf(operation.endedAt).toEqualTypeOf<number | undefined>();
    expectTypeOf(operation.status).toEqualTypeOf<ProcessingStatus | undefined>();
    expectTypeOf(operation.reason).toEqualTypeOf<UnknownReason | undefined>();
    expectTypeOf(operation.anomalies).toEqualTypeOf<readonly string[]>();
    expectTypeOf(operation.resolution).toEqualTypeOf<
      { charged: boolean; basis: ResolutionBasis } | undefined
    >();
    // @ts-expect-error -- the record knows no such thing
    void operation.email;
    // @ts-expect-error -- nor does anybody add to the list
    operation.anomalies.push('mine');
  });

  test('tells what went wrong as data', () => {
    expectTypeOf<NonNullable<TerminalOperation['error']>>().toEqualTypeOf<OperationError>();
    expectTypeOf<OperationError['code']>().toEqualTypeOf<PaymentsErrorCode>();
    expectTypeOf<TerminalOperation['connection']>().toEqualTypeOf<Connection>();
    expectTypeOf<Connection>().toEqualTypeOf<'ok' | 'degraded' | 'slowed' | 'needs-auth'>();
  });

  test('says why the outcome is unknown, by one of thirteen reasons', () => {
    expectTypeOf<UnknownReason>().toEqualTypeOf<
      | 'no-response'
      | 'bad-response'
      | 'conflict'
      | 'http-error'
      | 'redirect'
      | 'reloaded'
      | 'service-timeout'
      | 'stopped'
      | 'max-wait'
      | 'gone'
      | 'unrecognised-status'
      | 'contradiction'
      | 'duplicate-id'
    >();
  });
});

describe('useOperations', () => {
  test('filters by what is open or stands and by terminal, or not at all', () => {
    expectTypeOf<UseOperationsOptions>().toEqualTypeOf<{
      open?: boolean | undefined;
      standing?: boolean | undefined;
      terminalId?: string | undefined;
    }>();
    expectTypeOf(useOperations).parameter(0).toEqualTypeOf<UseOperationsOptions | undefined>();
    useOperations();
    useOperations({ open: undefined, terminalId: undefined });
    // @ts-expect-error -- a phase is looked at, not asked for
    useOperations({ phase: 'unknown' });
  });

  test('gives a list that the host cannot change', () => {
    const operations = useOperations();
    expectTypeOf(operations).toEqualTypeOf<UseOperationsResult>();
    expectTypeOf<UseOperationsResult>().toEqualTypeOf<readonly TerminalOperation[]>();
    // @ts-expect-error -- it is the journal's
    operations.pop();
    expectTypeOf(operations[0]).toEqualTypeOf<TerminalOperation | undefined>();
  });
});

describe('useTerminalOperations', () => {
  test('gives what one does to an operation by its id', () => {
    const operations = useTerminalOperations();
    expectTypeOf(operations).toEqualTypeOf<UseTerminalOperationsResult>();
    expectTypeOf<UseTerminalOperationsResult>().toEqualTypeOf<TerminalOperations>();
    expectTypeOf(operations.acknowledge).toEqualTypeOf<(id: string) => void>();
    // @ts-expect-error -- by its id, not by itself
    operations.acknowledge(operations.list()[0]);
  });
});

describe('usePollMessage', () => {
  test('takes the id of a message that may be missing', () => {
    expectTypeOf(usePollMessage).parameter(0).toEqualTypeOf<string | undefined>();
    expectTypeOf(usePollMessage)
      .parameter(1)
      .toEqualTypeOf<{ acceptedAt?: number | undefined; provider?: string | undefined } | undefined>();
    expectTypeOf(usePollMessage).returns.toEqualTypeOf<UsePollMessageResult>();
    // @ts-expect-error -- the pace is the budget's, not the host's
    usePollMessage('1', { refetchInterval: 1000 });
  });

  test('tells what the service said, and how the asking goes', () => {
    const message = usePollMessage('1');
    expectTypeOf(message.status).toEqualTypeOf<ProcessingStatus | undefined>();
    expectTypeOf(message.isFinal).toEqualTypeOf<boolean>();
    expectTypeOf(message.message).toEqualTypeOf<ProcessedMessage | undefined>();
    expectTypeOf(message.connection).toEqualTypeOf<Connection>();
    expectTypeOf(message.error).toEqualTypeOf<PaymentsError | undefined>();
    expectTypeOf(message.lastCheckedAt).toEqualTypeOf<number | undefined>();
    expectTypeOf(message.nextCheckAt).toEqualTypeOf<number | undefined>();
    expectTypeOf(message.checkNow()).toEqualTypeOf<CheckNowResult>();
    expectTypeOf<CheckNowResult>().toEqualTypeOf<{ asked: boolean; nextAllowedAt: number }>();
  });

  test('keeps the count of what went wrong to itself', () => {
    expectTypeOf<keyof UsePollMessageResult>().toEqualTypeOf<
      'status' | 'isFinal' | 'message' | 'connection' | 'error' | 'lastCheckedAt' | 'nextCheckAt' | 'checkNow'
    >();
    // @ts-expect-error -- not for hosts
    void usePollMessage('1').failures;
  });

  test('knows the five statuses, and that a timeout is one of them', () => {
    expectTypeOf<ProcessingStatus>().toEqualTypeOf<
      'received' | 'processing' | 'complete' | 'failed' | 'timeout'
    >();
  });
});

test('usePaymentsClient gives the client, and never none', () => {
  expectTypeOf(usePaymentsClient).parameters.toEqualTypeOf<[]>();
  expectTypeOf(usePaymentsClient).returns.toEqualTypeOf<PaymentsClient>();
});
