import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query';
import { act, render, renderHook, screen } from '@testing-library/react';
import { PaymentLinkList, useCreatePaymentLink, usePaymentLinks } from 'tillkit';
import { createPaymentsClient, type PaymentsClient } from 'tillkit/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHarness } from '../harness.tsx';
import { providerOf } from './providerOf.tsx';

// The timers of TanStack Query are the page's own: here they are fake.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms = 10) => act(() => vi.advanceTimersByTimeAsync(ms));

/** A query client as a host stores it and restores it on its next page. */
function onNextPage(queryClient: QueryClient): QueryClient {
  const stored = JSON.parse(JSON.stringify(dehydrate(queryClient))) as object;
  const restored = new QueryClient();
  hydrate(restored, stored);
  return restored;
}

/** A service whose list of links lags behind: it goes on giving its first answer. */
function openShop() {
  const { client, operations, sandbox } = createHarness({ latencyMs: 0 });
  let list: string | undefined;
  const lagging = createPaymentsClient({
    ...client.options,
    fetcher: async (request) => {
      const answer = await sandbox.fetch(request);
      if (request.method !== 'GET') return answer;
      list ??= await answer.text();
      return new Response(list, answer);
    },
  });
  const pageOf = (queryClient: QueryClient) =>
    createHarness({ provider: { client: lagging, operations, queryClient } }).wrapper;
  return {
    createLink: async (queryClient: QueryClient) => {
      const wrapper = pageOf(queryClient);
      const { result, unmount } = renderHook(() => useCreatePaymentLink(), { wrapper });
      await pass();
      await act(async () => void (await result.current.create({ amount: 777 })));
      expect(result.current.phase).toBe('created');
      unmount();
      await pass();
    },
    listed: async (queryClient: QueryClient) => {
      const { unmount } = render(<PaymentLinkList />, { wrapper: pageOf(queryClient) });
      await pass();
      const references = screen.getAllByText(/^PL-\d+$/).map(({ textContent }) => textContent);
      unmount();
      return references;
    },
  };
}

const ofService = ['PL-1003', 'PL-1002', 'PL-1001'];

test('a created link is listed at once, also by a query client that drops what no component shows', async () => {
  const { createLink, listed } = openShop();
  const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: 0 } } });
  await createLink(queryClient);
  expect(await listed(queryClient)).toEqual(['PL-1004', ...ofService]);
});

test('a created link of an earlier page is not new: the list of the service alone is believed', async () => {
  const { createLink, listed } = openShop();
  const queryClient = new QueryClient();
  await createLink(queryClient);
  expect(await listed(queryClient)).toEqual(['PL-1004', ...ofService]);
  expect(await listed(onNextPage(queryClient))).toEqual(ofService);
});

test('the second merchant of a page is not shown what an earlier page had read for another one', async () => {
  const { operations } = createHarness();
  const merchant = (name: string) =>
    createPaymentsClient({
      baseUrl: 'https://one.example',
      fetcher: () => Promise.resolve(Response.json({ items: [{ id: name, amount: 100 }], total: 1 })),
    });
  const shownTo = (client: PaymentsClient, queryClient: QueryClient) => {
    const wrapper = providerOf({ client, operations, queryClient });
    const { result } = renderHook(() => usePaymentLinks().data?.items.map(({ id }) => id), { wrapper });
    return result;
  };
  const [ada, grace, edith] = ['ada', 'grace', 'edith'].map(merchant) as [
    PaymentsClient,
    PaymentsClient,
    PaymentsClient,
  ];
  const queryClient = new QueryClient();
  const first = [shownTo(ada, queryClient), shownTo(grace, queryClient)];
  await pass();
  expect(first.map(({ current }) => current)).toEqual([['ada'], ['grace']]);

  const restored = onNextPage(queryClient);
  shownTo(ada, restored);
  const another = shownTo(edith, restored);
  expect(another.current).toBeUndefined();
  await pass();
  expect(another.current).toEqual(['edith']);
});
