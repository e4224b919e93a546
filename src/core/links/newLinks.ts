import type { CreatePaymentLinkRequest } from '../contract/createPaymentLinkRequest.ts';
import type { PaymentLink } from '../contract/paymentLink.ts';

/** How far the service's clock may be behind ours: what it says was made longer before the press was not made by it. */
export const clockSkewMs = 120_000;

/** A till whose clock is wrong, or a time without its zone, is no more than this off. */
const longestErrorMs = 86_400_000;

/** The names of links that were there before: no link is told from another by anything else. */
export type KnownLinks = ReadonlySet<string>;

/** What a link may be recognised by: the answer to a creation and the list need not name it the same way. */
export function namesOf({ id, paymentLink, paymentRequestId }: PaymentLink): string[] {
  return [`id ${id}`, `address ${paymentLink}`, `request ${paymentRequestId}`].filter(
    (name) => !name.endsWith(' undefined'),
  );
}

export interface SentLink {
  request: Pick<CreatePaymentLinkRequest, 'amount' | 'customValues'>;
  /** The request's amount, and the currency it is to be read in. */
  amountCents: number | undefined;
  currency: string | undefined;
  /** Epoch ms of our clock. */
  sentAt: number;
}

/** The listed links that may be the one that was sent: not known before, of the same amount, with its custom values, made after the press. */
export function newLinks(listed: readonly PaymentLink[], known: KnownLinks, sent: SentLink): PaymentLink[] {
  return fitting(
    listed,
    known,
    sent,
    ({ amountCents, createdAt = '' }) =>
      amountCents !== undefined &&
      amountCents === sent.amountCents &&
      Date.parse(createdAt) >= sent.sentAt - clockSkewMs,
  );
}

/** Those that it cannot be ruled out for: what the list leaves out, or a clock that is wrong, proves nothing. */
export function possibleLinks(
  listed: readonly PaymentLink[],
  known: KnownLinks,
  sent: SentLink,
): PaymentLink[] {
  return fitting(
    listed,
    known,
    sent,
    ({ amountCents = sent.amountCents, createdAt = '' }) =>
      amountCents === sent.amountCents && !(Date.parse(createdAt) < sent.sentAt - longestErrorMs),
  );
}

function fitting(
  listed: readonly PaymentLink[],
  known: KnownLinks,
  { request }: SentLink,
  fits: (link: PaymentLink) => boolean,
): PaymentLink[] {
  const links = listed.filter((link) => fits(link) && !namesOf(link).some((name) => known.has(name)));
  const sentValues = valuesOf(request.customValues);
  const exact = links.filter(({ customValues }) => valuesOf(customValues) === sentValues);
  // A service that does not repeat the custom values tells nothing by leaving them out.
  return exact.length > 0 ? exact : links.filter(({ customValues }) => customValues.length === 0);
}

function valuesOf(values: readonly { key: string; value: string }[] = []): string {
  const pairs = values.map(({ key, value }) => JSON.stringify([key, value.trim()]));
  return pairs.toSorted((one, other) => (one < other ? -1 : 1)).join();
}
