import { QueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { useClosing, useClosings } from 'tillkit';
import { paymentsKeys } from 'tillkit/core';
import { expect, test } from 'vitest';
import { createPages } from '../gateway/gatewayPages.ts';
import { createHarness } from '../harness.tsx';
import { providerOf } from './providerOf.tsx';

/** A till that sells and closes its batch, and the back office, which sees all tills. */
async function shop() {
  const made = await createPages();
  const till = made.open({ as: { till: 'till-1' } });
  const page = made.open({ as: { till: 'office', sees: 'all' } });
  const queryClient = new QueryClient();
  const wrapper = providerOf({ client: page.client, operations: page.operations, queryClient });
  const pass = (ms: number) => act(() => made.pass(ms));
  const closeBatch = async () => {
    made.results.set('one M-2', { status: 'complete' });
    await act(async () => void (await till.operations.start('closeBatch', { terminalId: 'T1' })));
    await pass(6000);
  };
  return { ...made, ...page, till, queryClient, wrapper, pass, closeBatch };
}

test('follows what any till closes, and has one closing with what came late', async () => {
  const { wrapper, pass, till, results, closeBatch, operations, clock } = await shop();
  const useBoth = () => {
    const list = useClosings({ limit: 1 });
    const one = useClosing({ terminalId: 'T1', number: list.data?.items[0] && 1 });
    return {
      list: list.data,
      isAvailable: list.isAvailable,
      hasNextPage: list.hasNextPage,
      fetchNextPage: list.fetchNextPage,
      one: one.data,
    };
  };
  const { result } = renderHook(useBoth, { wrapper });
  await pass(1000);
  await waitFor(() => expect(result.current.list).toEqual({ items: [], cursor: undefined }));
  await till.pay({ amount: 1250 });
  const { id } = till.only();
  await pass(1000);
  const to = clock.now();
  const closing = await act(() =>
    made(operations.record.closeDay({ terminalId: 'T1', to, id: 'a'.repeat(32) })),
  );
  expect(closing).toMatchObject({ number: 1, to });
  await pass(2000);
  await waitFor(() => expect(result.current.one?.report.unknown).toMatchObject([{ id }]));
  results.set('one M-1', { status: 'complete', amount: 1250 });
  await pass(10_000);
  await waitFor(() => expect(result.current.one?.corrections?.operations).toMatchObject([{ id }]));
  expect(result.current.one?.report.unknown).toHaveLength(1);
  await closeBatch();
  await waitFor(() =>
    expect(result.current).toMatchObject({
      isAvailable: true,
      hasNextPage: true,
      list: { items: [{ number: 2 }] },
    }),
  );
  await act(async () => {
    const more = result.current.fetchNextPage();
    await pass(100);
    await more;
  });
  await waitFor(() => expect(result.current.list?.items.map(({ number }) => number)).toEqual([2, 1]));

  async function made<Value>(question: Promise<Value>): Promise<Value> {
    const [answer] = await Promise.all([question, pass(500)]);
    return answer;
  }
});

test('believes nothing that was put under its key by mistake', async () => {
  const { wrapper, pass, queryClient, client } = await shop();
  const { result } = renderHook(() => useClosings().error, { wrapper });
  await pass(1000);
  const about = { queryKey: paymentsKeys.closings(client.options.baseUrl) };
  const [known] = queryClient.getQueryCache().findAll(about);
  const items = [{ terminalId: 'T1', number: 1, from: 0, to: 1, at: 1 }];
  act(() => void queryClient.setQueryData(known?.queryKey ?? [], { pages: [{ items }], pageParams: [] }));
  await waitFor(() => expect(result.current).toMatchObject({ code: 'contract' }));
});

test('without a gateway there are none, and a day cannot be closed', async () => {
  const { wrapper, advance, operations } = createHarness();
  const { result } = renderHook(
    () => {
      const list = useClosings();
      const one = useClosing({ terminalId: 'terminal-1', number: 1 });
      return { list: list.data, isAvailable: list.isAvailable || one.isAvailable, error: one.error };
    },
    { wrapper },
  );
  await act(() => advance(1000));
  await waitFor(() =>
    expect(result.current).toMatchObject({
      list: { items: [] },
      isAvailable: false,
      error: { code: 'http', status: 404 },
    }),
  );
  await expect(operations.record.closeDay({ terminalId: 'terminal-1', to: 0 })).rejects.toMatchObject({
    refusal: { code: 'unavailable' },
  });
});
