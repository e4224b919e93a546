import type { PaymentsClient } from '../client/paymentsClient.ts';
import type { LinkCallOptions } from '../client/paymentLinks.ts';
import type { CreatePaymentLinkRequest, PaymentLink } from '../wire/paymentLink.ts';

/** Allowed clock skew (ms): a new link may have a creation time up to this long before the press. */
export const clockSkewMs = 120_000;

/** Largest error (ms) of a wrong till clock, or of a time without its zone. */
const longestErrorMs = 86_400_000;

/** Identifiers of links that existed before the press. A new link can have the same content as an earlier link. */
export type KnownLinks = ReadonlySet<string>;

/** What identifies a link. The answer to its creation and the list may use different fields. */
export function linkIdentifiers({ id, paymentLink, paymentRequestId }: PaymentLink): string[] {
  return [`id ${id}`, `address ${paymentLink}`, `request ${paymentRequestId}`].filter(
    (name) => !name.endsWith(' undefined'),
  );
}

/** The request to create a link, as it was sent. */
export interface SentLink {
  request: Pick<CreatePaymentLinkRequest, 'amount' | 'customValues'>;
  amountCents: number | undefined;
  currency: string | undefined;
  /** Epoch ms by the till's clock. */
  sentAt: number;
}

/** Whether a link has the requested amount and, within the clock skew, was created after the press. */
const isNew = ({ amountCents, createdAt = '' }: PaymentLink, sent: SentLink) =>
  amountCents !== undefined &&
  amountCents === sent.amountCents &&
  Date.parse(createdAt) >= sent.sentAt - clockSkewMs;

/** Whether a link may come from the sent request. A field may be missing, and a clock may be wrong by up to a day. */
const isPossible = ({ amountCents, createdAt = '' }: PaymentLink, sent: SentLink) =>
  (amountCents ?? sent.amountCents) === sent.amountCents &&
  !(Date.parse(createdAt) < sent.sentAt - longestErrorMs);

/** The listed links that pass `fits`, did not exist before the press, and have the custom values of the request. */
function fitting(
  fits: (link: PaymentLink, sent: SentLink) => boolean,
  listed: readonly PaymentLink[],
  known: KnownLinks,
  sent: SentLink,
): PaymentLink[] {
  const isKnown = (link: PaymentLink) => linkIdentifiers(link).some((name) => known.has(name));
  const links = listed.filter((link) => fits(link, sent) && !isKnown(link));
  const sentValues = valuesOf(sent.request.customValues);
  const exact = links.filter(({ customValues }) => valuesOf(customValues) === sentValues);
  // A service may leave out the custom values, so a link without any is not ruled out.
  return exact.length > 0 ? exact : links.filter(({ customValues }) => customValues.length === 0);
}

function valuesOf(values: readonly { key: string; value: string }[] = []): string {
  const pairs = values.map(({ key, value }) => JSON.stringify([key, value.trim()]));
  return pairs.toSorted((one, other) => (one < other ? -1 : 1)).join();
}

/** What the list says of a new link, if the answer to its creation was lost or had no data. */
export type LinkSearch =
  | { status: 'reading' }
  /** New links that may come from the sent request. If the service accepted the request, a single candidate is its link. */
  | { status: 'read'; candidates: readonly PaymentLink[] }
  /** The list could not be read, or does not prove which of its links is new. */
  | { status: 'not-read' };

type ListClient = Pick<PaymentsClient, 'listPaymentLinks'>;

/** Finds the link of an accepted creation. */
export async function findCreatedLink(
  client: ListClient,
  known: KnownLinks | undefined,
  made: KnownLinks,
  sent: SentLink,
): Promise<LinkSearch> {
  const listed = known && (await readList(client, made, sent));
  return listed
    ? { status: 'read', candidates: fitting(isNew, listed, known, sent) }
    : { status: 'not-read' };
}

/** Finds candidates after an unanswered creation, for a person to choose. Offers too many rather than too few. */
export async function findPossibleLinks(
  client: ListClient,
  known: KnownLinks | undefined,
  made: KnownLinks,
  sent: SentLink,
): Promise<LinkSearch> {
  const listed = await readList(client, made, sent);
  if (!listed) return { status: 'not-read' };
  const likely = fitting(isNew, listed, known ?? new Set(), sent);
  if (likely.length > 0) return { status: 'read', candidates: likely };
  const possible = fitting(isPossible, listed, known ?? new Set(), sent);
  return known || possible.length === 0 ? { status: 'read', candidates: possible } : { status: 'not-read' };
}

/** The newest links that this page did not make. Undefined if reading fails, or if the first page has the oldest links. */
async function readList(
  client: ListClient,
  made: KnownLinks,
  { currency }: Pick<LinkCallOptions, 'currency'>,
): Promise<readonly PaymentLink[] | undefined> {
  try {
    const { items, total } = await client.listPaymentLinks({ page: 1, limit: 25 }, { currency });
    const [first, last] = [items[0], items.at(-1)].map((link) => Date.parse(link?.createdAt ?? ''));
    return total > items.length && Number(first) < Number(last)
      ? undefined
      : items.filter((link) => !linkIdentifiers(link).some((name) => made.has(name)));
  } catch {
    return undefined;
  }
}
