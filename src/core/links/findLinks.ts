import type { PaymentsClient } from '../client/paymentsClient.ts';
import type { CreatePaymentLinkRequest, PaymentLink } from '../wire/paymentLink.ts';

/** Allowed clock skew (ms): a new link may have a creation time up to this long before the request for it was sent. */
export const toleratedSkewWithServiceMs = 120_000;

/** The largest error of a creation time (ms), if the till's clock is wrong or the time names no zone. */
const longestErrorMs = 86_400_000;

/** Identifiers of links that existed before the request, to tell the new link from an earlier one of equal content. */
export type LinkIdentifierSet = ReadonlySet<string>;

/** All identifiers of a link, because the answer to its creation and the list of links may each hold only some of them. */
export function linkIdentifiers({ id, paymentLink, paymentRequestId }: PaymentLink): string[] {
  return [`id ${id}`, `address ${paymentLink}`, `request ${paymentRequestId}`].filter(
    (name) => !name.endsWith(' undefined'),
  );
}

/** The request to create a link, as it was sent. */
export interface SentLinkRequest {
  request: Pick<CreatePaymentLinkRequest, 'amount' | 'customValues'>;
  amountCents: number | undefined;
  currency: string | undefined;
  /** When the request was sent (epoch ms by the till's clock). */
  sentAt: number;
}

/** Whether a link has the requested amount and, within the clock skew, was created after the request was sent. */
const isNew = ({ amountCents, createdAt = '' }: PaymentLink, sent: SentLinkRequest) =>
  amountCents !== undefined &&
  amountCents === sent.amountCents &&
  Date.parse(createdAt) >= sent.sentAt - toleratedSkewWithServiceMs;

/** Whether a link was certainly created before the request was sent: even a clock that is a day wrong does not explain it. */
const isTooOld = ({ createdAt = '' }: PaymentLink, sentAt: number) =>
  Date.parse(createdAt) < sentAt - longestErrorMs;

/** Whether a link may come from the sent request. A field may be missing, and a clock may be wrong by up to a day. */
const isPossible = (link: PaymentLink, sent: SentLinkRequest) =>
  (link.amountCents ?? sent.amountCents) === sent.amountCents && !isTooOld(link, sent.sentAt);

/** The listed links that pass `fits`, did not exist before the request, and have the custom values of the request. */
function fitting(
  fits: (link: PaymentLink, sent: SentLinkRequest) => boolean,
  listed: readonly PaymentLink[],
  known: LinkIdentifierSet,
  sent: SentLinkRequest,
): PaymentLink[] {
  const isKnown = (link: PaymentLink) => linkIdentifiers(link).some((name) => known.has(name));
  const links = listed.filter((link) => fits(link, sent) && !isKnown(link));
  const sentValues = valuesOf(sent.request.customValues);
  const exact = links.filter(({ customValues }) => valuesOf(customValues) === sentValues);
  // A service may leave out custom values. So if no link has the requested values, links without any are returned.
  return exact.length > 0 ? exact : links.filter(({ customValues }) => customValues.length === 0);
}

function valuesOf(values: readonly { key: string; value: string }[] = []): string {
  const pairs = values.map(({ key, value }) => JSON.stringify([key, value.trim()]));
  return pairs.toSorted((one, other) => (one < other ? -1 : 1)).join();
}

/** What the list of links says about a new link, if the answer to the link's creation was lost or had no data. */
export type LinkSearch =
  | { status: 'reading' }
  /** `candidates`: the links that may be the new one. If the service accepted the request, a single candidate is the new link. */
  | { status: 'read'; candidates: readonly PaymentLink[] }
  /** The list could not be read, or does not show which of its links is new. */
  | { status: 'not-read' };

type ListClient = Pick<PaymentsClient, 'listPaymentLinks'>;

/** Finds the new link after the service accepted the request to create it. */
export async function findLinkAfterAcceptance(
  client: ListClient,
  known: LinkIdentifierSet | undefined,
  made: LinkIdentifierSet,
  sent: SentLinkRequest,
): Promise<LinkSearch> {
  const listed = known && (await readList(client, known, made, sent));
  return listed
    ? { status: 'read', candidates: fitting(isNew, listed, known, sent) }
    : { status: 'not-read' };
}

/** Finds the links that an unanswered creation may have made, for a person to choose. In doubt a link is included. */
export async function findLinksAfterNoAnswer(
  client: ListClient,
  known: LinkIdentifierSet | undefined,
  made: LinkIdentifierSet,
  sent: SentLinkRequest,
): Promise<LinkSearch> {
  const listed = await readList(client, known, made, sent);
  if (!listed) return { status: 'not-read' };
  const likely = fitting(isNew, listed, known ?? new Set(), sent);
  if (likely.length > 0) return { status: 'read', candidates: likely };
  const possible = fitting(isPossible, listed, known ?? new Set(), sent);
  return known || possible.length === 0 ? { status: 'read', candidates: possible } : { status: 'not-read' };
}

/** At most this many pages of the list are read. */
const mostLinkPages = 8;

/**
 * Reads the list of links, newest first, back to links that existed before the request. Leaves out the links in `made`.
 * Undefined if reading fails, if the oldest links come first, or if more than `mostLinkPages` pages are new.
 */
async function readList(
  client: ListClient,
  known: LinkIdentifierSet | undefined,
  made: LinkIdentifierSet,
  { currency, sentAt }: Pick<SentLinkRequest, 'currency' | 'sentAt'>,
): Promise<readonly PaymentLink[] | undefined> {
  const isAmong = (links: LinkIdentifierSet | undefined, link: PaymentLink) =>
    linkIdentifiers(link).some((name) => links?.has(name));
  // Keyed by id: if a link is created during the reading, other links move to the next page and are read twice.
  const found = new Map<string, PaymentLink>();
  try {
    for (let page = 1; page <= mostLinkPages; page += 1) {
      const { items, total, limit } = await client.listPaymentLinks({ page, limit: 25 }, { currency });
      const [first, last] = [items[0], items.at(-1)].map((link) => Date.parse(link?.createdAt ?? ''));
      if (total > items.length && Number(first) < Number(last)) return undefined;
      items.forEach((link) => found.set(link.id, link));
      const isEnd = items.length === 0 || (found.size >= total && items.length < limit);
      const isOld = (link: PaymentLink) => isAmong(known, link) || isTooOld(link, sentAt);
      if (isEnd || items.some(isOld)) return [...found.values()].filter((link) => !isAmong(made, link));
    }
  } catch {
    // The list could not be read, so the result is undefined.
  }
  return undefined;
}
