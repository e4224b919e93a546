'use client';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { paymentsKeys } from '../core/client/paymentsClient.ts';
import { assertLinkCurrencyDecimals, currencyInLinksQueryKey } from '../core/client/paymentLinks.ts';
import type { LinkSearch } from '../core/links/findLinks.ts';
import {
  createLinkCreator,
  type LinkCreator,
  type LinkCreationState,
  type LinkOutcome,
  linkNeedsApproval,
} from '../core/links/linkCreator.ts';
import { createOperationId } from '../core/operations/operationId.ts';
import type { CreatePaymentLinkRequest, PaymentLink } from '../core/wire/paymentLink.ts';
import { accountKey, linksIn, listQueryDefaults } from './listQuery.ts';
import { addCreatedLink, createdKey } from './usePaymentLinks.ts';
import { useListClient } from './useListClient.ts';
import { useOwner } from './useOwner.ts';
import { type PaymentsContextValue, usePaymentsContext } from './usePaymentsContext.ts';

const creatorsByOwner = /*#__PURE__*/ new WeakMap<object, Map<string, LinkCreator>>();

/** The creator of links that components with the same owner and flow key share. A creation continues even if none shows it. */
function linkCreatorOf(
  { client, clock }: Pick<PaymentsContextValue, 'client' | 'clock'>,
  owner: object,
  flowKey: string,
): LinkCreator {
  const byKey = creatorsByOwner.get(owner) ?? new Map<string, LinkCreator>();
  creatorsByOwner.set(owner, byKey);
  const existing = byKey.get(flowKey);
  if (existing) return existing;
  const creator = resetWhenUnused(createLinkCreator(client, clock));
  byKey.set(flowKey, creator);
  return creator;
}

/** Resets a creation once no component shows it, unless it is `unknown`: the next operator must not see its link. */
function resetWhenUnused(creator: LinkCreator): LinkCreator {
  let watchers = 0;
  const release = () => {
    const { phase } = creator.getSnapshot();
    if (watchers === 0 && phase !== 'unknown') creator.reset();
  };
  return {
    ...creator,
    subscribe: (listener) => {
      const leave = creator.subscribe(listener);
      watchers += 1;
      return () => {
        leave();
        watchers -= 1;
        queueMicrotask(release); // StrictMode unmounts and subscribes again in the same task
      };
    },
  };
}

export interface UseCreatePaymentLinkOptions {
  /** Components with the same key share one creation, also after a remount. Default: each component has its own. */
  flowKey?: string | undefined;
}

export interface UseCreatePaymentLinkResult extends LinkCreationState {
  /** Whether the request is being sent. False in the phase `unknown`, which only a person's answer can end. */
  isPending: boolean;
  /** Sends one request; while it is under way, another call does nothing. Never rejects, never sends again by itself. */
  create: (input: CreatePaymentLinkRequest) => Promise<LinkOutcome | undefined>;
  /**
   * Sends the refused request again, with the code of the person who must approve it. Undefined unless a gateway
   * refused with `needs-approval`; `error.serviceMessage` then has the reason. Never rejects. The code is kept nowhere.
   */
  approve: ((code: string) => Promise<LinkOutcome | undefined>) | undefined;
  /** In `created-unconfirmed` or `unknown`, searches the list for the link once more. The result is also in `search`. */
  look: () => Promise<LinkSearch | undefined>;
  /** Records that a person found the link: the phase becomes `created`. */
  confirm: (link: PaymentLink) => void;
  reset: () => void;
}

const idle: LinkCreationState = { phase: 'idle' };

/**
 * Creates a payment link, with one request for each call. Reads the list of links on mount: if the service does not say
 * which link it created, the hook looks for the link that is new in the list.
 *
 * @example
 * const { phase, link, create } = useCreatePaymentLink();
 */
export function useCreatePaymentLink({
  flowKey,
}: UseCreatePaymentLinkOptions = {}): UseCreatePaymentLinkResult {
  const { client, clock, emit, currency } = usePaymentsContext();
  const owner = useOwner();
  const queryClient = useListClient();
  assertLinkCurrencyDecimals(client.service, currency);
  const creator = useMemo(
    () =>
      flowKey === undefined
        ? createLinkCreator(client, clock)
        : linkCreatorOf({ client, clock }, owner, flowKey),
    // oxlint-disable-next-line react/exhaustive-deps -- a new client with the same options has the same owner
    [owner, clock, flowKey],
  );
  const state = useSyncExternalStore(creator.subscribe, creator.getSnapshot, () => idle);
  useKnownLinks(creator);

  const tell = useCallback(
    ({ phase, link, sentAmountCents }: LinkOutcome) => {
      if (phase === 'rejected') return;
      const event = { eventId: createOperationId(), at: clock.now() };
      if (phase === 'unknown') emit({ ...event, type: 'link-unknown' });
      else emit({ ...event, type: 'link-created', link: link ? linkForEvent(link) : null, sentAmountCents });
      addCreatedLink(link, { client, queryClient, clock, currency });
    },
    [client, queryClient, clock, emit, currency],
  );
  const create = useCallback(
    async (input: CreatePaymentLinkRequest) => {
      const created = linksIn(queryClient.getQueryData(createdKey(queryClient, client, currency))) ?? [];
      for (const [, page] of queryClient.getQueriesData(linksOf(client.options.baseUrl))) {
        const listed = linksIn(page);
        if (listed) creator.addKnownLinks([...listed, ...created]);
      }
      const outcome = await creator.create(input, { currency, client });
      if (outcome) tell(outcome);
      return outcome;
    },
    [client, queryClient, creator, tell, currency],
  );
  const approve = useCallback(
    async (code: string) => {
      const outcome = await creator.approve(code, client);
      if (outcome) tell(outcome);
      return outcome;
    },
    [client, creator, tell],
  );
  const confirm = useCallback(
    (link: PaymentLink) => {
      creator.confirm(link);
      const { sentAmountCents } = creator.getSnapshot();
      tell({ phase: 'created', link, sentAmountCents });
    },
    [creator, tell],
  );
  const look = useCallback(async () => {
    const search = await creator.searchAgain(client);
    const { phase, link } = creator.getSnapshot();
    if (search && phase === 'created-unconfirmed') {
      addCreatedLink(link, { client, queryClient, clock, currency });
    }
    return search;
  }, [client, queryClient, clock, creator, currency]);
  return {
    ...state,
    isPending: state.phase === 'sending',
    create,
    approve: linkNeedsApproval(state) ? approve : undefined,
    look,
    confirm,
    reset: creator.reset,
  };
}

const linksOf = (baseUrl: string) => ({ queryKey: paymentsKeys.paymentLinks(baseUrl) });

/** Reads the first page of links, so that the creation knows which links existed before the request is sent. */
function useKnownLinks(creator: LinkCreator): void {
  const { client, currency } = usePaymentsContext();
  const queryClient = useListClient();
  useEffect(() => {
    const query = { page: 1, limit: 25 };
    const queryKey = [
      ...paymentsKeys.paymentLinks(client.options.baseUrl, query),
      ...currencyInLinksQueryKey(client.service, currency),
      ...accountKey(queryClient, client),
    ];
    const read = async () => {
      await queryClient.prefetchQuery({
        ...listQueryDefaults,
        queryKey,
        queryFn: ({ signal }) => client.listPaymentLinks(query, { signal, currency }),
      });
      const listed = linksIn(queryClient.getQueryData(queryKey));
      // Once the request was sent, the list may already hold the new link. So known links are added only before that.
      if (listed && creator.getSnapshot().phase === 'idle') creator.addKnownLinks(listed);
    };
    void read();
  }, [client, queryClient, creator, currency]);
}

/** The link without fields that may hold a customer's data (F101 in docs/faults.md). */
function linkForEvent({ customValues: _values, raw: _raw, ...told }: PaymentLink) {
  return told;
}
