import type { PaymentsClient } from '../client/paymentsClient.ts';
import type { LinkCallOptions } from '../client/paymentLinks.ts';
import type { PaymentLink } from '../wire/paymentLink.ts';
import type { CreatePaymentLinkRequest } from '../wire/requests.ts';

/** How far the service's clock may be behind ours: what it says was made longer before the press was not made by it. */
export const clockSkewMs = 120_000;

/** A till whose clock is wrong, or a time without its zone, is no more than this off. */
const longestErrorMs = 86_400_000;

/** The names of links that were there before: no link is told from another by anything else. */
export type KnownLinks = ReadonlySet<string>;

/** What a link may be recognised by: the answer to a creation and the list need not name it the same way. */
export function linkIdentifiers({ id, paymentLink, paymentRequestId }: PaymentLink): string[] {
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
function newLinks(listed: readonly PaymentLink[], known: KnownLinks, sent: SentLink): PaymentLink[] {
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
function possibleLinks(listed: readonly PaymentLink[], known: KnownLinks, sent: SentLink): PaymentLink[] {
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
  const links = listed.filter((link) => fits(link) && !linkIdentifiers(link).some((name) => known.has(name)));
  const sentValues = valuesOf(request.customValues);
  const exact = links.filter(({ customValues }) => valuesOf(customValues) === sentValues);
  // A service that does not repeat the custom values tells nothing by leaving them out.
  return exact.length > 0 ? exact : links.filter(({ customValues }) => customValues.length === 0);
}

function valuesOf(values: readonly { key: string; value: string }[] = []): string {
  const pairs = values.map(({ key, value }) => JSON.stringify([key, value.trim()]));
  return pairs.toSorted((one, other) => (one < other ? -1 : 1)).join();
}

/** What the list said when it was read to find a link of which the answer told nothing. */
export type LinkSearch =
  | { status: 'reading' }
  /** New links that may be it; one alone is it where the creation was accepted. */
  | { status: 'read'; candidates: readonly PaymentLink[] }
  /** The list could not be read, or what stood in it before is not known. */
  | { status: 'not-read' };

type ListClient = Pick<PaymentsClient, 'listPaymentLinks'>;

/** There is a link: one that was not there before. */
export async function findCreatedLink(
  client: ListClient,
  known: KnownLinks | undefined,
  made: KnownLinks,
  sent: SentLink,
): Promise<LinkSearch> {
  const listed = known && (await readList(client, made, sent));
  return listed ? { status: 'read', candidates: newLinks(listed, known, sent) } : { status: 'not-read' };
}

/** Nobody knows whether there is a link: a person chooses, may see one too many, and is not told "none" without proof. */
export async function findPossibleLink(
  client: ListClient,
  known: KnownLinks | undefined,
  made: KnownLinks,
  sent: SentLink,
): Promise<LinkSearch> {
  const listed = await readList(client, made, sent);
  if (!listed) return { status: 'not-read' };
  const likely = newLinks(listed, known ?? new Set(), sent);
  if (likely.length > 0) return { status: 'read', candidates: likely };
  const possible = possibleLinks(listed, known ?? new Set(), sent);
  return known || possible.length === 0 ? { status: 'read', candidates: possible } : { status: 'not-read' };
}

/** The newest links but those that were made here; nothing where they could not be read, or where they may be on another page. */
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

// A cell is a formula from = + - @ on, also in full width, and so may be one that begins inside a cell where a program
// separates by semicolon or tab. Sources: OWASP "CSV Injection", ASVS 1.2.10.
const innerFormula = /([;\t\r\n])(?=["\s\p{Cf}]*[=+\-@＝＋－＠])/gu;
const formula = /^(?=[\t\r\n]|["\s\p{Cf}]*[=+\-@＝＋－＠])/u;

/** Rows as CSV (RFC 4180): every cell quoted, none of which a spreadsheet runs as a formula. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(text: string): string {
  const harmless = text.replaceAll('\0', '').replace(innerFormula, "$1'").replace(formula, "'");
  return `"${harmless.replaceAll('"', '""')}"`;
}
