import type { PaymentsClient } from '../client/createPaymentsClient.ts';
import type { CreatePaymentLinkRequest } from '../contract/createPaymentLinkRequest.ts';
import type { PaymentLink } from '../contract/paymentLink.ts';
import type { PaymentsError } from '../errors/PaymentsError.ts';
import type { Clock } from '../time/clock.ts';
import { createLinkOnce, type LinkOutcome } from './createLinkOnce.ts';
import { type KnownLinks, newLinks, namesOf, type SentLink } from './newLinks.ts';

/** What the list said when it was read to find a link of which the answer told nothing. */
export type LinkSearch =
  | { status: 'reading' }
  /** New links that may be it; one alone is it where the creation was accepted. */
  | { status: 'read'; candidates: readonly PaymentLink[] }
  /** The list could not be read, or what stood in it before is not known. */
  | { status: 'not-read' };

export type CreatePaymentLinkPhase = 'idle' | 'sending' | LinkOutcome['phase'];

export interface LinkCreationState {
  phase: CreatePaymentLinkPhase;
  /** The new link; where the answer told nothing of it, the one that the list told. */
  link?: PaymentLink | undefined;
  /** Why it was rejected, or is unknown. */
  error?: PaymentsError | undefined;
  /** What the list says where the answer told nothing. */
  search?: LinkSearch | undefined;
}

/** The creation of one link after another, and what is known of the last. */
export interface LinkCreation {
  getSnapshot: () => LinkCreationState;
  subscribe: (listener: () => void) => () => void;
  /** Links that are there already: none of them can be the new one. */
  remember: (links: readonly PaymentLink[]) => void;
  /** Sends one request; undefined while one is under way. Never rejects, never sends again by itself. */
  create: (input: CreatePaymentLinkRequest) => Promise<LinkOutcome | undefined>;
  /** Reads the list again for a link that is `created-unconfirmed` or `unknown`. */
  look: () => Promise<LinkSearch | undefined>;
  /** A person says that this link is the one. */
  confirm: (link: PaymentLink) => void;
  reset: () => void;
}

export type LinkClient = Pick<PaymentsClient, 'createPaymentLink' | 'listPaymentLinks' | 'options'>;

/** Outlives the components that show it; see `useCreatePaymentLink`. */
export function createLinkCreation(client: LinkClient, clock: Pick<Clock, 'now'>): LinkCreation {
  let state: LinkCreationState = { phase: 'idle' };
  let sent: SentLink | undefined;
  let known: KnownLinks | undefined;
  const listeners = new Set<() => void>();

  const change = (next: LinkCreationState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  /** The link is known or refused: what was sent is not kept. */
  const settle = (next: LinkCreationState) => {
    sent = undefined;
    if (next.link) remember([next.link]);
    change(next);
  };
  const remember = (links: readonly PaymentLink[]) => {
    known = new Set([...(known ?? []), ...links.flatMap(namesOf)]);
  };

  const look = async () => {
    if (!sent || state.search?.status === 'reading') return undefined;
    const before = { ...state, search: { status: 'reading' } as const };
    change(before);
    // Where no answer proves that there is a link, a person chooses, and may see one too many.
    const isProven = state.phase === 'created-unconfirmed';
    const search = await readList(client, known ?? (isProven ? undefined : new Set()), sent);
    if (state !== before) return undefined;
    const [only, other] = search.status === 'read' ? search.candidates : [];
    const link = isProven && !other ? only : undefined;
    if (link) settle({ ...before, link, search });
    else change({ ...before, search });
    return search;
  };

  return {
    getSnapshot: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    remember,
    create: async (input) => {
      if (state.phase === 'sending') return undefined;
      change({ phase: 'sending' });
      const { amount, customValues } = input;
      sent = { request: { amount, customValues }, sentAt: clock.now() };
      const outcome = await createLinkOnce(client, input);
      if (outcome.phase === 'created' || outcome.phase === 'rejected') {
        settle(outcome);
        return outcome;
      }
      change(outcome);
      if (outcome.phase === 'unknown') return outcome;
      await look();
      return { ...outcome, link: state.link };
    },
    look,
    confirm: (link) => settle({ phase: 'created', link }),
    reset: () => {
      if (state.phase !== 'sending') settle({ phase: 'idle' });
    },
  };
}

async function readList(
  client: LinkClient,
  known: KnownLinks | undefined,
  sent: SentLink,
): Promise<LinkSearch> {
  if (!known) return { status: 'not-read' };
  try {
    const { items } = await client.listPaymentLinks({ page: 1, limit: 25 });
    return { status: 'read', candidates: newLinks(items, known, sent) };
  } catch {
    return { status: 'not-read' };
  }
}
