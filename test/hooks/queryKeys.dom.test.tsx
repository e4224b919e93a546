import { QueryClient } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { PaymentsProvider, useAllTerminals, usePaymentLinks, useTerminals } from 'tillkit';
import { createPaymentsClient, paymentsKeys } from 'tillkit/core';
import { describe, expect, test } from 'vitest';
import { createHarness } from '../harness.tsx';

const page = (name: string) => ({
  items: [{ id: name, name, raw: null, customValues: [] }],
  total: 1,
  page: 1,
  limit: 25,
});

/** A merchant of a service; its answers say who was asked. */
function merchant(baseUrl: string, name: string) {
  const asked: string[] = [];
  const client = createPaymentsClient({
    baseUrl,
    clientId: 'till-1',
    headers: { authorization: name },
    fetcher: ({ url }) => {
      asked.push(new URL(url).pathname);
      return Promise.resolve(Response.json({ items: [{ id: name, name, amount: 100 }], total: 1 }));
    },
  });
  return { client, asked };
}

type Merchant = ReturnType<typeof merchant>;

function useLists() {
  const lists = [useTerminals().data?.items, useAllTerminals().data, usePaymentLinks().data?.items];
  return lists.map((items) => items?.map(({ id }) => id).join());
}

function show(queryClient: QueryClient, { client }: Merchant) {
  const { operations } = createHarness();
  const wrapper = ({ children }: { children?: ReactNode }) => (
    <PaymentsProvider
      client={client}
      operations={operations}
      queryClient={queryClient}
      currency="USD"
      timeZone="UTC"
    >
      {children}
    </PaymentsProvider>
  );
  return renderHook(useLists, { wrapper });
}

const queryClientOf = () => new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });

/** As a host does on its server, by the keys that the package gives out. */
function prefetch(queryClient: QueryClient, baseUrl: string, name: string) {
  const query = { page: 1, limit: 25 };
  const clientId = 'till-1';
  const lists = [
    [paymentsKeys.terminals(baseUrl, { ...query, clientId, timezone: 'UTC' }), page(name)],
    [paymentsKeys.allTerminals(baseUrl, clientId), page(name).items],
    [paymentsKeys.paymentLinks(baseUrl, query), page(name)],
  ] as const;
  for (const [queryKey, data] of lists) queryClient.setQueryData(queryKey, data);
}

describe('what a host has prefetched', () => {
  test('is shown at once, without a request', () => {
    const queryClient = queryClientOf();
    const ada = merchant('https://one.example', 'ada');
    prefetch(queryClient, 'https://one.example', 'prefetched');
    const { result } = show(queryClient, ada);
    expect(result.current).toEqual(['prefetched', 'prefetched', 'prefetched']);
    expect(ada.asked).toEqual([]);
  });

  test('of another service of the same page is shown too: each has its own plain keys', () => {
    const queryClient = queryClientOf();
    prefetch(queryClient, 'https://one.example', 'first');
    prefetch(queryClient, 'https://two.example', 'second');
    const one = show(queryClient, merchant('https://one.example', 'ada'));
    const two = show(queryClient, merchant('https://two.example', 'ada'));
    expect(one.result.current).toEqual(['first', 'first', 'first']);
    expect(two.result.current).toEqual(['second', 'second', 'second']);
  });

  test('belongs to the first client of a service, and not to a second with other headers', async () => {
    const queryClient = queryClientOf();
    prefetch(queryClient, 'https://one.example', 'prefetched');
    const first = merchant('https://one.example', 'ada');
    show(queryClient, first);
    const grace = show(queryClient, merchant('https://one.example', 'grace'));
    expect(grace.result.current).toEqual([undefined, undefined, undefined]);
    await waitFor(() => expect(grace.result.current).toEqual(['grace', 'grace', 'grace']));
    const ada = show(queryClient, first);
    expect(ada.result.current).toEqual(['prefetched', 'prefetched', 'prefetched']);
  });
});

test('what hundredths are in cents is read for each currency, and a currency of two digits has the plain key', async () => {
  const queryClient = queryClientOf();
  const { client } = merchant('https://one.example', 'ada');
  const counting = createPaymentsClient({ ...client.options, amountScale: 'hundredths' });
  const { operations } = createHarness();
  const shown = (currency: string) =>
    renderHook(() => usePaymentLinks().data?.items[0]?.amountCents, {
      wrapper: ({ children }: { children?: ReactNode }) => (
        <PaymentsProvider
          client={counting}
          operations={operations}
          queryClient={queryClient}
          currency={currency}
        >
          {children}
        </PaymentsProvider>
      ),
    }).result;
  const [usd, jpy, kwd] = [shown('USD'), shown('JPY'), shown('KWD')];
  await waitFor(() => expect([usd.current, jpy.current, kwd.current]).toEqual([100, 1, 1000]));
  const plain = paymentsKeys.paymentLinks('https://one.example', { page: 1, limit: 25 });
  expect(queryClient.getQueryData(plain)).toMatchObject({ items: [{ amountCents: 100 }] });
});

test('three merchants of one service never see each other’s lists', async () => {
  const queryClient = queryClientOf();
  const names = ['ada', 'grace', 'joan'];
  const merchants = names.map((name) => merchant('https://one.example', name));
  const views = merchants.map((one) => show(queryClient, one));
  for (const [index, { result }] of views.entries()) {
    const name = names[index];
    await waitFor(() => expect(result.current).toEqual([name, name, name]));
  }
});

test('one word from the host makes the lists of all its merchants anew', async () => {
  const queryClient = queryClientOf();
  const ada = merchant('https://one.example', 'ada');
  const grace = merchant('https://one.example', 'grace');
  const views = [show(queryClient, ada), show(queryClient, grace)];
  for (const { result } of views) await waitFor(() => expect(result.current).not.toContain(undefined));
  await queryClient.invalidateQueries({ queryKey: paymentsKeys.paymentLinks('https://one.example') });
  const links = ({ asked }: Merchant) => asked.filter((path) => path.includes('payment-link'));
  await waitFor(() => expect([ada, grace].map((one) => links(one).length)).toEqual([2, 2]));
  expect(ada.asked).toHaveLength(4);
});
