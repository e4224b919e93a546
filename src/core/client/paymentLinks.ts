import {
  type CreatePaymentLinkRequest,
  createPaymentLinkRequestSchema,
  type ListPaymentLinksQuery,
  listPaymentLinksQuerySchema,
} from '../contract/createPaymentLinkRequest.ts';
import { type Page, readPage } from '../contract/page.ts';
import {
  majorOfCents,
  type PaymentLink,
  readCreatedPaymentLink,
  readPaymentLink,
} from '../contract/paymentLink.ts';
import type { ClientContext } from './clientContext.ts';
import { parseInput } from './parseInput.ts';
import { readWith } from './readWith.ts';
import { send } from './send.ts';
import type { CallOptions } from './terminalOperations.ts';
import { warnAboutLinks } from './warnAboutLinks.ts';
import { withClientId } from './withClientId.ts';

/** One page of the merchant's payment links. */
export async function listPaymentLinks(
  context: ClientContext,
  input: ListPaymentLinksQuery = {},
  { signal }: CallOptions = {},
): Promise<Page<PaymentLink>> {
  const query = parseInput(listPaymentLinksQuerySchema, input, 'listPaymentLinks');
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
  const request = parseInput(
    createPaymentLinkRequestSchema,
    withClientId(input, context.options.clientId),
    'createPaymentLink',
  );
  const { readers, paymentLinks } = context.options;
  warnAboutLinks(paymentLinks);
  const wire = paymentLinks?.amountUnit === 'major' ? inMajorUnits(request) : request;
  const { body, status } = await send(context, { operation: 'createPaymentLink', body: wire, signal });
  const created = readCreatedPaymentLink(body, paymentLinks?.amountUnit);
  if (created === null || !readers?.paymentLink) return created && allowedOnly(context, created);
  return allowedOnly(
    context,
    readWith(readers.paymentLink, () => created, body, status),
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

/** Takes the address away where its origin is not among `paymentLinks.allowedOrigins`. */
function allowedOnly(context: ClientContext, link: PaymentLink): PaymentLink {
  const allowed = context.options.paymentLinks?.allowedOrigins;
  if (!allowed || link.paymentLink === undefined) return link;
  return allowed.includes(new URL(link.paymentLink).origin) ? link : { ...link, paymentLink: undefined };
}
