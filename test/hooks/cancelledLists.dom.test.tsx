import { keepPreviousData, QueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { useAllTerminals, useOperationHistory, usePaymentLinks, useReport, useTerminals } from 'tillkit';
import { paymentsKeys } from 'tillkit/core';
import { expect, test, vi } from 'vitest';
import { createPages } from '../gateway/gatewayPages.ts';
import { createHarness } from '../harness.tsx';
import { providerOf } from './providerOf.tsx';

/** Calls a hook in a page whose host has this query client. */
function show<Result, Props>(hook: (props: Props) => Result, initialProps: Props) {
  const { client, operations, advance, sandbox } = createHarness({ latencyMs: 100 });
  const queryClient = new QueryClient();
  const Provider = providerOf({ client, operations, queryClient });
  const wrapper = ({ children }: { children?: ReactNode }) => (
    <StrictMode>
      <Provider>{children}</Provider>
    </StrictMode>
  );
  const cancel = () => act(() => queryClient.cancelQueries());
  const pass = () => act(() => advance(100));
  return { ...renderHook(hook, { wrapper, initialProps }), queryClient, cancel, pass, sandbox };
}

test.each<[string, () => { isSuccess: boolean }]>([
  ['useTerminals', () => useTerminals()],
  ['useAllTerminals', () => useAllTerminals()],
  ['usePaymentLinks', () => usePaymentLinks()],
])('%s is read again if the host cancels all its queries before it was read', async (_, hook) => {
  const { result, cancel, pass } = show(hook, undefined);
  await cancel();
  await cancel();
  expect(result.current.isSuccess).toBe(false);
  await waitFor(async () => {
    await pass();
    expect(result.current.isSuccess).toBe(true);
  });
});

test.each<[string, () => { isSuccess: boolean }]>([
  ['useTerminals', () => useTerminals()],
  ['useAllTerminals', () => useAllTerminals()],
  ['usePaymentLinks', () => usePaymentLinks()],
  ['useOperationHistory', () => useOperationHistory()],
  ['useReport', () => useReport({ from: 0, to: 1 })],
])(
  'F55: %s is read again if the host clears its query client, before and after it was read',
  async (_, hook) => {
    const { result, queryClient, pass } = show(hook, undefined);
    const countRead = () =>
      queryClient
        .getQueryCache()
        .findAll({ type: 'active' })
        .filter(({ state }) => state.status === 'success').length;
    for (const isRead of [false, true]) {
      expect(result.current.isSuccess).toBe(isRead);
      await act(async () => queryClient.clear());
      await waitFor(async () => {
        await pass();
        expect([countRead(), result.current.isSuccess]).toEqual([1, true]);
      });
    }
  },
);

test('so are the lists of the record, and the report', async () => {
  const { open, pass } = await createPages();
  const { client, operations } = open();
  const queryClient = new QueryClient();
  const wrapper = providerOf({ client, operations, queryClient });
  const first = renderHook(() => useReport({ from: 0, to: 2 }), { wrapper });
  await act(() => pass(5000));
  await waitFor(() => expect(first.result.current.isSuccess).toBe(true));
  const { result } = renderHook(
    () => [useOperationHistory({ limit: 2 }), useReport({ from: 0, to: 1 })] as const,
    { wrapper },
  );
  await act(() => queryClient.cancelQueries());
  await waitFor(async () => {
    await act(() => pass(1000));
    expect(result.current.map(({ isSuccess }) => isSuccess)).toEqual([true, true]);
  });
});

test('so is the next page, while the page before stands in for it', async () => {
  const query = { placeholderData: keepPreviousData };
  const { result, rerender, cancel, pass } = show(
    ({ page }: { page: number }) => usePaymentLinks({ page, limit: 1, query }),
    { page: 1 },
  );
  await pass();
  await waitFor(() => expect(result.current.data?.page).toBe(1));
  rerender({ page: 2 });
  await cancel();
  expect(result.current.isPlaceholderData).toBe(true);
  await waitFor(async () => {
    await pass();
    expect(result.current.data?.page).toBe(2);
  });
});

test('a list that the host keeps from being read, or that was read, is not read because queries are cancelled', async () => {
  const { result, cancel, pass, sandbox } = show(
    () => [useTerminals({ query: { enabled: false } }), usePaymentLinks()] as const,
    undefined,
  );
  await pass();
  await waitFor(() => expect(result.current[1].isSuccess).toBe(true));
  const asked = sandbox.ledger.requests.length;
  await cancel();
  await pass();
  expect(result.current[0].isPending).toBe(true);
  expect(sandbox.ledger.requests).toHaveLength(asked);
});

test('a host that sets defaults for the kit’s queries again and again leaves no listener behind each time', () => {
  const { queryClient, rerender } = show(({ page }: { page: number }) => useTerminals({ page }), { page: 1 });
  const subscribe = vi.spyOn(queryClient.getQueryCache(), 'subscribe');
  for (const page of [2, 3]) {
    queryClient.setQueryDefaults(paymentsKeys.all, { staleTime: 1000 });
    rerender({ page });
  }
  expect(subscribe).not.toHaveBeenCalled();
});
