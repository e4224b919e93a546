import { keepPreviousData, QueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { useOrder } from 'tillkit';
import type { OrderFigures } from 'tillkit/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createPages } from '../gateway/gatewayPages.ts';
import { createHarness } from '../harness.tsx';
import { providerOf } from './providerOf.tsx';

const order = { number: 'A-1', totalCents: 5000 };

async function shop(
  own: Parameters<typeof createPages>[0] = {},
  as: { till: string; sees?: unknown } = { till: 'shop' },
) {
  const made = await createPages(own);
  const [page, other] = [made.open({ as }), made.open({ as })];
  const paid: OrderFigures[] = [];
  const wrapper = providerOf({
    client: page.client,
    operations: page.operations,
    queryClient: new QueryClient(),
    onOrderPaid: (done) => void paid.push(done),
  });
  const pass = (ms: number) => act(() => made.pass(ms));
  /** As `waitFor`, which needs the intervals that some tests replace. */
  const passUntil = async (check: () => void) => {
    for (let left = 50; left > 0; left -= 1) {
      try {
        return check();
      } catch {
        await pass(100);
      }
    }
    check();
  };
  const cash = (cents: number, id = `${cents}`.padStart(16, '0')) =>
    made.settled(
      other.operations.record.recordLeg({ ...order, currency: 'USD' }, { id, name: 'cash', cents }),
    );
  return { ...made, page, other, wrapper, pass, passUntil, cash, paid };
}

test('behind a gateway it follows what every till takes, and the host hears once that it is paid', async () => {
  const { wrapper, pass, other, results, cash, paid } = await shop();
  const { result } = renderHook(() => useOrder(order), { wrapper });
  expect(result.current).toMatchObject({ isAvailable: true, isPending: true });
  await pass(1000);
  await waitFor(() =>
    expect(result.current.data).toMatchObject({ ...order, currency: 'USD', dueCents: 5000 }),
  );
  await other.pay({ amount: 3000, orderNumber: 'A-1' }, { orderTotalCents: 5000 });
  await pass(3000);
  await waitFor(() => expect(result.current.data).toMatchObject({ pendingCents: 3000, dueCents: 2000 }));
  results.set('one M-1', { status: 'complete', amount: 3000 });
  await pass(10_000);
  await waitFor(() => expect(result.current.data).toMatchObject({ paidCents: 3000, pendingCents: 0 }));
  expect(paid).toEqual([]);
  await cash(2000);
  await pass(3000);
  await waitFor(() => expect(result.current.data).toMatchObject({ paidCents: 5000, dueCents: 0 }));
  expect(paid).toMatchObject([{ number: 'A-1', paidCents: 5000 }]);
});

describe('a page that may not see what another till takes', () => {
  /** TanStack Query's interval. */
  const every15s = () => act(() => void vi.advanceTimersByTime(15_000));
  afterEach(() => void vi.useRealTimers());

  test('reads the order again every 15 seconds, and gets the figures alone', async () => {
    const { wrapper, pass, passUntil, open, settled } = await shop(
      {},
      { till: 'bar', sees: { terminals: ['T-bar'] } },
    );
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { result } = renderHook(() => useOrder(order), { wrapper });
    await pass(1000);
    await passUntil(() => expect(result.current.data).toMatchObject({ dueCents: 5000 }));
    const door = open({ as: { till: 'door' } });
    const leg = { id: 'a'.repeat(16), name: 'cash', cents: 1500 };
    await settled(door.operations.record.recordLeg({ ...order, currency: 'USD' }, leg));
    await door.pay({ amount: 2000, orderNumber: 'A-1', terminalId: 'T-door' }, { orderTotalCents: 5000 });
    await pass(10_000);
    expect(result.current.data).toMatchObject({ dueCents: 5000 });
    every15s();
    await passUntil(() =>
      expect(result.current.data).toMatchObject({
        paidCents: 1500,
        pendingCents: 2000,
        dueCents: 1500,
        operations: [],
        legs: [],
      }),
    );
  });

  test('does not ask a gateway again that keeps no orders', async () => {
    const { wrapper, pass, page } = await shop({ storeOrderNumber: false });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    renderHook(() => useOrder(order), { wrapper });
    await pass(1000);
    const asked = page.asked.length;
    every15s();
    await pass(1000);
    expect(page.asked.slice(asked)).not.toContain('GET orders/A-1');
  });
});

test('a gateway that keeps no orders is told apart from one that has an error', async () => {
  const { wrapper, pass } = await shop({ storeOrderNumber: false });
  const { result } = renderHook(() => useOrder(order), { wrapper });
  await pass(1000);
  await waitFor(() => expect(result.current.error).toMatchObject({ refusal: { code: 'unavailable' } }));
  expect(result.current.isAvailable).toBe(false);
});

test('without a gateway it is what this browser took, and says so', async () => {
  const { wrapper, advance } = createHarness();
  const { result } = renderHook(() => useOrder(order), { wrapper });
  await act(() => advance(500));
  expect(result.current.isAvailable).toBe(false);
  await waitFor(() =>
    expect([result.current.error, result.current.data]).toMatchObject([
      null,
      { paidCents: 0, dueCents: 5000, legs: [] },
    ]),
  );
});

test('the figures of another order do not stand in for those that are being read, whatever the host keeps for its own queries', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { placeholderData: keepPreviousData } } });
  const { wrapper, advance } = createHarness({ provider: { queryClient } });
  const { result, rerender } = renderHook((asked: typeof order) => useOrder(asked).data, {
    wrapper,
    initialProps: order,
  });
  await act(() => advance(500));
  await waitFor(() => expect(result.current).toMatchObject(order));
  rerender({ number: 'A-2', totalCents: 1200 });
  expect(result.current).toBeUndefined();
});
