import {
  type DefaultOptions,
  focusManager,
  keepPreviousData,
  onlineManager,
  QueryClient,
} from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import {
  useAllTerminals,
  type UseAllTerminalsResult,
  usePaymentLinks,
  type UsePaymentLinksResult,
  useTerminals,
  type UseTerminalsResult,
} from 'tillkit';
import {
  createPaymentsClient,
  createVirtualClock,
  type Page,
  type PaymentsError,
  type Terminal,
} from 'tillkit/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHarness } from '../harness.tsx';
import { providerOf } from './providerOf.tsx';

// The lists are TanStack Query's, whose timers are the page's own: here they are fake.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  onlineManager.setOnline(true);
  focusManager.setFocused(undefined);
});

const empty = () => Response.json({ items: [], total: 0 });
const problem =
  (status: number, headers: HeadersInit = {}) =>
  () =>
    new Response(null, { status, headers });

/** What a host may have set for its own queries, and must not reach the lists. */
const hostile = {
  networkMode: 'online',
  staleTime: 0,
  gcTime: 0,
  retry: 9,
  retryDelay: 10,
  refetchOnMount: 'always',
  refetchOnReconnect: false,
  refetchOnWindowFocus: 'always',
  refetchInterval: 1000,
  throwOnError: true,
  retryOnMount: false,
  enabled: false,
  notifyOnChangeProps: [],
  placeholderData: keepPreviousData,
  structuralSharing: (before: unknown, after: unknown) => before ?? after,
  persister: () => Promise.resolve({ items: [{ id: 'stored', name: 'Stored' }], total: 1 }),
  // The types leave it out, but TanStack Query obeys it.
  suspense: true,
} satisfies NonNullable<DefaultOptions['queries']> & { suspense: boolean };

function open(answer: () => Response = empty) {
  const service = { answer, isSilent: false };
  const asked: { at: number; signal: AbortSignal | null | undefined; search: string }[] = [];
  const began = Date.now();
  const client = createPaymentsClient({
    baseUrl: 'https://service.example',
    clock: createVirtualClock(0),
    fetcher: (request, init) => {
      asked.push({ at: Date.now() - began, signal: init?.signal, search: new URL(request.url).search });
      return service.isSilent ? new Promise(() => undefined) : Promise.resolve(service.answer());
    },
  });
  const { operations } = createHarness();
  const queryClient = new QueryClient({ defaultOptions: { queries: hostile } });
  const Provider = providerOf({ client, operations, queryClient, timeZone: 'UTC' });
  const wrapper = ({ children }: { children?: ReactNode }) => (
    <StrictMode>
      <Provider>{children}</Provider>
    </StrictMode>
  );
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { service, asked, times: () => asked.map(({ at }) => at), queryClient, wrapper, pass };
}

const lists: Record<string, () => UseTerminalsResult | UseAllTerminalsResult | UsePaymentLinksResult> = {
  useTerminals: () => useTerminals(),
  useAllTerminals: () => useAllTerminals(),
  usePaymentLinks: () => usePaymentLinks(),
};

describe.each(Object.entries(lists))('%s', (_, useList) => {
  test('tries twice more where that can help, and waits longer each time', async () => {
    const { wrapper, pass, times } = open(problem(503));
    const { result } = renderHook(useList, { wrapper });
    await pass(2999);
    expect(times()).toEqual([0, 1000]);
    expect(result.current.isPending).toBe(true);
    await pass(60_000);
    expect(times()).toEqual([0, 1000, 3000]);
    expect(result.current.error).toMatchObject({ code: 'http', status: 503 });
  });

  test('waits as long as the service says', async () => {
    const { wrapper, pass, times, service } = open(problem(429, { 'retry-after': '5' }));
    const { result } = renderHook(useList, { wrapper });
    await pass(4000);
    service.answer = empty;
    await pass(5000);
    expect(times()).toEqual([0, 5000]);
    expect(result.current.isSuccess).toBe(true);
  });

  test.each([
    ['is refused', problem(401)],
    ['cannot be read', () => Response.json({ items: 'none' })],
  ])('does not try again what %s, and throws nothing at the host', async (_problem, answer) => {
    const { wrapper, pass, times } = open(answer);
    const { result } = renderHook(useList, { wrapper });
    await pass(60_000);
    expect(times()).toEqual([0]);
    expect(result.current.isError).toBe(true);
  });

  test('is asked once in half a minute, however often it is shown, focused and left', async () => {
    const { wrapper, pass, times } = open();
    const first = renderHook(useList, { wrapper });
    await pass(10_000);
    const second = renderHook(useList, { wrapper });
    act(() => focusManager.setFocused(false));
    act(() => focusManager.setFocused(true));
    await pass(10_000);
    first.unmount();
    second.unmount();
    await pass(9000);
    renderHook(useList, { wrapper });
    await pass(500);
    expect(times()).toEqual([0]);
  });

  test('is asked again after that when it is shown anew, with the old one on the screen meanwhile', async () => {
    const { wrapper, pass, times } = open();
    const first = renderHook(useList, { wrapper });
    await pass(31_000);
    first.unmount();
    const again = renderHook(useList, { wrapper });
    expect(again.result.current.data).toBeDefined();
    await pass(10);
    expect(times()).toEqual([0, 31_000]);
  });

  test('is asked again when it is shown anew after a failure', async () => {
    const { wrapper, pass, service } = open(problem(401));
    const first = renderHook(useList, { wrapper });
    await pass(10);
    expect(first.result.current.isError).toBe(true);
    first.unmount();
    service.answer = empty;
    const again = renderHook(useList, { wrapper });
    await pass(10);
    expect(again.result.current.isSuccess).toBe(true);
  });

  test('is asked anew when the browser is online again', async () => {
    const { wrapper, pass, times } = open();
    renderHook(useList, { wrapper });
    await pass(40_000);
    act(() => onlineManager.setOnline(false));
    act(() => onlineManager.setOnline(true));
    await pass(10);
    expect(times()).toEqual([0, 40_000]);
  });

  test('is asked though the browser believes to be offline: only an answer tells', async () => {
    onlineManager.setOnline(false);
    const { wrapper, pass } = open();
    const { result } = renderHook(useList, { wrapper });
    await pass(10);
    expect(result.current.isSuccess).toBe(true);
  });

  test('is what was read last, whatever of the host’s data counts as unchanged', async () => {
    const answers = ['first', 'second'].map((id) => ({ items: [{ id, name: id, amount: 100 }], total: 1 }));
    const { wrapper, pass } = open(() => Response.json(answers.shift()));
    const { result } = renderHook(useList, { wrapper });
    await pass(10);
    expect(JSON.stringify(result.current.data)).toContain('first');
    act(() => void result.current.refetch());
    await pass(10);
    expect(JSON.stringify(result.current.data)).toContain('second');
  });

  test('is given up when no component waits for it any more', async () => {
    const { wrapper, pass, service, asked } = open();
    service.isSilent = true;
    const { unmount } = renderHook(useList, { wrapper });
    await pass(100);
    expect(asked.at(-1)?.signal?.aborted).toBe(false);
    unmount();
    await pass(100);
    expect(asked.at(-1)?.signal?.aborted).toBe(true);
  });
});

describe('what the host sets for one list', () => {
  const retry = (failures: number, { code }: PaymentsError) => code === 'http' && failures < 1;

  test.each([
    ['useTerminals', () => useTerminals({ query: { retry, retryDelay: 50 } })],
    ['useAllTerminals', () => useAllTerminals({ query: { retry, retryDelay: 50 } })],
    ['usePaymentLinks', () => usePaymentLinks({ query: { retry, retryDelay: 50 } })],
  ])('holds: %s', async (_, useList) => {
    const { wrapper, pass, times } = open(problem(503));
    renderHook<unknown, unknown>(useList, { wrapper });
    await pass(60_000);
    expect(times()).toEqual([0, 50]);
  });

  test('chooses what is shown', async () => {
    const answer = () =>
      Response.json({
        items: [
          { id: 'a', name: 'A', amount: 100, paid: true },
          { id: 'b', name: 'B', amount: 200, paid: false },
        ],
        total: 2,
      });
    const onlyA = <Item extends { id: string }>(items: Item[]) => items.filter(({ id }) => id === 'a');
    const { wrapper, pass } = open(answer);
    const { result } = renderHook(
      () => [
        useTerminals({ query: { select: (page) => ({ ...page, items: onlyA(page.items) }) } }).data?.items,
        useAllTerminals({ query: { select: onlyA<Terminal> } }).data,
        usePaymentLinks({ query: { select: (page) => ({ ...page, items: onlyA(page.items) }) } }).data?.items,
      ],
      { wrapper },
    );
    await pass(100);
    expect(result.current.map((items) => items?.map(({ id }) => id))).toEqual([['a'], ['a'], ['a']]);
  });

  test('keeps a list from being asked at all', async () => {
    const { wrapper, pass, times } = open();
    const placeholderData: Page<Terminal> = { items: [], total: 0, page: 1, limit: 25 };
    const { result } = renderHook(
      () => [
        useTerminals({ query: { enabled: false, placeholderData } }),
        useAllTerminals({ query: { enabled: false } }),
      ],
      { wrapper },
    );
    await pass(60_000);
    expect(times()).toEqual([]);
    expect(result.current[0]?.data).toEqual(placeholderData);
  });
});

test('what was read of another page does not stand in for the one that is being read', async () => {
  const { wrapper, pass } = open(() => Response.json({ items: [{ id: 'a', name: 'A' }], total: 60 }));
  const { result, rerender } = renderHook(({ page }) => useTerminals({ page }).data, {
    wrapper,
    initialProps: { page: 1 },
  });
  await pass(100);
  expect(result.current).toMatchObject({ page: 1 });
  rerender({ page: 2 });
  expect(result.current).toBeUndefined();
});

test('what a list is asked with: page, size, zone', async () => {
  const { wrapper, pass, asked } = open();
  renderHook(
    () => [
      useTerminals(),
      useTerminals({ page: 3, limit: 7, timeZone: 'Asia/Tokyo' }),
      useAllTerminals(),
      usePaymentLinks(),
      usePaymentLinks({ page: 2, limit: 10 }),
    ],
    { wrapper },
  );
  await pass(10);
  const searches = asked.map(({ search }) => Object.fromEntries(new URLSearchParams(search)));
  expect(searches).toEqual([
    { page: '1', limit: '25', timezone: 'UTC' },
    { page: '3', limit: '7', timezone: 'Asia/Tokyo' },
    { page: '1', limit: '100', timezone: 'UTC' },
    { page: '1', limit: '25' },
    { page: '2', limit: '10' },
  ]);
});
