import { QueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import {
  useOperationHistory,
  type UseOperationHistoryOptions,
  useRecordedOperation,
  useTransactions,
} from 'tillkit';
import { paymentsKeys, type RecordedOperation, type RecordPage } from 'tillkit/core';
import { describe, expect, test } from 'vitest';
import { json } from '../core/client/recordingClient.ts';
import { createPages } from '../gateway/gatewayPages.ts';
import { createHarness } from '../harness.tsx';
import { providerOf } from './providerOf.tsx';

/** A page before a gateway whose record has some sales of another page. */
async function shop(orders = ['A-1', 'A-2', 'B-1']) {
  const made = await createPages();
  const till = made.open();
  const ids: string[] = [];
  for (const orderNumber of orders) {
    await till.pay({ terminalId: `T-${orderNumber}`, orderNumber });
    ids.unshift(till.operations.list()[0]?.id ?? '');
    await made.pass(1000);
  }
  const page = made.open();
  const queryClient = new QueryClient();
  const wrapper = providerOf({ client: page.client, operations: page.operations, queryClient });
  const pass = (ms: number, step?: number) => act(() => made.pass(ms, step));
  const lists = () => page.asked.filter((path) => path === 'GET operations').length;
  return { ...made, ...page, till, ids, queryClient, wrapper, pass, lists };
}

describe('useOperationHistory', () => {
  test('loads on page by page, and data is all that was loaded', async () => {
    const { wrapper, pass, ids } = await shop();
    const { result } = renderHook(() => useOperationHistory({ limit: 2 }), { wrapper });
    await pass(5000);
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

  test('has what is searched for, and what comes to the record', async () => {
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
    await waitFor(() => expect(orders()).toEqual(['A-4', 'A-2', 'A-1']));
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

describe('pages that were loaded', () => {
  /** A list of which three pages of two are loaded; `reads` counts the questions since then. */
  async function loaded(asked: UseOperationHistoryOptions = {}, { hasStream = true } = {}) {
    const made = await shop(['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6']);
    if (!hasStream) made.answer(/stream/, () => json({}, { status: 404 }));
    const { wrapper, pass, lists } = made;
    const useShown = () => {
      const { data, fetchNextPage, refetch } = useOperationHistory({ limit: 2, ...asked });
      return { data, fetchNextPage, refetch };
    };
    const { result } = renderHook(useShown, { wrapper });
    await pass(5000);
    for (const page of [2, 3]) {
      await act(async () => {
        const more = result.current.fetchNextPage();
        await pass(100);
        await more;
      });
      await waitFor(() => expect(result.current.data?.items).toHaveLength(2 * page));
    }
    await pass(3000);
    const before = lists();
    const orders = () => result.current.data?.items.map(({ orderNumber }) => orderNumber);
    const phases = () => result.current.data?.items.map(({ phase }) => phase);
    return { ...made, result, orders, phases, reads: () => lists() - before };
  }

  test('a new operation is read alone, and all others stay', async () => {
    const { till, pass, orders, reads } = await loaded();
    await act(async () => void (await till.pay({ terminalId: 'T-7', orderNumber: 'A-7' })));
    await pass(3000);
    await waitFor(() => expect(orders()).toEqual(['A-7', 'A-6', 'A-5', 'A-4', 'A-3', 'A-2', 'A-1']));
    // Once when the till sent it, and once when the service accepted it.
    expect(reads()).toBeLessThanOrEqual(2);
  });

  test('a change on the last page is read there', async () => {
    const { results, pass, phases, reads } = await loaded();
    results.set('one M-1', { status: 'complete', amount: 1250 });
    await pass(10_000);
    await waitFor(() => expect(phases()?.at(-1)).toBe('complete'));
    expect(reads()).toBe(1);
  });

  test('an operation that leaves the filters leaves the list', async () => {
    const { results, pass, orders, reads } = await loaded({ phase: 'waiting' });
    results.set('one M-3', { status: 'complete', amount: 1250 });
    await pass(10_000);
    await waitFor(() => expect(orders()).toEqual(['A-6', 'A-5', 'A-4', 'A-2', 'A-1']));
    expect(reads()).toBe(1);
  });

  test('what began outside of the period is not read', async () => {
    const { till, pass, orders, reads } = await loaded({ to: Date.UTC(2026, 0, 15, 9, 41) });
    await pass(60_000, 1000);
    const before = reads();
    await act(async () => void (await till.pay({ terminalId: 'T-7', orderNumber: 'A-7' })));
    await pass(5000);
    expect(orders()).not.toContain('A-7');
    expect(reads()).toBe(before);
  });

  test('without a stream, all are read twice a minute', async () => {
    const { till, pass, orders, reads } = await loaded({}, { hasStream: false });
    await till.pay({ terminalId: 'T-7', orderNumber: 'A-7', amount: 700 });
    const before = reads();
    await pass(31_000);
    await waitFor(() => expect(orders()).toEqual(['A-7', 'A-6', 'A-5', 'A-4', 'A-3', 'A-2']));
    // With the two lists by which the page follows what is open and unseen.
    expect(reads() - before).toBe(5);
  });

  test('when a hidden page is shown again, all are read', async () => {
    const { till, signals, hide, wake, pass, orders, reads } = await loaded();
    signals.isVisible = false;
    hide(false);
    await till.pay({ terminalId: 'T-7', orderNumber: 'A-7', amount: 700 });
    await pass(1000);
    expect(reads()).toBe(0);
    signals.isVisible = true;
    wake();
    await pass(3000);
    await waitFor(() => expect(orders()).toEqual(['A-7', 'A-6', 'A-5', 'A-4', 'A-3', 'A-2']));
  });

  test('what changed while a reading failed is read with the next change', async () => {
    const { results, answer, pass, phases, reads } = await loaded();
    const failing = { is: true };
    answer(/GET operations$/, () => (failing.is ? json({}, { status: 403 }) : undefined));
    results.set('one M-1', { status: 'complete', amount: 1250 });
    await pass(20_000);
    expect(reads()).toBeGreaterThan(0);
    expect(phases()?.at(-1)).toBe('waiting');
    failing.is = false;
    const before = reads();
    results.set('one M-6', { status: 'complete', amount: 1250 });
    await pass(10_000);
    await waitFor(() =>
      expect(phases()).toEqual(['complete', 'waiting', 'waiting', 'waiting', 'waiting', 'complete']),
    );
    expect(reads() - before).toBe(2);
  });

  test('all are read if the host asks', async () => {
    const { result, pass, reads } = await loaded();
    await act(async () => void result.current.refetch());
    await pass(100);
    expect(reads()).toBe(3);
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
