import type { PaymentsClient } from '../client/createPaymentsClient.ts';
import type { LinkCallOptions } from '../client/linkAmounts.ts';
import type { PaymentLink } from '../contract/paymentLink.ts';
import { type KnownLinks, namesOf, newLinks, possibleLinks, type SentLink } from './newLinks.ts';

/** What the list said when it was read to find a link of which the answer told nothing. */
export type LinkSearch =
  | { status: 'reading' }
  /** New links that may be it; one alone is it where the creation was accepted. */
  | { status: 'read'; candidates: readonly PaymentLink[] }
  /** The list could not be read, or what stood in it before is not known. */
  | { status: 'not-read' };

type ListClient = Pick<PaymentsClient, 'listPaymentLinks'>;

/** There is a link: one that was not there before. */
export async function findProven(
  client: ListClient,
  known: KnownLinks | undefined,
  made: KnownLinks,
  sent: SentLink,
): Promise<LinkSearch> {
  const listed = known && (await readList(client, made, sent));
  return listed ? { status: 'read', candidates: newLinks(listed, known, sent) } : { status: 'not-read' };
}

/** Nobody knows whether there is a link: a person chooses, may see one too many, and is not told "none" without proof. */
export async function findPossible(
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
      : items.filter((link) => !namesOf(link).some((name) => made.has(name)));
  } catch {
    return undefined;
  }
}
