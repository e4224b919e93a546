import type { AcceptedMessage, BatchClosed } from '../contract/acceptedMessage.ts';
import type { Attachment } from '../contract/attachment.ts';
import type {
  CreatePaymentLinkRequest,
  ListPaymentLinksQuery,
} from '../contract/createPaymentLinkRequest.ts';
import type { Page } from '../contract/page.ts';
import type { PaymentLink } from '../contract/paymentLink.ts';
import type { ProcessedMessage } from '../contract/processedMessage.ts';
import type { AmountReferenceRequest, CloseBatchRequest, VoidRequest } from '../contract/referenceRequest.ts';
import type { ListTerminalsQuery, Terminal } from '../contract/terminal.ts';
import type { TransactionRequest } from '../contract/transactionRequest.ts';
import type { PollBudget } from '../polling/pollBudget.ts';
import { askOperation, type KnownOperation, type OperationQuestion } from './askOperation.ts';
import { createClientContext } from './clientContext.ts';
import type { PaymentsClientOptions } from './clientOptions.ts';
import { getProcessedMessage, type MessageQuery, type PollOptions } from './getProcessedMessage.ts';
import type { LinkCallOptions } from './linkAmounts.ts';
import { listTerminals } from './listTerminals.ts';
import { createPaymentLink, listPaymentLinks } from './paymentLinks.ts';
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
  readonly options: Readonly<PaymentsClientOptions>;
  /** Origin of the service: what locks and budgets are keyed by. Throws `configuration` for a relative address without a page. */
  origin: () => string;
  pollBudget: () => PollBudget;
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
    options,
    origin: () => context.base().origin,
    pollBudget: context.pollBudget,
    hasNewHeaders: context.hasNewHeaders,
  };
}
