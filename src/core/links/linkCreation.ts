import type { PaymentsClient } from '../client/paymentsClient.ts';
import { type LinkCallOptions, linkAmountCents } from '../client/paymentLinks.ts';
import { PaymentsError } from '../errors.ts';
import { createListeners } from '../listeners.ts';
import { outcomeOfError } from '../operations/outcomeOfError.ts';
import type { Clock } from '../time.ts';
import type { PaymentLink } from '../wire/paymentLink.ts';
import type { CreatePaymentLinkRequest } from '../wire/requests.ts';
import {
  clockSkewMs,
  findPossibleLink,
  findCreatedLink,
  type KnownLinks,
  type LinkSearch,
  linkIdentifiers,
  type SentLink,
} from './findLinks.ts';

/** How a creation ended. `created-unconfirmed`: accepted, but the service gave no data back. */
export interface LinkOutcome {
  phase: 'created' | 'created-unconfirmed' | 'rejected' | 'unknown';
  link?: PaymentLink | undefined;
  /** What was asked for, without taxes, in cents: the link itself may not tell. Absent where nothing was made, or nobody can say. */
  sentAmountCents?: number | undefined;
  error?: PaymentsError | undefined;
}

/** Sends one creation and says what is known of it. Never rejects; what got no answer is `unknown` and not sent again. */
export async function createLinkOnce(
  client: Pick<PaymentsClient, 'createPaymentLink' | 'service' | 'isRefusal'>,
  input: CreatePaymentLinkRequest,
  call: Pick<LinkCallOptions, 'currency'> = {},
): Promise<LinkOutcome> {
  const { amount } = { ...input }; // what is no request is refused by the client
  const sent = { sentAmountCents: linkAmountCents(client.service, amount, call.currency) };
  try {
    const link = await client.createPaymentLink(input, call);
    return link === null ? { phase: 'created-unconfirmed', ...sent } : { phase: 'created', link, ...sent };
  } catch (cause) {
    const error =
      cause instanceof PaymentsError
        ? cause
        : new PaymentsError('unanswered', 'The link got no answer.', { cause });
    const isRefusal = (refusal: PaymentsError) => client.isRefusal(refusal, 'createPaymentLink');
    const { type } = outcomeOfError(error, 0, isRefusal);
    return type === 'refused' ? { phase: 'rejected', error } : { phase: 'unknown', error, ...sent };
  }
}

export type CreatePaymentLinkPhase = 'idle' | 'sending' | LinkOutcome['phase'];

export interface LinkCreationState {
  phase: CreatePaymentLinkPhase;
  /** The new link; where the answer told nothing of it, the one that the list told. */
  link?: PaymentLink | undefined;
  /** What was asked for, without taxes, in cents: the link itself may not tell. */
  sentAmountCents?: number | undefined;
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
  addKnownLinks: (links: readonly PaymentLink[]) => void;
  /** Sends one request; undefined while one is under way. Never rejects, never sends again by itself. */
  create: (
    input: CreatePaymentLinkRequest,
    call?: Pick<LinkCallOptions, 'currency'>,
  ) => Promise<LinkOutcome | undefined>;
  /** Reads the list again for a link that is `created-unconfirmed` or `unknown`. */
  searchAgain: () => Promise<LinkSearch | undefined>;
  /** A person says that this link is the one. */
  confirm: (link: PaymentLink) => void;
  reset: () => void;
}

export type LinkClient = Pick<
  PaymentsClient,
  'createPaymentLink' | 'listPaymentLinks' | 'options' | 'service' | 'isRefusal'
>;

/** Outlives the components that show it; see `useCreatePaymentLink`. */
export function createLinkCreation(client: LinkClient, clock: Pick<Clock, 'now'>): LinkCreation {
  let state: LinkCreationState = { phase: 'idle' };
  let sent: SentLink | undefined;
  let known: KnownLinks | undefined;
  /** What was made here, by its names. */
  const made = new Set<string>();
  /** As it was at the press: a list that came after it may hold the link that was sent. */
  let knownAtPress: KnownLinks | undefined;
  /** When a link of an amount was last sent that was never found: it may come late into the list. */
  const unfound = new Map<number, number>();
  const { add: subscribe, notify } = createListeners();

  const change = (next: LinkCreationState) => {
    state = next;
    notify();
  };
  /** The link is known or refused: what was sent is not kept. */
  const settle = (next: LinkCreationState) => {
    sent = undefined;
    if (next.link) linkIdentifiers(next.link).forEach((name) => made.add(name));
    change(next);
  };
  const addKnownLinks = (links: readonly PaymentLink[]) => {
    known = new Set([...(known ?? []), ...links.flatMap(linkIdentifiers)]);
  };

  const giveUp = () => {
    if (sent) unfound.set(sent.request.amount, sent.sentAt);
  };
  const mayBeEarlier = ({ request, sentAt }: SentLink) =>
    sentAt - (unfound.get(request.amount) ?? Number.NEGATIVE_INFINITY) <= 2 * clockSkewMs;

  const searchAgain = async () => {
    if (!sent || state.search?.status === 'reading') return undefined;
    const before = { ...state, search: { status: 'reading' } as const };
    change(before);
    const isProven = state.phase === 'created-unconfirmed';
    const search = isProven
      ? await findCreatedLink(client, known, made, sent)
      : await findPossibleLink(client, knownAtPress, made, sent);
    if (state !== before) return undefined;
    const [only, other] = search.status === 'read' ? search.candidates : [];
    if (!isProven || !only || other) change({ ...before, search });
    else if (mayBeEarlier(sent)) change({ ...before, search: { status: 'not-read' } });
    else settle({ ...before, link: only, search });
    return state.search;
  };

  return {
    getSnapshot: () => state,
    subscribe,
    addKnownLinks,
    create: async (input, { currency } = {}) => {
      if (state.phase === 'sending') return undefined;
      giveUp();
      change({ phase: 'sending' });
      const { amount, customValues } = { ...input }; // what is no request is refused by the client
      const amountCents = linkAmountCents(client.service, amount, currency);
      sent = { request: { amount, customValues }, amountCents, currency, sentAt: clock.now() };
      knownAtPress = known;
      const outcome = await createLinkOnce(client, input, { currency });
      if (outcome.phase === 'created' || outcome.phase === 'rejected') {
        settle(outcome);
        return outcome;
      }
      change(outcome);
      if (outcome.phase === 'unknown') return outcome;
      // Undefined where somebody went on meanwhile: what is known by then is of another link.
      return { ...outcome, link: (await searchAgain()) && state.link };
    },
    searchAgain,
    confirm: (link) => settle({ phase: 'created', link, sentAmountCents: sent?.amountCents }),
    reset: () => {
      if (state.phase === 'sending') return;
      giveUp();
      settle({ phase: 'idle' });
    },
  };
}
