import { act, renderHook, waitFor } from '@testing-library/react';
import { createPaymentsClient } from 'tillkit/core';
import { describe, expect, test } from 'vitest';
import { useMorePages, useTerminalPages } from '../../src/hooks/useTerminals.ts';
import { createHarness } from '../harness.tsx';

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
      useMorePages(pages, wanted);
      // What is read is what is shown.
      const { data, hasNextPage, isFetching, isError } = pages;
      return { ...pages, data, hasNextPage, isFetching, isError };
    },
    { wrapper, initialProps: { wanted: areWanted } },
  );
  return { ...view, asked, signals };
}

const inOrder = (pages: readonly number[]) => pages.toSorted((a, b) => a - b);
const five: Answer = (page) => pageOf([`t${page}`], 500);

describe('the pages of terminals', () => {
  test('are loaded one at first, then two at a time, for as long as more are wanted', async () => {
    const { result, asked, rerender } = open(five);
    await waitFor(() => expect(result.current.data).toMatchObject({ searched: 1, pages: 5, total: 500 }));
    expect(asked).toEqual([1]);
    rerender({ wanted: true });
    await waitFor(() => expect(result.current.hasNextPage).toBe(false));
    expect(inOrder(asked)).toEqual([1, 2, 3, 4, 5]);
    expect(result.current.data?.terminals.map(({ id }) => id)).toEqual(['t1', 't2', 't3', 't4', 't5']);
  });

  test('count what was found once all of them are there, whatever the service said', async () => {
    const { result } = open(five, true);
    await waitFor(() => expect(result.current.data?.searched).toBe(5));
    expect(result.current.data?.total).toBe(5);
  });

  test('end at an empty one, though there should be more', async () => {
    const { result, asked } = open((page) => pageOf(page === 1 ? ['t1'] : [], 100_000), true);
    await waitFor(() => expect(result.current.data?.searched).toBe(3));
    expect(result.current.hasNextPage).toBe(false);
    expect(inOrder(asked)).toEqual([1, 2, 3]);
  });

  test('name a terminal once that came on two of them, as it came first', async () => {
    const { result } = open((page) => pageOf(['same', `t${page}`], 300), true);
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

  test('are given up when nobody looks any more', async () => {
    const never = new Promise<Response>(() => undefined);
    const { result, signals, unmount } = open((page) => (page === 1 ? five(1) : never), true);
    await waitFor(() => expect(signals).toHaveLength(3));
    expect(result.current.isFetching).toBe(true);
    unmount();
    await waitFor(() => expect(signals.slice(1).map((signal) => signal?.aborted)).toEqual([true, true]));
  });
});
