import { QueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { PaymentsProvider, useOperationHistory, useRecordedOperation, useTransactions } from 'tillkit';
import { paymentsKeys, type RecordedOperation, type RecordPage } from 'tillkit/core';
import { describe, expect, test } from 'vitest';
import { createPages } from '../gateway/gatewayPages.ts';
import { createHarness } from '../harness.tsx';

/** A page before a gateway whose record has three sales of another page. */
async function shop() {
  const made = await createPages();
  const till = made.open();
  const ids: string[] = [];
  for (const orderNumber of ['A-1', 'A-2', 'B-1']) {
    await till.pay({ terminalId: `T-${orderNumber}`, orderNumber });
    ids.unshift(till.operations.list()[0]?.id ?? '');
    await made.pass(1000);
  }
  const page = made.open();
  const queryClient = new QueryClient();
  const wrapper = ({ children }: { children?: ReactNode }) => (
    <PaymentsProvider
      client={page.client}
      operations={page.operations}
      queryClient={queryClient}
      currency="USD"
    >
      {children}
    </PaymentsProvider>
  );
  const pass = (ms: number) => act(() => made.pass(ms));
  const lists = () => page.asked.filter((path) => path === 'GET operations').length;
  return { ...made, ...page, till, ids, queryClient, wrapper, pass, lists };
}

describe('useOperationHistory', () => {
  test('loads on page by page, and data is all that was loaded', async () => {
    const { wrapper, pass, ids } = await shop();
    const { result } = renderHook(() => useOperationHistory({ limit: 2 }), { wrapper });
    await pass(1000);
    await waitFor(() => expect(result.current.data?.items.map(({ id }) => id)).toEqual(ids.slice(0, 2)));
    expect(result.current).toMatchObject({ isAvailable: true, hasNextPage: true });
    await act(async () => {
      const more = result.current.fetchNextPage();
      await pass(100);
      await more;
    });
    await waitFor(() => expect(result.current.data?.items.map(({ id }) => id)).toEqual(ids));
    expect(result.current).toMatchObject({ hasNextPage: false, data: { cursor: undefined } });
  });

  test('has what is searched for, and all loaded pages again when the record changes', async () => {
    const { wrapper, pass, till } = await shop();
    const { result } = renderHook(() => useOperationHistory({ search: 'a-', limit: 1 }), { wrapper });
    const orders = () => result.current.data?.items.map(({ orderNumber }) => orderNumber);
    await pass(1000);
    await waitFor(() => expect(orders()).toEqual(['A-2']));
    await act(async () => {
      const more = result.current.fetchNextPage();
      await pass(100);
      await more;
    });
    await waitFor(() => expect(orders()).toEqual(['A-2', 'A-1']));
    await act(async () => void (await till.pay({ terminalId: 'T-4', orderNumber: 'A-4' })));
    await pass(3000);
    await waitFor(() => expect(orders()).toEqual(['A-4', 'A-2']));
  });

  test('gives what the host selects, and believes nothing that was put under its key by mistake', async () => {
    const { wrapper, pass, queryClient, client } = await shop();
    const asked = { limit: 1 };
    const useShown = () => {
      const select = (page: RecordPage<RecordedOperation>) => ({ ...page, items: [] });
      const { data, error } = useOperationHistory({ ...asked, query: { select } });
      return { data, error };
    };
    const { result } = renderHook(useShown, { wrapper });
    await pass(1000);
    await waitFor(() => expect(result.current.data).toMatchObject({ items: [] }));
    const [known] = queryClient
      .getQueryCache()
      .findAll({ queryKey: paymentsKeys.operations(client.options.baseUrl, asked) });
    act(
      () =>
        void queryClient.setQueryData(known?.queryKey ?? [], { pages: [{ items: 'many' }], pageParams: [] }),
    );
    await waitFor(() => expect(result.current.error).toMatchObject({ code: 'contract' }));
  });

  test('without a gateway has what this browser keeps', async () => {
    const harness = createHarness();
    const terminalId = harness.sandbox.terminals[0]?.id ?? '';
    const { result } = renderHook(() => [useOperationHistory({ search: '17' }), useTransactions()] as const, {
      wrapper: harness.wrapper,
    });
    await act(() => harness.advance(500));
    await act(async () => {
      await harness.operations.start(
        'pay',
        { terminalId, amount: 1250, receipt: false, orderNumber: 'A-17' },
        { currency: 'USD' },
      );
    });
    await act(() => harness.advance(3000));
    await waitFor(() => expect(result.current[0].data?.items).toMatchObject([{ orderNumber: 'A-17' }]));
    expect(result.current[0].isAvailable).toBe(false);
  });
});

describe('useRecordedOperation', () => {
  test('gives one with what happened to it, and asks nothing as long as there is no id', async () => {
    const { wrapper, pass, ids, asked } = await shop();
    const { result, rerender } = renderHook(
      ({ id }: { id: string | undefined }) => {
        const { data, error } = useRecordedOperation({ id });
        return { data, error };
      },
      { wrapper, initialProps: { id: undefined as string | undefined } },
    );
    await pass(1000);
    expect(asked.filter((path) => path.includes(ids[0] ?? '-'))).toEqual([]);
    rerender({ id: ids[0] });
    await pass(100);
    await waitFor(() =>
      expect(result.current.data).toMatchObject({
        operation: { id: ids[0], orderNumber: 'B-1' },
        timeline: [{ type: 'operation', to: 'sending' }, { to: 'waiting' }],
      }),
    );
    rerender({ id: 'x'.repeat(32) });
    await pass(100);
    await waitFor(() => expect(result.current.error).toMatchObject({ code: 'http', status: 404 }));
  });

  test('without a gateway has the times that this browser keeps', async () => {
    const harness = createHarness();
    const terminalId = harness.sandbox.terminals[0]?.id ?? '';
    await act(async () => {
      await harness.operations.start(
        'pay',
        { terminalId, amount: 1250, receipt: false },
        { currency: 'USD' },
      );
    });
    await act(() => harness.advance(30_000));
    const id = harness.operations.list()[0]?.id;
    const { result } = renderHook(() => useRecordedOperation({ id }), { wrapper: harness.wrapper });
    await act(() => harness.advance(500));
    await waitFor(() =>
      expect(result.current.data?.timeline.map((entry) => 'to' in entry && entry.to)).toEqual([
        'sending',
        'waiting',
        'complete',
      ]),
    );
  });
});
