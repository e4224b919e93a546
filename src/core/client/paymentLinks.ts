import {
  type CreatePaymentLinkRequest,
  createPaymentLinkRequestSchema,
  type ListPaymentLinksQuery,
  listPaymentLinksQuerySchema,
} from '../contract/createPaymentLinkRequest.ts';
import { linkAddress } from '../contract/linkAddress.ts';
import { type Page, readPage, withPage } from '../contract/page.ts';
import { majorOfCents, type PaymentLink, readPaymentLink } from '../contract/paymentLink.ts';
import { isObject, unwrap } from '../contract/reading.ts';
import type { ClientContext } from './clientContext.ts';
import { parseInput } from './parseInput.ts';
import { readWith } from './readWith.ts';
import { send } from './send.ts';
import type { CallOptions } from './terminalOperations.ts';
import { warnAboutLinks } from './warnAboutLinks.ts';

/** One page of the merchant's payment links. */
export async function listPaymentLinks(
  context: ClientContext,
  input: ListPaymentLinksQuery = {},
  { signal }: CallOptions = {},
): Promise<Page<PaymentLink>> {
  const query = withPage(parseInput(listPaymentLinksQuerySchema, input, 'listPaymentLinks'));
  const { body, status } = await send(context, { operation: 'listPaymentLinks', query, signal });
  const { readers, paymentLinks } = context.options;
  warnAboutLinks(paymentLinks);
  return readPage(
    body,
    (item, path) =>
      allowedOnly(
        context,
        readWith(
          readers?.paymentLink,
          () => readPaymentLink(item, path, paymentLinks?.amountUnit),
          item,
          status,
        ),
      ),
    query,
  );
}

/** Creates a link, once. Null where the service answered without data. */
export async function createPaymentLink(
  context: ClientContext,
  input: CreatePaymentLinkRequest,
  { signal }: CallOptions = {},
): Promise<PaymentLink | null> {
  // Only the other four fields are called optional (contract: create body).
  const parsed = parseInput(createPaymentLinkRequestSchema, input, 'createPaymentLink');
  const { customValues = [], applyDiscount = false } = parsed;
  const request = { ...parsed, customValues, applyDiscount };
  const { readers, paymentLinks } = context.options;
  warnAboutLinks(paymentLinks);
  const wire = paymentLinks?.amountUnit === 'major' ? inMajorUnits(request) : request;
  const { body, status } = await send(context, { operation: 'createPaymentLink', body: wire, signal });
  const { value, path } = unwrap(body);
  if (isNothing(value)) return null;
  const read = () => readPaymentLink(value, path, paymentLinks?.amountUnit);
  return allowedOnly(context, readWith(readers?.paymentLink, read, value, status));
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

function inMajorUnits<Request extends { amount: number; taxes?: number | string[] | undefined }>(
  request: Request,
) {
  const { amount, taxes } = request;
  return {
    ...request,
    amount: majorOfCents(amount),
    ...(typeof taxes === 'number' ? { taxes: majorOfCents(taxes) } : {}),
  };
}

/** The link with a safe address or none, and none where its origin is not among `paymentLinks.allowedOrigins`. */
function allowedOnly(context: ClientContext, link: PaymentLink): PaymentLink {
  const allowed = context.options.paymentLinks?.allowedOrigins;
  const address = link.paymentLink === undefined ? undefined : linkAddress(link.paymentLink);
  const isAllowed = address !== undefined && (!allowed || allowed.includes(new URL(address).origin));
  return { ...link, paymentLink: isAllowed ? address : undefined };
}
