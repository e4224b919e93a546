import { QueryClient } from '@tanstack/react-query';
import { renderHook, waitFor, act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import {
  PaymentsProvider,
  useAllTerminals,
  usePaymentLinks,
  useTerminals,
  PaymentLinkForm,
  PaymentLinkList,
  TerminalPicker,
  useCreatePaymentLink,
} from 'tillkit';
import { createGatewayClient, createPaymentsClient, defineService, paymentsKeys } from 'tillkit/core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { allowConsole, consoleLines } from '../console.ts';
import { createHarness } from '../harness.tsx';
import { providerOf } from './providerOf.tsx';
import userEvent from '@testing-library/user-event';

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
  return renderHook(useLists, { wrapper: providerOf({ client, operations, queryClient, timeZone: 'UTC' }) });
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
  const counting = createPaymentsClient({
    ...client.options,
    service: defineService({ amountScale: 'hundredths' }),
  });
  const { operations } = createHarness();
  const shown = (currency: string) =>
    renderHook(() => usePaymentLinks().data?.items[0]?.amountCents, {
      wrapper: providerOf({ client: counting, operations, queryClient, currency }),
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

const shapes: [string, unknown][] = [
  ['nothing', null],
  ['a list of something', [{ name: 1 }]],
  ['a page without items', { items: [undefined], total: 1, page: 1, limit: 25 }],
  ['rounds of another build', { pages: [{ rows: [] }], pageParams: [] }],
  ['items of another build', { items: [{ id: 'a', reference: {} }], total: 1, page: 1, limit: 25 }],
  ['a text', 'terminals'],
];

const open = (queryClient: QueryClient) => createHarness({ latencyMs: 0, provider: { queryClient } });

function Everything() {
  return (
    <>
      <TerminalPicker value={null} onValueChange={() => undefined} />
      <PaymentLinkList />
      <PaymentLinkForm />
    </>
  );
}

const useListQueries = () => [useTerminals(), useAllTerminals(), usePaymentLinks()] as const;

describe('a query client that a host set up for its own queries', () => {
  test.each(shapes)(
    'whose initial data is %s takes nothing down, and the lists are read',
    async (_, data) => {
      const queryClient = new QueryClient({ defaultOptions: { queries: { initialData: data } } });
      render(<Everything />, { wrapper: open(queryClient).wrapper });
      expect(await screen.findByText('PL-1003')).toBeVisible();
      await userEvent.click(screen.getByRole('combobox', { name: 'Terminal' }));
      expect(await screen.findByRole('option', { name: /Front counter/ })).toBeVisible();
    },
  );

  test('that puts every query under one hash still has a list of links and one of terminals', async () => {
    const queryClient = new QueryClient({ defaultOptions: { queries: { queryKeyHashFn: () => 'same' } } });
    queryClient.setQueryData(['of the host'], { mine: true });
    render(<Everything />, { wrapper: open(queryClient).wrapper });
    expect(await screen.findByText('PL-1003')).toBeVisible();
    await userEvent.click(screen.getByRole('combobox', { name: 'Terminal' }));
    expect(await screen.findByRole('option', { name: /Front counter/ })).toBeVisible();
    expect(queryClient.getQueryData(['of the host'])).toEqual({ mine: true });
  });
});

describe('what the host wrote under the keys of a list', () => {
  const written = (data: unknown) => {
    const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    const harness = open(queryClient);
    const { baseUrl } = harness.sandbox;
    const query = { page: 1, limit: 25 };
    const terminals = { ...query, clientId: 'sandbox', timezone: 'UTC' };
    const all = paymentsKeys.allTerminals(baseUrl, 'sandbox');
    for (const key of [
      paymentsKeys.terminals(baseUrl, terminals),
      all,
      [...all, { by: 'page', timeZone: 'UTC' }],
      paymentsKeys.paymentLinks(baseUrl, query),
    ]) {
      queryClient.setQueryData(key, data);
    }
    return { ...harness, queryClient };
  };

  test.each(shapes.slice(1))('%s is an error of the list, until it is read again', async (_, data) => {
    const { wrapper } = written(data);
    const { result } = renderHook(useListQueries, { wrapper });
    for (const list of result.current) {
      expect(list).toMatchObject({ status: 'error', data: undefined, error: { code: 'contract' } });
    }
    await act(async () => void (await Promise.all(result.current.map(({ refetch }) => refetch()))));
    await waitFor(() => expect(result.current.map(({ status }) => status)).toEqual(Array(3).fill('success')));
  });

  test.each(shapes.slice(1))('%s takes no component down', async (_, data) => {
    render(<Everything />, { wrapper: written(data).wrapper });
    const again = await screen.findByRole('button', { name: 'Try again' });
    await userEvent.click(again);
    expect(await screen.findByText('PL-1003')).toBeVisible();
    await userEvent.click(screen.getByRole('combobox', { name: 'Terminal' }));
    expect(await screen.findByRole('option', { name: /Front counter/ })).toBeVisible();
  });

  test.each(shapes.slice(1))('F38: %s is no knowledge of the links that were there', async (_, data) => {
    const { wrapper, queryClient, sandbox, answerWith } = written(data);
    const { result } = renderHook(() => useCreatePaymentLink(), { wrapper });
    answerWith((answer, { method }) => (method === 'POST' ? new Response(null, { status: 204 }) : answer));
    await act(async () => void (await result.current.create({ amount: 4800 })));
    expect(result.current).toMatchObject({ phase: 'created-unconfirmed', search: { status: 'not-read' } });
    expect(result.current.link).toBeUndefined();
    answerWith((answer) => answer);
    await act(async () => void (await result.current.create({ amount: 100 })));
    expect(result.current.phase).toBe('created');
    const queryKey = ['tillkit', 'created-payment-links', sandbox.baseUrl];
    expect(queryClient.getQueriesData({ queryKey })).toMatchObject([
      [expect.arrayContaining(queryKey), [{ amountCents: 100 }]],
    ]);
  });
});

test.each([
  ['development', [/The headers option failed/, /answer cannot be read/, /No gateway answered/]],
  ['production', []],
])('in %s the console says once what no request shows of a failed list', async (mode, named) => {
  vi.stubEnv('NODE_ENV', mode);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { options } = merchant('https://one.example', 'ada').client;
  const headers = () => Promise.reject(new Error('no session'));
  const answers = (status: number) => () => {
    const html = { 'content-type': 'text/html' };
    return Promise.resolve(new Response('<html>', { status, headers: html }));
  };
  const { service: _, ...gateway } = { ...options, fetcher: answers(200) };
  const clients = [{ headers }, { headers }, { fetcher: answers(200) }, { fetcher: answers(403) }].map(
    (setting) => createPaymentsClient({ ...options, ...setting }),
  );
  for (const client of [...clients, createGatewayClient(gateway)]) {
    const wrapper = ({ children }: { children?: ReactNode }) => (
      <PaymentsProvider client={client} currency="USD" timeZone="UTC">
        {children}
      </PaymentsProvider>
    );
    const { result } = renderHook(() => useTerminals(), { wrapper });
    await waitFor(() => expect(result.current.isError).toBe(true));
  }
  allowConsole(/tillkit: /);
  expect(consoleLines()).toEqual(named.map((line) => expect.stringMatching(line)));
});
