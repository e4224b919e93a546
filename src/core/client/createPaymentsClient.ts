import { ConfigurationError } from '../errors.ts';
import type { RecordedOperation, RecordedReport, RecordedTransaction } from '../operations/recorded.ts';
import type { Resolution } from '../operations/terminalOperation.ts';
import type { AcceptedMessage, BatchClosed, ProcessedMessage } from '../wire/message.ts';
import type { Page } from '../wire/page.ts';
import type { PaymentLink } from '../wire/paymentLink.ts';
import type {
  AmountReferenceRequest,
  Attachment,
  CloseBatchRequest,
  CreatePaymentLinkRequest,
  ListPaymentLinksQuery,
  TransactionRequest,
  VoidRequest,
} from '../wire/requests.ts';
import type { Service } from '../wire/service.ts';
import type { ListTerminalsQuery, Terminal } from '../wire/terminal.ts';
import { askOperation, type KnownOperation, type OperationQuestion } from './askOperation.ts';
import type { OperationQuery, ReportQuery, TransactionQuery, TransactionReference } from './askRecord.ts';
import { type ClientContext, createClientContext, type PaymentsClientOptions } from './clientContext.ts';
import { getProcessedMessage, type MessageQuery, type PollOptions } from './getProcessedMessage.ts';
import { listTerminals } from './listTerminals.ts';
import { createPaymentLink, type LinkCallOptions, listPaymentLinks } from './paymentLinks.ts';
import type { OperationHistory, RecordPage } from './readRecord.ts';
import type { StreamOptions } from './streamOperations.ts';
import {
  type CallOptions,
  type MoneyCallOptions,
  sendAccepted,
  sendCloseBatch,
} from './terminalOperations.ts';
import { uploadAttachments, type UploadOptions } from './uploadAttachments.ts';

/**
 * The service, one function per operation; each throws `PaymentsError` only. The money calls (`pay` to `closeBatch`) send
 * at once and keep no record: they are for servers. In a browser use `createTerminalOperations` or the hooks.
 */
export interface PaymentsClient {
  pay: (input: TransactionRequest, options?: MoneyCallOptions) => Promise<AcceptedMessage>;
  preAuth: (input: TransactionRequest, options?: MoneyCallOptions) => Promise<AcceptedMessage>;
  capture: (input: AmountReferenceRequest, options?: MoneyCallOptions) => Promise<AcceptedMessage>;
  void: (input: VoidRequest, options?: MoneyCallOptions) => Promise<AcceptedMessage>;
  refund: (input: AmountReferenceRequest, options?: MoneyCallOptions) => Promise<AcceptedMessage>;
  closeBatch: (input: CloseBatchRequest, options?: MoneyCallOptions) => Promise<BatchClosed>;
  listTerminals: (input?: ListTerminalsQuery, options?: CallOptions) => Promise<Page<Terminal>>;
  getProcessedMessage: (input: MessageQuery, options?: PollOptions) => Promise<ProcessedMessage>;
  listPaymentLinks: (input?: ListPaymentLinksQuery, call?: LinkCallOptions) => Promise<Page<PaymentLink>>;
  createPaymentLink: (input: CreatePaymentLinkRequest, call?: LinkCallOptions) => Promise<PaymentLink | null>;
  uploadAttachments: (input: { files: readonly File[] }, options?: UploadOptions) => Promise<Attachment[]>;
  /** Asks a gateway what became of a money request. Throws where it does not say; that tells nothing of the request. */
  askOperation: (question: OperationQuestion, options?: CallOptions) => Promise<KnownOperation>;
  /** What a gateway's record has of all tills that this page may see. Without a gateway these throw `configuration`. */
  listOperations: (by?: OperationQuery, call?: CallOptions) => Promise<RecordPage<RecordedOperation>>;
  getOperation: (id: string, options?: CallOptions) => Promise<OperationHistory>;
  listTransactions: (by?: TransactionQuery, call?: CallOptions) => Promise<RecordPage<RecordedTransaction>>;
  getTransaction: (reference: TransactionReference, options?: CallOptions) => Promise<RecordedTransaction>;
  getReport: (query: ReportQuery, options?: CallOptions) => Promise<RecordedReport>;
  /** Tells a gateway what a person saw. `TerminalOperations` does so by itself. */
  resolveOperation: (id: string, resolution: Resolution, options?: CallOptions) => Promise<void>;
  acknowledgeOperation: (id: string, options?: CallOptions) => Promise<void>;
  /** Hears a gateway's changes until it ends the stream. */
  streamOperations: (options: StreamOptions) => Promise<void>;
  readonly options: Readonly<PaymentsClientOptions>;
  /** The service as this client speaks to it: described, or the contract; before a gateway the gateway. */
  readonly service: Service;
  /** Origin of the service: what locks and budgets are keyed by. Throws `configuration` for a relative address without a page. */
  origin: () => string;
  /** Whether the host's headers differ from those that the service refused last. */
  hasNewHeaders: () => Promise<boolean>;
}

/**
 * Creates a client for one service. Throws `configuration` for options that cannot work.
 *
 * @example
 * const client = createPaymentsClient({ baseUrl: '/api/payments', clientId: 'till-1' });
 */
export function createPaymentsClient(options: PaymentsClientOptions): PaymentsClient {
  const context = createClientContext(options);
  return {
    pay: (input, call) => sendAccepted(context, 'pay', input, call),
    preAuth: (input, call) => sendAccepted(context, 'preAuth', input, call),
    capture: (input, call) => sendAccepted(context, 'capture', input, call),
    void: (input, call) => sendAccepted(context, 'void', input, call),
    refund: (input, call) => sendAccepted(context, 'refund', input, call),
    closeBatch: (input, call) => sendCloseBatch(context, input, call),
    listTerminals: (input, call) => listTerminals(context, input, call),
    getProcessedMessage: (input, call) => getProcessedMessage(context, input, call),
    listPaymentLinks: (input, call) => listPaymentLinks(context, input, call),
    createPaymentLink: (input, call) => createPaymentLink(context, input, call),
    uploadAttachments: (input, call) => uploadAttachments(context, input, call),
    askOperation: (question, call) => askOperation(context, question, call),
    listOperations: later(context, async () => (await questions()).listOperations),
    getOperation: later(context, async () => (await questions()).getOperation),
    listTransactions: later(context, async () => (await questions()).listTransactions),
    getTransaction: later(context, async () => (await questions()).getTransaction),
    getReport: later(context, async () => (await questions()).getReport),
    resolveOperation: later(context, async () => (await questions()).resolveOperation),
    acknowledgeOperation: later(context, async () => (await questions()).acknowledgeOperation),
    streamOperations: later(context, async () => (await import('./streamOperations.ts')).streamOperations),
    options,
    service: context.service,
    origin: () => context.base().origin,
    hasNewHeaders: context.hasNewHeaders,
  };
}

const questions = () => import('./askRecord.ts');

/** What only a gateway can be asked. What asks it comes with the first question: other pages carry none of it. */
function later<Input extends unknown[], Result>(
  context: ClientContext,
  load: () => Promise<(context: ClientContext, ...input: Input) => Promise<Result>>,
): (...input: Input) => Promise<Result> {
  return async (...input) => {
    if (!context.options.gateway) throw new ConfigurationError('gateway', 'Only a gateway can be asked.');
    return (await load())(context, ...input);
  };
}

const pageSize = 100;
// A list that never ends is a fault of the service, not of the merchant.
const mostPages = 100;

/** Every terminal, page by page, at most two requests in flight. One that is on two pages is listed once. */
export async function listAllTerminals(
  client: Pick<PaymentsClient, 'listTerminals'>,
  query: Omit<ListTerminalsQuery, 'page' | 'limit'> = {},
  options: CallOptions = {},
): Promise<Terminal[]> {
  const fetchPage = (page: number) => client.listTerminals({ ...query, page, limit: pageSize }, options);
  const first = await fetchPage(1);
  const pages = Math.min(mostPages, Math.ceil(first.total / Math.max(1, first.limit)));
  const found = new Map(first.items.map((terminal) => [terminal.id, terminal]));
  for (let page = 2; page <= pages; page += 2) {
    const next = [fetchPage(page), ...(page < pages ? [fetchPage(page + 1)] : [])];
    for (const { items } of await Promise.all(next)) {
      for (const terminal of items) if (!found.has(terminal.id)) found.set(terminal.id, terminal);
    }
  }
  return [...found.values()];
}

/** Query keys of the lists, for a host that invalidates or prefetches them. They hold no header and nothing personal. */
export const paymentsKeys = {
  all: ['tillkit'] as const,
  terminals: (baseUrl: string, query?: ListTerminalsQuery) =>
    ['tillkit', 'terminals', baseUrl, ...optional(query)] as const,
  allTerminals: (baseUrl: string, clientId?: string) =>
    ['tillkit', 'all-terminals', baseUrl, ...optional(clientId)] as const,
  paymentLinks: (baseUrl: string, query?: ListPaymentLinksQuery) =>
    ['tillkit', 'payment-links', baseUrl, ...optional(query)] as const,
  /** All that is asked of a gateway's record. */
  record: (baseUrl: string) => ['tillkit', 'record', baseUrl] as const,
  transactions: (baseUrl: string, query?: TransactionQuery) =>
    ['tillkit', 'record', baseUrl, 'transactions', ...optional(query)] as const,
  transaction: (baseUrl: string, reference: TransactionReference) =>
    ['tillkit', 'record', baseUrl, 'transaction', reference] as const,
  report: (baseUrl: string, query?: ReportQuery) =>
    ['tillkit', 'record', baseUrl, 'report', ...optional(query)] as const,
};

function optional<Value>(value: Value | undefined): Value[] {
  return value === undefined ? [] : [value];
}
