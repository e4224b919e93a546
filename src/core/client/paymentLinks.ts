import {
  checkCreatePaymentLinkRequest,
  checkListPaymentLinksQuery,
  type CreatePaymentLinkRequest,
  type ListPaymentLinksQuery,
} from '../contract/createPaymentLinkRequest.ts';
import { withSafeAddress } from '../contract/linkAddress.ts';
import { type Page, readPage, withPage } from '../contract/page.ts';
import { type PaymentLink, readPaymentLink } from '../contract/paymentLink.ts';
import { isObject, unwrap } from '../contract/reading.ts';
import { createOperationId } from '../operations/operationId.ts';
import type { ClientContext } from './clientContext.ts';
import { inMajorUnits, type LinkCallOptions, linkCentsReader, linkDecimals } from './linkAmounts.ts';
import { parseInput } from './parseInput.ts';
import { readWith } from './readWith.ts';
import { send } from './send.ts';
import { assertOfGateway } from './terminalOperations.ts';
import { warnAboutLinks } from './warnAboutLinks.ts';

/** One page of the merchant's payment links. */
export async function listPaymentLinks(
  context: ClientContext,
  input: ListPaymentLinksQuery = {},
  { signal, currency }: LinkCallOptions = {},
): Promise<Page<PaymentLink>> {
  const query = withPage(parseInput(checkListPaymentLinksQuery, input, 'listPaymentLinks'));
  const { body, status } = await send(context, { operation: 'listPaymentLinks', query, signal });
  warnAboutLinks(context.options.paymentLinks);
  const read = linkReader(context, currency);
  return readPage(body, (item, path) => read(item, path, status), query);
}

/** Creates a link, once. Null where the service answered without data. */
export async function createPaymentLink(
  context: ClientContext,
  input: CreatePaymentLinkRequest,
  { signal, currency }: LinkCallOptions = {},
): Promise<PaymentLink | null> {
  // Only the other four fields are called optional (contract: create body).
  const parsed = parseInput(checkCreatePaymentLinkRequest, input, 'createPaymentLink');
  const { customValues = [], applyDiscount = false } = parsed;
  const request = { ...parsed, customValues, applyDiscount };
  warnAboutLinks(context.options.paymentLinks, request.amount);
  const decimals = linkDecimals(context.options, currency);
  const wire = decimals === undefined ? request : inMajorUnits(request, decimals);
  // A gateway sends what has an id once, also where the browser sends it twice.
  const operationId = context.options.gateway ? createOperationId() : undefined;
  const call = { operation: 'createPaymentLink', body: wire, operationId, signal } as const;
  const answer = await send(context, call);
  const { value, path } = unwrap(answer.body);
  if (!isNothing(value)) return linkReader(context, currency)(value, path, answer.status);
  assertOfGateway(context, answer);
  return null;
}

/** v1 always answers without data, and 202104 may. */
function isNothing(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (isObject(value) && Object.keys(value).length === 0)
  );
}

function linkReader({ options }: ClientContext, currency: string | undefined) {
  const centsOf = linkCentsReader(options, currency);
  return (value: unknown, path: string, status: number): PaymentLink => {
    const read = () => readPaymentLink(value, path, centsOf);
    const link = readWith(options.readers?.paymentLink, read, value, status);
    return withSafeAddress(link, options.paymentLinks?.allowedOrigins);
  };
}
