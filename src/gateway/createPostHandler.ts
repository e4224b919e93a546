import { parseRetryAfterMs } from '../core/client/readAnswer.ts';
import { PaymentsError } from '../core/errors.ts';
import type { RecordedTransaction } from '../core/operations/recorded.ts';
import type { OperationDraft } from '../core/operations/startGuard.ts';
import { isId } from '../core/wire/check.ts';
import { isObject, type JsonObject } from '../core/wire/read.ts';
import { isMoneyOperation, type MoneyOperation, type OperationName } from '../core/wire/routes.ts';
import { GatewayRefusal, notSentRefusal, notSentInvalidInputRefusal } from './GatewayRefusal.ts';
import {
  needsApprovalAnswer,
  needsApprovalRefusal,
  readApprovalHeader,
  unboundApprovalReason,
} from './approvals.ts';
import { authorizeUnlessApprovalNeeded, hashWithStoreKey, authorizeCaller, noSubject } from './authorize.ts';
import type { DraftToApprove, OperationIdToClose } from './claimIdOrReadHolder.ts';
import type { ServicePoller } from './createServicePoller.ts';
import type { RecordReaderForCallers } from './createRecordReaderForCallers.ts';
import type { OperationSender } from './createOperationSender.ts';
import type { GatewayContext } from './gatewayContext.ts';
import type { GatewayCall } from './gatewayOptions.ts';
import {
  confirmationHeader,
  requiredOperationIdOf,
  optionalOperationIdOf,
  type RouteMatch,
} from './gatewayRoutes.ts';
import {
  forwardWithoutClaim,
  prepareServiceCallSender,
  type ServiceCall,
} from './prepareServiceCallSender.ts';
import type { OperationRow } from './recordRows.ts';
import { storableAnswer, operationStateHeader, replyWithAnswer } from './replies.ts';
import {
  checkedRequestBody,
  readJsonBody,
  limitedUploadBody,
  contentTypeOfCheckedUpload,
} from './requestBody.ts';
import { maySeeOperation } from './visibility.ts';
import { ordersUnavailableRefusal } from './orders.ts';

type PostMatch = RouteMatch & { operation: OperationName };

const json = { contentType: 'application/json' };

/** Answers POSTs: sends payments and links once per operation id, and streams uploads. */
export function createPostHandler(
  context: GatewayContext,
  {
    sender,
    poller,
    recordReader,
  }: { sender: OperationSender; poller: ServicePoller; recordReader: RecordReaderForCallers },
) {
  const sendOnce = async (request: Request, match: PostMatch, id: string): Promise<Response> => {
    const { operation: kind, provider, currency, orderTotalCents: orderTotal } = match;
    const confirmed = readConfirmationHeader(request);
    const { refusedId, code } = readApprovalHeader(request);
    const body = wireBody(context, match, await readJsonBody(context, request));
    const order = orderTotal === undefined ? undefined : orderOf(context, body, orderTotal);
    const reader = transactionReader(recordReader, body, provider);
    const asking = {
      operationId: id,
      body,
      ...(order && { order }),
      ...(code !== undefined && { approval: code }),
      ...reader?.call,
    };
    const permission = await authorizeCaller(context, request, kind, asking);
    const { account, subject, actor, approvedBy, needsApproval } = permission;
    const asked = { body, provider, currency: currency?.toUpperCase(), orderTotal };
    const hashOf = (of: string, by?: string) =>
      hashWithStoreKey(context.store, 'body', of, kind, canonicalJson({ ...asked, approvedBy: by }));
    const draftHash = await hashOf(id);
    const approval =
      approvedBy === undefined || refusedId === undefined
        ? undefined
        : { by: approvedBy, refusedId, draftHash: await hashOf(refusedId) };
    const copy = { id, account, subject, actor, kind, draftHash, approval };
    try {
      if (needsApproval !== undefined) throw needsApprovalRefusal(needsApproval, code);
      // An approval that names no refused payment could be for any payment.
      if (approvedBy !== undefined && !approval) throw needsApprovalRefusal(unboundApprovalReason);
      const call = { operation: kind, provider, account, operationId: id, body, currency };
      const ask = await prepareSend(context, call);
      const bodyHash = await hashOf(id, approvedBy);
      const draft = isMoneyOperation(kind) ? draftOf(kind, body, match) : undefined;
      const isVisible = (row: OperationRow, now: number) => maySeeOperation(permission, row, now);
      const { state, answer } = await sender.send(
        { ...copy, bodyHash, draft, confirmed, judged: reader?.judged(), maySeeOperation: isVisible },
        ask,
      );
      poller.nudge(account);
      return replyWithAnswer(answer, state && { [operationStateHeader]: state });
    } catch (error) {
      const mayClose = error instanceof GatewayRefusal && error.code !== 'store';
      if (mayClose && (await sender.closeUnsent(closingOf(copy, error)))) {
        error.headers[operationStateHeader] = 'not-seen';
      }
      throw error;
    }
  };

  return async (request: Request, match: PostMatch): Promise<Response> => {
    const { operation, provider, currency } = match;
    if (operation === 'uploadAttachments') return forwardUpload(context, request, provider);
    const operationId = isMoneyOperation(operation)
      ? requiredOperationIdOf(request)
      : optionalOperationIdOf(request);
    if (operationId !== undefined) return sendOnce(request, match, operationId);
    const body = wireBody(context, match, await readJsonBody(context, request));
    const { account } = await authorizeUnlessApprovalNeeded(context, request, operation, { body });
    return forwardWithoutClaim(context, { ...json, operation, provider, account, body, currency });
  };
}

/** Checks that a request can be sent, and returns a function that sends it. */
async function prepareSend(context: GatewayContext, call: Omit<ServiceCall, 'timeoutMs'>) {
  const { operation } = call;
  try {
    const ask = await prepareServiceCallSender(context, {
      ...json,
      ...call,
      timeoutMs: context.paymentTimeoutMs,
    });
    return async () => {
      const { status, body: text, isOwn, refusedStatus, headers } = await ask();
      const isRefused = refusedStatus !== undefined && context.rules.isRefusal(refusedStatus, operation);
      const answer = {
        status,
        body: text,
        isOwn,
        isNotSent: isRefused || undefined,
        retryAfterMs: parseRetryAfterMs(headers, context.service.clock.now()),
      };
      // The page gets a link's whole answer, with the customer's data, but of a payment's answer only what is stored.
      if (!isMoneyOperation(operation)) return answer;
      return storableAnswer(operation, answer, (error) => reportUnreadable(context, call, error));
    };
  } catch (cause) {
    if (cause instanceof GatewayRefusal) throw cause;
    throw notSentRefusal(503, 'unreachable', 'The gateway is not ready for this operation.', { cause });
  }
}

function reportUnreadable(
  { service, report }: GatewayContext,
  { operation, operationId }: Pick<ServiceCall, 'operation' | 'operationId'>,
  error: unknown,
): void {
  if (service.service.dialect) return; // the dialect's translation has reported the error
  const message =
    error instanceof PaymentsError ? error.shortMessage : 'The answer of the service cannot be read.';
  report({ type: 'answer-unreadable', operation, operationId, message });
}

async function forwardUpload(context: GatewayContext, request: Request, provider: string | undefined) {
  const operation = 'uploadAttachments';
  const contentType = contentTypeOfCheckedUpload(context, request);
  const { account } = await authorizeUnlessApprovalNeeded(context, request, operation, {});
  const body = limitedUploadBody(context, request);
  const { signal } = request;
  const about = { operation, provider, account, signal } as const;
  return forwardWithoutClaim(context, { ...about, body, contentType, timeoutMs: 600_000 });
}

/** In characters. An order number must fit into a row of a PostgreSQL index, which has at most 2704 bytes. */
const longestOrderNumber = 500;

/** Checks the body of a request. If a new link lacks the client id that the service wants, adds the page's. */
function wireBody(
  { service: { service }, rules }: GatewayContext,
  { operation, clientId }: PostMatch,
  given: JsonObject,
): JsonObject {
  const body = checkedRequestBody(operation, given);
  const { orderNumber } = body;
  if (rules.storeOrderNumber && typeof orderNumber === 'string' && orderNumber.length > longestOrderNumber) {
    throw notSentInvalidInputRefusal(
      'orderNumber',
      `An order number may have at most ${longestOrderNumber} characters.`,
    );
  }
  const { sendsClientId } = service.description.paymentLinks ?? {};
  const isMissing = operation === 'createPaymentLink' && sendsClientId && body['clientId'] === undefined;
  return isMissing && isId(clientId) ? { ...body, clientId } : body;
}

/** Lets `authorize` read the transaction that a request names. `judged`: what the first read gave, if there was one. */
function transactionReader(recordReader: RecordReaderForCallers, { pnRefNum }: JsonObject, provider = '-') {
  if (typeof pnRefNum !== 'string') return undefined;
  const host = { subject: noSubject, actor: undefined, sees: 'all' } as const;
  let first: RecordedTransaction | undefined;
  const transaction = async (account = '') => {
    const read = await recordReader.getTransaction({ ...host, account }, provider, pnRefNum);
    first ??= read;
    return read;
  };
  return { call: { transaction } satisfies GatewayCall, judged: () => first };
}

/** The order of a payment that names a total. Throws a refusal if the order number is invalid or may not be stored. */
function orderOf({ rules }: GatewayContext, { orderNumber }: JsonObject, totalCents: number) {
  if (!rules.storeOrderNumber) throw ordersUnavailableRefusal();
  if (typeof orderNumber === 'string' && isId(orderNumber)) return { number: orderNumber, totalCents };
  throw notSentInvalidInputRefusal(
    'orderNumber',
    'The total of an order needs an order number of 1 to 256 characters.',
  );
}

/** The confirmation that a page sends with a repeated payment. */
export function readConfirmationHeader({ headers }: Request): string | undefined {
  const said = headers.get(confirmationHeader);
  try {
    return said === null ? undefined : decodeURIComponent(said);
  } catch {
    throw notSentInvalidInputRefusal(
      confirmationHeader,
      `The header ${confirmationHeader} must be URI-encoded.`,
    );
  }
}

/** What to store when a refusal closes the id. After `needs-approval` also the draft's hash, for a later approval. */
function closingOf(
  { draftHash, kind, actor, ...copy }: OperationIdToClose & Omit<DraftToApprove, 'answer'>,
  refusal: GatewayRefusal,
): OperationIdToClose {
  if (refusal.code !== 'needs-approval') return copy;
  return { ...copy, refused: { draftHash, kind, actor, answer: needsApprovalAnswer(refusal) } };
}

/** The fields that locks and guards judge. Amounts are cents. */
function draftOf(
  kind: MoneyOperation,
  body: JsonObject,
  { provider, currency, orderTotalCents }: PostMatch,
): OperationDraft {
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : undefined);
  return {
    kind,
    provider,
    currency: currency?.toUpperCase(),
    terminalId: text('terminalId') ?? '',
    amountCents: typeof body['amount'] === 'number' ? body['amount'] : undefined,
    orderNumber: text('orderNumber'),
    orderTotalCents,
    pnRefNum: text('pnRefNum'),
  };
}

// The JSON of a value with sorted fields: a second copy of a request may have its fields in another order.
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
