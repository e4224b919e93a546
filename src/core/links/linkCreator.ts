import type { PaymentsClient } from '../client/paymentsClient.ts';
import type { NewLinkOptions } from '../client/paymentLinks.ts';
import { paymentsErrorOrUnanswered, type PaymentsError } from '../errors.ts';
import { createListeners } from '../listeners.ts';
import { outcomeOfError } from '../operations/outcomeOfError.ts';
import { createOperationId } from '../operations/operationId.ts';
import type { Clock } from '../time.ts';
import type { CreatePaymentLinkRequest, PaymentLink } from '../wire/paymentLink.ts';
import {
  toleratedSkewWithServiceMs,
  findLinksAfterNoAnswer,
  findLinkAfterAcceptance,
  type LinkIdentifierSet,
  type LinkSearch,
  linkIdentifiers,
  type SentLinkRequest,
} from './findLinks.ts';

/** How the creation of a link ended. `created-unconfirmed`: the service accepted the request, but returned no data. */
export interface LinkOutcome {
  phase: 'created' | 'created-unconfirmed' | 'rejected' | 'unknown';
  link?: PaymentLink | undefined;
  /**
   * The requested amount without taxes (cents), because the link itself may not state it. Undefined if the amount is
   * not known, or if the link was rejected and an approval would not help.
   */
  sentAmountCents?: number | undefined;
  /** The currency (ISO 4217) of `sentAmountCents` and of the link, if the caller named it. */
  currency?: string | undefined;
  error?: PaymentsError | undefined;
}

/** Sends the request to create a link once. Returns the outcome, without an answer `unknown`. Never rejects. */
export async function attemptLinkCreation(
  client: Pick<PaymentsClient, 'createPaymentLink' | 'service' | 'isRefusal'>,
  input: CreatePaymentLinkRequest,
  call: Omit<NewLinkOptions, 'signal'> = {},
): Promise<LinkOutcome> {
  const { amount } = { ...input }; // the client refuses an input that is no request
  const { currency } = call;
  const sent = { sentAmountCents: client.service.linkCents(amount, currency), currency };
  try {
    const link = await client.createPaymentLink(input, call);
    return link === null ? { phase: 'created-unconfirmed', ...sent } : { phase: 'created', link, ...sent };
  } catch (cause) {
    const error = paymentsErrorOrUnanswered(cause, 'The link got no answer.');
    const isRefusal = (refusal: PaymentsError) => client.isRefusal(refusal, 'createPaymentLink');
    const { type } = outcomeOfError(error, 0, isRefusal);
    if (type !== 'refused') return { phase: 'unknown', error, ...sent };
    const rejected = { phase: 'rejected', error } as const;
    return linkNeedsApproval(rejected) ? { ...rejected, ...sent } : rejected;
  }
}

export type CreatePaymentLinkPhase = 'idle' | 'sending' | LinkOutcome['phase'];

/** `link`, `sentAmountCents`, `currency` and `error` are as in the outcome, once it is known. */
export interface LinkCreationState extends Omit<LinkOutcome, 'phase'> {
  phase: CreatePaymentLinkPhase;
  /** What the list of links says about the new link, if the answer held no link. */
  search?: LinkSearch | undefined;
}

/** Whether another person must approve a refused link. Stays true while the link is sent again with the approval. */
export const linkNeedsApproval = ({ phase, error }: LinkCreationState): boolean =>
  (phase === 'rejected' || phase === 'sending') && error?.refusal?.code === 'needs-approval';

export type LinkCreator = ReturnType<typeof createLinkCreator>;

type LinkClient = Pick<
  PaymentsClient,
  'createPaymentLink' | 'listPaymentLinks' | 'options' | 'service' | 'isRefusal'
>;

/** A request to create a link that a gateway refused because another person must approve it. */
interface RefusedLink {
  input: CreatePaymentLinkRequest;
  currency: string | undefined;
  refusedId: string;
}

/**
 * Creates links one after another. The returned store holds the state of the last creation, also after the components
 * that show it are gone. A caller may pass a newer client with the same options to each call.
 */
export function createLinkCreator(first: LinkClient, clock: Pick<Clock, 'now'>) {
  let state: LinkCreationState = { phase: 'idle' };
  let sent: (SentLinkRequest & { knownBefore: LinkIdentifierSet | undefined }) | undefined;
  let refused: RefusedLink | undefined;
  let known: LinkIdentifierSet | undefined;
  /** Identifiers of the links that this creator has made. */
  const made = new Set<string>();
  const unfound = createUnfoundLinks();
  const { add: subscribe, notify } = createListeners();

  const change = (next: LinkCreationState) => {
    state = next;
    notify();
  };
  /** Ends a creation with the state `next`. Forgets the refused request, unless another person may still approve it. */
  const settle = (next: LinkCreationState) => {
    sent = undefined;
    if (!linkNeedsApproval(next)) refused = undefined;
    if (next.link) linkIdentifiers(next.link).forEach((name) => made.add(name));
    change(next);
  };
  /** Adds links that existed before the next request, so that none of them counts as the new link. */
  const addKnownLinks = (links: readonly PaymentLink[]) => {
    known = new Set([...(known ?? []), ...links.flatMap(linkIdentifiers)]);
  };

  const giveUp = () => {
    if (sent) unfound.add(sent);
  };

  /** Looks in the list for a link that is `created-unconfirmed` or `unknown`. */
  const searchAgain = async (client = first): Promise<LinkSearch | undefined> => {
    if (!sent || state.search?.status === 'reading') return undefined;
    const before = { ...state, search: { status: 'reading' } as const };
    change(before);
    const isProven = state.phase === 'created-unconfirmed';
    const find = isProven ? findLinkAfterAcceptance : findLinksAfterNoAnswer;
    // `knownBefore`: the links known when the request was sent. A link that became known later may be the new one.
    const search = await find(client, sent.knownBefore, made, sent);
    if (state !== before) return undefined;
    const [only, other] = search.status === 'read' ? search.candidates : [];
    if (!isProven || !only || other) change({ ...before, search });
    else if (unfound.mayAppearFor(sent)) change({ ...before, search: { status: 'not-read' } });
    else settle({ ...before, link: only, search });
    return state.search;
  };

  const send = async (
    client: LinkClient,
    input: CreatePaymentLinkRequest,
    given: NewLinkOptions,
  ): Promise<LinkOutcome> => {
    const call = { ...given, operationId: createOperationId() };
    const { currency } = call;
    sent = { ...requestedLink(client, input, currency), sentAt: clock.now(), knownBefore: known };
    const outcome = await attemptLinkCreation(client, input, call);
    refused = linkNeedsApproval(outcome) ? { input, currency, refusedId: call.operationId } : undefined;
    if (outcome.phase === 'created' || outcome.phase === 'rejected') {
      settle(outcome);
      return outcome;
    }
    change(outcome);
    if (outcome.phase === 'unknown') return outcome;
    // If a person has begun another link meanwhile, `searchAgain` returns undefined: `state.link` would be the other link.
    return { ...outcome, link: (await searchAgain(client)) && state.link };
  };

  return {
    getSnapshot: (): LinkCreationState => state,
    subscribe,
    addKnownLinks,
    /** Sends one request. Undefined while another is under way. Never rejects, and never sends again by itself. */
    create: async (
      input: CreatePaymentLinkRequest,
      { currency, client = first }: Pick<NewLinkOptions, 'currency'> & { client?: LinkClient } = {},
    ): Promise<LinkOutcome | undefined> => {
      if (state.phase === 'sending') return undefined;
      giveUp();
      change({ phase: 'sending' });
      return send(client, input, { currency });
    },
    /** Repeats the refused request with another person's code, which is not stored. Undefined if no request needs approval. */
    approve: async (code: string, client = first): Promise<LinkOutcome | undefined> => {
      if (state.phase !== 'rejected' || !refused) return undefined;
      const { input, currency, refusedId } = refused;
      change({ ...state, phase: 'sending' });
      return send(client, input, { currency, approval: { refusedId, code } });
    },
    searchAgain,
    /** Records that a person found the created link: the phase becomes `created`. */
    confirm: (link: PaymentLink) => {
      const { amountCents: sentAmountCents, currency } = sent ?? {};
      settle({ phase: 'created', link, sentAmountCents, currency });
    },
    reset: () => {
      if (state.phase === 'sending') return;
      giveUp();
      settle({ phase: 'idle' });
    },
  };
}

/** What identifies the requested link in the list: its amount, currency and custom values. */
function requestedLink(
  { service }: Pick<LinkClient, 'service'>,
  input: CreatePaymentLinkRequest,
  currency: string | undefined,
): Omit<SentLinkRequest, 'sentAt'> {
  const { amount, customValues } = { ...input }; // the client refuses an input that is no request
  return { request: { amount, customValues }, amountCents: service.linkCents(amount, currency), currency };
}

/** The links that were requested earlier and not found. Each may still appear in the list. */
function createUnfoundLinks() {
  /** The key is a requested amount. The value is when a link of this amount was last requested and not found (epoch ms). */
  const sentAtOf = new Map<number, number>();
  return {
    add: ({ request, sentAt }: SentLinkRequest) => void sentAtOf.set(request.amount, sentAt),
    /** Whether the link found for a request may come from an earlier request of the same amount whose link was not found. */
    mayAppearFor: ({ request, sentAt }: SentLinkRequest) =>
      sentAt - (sentAtOf.get(request.amount) ?? Number.NEGATIVE_INFINITY) <= 2 * toleratedSkewWithServiceMs,
  };
}
