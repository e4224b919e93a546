import type { PaymentsError } from '../errors.ts';
import type {
  OperationQuery,
  ReportQuery,
  TransactionQuery,
  TransactionReference,
} from '../operations/recorded.ts';
import type { ClosingQuery, ClosingReference } from '../operations/closings.ts';
import type { OrderReference } from '../operations/terminalOperation.ts';
import type { CallOptions, TerminalOperations } from '../operations/terminalOperations.ts';
import type { ProcessedMessage } from '../wire/message.ts';
import { parseInput } from '../wire/check.ts';
import { type Page, countPagesOfList, readListPage, withPageAndLimit } from '../wire/listPage.ts';
import type {
  Attachment,
  CreatePaymentLinkRequest,
  ListPaymentLinksQuery,
  PaymentLink,
} from '../wire/paymentLink.ts';
import { moneyOperations, type MoneyOperation, type OperationName } from '../wire/routes.ts';
import type { Service } from '../wire/service.ts';
import {
  checkListTerminalsQuery,
  type ListTerminalsQuery,
  readTerminal,
  type Terminal,
} from '../wire/terminal.ts';
import { type ClientContext, type PaymentsClientOptions, withDefaultClientId } from './clientContext.ts';
import type { MessageQuery, PollOptions } from './getProcessedMessage.ts';
import {
  createPaymentLink,
  type LinkCallOptions,
  listPaymentLinks,
  type NewLinkOptions,
} from './paymentLinks.ts';
import { sendRequestOnce } from './send.ts';
import type { MoneyCalls } from './terminalRequests.ts';
import { uploadAttachments, type UploadOptions } from './uploadAttachments.ts';

/**
 * A client of the service: one function per operation. Each throws `PaymentsError` only. The money calls (`pay` to
 * `closeBatch`) send at once and keep no record: they are for servers. In a browser use the hooks, or
 * `getTerminalOperations`.
 */
export interface PaymentsClient extends MoneyCalls {
  listTerminals: (input?: ListTerminalsQuery, options?: CallOptions) => Promise<Page<Terminal>>;
  getProcessedMessage: (input: MessageQuery, options?: PollOptions) => Promise<ProcessedMessage>;
  listPaymentLinks: (input?: ListPaymentLinksQuery, call?: LinkCallOptions) => Promise<Page<PaymentLink>>;
  createPaymentLink: (input: CreatePaymentLinkRequest, call?: NewLinkOptions) => Promise<PaymentLink | null>;
  uploadAttachments: (input: { files: readonly File[] }, options?: UploadOptions) => Promise<Attachment[]>;
  readonly options: Readonly<PaymentsClientOptions>;
  /** The checked description of the service; by default that of the contract. */
  readonly service: Service;
  /** Whether a gateway records the operations for all tills. */
  readonly hasRecord: boolean;
  /** Origin of `baseUrl`: the key of locks and budgets. Throws `configuration` for a relative `baseUrl` outside a browser. */
  origin: () => string;
  /** Whether the host's headers differ from the ones that the service refused last. */
  hasNewHeaders: () => Promise<boolean>;
  /** Whether an error of a request that moves money or creates a link proves that nothing happened. */
  isRefusal: (error: PaymentsError, operation: OperationName) => boolean;
  /** Creates the operations of this client. Call `getTerminalOperations` instead, which creates them once. */
  loadOperations: (options: OperationsOptions) => Promise<TerminalOperations>;
}

export type MoneyOrPollMethodName = MoneyOperation | 'getProcessedMessage';

/** The methods whose code is loaded with the first call of any of them. So a page with payment links only does not load it. */
export const moneyOrPollMethodNames: readonly MoneyOrPollMethodName[] = [
  ...moneyOperations,
  'getProcessedMessage',
];

interface OperationsOptions {
  /** The operator whose operations these are. */
  scopeKey?: string | undefined;
  /** The client that sends and polls for these operations. Default: this client. */
  client?: PaymentsClient | undefined;
}

/** Creates the members that a client of the service and a client of a gateway share. */
export function createSharedClientMembers(
  context: ClientContext,
  createLinkId?: () => string,
): Omit<PaymentsClient, MoneyOrPollMethodName | 'hasRecord' | 'loadOperations'> {
  return {
    listTerminals: (input, call) => listTerminals(context, input, call),
    listPaymentLinks: (input, call) => listPaymentLinks(context, input, call),
    createPaymentLink: (input, { operationId, approval, ...call } = {}) =>
      createPaymentLink(context, input, {
        ...call,
        ...(createLinkId && { operationId: operationId ?? createLinkId(), approval }),
      }),
    uploadAttachments: (input, call) => uploadAttachments(context, input, call),
    options: context.options,
    service: context.service,
    origin: () => context.base().origin,
    hasNewHeaders: context.hasNewHeaders,
    isRefusal: context.protocol.isRefusal,
  };
}

/** Reads one page of the merchant's terminals. Throws `PaymentsError`. */
async function listTerminals(
  context: ClientContext,
  input: ListTerminalsQuery = {},
  { signal }: CallOptions = {},
): Promise<Page<Terminal>> {
  const query = withPageAndLimit(
    parseInput(
      checkListTerminalsQuery,
      withDefaultClientId(input, context.options.clientId),
      'listTerminals',
    ),
    context.service.pages,
  );
  const { body } = await sendRequestOnce(context, { operation: 'listTerminals', query, signal });
  return readListPage(body, readTerminal, query);
}

const pageSize = 100;
// The most pages that are read, in case the list of a faulty service never ends.
const mostTerminalPages = 100;

/** Reads all terminals, page by page, at most two requests at a time. A terminal on two pages is listed once. */
export async function listAllTerminals(
  client: Pick<PaymentsClient, 'listTerminals'>,
  query: Omit<ListTerminalsQuery, 'page' | 'limit'> = {},
  options: CallOptions = {},
): Promise<Terminal[]> {
  const fetchPage = (page: number) => client.listTerminals({ ...query, page, limit: pageSize }, options);
  const first = await fetchPage(1);
  let pages = countPagesOfList(first, mostTerminalPages);
  const found = new Map(first.items.map((terminal) => [terminal.id, terminal]));
  let isEnd = false;
  for (let page = 2; page <= pages && !isEnd;) {
    const next = [fetchPage(page), ...(page < pages ? [fetchPage(page + 1)] : [])];
    page += next.length;
    for (const { items, total } of await Promise.all(next)) {
      isEnd = items.length === 0;
      // Some services give no total and only say on each page that another follows. Then `total` grows with each page.
      pages = Math.max(pages, countPagesOfList({ ...first, total }, mostTerminalPages));
      for (const terminal of items) if (!found.has(terminal.id)) found.set(terminal.id, terminal);
    }
  }
  return [...found.values()];
}

/** TanStack Query keys of the lists, for a host that invalidates or prefetches them. No key holds a header or personal data. */
export const paymentsKeys = {
  all: ['tillkit'] as const,
  terminals: (baseUrl: string, query?: ListTerminalsQuery) =>
    ['tillkit', 'terminals', baseUrl, ...optional(query)] as const,
  allTerminals: (baseUrl: string, clientId?: string) =>
    ['tillkit', 'all-terminals', baseUrl, ...optional(clientId)] as const,
  paymentLinks: (baseUrl: string, query?: ListPaymentLinksQuery) =>
    ['tillkit', 'payment-links', baseUrl, ...optional(query)] as const,
  /** The beginning of the keys of all queries that read a gateway's record. */
  record: (baseUrl: string) => ['tillkit', 'record', baseUrl] as const,
  operations: (baseUrl: string, query?: OperationQuery) =>
    ['tillkit', 'record', baseUrl, 'operations', ...optional(query)] as const,
  operation: (baseUrl: string, id: string) => ['tillkit', 'record', baseUrl, 'operation', id] as const,
  transactions: (baseUrl: string, query?: TransactionQuery) =>
    ['tillkit', 'record', baseUrl, 'transactions', ...optional(query)] as const,
  transaction: (baseUrl: string, reference: TransactionReference) =>
    ['tillkit', 'record', baseUrl, 'transaction', reference] as const,
  order: (baseUrl: string, order: OrderReference) => ['tillkit', 'record', baseUrl, 'order', order] as const,
  closings: (baseUrl: string, query?: ClosingQuery) =>
    ['tillkit', 'record', baseUrl, 'closings', ...optional(query)] as const,
  closing: (baseUrl: string, closing: ClosingReference) =>
    ['tillkit', 'record', baseUrl, 'closing', closing] as const,
  report: (baseUrl: string, query?: ReportQuery) =>
    ['tillkit', 'record', baseUrl, 'report', ...optional(query)] as const,
};

function optional<Value>(value: Value | undefined): Value[] {
  return value === undefined ? [] : [value];
}
