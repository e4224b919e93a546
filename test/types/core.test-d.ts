// oxlint-disable vitest/expect-expect -- compiled, not run: what must not compile is an assertion too
import {
  allowedOperations,
  type AllowedOperation,
  amountFromCents,
  type AmountReferenceRequest,
  centsFromAmount,
  ConfigurationError,
  ContractError,
  createFlowView,
  createGatewayClient,
  createMemoryJournal,
  createPaymentsClient,
  createPollBudget,
  createTerminalOperations,
  defineService,
  type FlowState,
  type FlowView,
  formatCents,
  type GatewayClient,
  HttpError,
  InvalidInputError,
  isPaymentsError,
  type Journal,
  type MoneyOperation,
  type OperationHistory,
  type OperationName,
  type OperationRecord,
  type Page,
  parseCents,
  type ParseCentsReason,
  type PaymentLink,
  type PaymentsClient,
  type PaymentsClientOptions,
  PaymentsError,
  type PaymentsErrorCode,
  type PollBudget,
  type ProcessedMessage,
  type Refusal,
  type Service,
  type ServiceDescription,
  type StartOptions,
  type StartResult,
  type Terminal,
  type TerminalOperation,
  type TerminalRequests,
  type Transaction,
  transactionOf,
  type TransactionRequest,
  UnansweredError,
} from 'tillkit/core';
import { createGateway, type GatewayOperation } from 'tillkit/gateway';
import Database from 'libsql';
import { createSqlStore } from 'tillkit/gateway/sql';
import { describe, expectTypeOf, test } from 'vitest';

const client = createPaymentsClient({ baseUrl: '/api/payments' });

describe('createPaymentsClient', () => {
  test('needs an address, and takes headers as they are or as a function', () => {
    expectTypeOf(client).toEqualTypeOf<PaymentsClient>();
    createPaymentsClient({ baseUrl: '/api', headers: { authorization: 'Bearer 1' } });
    createPaymentsClient({ baseUrl: '/api', headers: () => ({ authorization: 'Bearer 1' }) });
    createPaymentsClient({ baseUrl: '/api', headers: () => Promise.resolve({ authorization: 'Bearer 1' }) });
    // @ts-expect-error -- where the service is has to be said
    createPaymentsClient({});
    // @ts-expect-error -- a header is a text
    createPaymentsClient({ baseUrl: '/api', headers: { authorization: undefined } });
    // @ts-expect-error -- no request is ever sent again
    createPaymentsClient({ baseUrl: '/api', retries: 3 });
  });

  test('takes a fetch and a description of the service', () => {
    createPaymentsClient({ baseUrl: '/api', fetcher: fetch });
    createPaymentsClient({
      baseUrl: '/api',
      fetcher: (request, init) => {
        expectTypeOf(request).toEqualTypeOf<Request>();
        expectTypeOf(init?.operation).toEqualTypeOf<OperationName | undefined>();
        return fetch(request, init);
      },
      service: defineService({}),
      allowedLinkOrigins: ['https://pay.example'],
    });
    // @ts-expect-error -- what was not checked is no service
    createPaymentsClient({ baseUrl: '/api', service: { terminalPathPrefix: '/api' } });
    // @ts-expect-error -- it stands in the description
    createPaymentsClient({ baseUrl: '/api', routes: { pay: { path: '/sale' } } });
  });

  test('has options that are all of them optional but one, and may be undefined', () => {
    type Optional = Omit<PaymentsClientOptions, 'baseUrl'>;
    expectTypeOf<Optional>().toEqualTypeOf<{ [Key in keyof Optional]?: Optional[Key] | undefined }>();
    expectTypeOf<PaymentsClientOptions['pollBudget']>().toEqualTypeOf<PollBudget | undefined>();
    createPollBudget({ limit: undefined, windowMs: undefined, burst: undefined, store: undefined });
    // @ts-expect-error -- they are the client's from then on
    client.options.baseUrl = 'https://elsewhere.example';
  });

  test('gives what each operation answers', () => {
    expectTypeOf(client.pay).parameter(0).toEqualTypeOf<TransactionRequest>();
    expectTypeOf(client.refund).parameter(0).toEqualTypeOf<AmountReferenceRequest>();
    expectTypeOf(client.listTerminals()).toEqualTypeOf<Promise<Page<Terminal>>>();
    expectTypeOf(client.getProcessedMessage).returns.toEqualTypeOf<Promise<ProcessedMessage>>();
    expectTypeOf(client.createPaymentLink({ amount: 5 })).toEqualTypeOf<Promise<PaymentLink | null>>();
    expectTypeOf<Awaited<ReturnType<PaymentsClient['pay']>>['msgIdentifier']>().toEqualTypeOf<string>();
    // A batch that is closed promises no message.
    expectTypeOf<Awaited<ReturnType<PaymentsClient['closeBatch']>>['msgIdentifier']>().toEqualTypeOf<
      string | undefined
    >();
    // @ts-expect-error -- a sale of nothing
    void client.pay({ terminalId: 'T-1', receipt: false });
  });

  test('has no record', () => {
    expectTypeOf(client).not.toHaveProperty('listOperations');
    // @ts-expect-error -- a gateway has a client of its own
    createPaymentsClient({ baseUrl: '/api', gateway: true });
  });
});

describe('createGatewayClient', () => {
  const gatewayClient = createGatewayClient({ baseUrl: '/api/payments', clientId: 'till-1' });

  test('is a client with a record, and what stands behind the gateway is none of its options', () => {
    expectTypeOf(gatewayClient).toEqualTypeOf<GatewayClient>();
    expectTypeOf<GatewayClient>().toExtend<PaymentsClient>();
    // @ts-expect-error -- the service is the gateway's affair
    createGatewayClient({ baseUrl: '/api', service: defineService({}) });
    // @ts-expect-error -- as is its minute
    createGatewayClient({ baseUrl: '/api', budgetKey: 'key' });
  });

  test('tells what the gateway knows of an id', () => {
    expectTypeOf(gatewayClient.getOperation('id')).resolves.toEqualTypeOf<OperationHistory>();
    expectTypeOf(gatewayClient.closeOperation('id')).resolves.toEqualTypeOf<OperationHistory>();
    expectTypeOf<OperationHistory['state']>().toEqualTypeOf<
      'not-seen' | 'sent' | 'accepted' | 'refused' | 'unanswered'
    >();
    expectTypeOf<OperationHistory['error']>().toEqualTypeOf<PaymentsError | undefined>();
  });
});

describe('defineService', () => {
  test('says how a service differs, in the words of the contract', () => {
    const service = defineService({
      routes: { pay: { path: ({ provider }) => `/${provider ?? 'any'}/pay` }, capture: { method: 'PUT' } },
      paymentLinks: { version: '202104', amountUnit: 'major' },
      currency: 'KWD',
      amountScale: 'hundredths',
      statuses: { DECLINED: 'failed' },
      fields: { terminal: { id: ['_id', 'id'], serialNumber: null }, request: { email: 'contact.email' } },
      payload: { pay: 'result' },
      refusals: (status, operation) => {
        expectTypeOf(operation).toEqualTypeOf<OperationName>();
        return status === 409;
      },
      read: {
        terminal: (terminal, own) => {
          expectTypeOf(terminal['id']).toEqualTypeOf<unknown>();
          return { ...own(terminal), id: '1' };
        },
      },
    });
    expectTypeOf(service).toEqualTypeOf<Service>();
    expectTypeOf(client.service).toEqualTypeOf<Service>();
    createGateway({
      baseUrl: 'https://service.example',
      headers: {},
      store: createSqlStore(new Database('/var/lib/till.db')),
      authorize: () => true,
      service,
    });
    // @ts-expect-error -- once checked it does not change
    service.description.currency = 'USD';
  });

  test('takes nothing else', () => {
    // @ts-expect-error -- a word means one of five statuses
    defineService({ statuses: { DECLINED: 'declined' } });
    // @ts-expect-error -- no such field of a terminal
    defineService({ fields: { terminal: { nickname: 'name' } } });
    // @ts-expect-error -- a status proves that a card was not charged, or it does not
    defineService({ refusals: () => 'failed' });
    // @ts-expect-error -- there are two versions
    defineService({ paymentLinks: { version: 'v2' } });
    // @ts-expect-error -- no such operation
    defineService({ routes: { cancel: { path: '/cancel' } } });
    // @ts-expect-error -- nothing is deleted
    defineService({ routes: { pay: { method: 'DELETE' } } });
    // @ts-expect-error -- what is read is a record
    defineService({ read: { terminal: () => 'Till' } });
    // @ts-expect-error -- no secret stands here
    defineService({ headers: { authorization: 'Bearer 1' } });
  });

  test('has fields that are all of them optional, and may be undefined', () => {
    expectTypeOf<ServiceDescription>().toEqualTypeOf<{
      [Key in keyof ServiceDescription]?: ServiceDescription[Key] | undefined;
    }>();
  });
});

describe('errors', () => {
  test('have one of eleven codes', () => {
    expectTypeOf<PaymentsErrorCode>().toEqualTypeOf<
      | 'configuration'
      | 'invalid-input'
      | 'unanswered'
      | 'http'
      | 'contract'
      | 'rate-limited'
      | 'unauthorized'
      | 'aborted'
      | 'too-large'
      | 'storage'
      | 'upload'
    >();
  });

  test('are known by a guard, whatever was caught', () => {
    const caught: unknown = undefined;
    if (isPaymentsError(caught)) {
      expectTypeOf(caught).toEqualTypeOf<PaymentsError>();
      expectTypeOf(caught.code).toEqualTypeOf<PaymentsErrorCode>();
      expectTypeOf(caught.fields).toEqualTypeOf<
        readonly { field: string; message?: string | undefined }[] | undefined
      >();
      // @ts-expect-error -- an error does not change
      caught.code = 'http';
      // @ts-expect-error -- a failed payment is data, not an error
      void (caught.code === 'failed');
    }
  });

  test('are one class and its kinds', () => {
    expectTypeOf<ConfigurationError>().toExtend<PaymentsError>();
    expectTypeOf<ContractError>().toExtend<PaymentsError>();
    expectTypeOf<HttpError>().toExtend<PaymentsError>();
    expectTypeOf<InvalidInputError>().toExtend<PaymentsError>();
    expectTypeOf<UnansweredError>().toExtend<PaymentsError>();
    // @ts-expect-error -- no page would say what it means
    void new PaymentsError('mine', 'It broke.');
  });
});

describe('operations', () => {
  const operations = createTerminalOperations({ client, journal: createMemoryJournal() });

  test('start what their kind needs', () => {
    expectTypeOf<keyof TerminalRequests>().toEqualTypeOf<MoneyOperation>();
    void operations.start('void', { terminalId: 'T-1', pnRefNum: '123' });
    // @ts-expect-error -- that is the request of a void
    void operations.start('refund', { terminalId: 'T-1', pnRefNum: '123' });
    // @ts-expect-error -- a read is not started
    void operations.start('listTerminals', {});
    // @ts-expect-error -- what is not recorded is not sent
    createTerminalOperations({ client });
  });

  test('are shown as a flow without React, typed by its kind and keyed once', () => {
    const flow = createFlowView(operations, 'capture', 'default');
    expectTypeOf(flow).toEqualTypeOf<FlowView<'capture'>>();
    expectTypeOf(flow.start).parameter(0).toEqualTypeOf<AmountReferenceRequest>();
    expectTypeOf(flow.start).parameter(1).toEqualTypeOf<Omit<StartOptions, 'flowKey'> | undefined>();
    expectTypeOf(flow.getSnapshot()).toEqualTypeOf<FlowState>();
    // @ts-expect-error -- a link is no flow of a terminal
    createFlowView(operations, 'createPaymentLink', 'default');
  });

  test('give an operation or a refusal, never both', () => {
    const result = {} as StartResult;
    // @ts-expect-error -- it has to be looked at first
    void result.operation;
    if (result.started) expectTypeOf(result.operation).toEqualTypeOf<TerminalOperation>();
    else expectTypeOf(result.refusal).toEqualTypeOf<Refusal>();
    // @ts-expect-error -- what was started was not refused
    if (result.started) void result.refusal;
  });

  test('are kept by a journal of the host’s own shape', () => {
    expectTypeOf(createMemoryJournal()).toExtend<Journal>();
    expectTypeOf<Journal['claim']>().toEqualTypeOf<
      (
        record: OperationRecord,
        options?: {
          over?: readonly string[] | undefined;
          judge?: ((records: readonly OperationRecord[]) => boolean) | undefined;
        },
      ) => Promise<{ ok: true } | { ok: false; holder?: OperationRecord | undefined }>
    >();
    expectTypeOf<OperationRecord>().not.toHaveProperty('connection');
    expectTypeOf<OperationRecord>().not.toHaveProperty('email');
  });

  test('make a transaction, from which follows what may be done', () => {
    expectTypeOf(transactionOf(operations.list(), '123')).toEqualTypeOf<Transaction | undefined>();
    expectTypeOf(allowedOperations).parameter(0).toEqualTypeOf<Transaction>();
    expectTypeOf(allowedOperations).returns.toEqualTypeOf<AllowedOperation[]>();
    expectTypeOf<Transaction['settled']>().toEqualTypeOf<boolean | 'unknown'>();
    // @ts-expect-error -- it may not be known
    allowedOperations(transactionOf([], '123'));
  });
});

describe('money', () => {
  test('is read as cents or a reason', () => {
    const read = parseCents('12.50', { locale: 'en-US', currency: 'USD' });
    // @ts-expect-error -- it has to be looked at first
    void read.cents;
    if (read.ok) expectTypeOf(read.cents).toEqualTypeOf<number>();
    else expectTypeOf(read.reason).toEqualTypeOf<ParseCentsReason>();
    // @ts-expect-error -- never without a locale: separators would be guessed
    parseCents('12.50', { currency: 'USD' });
    // @ts-expect-error -- a number has no separators, and perhaps no exact value
    parseCents(12.5, { locale: 'en-US', currency: 'USD' });
  });

  test('goes on the wire and back, or says why not', () => {
    const sent = amountFromCents(1250, { currency: 'KWD', amountScale: 'hundredths' });
    if (sent.ok) expectTypeOf(sent.amount).toEqualTypeOf<number>();
    else expectTypeOf(sent.reason).toEqualTypeOf<'scale-missing' | 'inexact' | 'out-of-range'>();
    const read = centsFromAmount(1250, { currency: 'USD' });
    // @ts-expect-error -- what failed has no cents
    if (!read.ok) void read.cents;
    // @ts-expect-error -- the unit of an amount is one of two
    amountFromCents(1250, { currency: 'KWD', amountScale: 'thousandths' });
  });

  test('is written for a locale and a currency', () => {
    expectTypeOf(formatCents).returns.toEqualTypeOf<string>();
    // @ts-expect-error -- both
    formatCents(1250, { locale: 'en-US' });
  });
});

test('a gateway asks who is there, before anything else', () => {
  const gateway = { baseUrl: 'https://service.example', headers: { 'x-key': 'secret' } };
  const store = createSqlStore(new Database('/var/lib/till.db'));
  createGateway({ ...gateway, store, authorize: (request) => request.headers.has('cookie') });
  createGateway({
    ...gateway,
    store,
    authorize: (_, operation, { operationId }) => {
      expectTypeOf(operation).toEqualTypeOf<GatewayOperation>();
      expectTypeOf(operationId).toEqualTypeOf<string | undefined>();
      return Promise.resolve({ subject: 'till-1' });
    },
  });
  createGateway({
    ...gateway,
    store,
    authorize: () => ({ subject: 'till-1', account: 'harbour' }),
    headers: ({ account }) => {
      expectTypeOf(account).toEqualTypeOf<string | undefined>();
      return { 'x-key': account ?? '' };
    },
  });
  // @ts-expect-error -- no caller is let in by default
  createGateway({ ...gateway, store });
  // @ts-expect-error -- what is not kept may be sent twice
  createGateway({ ...gateway, authorize: () => true });
  // @ts-expect-error -- a subject is named
  createGateway({ ...gateway, store, authorize: () => 'till-1' });
});
