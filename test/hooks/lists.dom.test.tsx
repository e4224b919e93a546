import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, test } from 'vitest';
import {
  PaymentsProvider,
  useAllTerminals,
  usePaymentLinks,
  usePaymentsClient,
  usePollMessage,
  useTerminalPayment,
  useTerminals,
  PaymentLinkList,
  useCreatePaymentLink,
} from 'tillkit';
import { createPaymentsClient, getTerminalOperations, paymentsKeys } from 'tillkit/core';
import { allowConsole } from '../console.ts';
import { createHarness } from '../harness.tsx';
import { useLoadMorePages, useTerminalPages } from '../../src/hooks/useTerminalPages.ts';
import userEvent from '@testing-library/user-event';

const many = Array.from({ length: 230 }, (_, n) => ({
  id: `t${n}`,
  name: `Till ${n}`,
  provider: 'alpha' as const,
}));

describe('useTerminals', () => {
  it('gives a page, in the zone of the provider', async () => {
    const harness = createHarness({ terminals: many });
    const { result } = renderHook(() => useTerminals({ page: 2, limit: 10 }), { wrapper: harness.wrapper });
    await act(() => harness.advance(500));
    await waitFor(() => expect(result.current.data).toMatchObject({ total: 230, page: 2, limit: 10 }));
    expect(result.current.data!.items[0]!.name).toBe('Till 10');
    const [request] = harness.sandbox.ledger.requests;
    expect(request!.query).toMatchObject({ timezone: 'UTC', page: '2', clientId: 'sandbox' });
  });

  it('uses the query client of the host, under keys it can invalidate', async () => {
    const harness = createHarness();
    const queryClient = new QueryClient();
    const wrapper = ({ children }: { children?: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{harness.wrapper({ children })}</QueryClientProvider>
    );
    const { result } = renderHook(() => useTerminals(), { wrapper });
    await act(() => harness.advance(500));
    await waitFor(() => expect(result.current.isSuccess).toBe(true));
    expect(
      queryClient.getQueriesData({ queryKey: paymentsKeys.terminals(harness.sandbox.baseUrl) }),
    ).toHaveLength(1);
  });

  it('tells what went wrong', async () => {
    const harness = createHarness();
    const client = createPaymentsClient({ ...harness.client.options, headers: { authorization: 'wrong' } });
    const { result } = renderHook(() => useTerminals(), {
      wrapper: ({ children }) => (
        <PaymentsProvider client={client} operations={harness.operations} currency="USD">
          {children}
        </PaymentsProvider>
      ),
    });
    await act(() => harness.advance(500));
    await waitFor(() => expect(result.current.error).toMatchObject({ code: 'unauthorized', status: 401 }));
  });
});

describe('useAllTerminals', () => {
  it('gives every page once, with at most two requests in flight', async () => {
    const harness = createHarness({ terminals: many });
    const { result } = renderHook(() => useAllTerminals(), { wrapper: harness.wrapper });
    await act(() => harness.advance(150));
    await act(() => harness.advance(1000));
    await waitFor(() => expect(result.current.data).toHaveLength(230));
    const starts = harness.sandbox.ledger.requests.map(({ at }) => at);
    expect(starts).toHaveLength(3);
    expect(new Set(starts).size).toBe(2);
  });
});

describe('usePaymentLinks', () => {
  it('gives a page of links', async () => {
    const harness = createHarness();
    const { result } = renderHook(() => usePaymentLinks({ limit: 2 }), { wrapper: harness.wrapper });
    await act(() => harness.advance(500));
    await waitFor(() => expect(result.current.data?.items).toHaveLength(2));
    expect(result.current.data!.items[0]!.paymentLink).toMatch(/^https:\/\//);
  });
});

describe('usePollMessage', () => {
  it('asks until the message is final, and one stream serves every hook on one id', async () => {
    const harness = createHarness();
    const { msgIdentifier } = await Promise.all([
      harness.client.pay({ terminalId: harness.sandbox.terminals[0]!.id, amount: 1250, receipt: false }),
      harness.advance(500),
    ]).then(([accepted]) => accepted);
    const { result } = renderHook(
      () =>
        [usePollMessage(msgIdentifier), usePollMessage(msgIdentifier), usePollMessage(undefined)] as const,
      { wrapper: harness.wrapper },
    );
    expect(result.current[0]).toMatchObject({ isFinal: false, status: undefined });
    await act(() => harness.advance(2000));
    expect(result.current[1].status).toBe('processing');
    await act(() => harness.advance(20_000));
    expect(result.current[0]).toMatchObject({ status: 'complete', isFinal: true, connection: 'ok' });
    expect(result.current[0].message?.pnRefNum).toBe(harness.sandbox.ledger.charges[0]!.pnRefNum);
    expect(result.current[2].status).toBeUndefined();
    expect(harness.sandbox.ledger.polls.length).toBeLessThan(9);
  });

  it('leaves timeout as it is', async () => {
    const harness = createHarness({ scenario: 'service-timeout' });
    const accepted = harness.client.pay({
      terminalId: harness.sandbox.terminals[0]!.id,
      amount: 1250,
      receipt: false,
    });
    await harness.advance(500);
    const { msgIdentifier } = await accepted;
    const { result } = renderHook(() => usePollMessage(msgIdentifier), { wrapper: harness.wrapper });
    await act(() => harness.advance(30_000));
    expect(result.current).toMatchObject({ status: 'timeout', isFinal: true });
  });

  it('stops asking when no component shows the list any more', async () => {
    const harness = createHarness({ scenario: 'stuck-received' });
    const accepted = harness.client.pay({
      terminalId: harness.sandbox.terminals[0]!.id,
      amount: 1250,
      receipt: false,
    });
    await harness.advance(500);
    const { msgIdentifier } = await accepted;
    const view = renderHook(() => usePollMessage(msgIdentifier), { wrapper: harness.wrapper });
    await act(() => harness.advance(5000));
    view.unmount();
    await harness.advance(500);
    const polls = harness.sandbox.ledger.polls.length;
    await harness.advance(60_000);
    expect(harness.sandbox.ledger.polls).toHaveLength(polls);
  });
});

describe('PaymentsProvider', () => {
  it('is asked for by name where it is missing', () => {
    allowConsole(/PaymentsProvider|error occurred/);
    expect(() => renderHook(() => usePaymentsClient())).toThrow(
      /there is no PaymentsProvider.*npm ls tillkit/,
    );
  });

  it('keeps the operations of a client when it is mounted again, and tells the host what happens to them', async () => {
    const harness = createHarness();
    const seen: string[] = [];
    const wrapper = ({ children }: { children?: ReactNode }) => (
      <PaymentsProvider client={harness.client} currency="USD" onEvent={(event) => seen.push(event.type)}>
        {children}
      </PaymentsProvider>
    );
    const first = renderHook(() => useTerminalPayment(), { wrapper });
    await act(
      async () =>
        void first.result.current.start({
          terminalId: harness.sandbox.terminals[0]!.id,
          amount: 1250,
          receipt: false,
        }),
    );
    first.unmount();
    const second = renderHook(() => useTerminalPayment(), { wrapper });
    await act(() => harness.advance(20_000));
    expect(getTerminalOperations(harness.client).list()).toMatchObject([{ phase: 'complete' }]);
    expect(second.result.current.phase).toBe('complete');
    expect(seen.filter((type) => type === 'operation')).toHaveLength(3);
  });
});

type Answer = (page: number) => Response | Promise<Response>;

/** A page of a list: the ids on it, and how many terminals there are in all. */
const pageOf = (ids: readonly string[], total: number) =>
  Response.json({ items: ids.map((id) => ({ id, name: `${id} of ${ids.join()}` })), total, limit: 100 });

function open(answer: Answer, areWanted = false) {
  const asked: number[] = [];
  const signals: (AbortSignal | null | undefined)[] = [];
  const client = createPaymentsClient({
    ...createHarness().client.options,
    fetcher: async ({ url }, init) => {
      const page = Number(new URL(url).searchParams.get('page'));
      asked.push(page);
      signals.push(init?.signal);
      return answer(page);
    },
  });
  const { wrapper } = createHarness({ provider: { client } });
  const view = renderHook(
    ({ wanted }) => {
      const pages = useTerminalPages();
      useLoadMorePages(pages, wanted);
      // What is read is what is shown.
      const { data, hasNextPage, isFetching, isError } = pages;
      return { ...pages, data, hasNextPage, isFetching, isError };
    },
    { wrapper, initialProps: { wanted: areWanted } },
  );
  return { ...view, asked, signals };
}

const inOrder = (pages: readonly number[]) => pages.toSorted((a, b) => a - b);
const five: Answer = (page) => pageOf([`t${page}`], 5);

describe('the pages of terminals', () => {
  test('are loaded one at first, then two at a time, for as long as more are wanted', async () => {
    const { result, asked, rerender } = open(five);
    await waitFor(() => expect(result.current.data).toMatchObject({ searched: 1, pages: 5, total: 5 }));
    expect(asked).toEqual([1]);
    rerender({ wanted: true });
    await waitFor(() => expect(result.current.hasNextPage).toBe(false));
    expect(inOrder(asked)).toEqual([1, 2, 3, 4, 5]);
    expect(result.current.data?.terminals.map(({ id }) => id)).toEqual(['t1', 't2', 't3', 't4', 't5']);
  });

  test('are all loaded if each page says only that there is a further one', async () => {
    const { result, asked } = open((page) => pageOf([`t${page}`], Math.min(page + 1, 6)), true);
    await waitFor(() => expect(result.current.data?.terminals).toHaveLength(6));
    await waitFor(() => expect(result.current.hasNextPage).toBe(false));
    expect(inOrder(asked)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(result.current.data).toMatchObject({ searched: 6, pages: 6, total: 6 });
  });

  test('count what was found once all of them are there, whatever the service said', async () => {
    const { result } = open((page) => pageOf(page < 4 ? [`t${page}`] : [], 9), true);
    await waitFor(() => expect(result.current.data?.searched).toBe(5));
    expect(result.current.data?.total).toBe(3);
  });

  test('are all loaded if the service gives fewer on each than asked, and does not say so', async () => {
    const terminals = Array.from({ length: 120 }, (_, index) => `t${index}`);
    const { result, asked } = open((page) => pageOf(terminals.slice(page * 50 - 50, page * 50), 120), true);
    await waitFor(() => expect(result.current.data?.searched).toBe(3));
    expect(result.current.data?.terminals.map(({ id }) => id)).toEqual(terminals);
    expect([result.current.hasNextPage, inOrder(asked)]).toEqual([false, [1, 2, 3]]);
  });

  test('end at an empty one, though there should be more', async () => {
    const { result, asked } = open((page) => pageOf(page === 1 ? ['t1'] : [], 100_000), true);
    await waitFor(() => expect(result.current.data?.searched).toBe(3));
    expect(result.current.hasNextPage).toBe(false);
    expect(inOrder(asked)).toEqual([1, 2, 3]);
  });

  test('name a terminal once that came on two of them, as it came first', async () => {
    const { result } = open((page) => pageOf(['same', `t${page}`], 6), true);
    await waitFor(() => expect(result.current.data?.searched).toBe(3));
    expect(result.current.data?.terminals.map(({ id }) => id)).toEqual(['same', 't1', 't2', 't3']);
    expect(result.current.data?.terminals[0]?.name).toBe('same of same,t1');
  });

  test('of a list without an end are a thousand', async () => {
    const { result } = open((page) => pageOf([`t${page}`], Number.MAX_SAFE_INTEGER));
    await waitFor(() => expect(result.current.data?.pages).toBe(1000));
  });

  test('are not asked for again by themselves after one was refused', async () => {
    const answer: Answer = (page) => (page === 1 ? five(1) : new Response(null, { status: 401 }));
    const { result, asked, rerender } = open(answer, true);
    await waitFor(() => expect(result.current.isError).toBe(true));
    rerender({ wanted: true });
    await act(() => Promise.resolve());
    expect(inOrder(asked)).toEqual([1, 2, 3]);
    expect(result.current.data).toMatchObject({ searched: 1 });
  });

  test('are given up when no component shows the list any more', async () => {
    const never = new Promise<Response>(() => undefined);
    const { result, signals, unmount } = open((page) => (page === 1 ? five(1) : never), true);
    await waitFor(() => expect(signals).toHaveLength(3));
    expect(result.current.isFetching).toBe(true);
    unmount();
    await waitFor(() => expect(signals.slice(1).map((signal) => signal?.aborted)).toEqual([true, true]));
  });
});

/** The list, a way to create a link, and a service whose list lags behind while `isLagging`. */
function show({ isLagging = false, linkOfAnswer = (link: object): object => link } = {}) {
  const harness = createHarness({ latencyMs: 0 });
  const service = { isLagging, isSilent: false, lists: 0 };
  let older: string | undefined;
  const client = createPaymentsClient({
    ...harness.client.options,
    fetcher: async (request) => {
      if (request.method === 'GET' && service.isSilent) return new Promise(() => undefined);
      const answer = await harness.sandbox.fetch(request);
      if (request.method === 'GET') {
        service.lists++;
        const text = await answer.text();
        older ??= text;
        return new Response(service.isLagging ? older : text, answer);
      }
      const { data } = (await answer.json()) as { data: object };
      return Response.json({ data: linkOfAnswer(data) });
    },
  });
  const { wrapper } = createHarness({ latencyMs: 0, provider: { client, operations: harness.operations } });
  render(
    <>
      <Creation />
      <PaymentLinkList />
    </>,
    { wrapper },
  );
  return { ...harness, service };
}

function Creation() {
  const { create } = useCreatePaymentLink();
  return <button onClick={() => void create({ amount: 777 })}>Create</button>;
}

const createOne = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  await screen.findByText('PL-1004');
};

const references = () => screen.getAllByText(/^PL-\d+$/).map(({ textContent }) => textContent);
const firstRow = () => screen.getAllByRole('row')[1]!;

test('a new link stands on top before the list was asked, marked as new, and stays the same row after', async () => {
  const { service } = show();
  await screen.findByText('PL-1003');
  service.isSilent = true;
  await createOne();
  expect(references()).toEqual(['PL-1004', 'PL-1003', 'PL-1002', 'PL-1001']);
  expect(within(firstRow()).getByText('New')).toBeVisible();
  expect(within(firstRow()).getByText('$7.77')).toBeVisible();
});

test('the list that has it takes its place: once, without a row being made anew', async () => {
  const { service } = show();
  await screen.findByText('PL-1003');
  const before = service.lists;
  await createOne();
  const row = firstRow();
  await waitFor(() => expect(service.lists).toBe(before + 1));
  expect(references()).toEqual(['PL-1004', 'PL-1003', 'PL-1002', 'PL-1001']);
  expect(firstRow()).toBe(row);
  expect(within(row).getByText('New')).toBeVisible();
});

test('is known again by its address where the two answers name different ids', async () => {
  const { service } = show({
    linkOfAnswer: (link) => ({ ...link, id: 'another', paymentRequestId: '' }),
  });
  await screen.findByText('PL-1003');
  const before = service.lists;
  await createOne();
  await waitFor(() => expect(service.lists).toBe(before + 1));
  expect(references()).toEqual(['PL-1004', 'PL-1003', 'PL-1002', 'PL-1001']);
});

test('stays while the list does not have it yet, and then the list alone is believed', async () => {
  const { service, advance } = show({ isLagging: true });
  await screen.findByText('PL-1003');
  await createOne();
  await waitFor(() => expect(service.lists).toBe(2));
  await act(() => advance(119_000));
  expect(references()).toContain('PL-1004');
  await act(() => advance(2000));
  await waitFor(() => expect(references()).not.toContain('PL-1004'));
  expect(service.lists).toBe(3);
});

test('is not new for ever', async () => {
  const { advance } = show();
  await screen.findByText('PL-1003');
  await createOne();
  expect(screen.getByText('New')).toBeVisible();
  await act(() => advance(121_000));
  expect(references()).toContain('PL-1004');
  await waitFor(() => expect(screen.queryByText('New')).toBeNull());
});

test('stands on the first page only', async () => {
  const harness = createHarness({ latencyMs: 0 });
  render(
    <>
      <Creation />
      <PaymentLinkList limit={2} />
    </>,
    { wrapper: harness.wrapper },
  );
  await screen.findByText('Page 1 of 2');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('PL-1001');
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(references()).toEqual(['PL-1002', 'PL-1001']));
});

test('two in a row are not new for ever either', async () => {
  const { service, advance } = show({ isLagging: true });
  await screen.findByText('PL-1003');
  await createOne();
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  await screen.findByText('PL-1005');
  await waitFor(() => expect(service.lists).toBe(3));
  await act(() => advance(121_000));
  await waitFor(() => expect(references()).toEqual(['PL-1003', 'PL-1002', 'PL-1001']));
});
