import { QueryClient } from '@tanstack/react-query';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { PaymentsProvider, useOrder, useReport, useTransaction, useTransactions } from 'tillkit';
import { paymentsKeys, type RecordedReport } from 'tillkit/core';
import { describe, expect, test } from 'vitest';
import { json } from '../core/client/recordingClient.ts';
import { createPages } from '../gateway/gatewayPages.ts';
import { createHarness } from '../harness.tsx';
import { providerOf } from './providerOf.tsx';

const report: RecordedReport = {
  rows: [
    {
      terminalId: 'T1',
      kind: 'pay',
      phase: 'complete',
      count: 1,
      movedCount: 1,
      amountCents: 1250,
      movedCents: 1250,
      tipCents: 0,
    },
  ],
  unknown: [],
  holds: [],
  legs: [],
};
const today = { from: Date.UTC(2026, 0, 15), to: Date.UTC(2026, 0, 16) };

/** A page before a gateway whose record has one sale, of another page. */
async function shop() {
  const made = await createPages();
  const till = made.open();
  await till.pay();
  made.results.set('one M-1', { status: 'complete', amount: 1250 });
  await made.pass(10_000);
  await made.settled(till.client.acknowledgeOperation(till.only().id));
  const page = made.open();
  const queryClient = new QueryClient();
  const Provider = providerOf({ client: page.client, operations: page.operations, queryClient });
  const wrapper = ({ children }: { children?: ReactNode }) => (
    <StrictMode>
      <Provider>{children}</Provider>
    </StrictMode>
  );
  const questions = () => page.asked.filter((path) => /transactions|report/.test(path)).length;
  const pass = (ms: number) => act(() => made.pass(ms));
  return { ...made, ...page, till, queryClient, wrapper, questions, pass };
}

describe('behind a gateway', () => {
  test('useTransactions gives a page of the shop', async () => {
    const { wrapper, pass, asked } = await shop();
    const { result } = renderHook(() => useTransactions({ from: 1, limit: 10 }), { wrapper });
    expect(result.current).toMatchObject({ isAvailable: true, isPending: true });
    await pass(1000);
    await waitFor(() =>
      expect(result.current.data?.items).toMatchObject([{ pnRefNum: 'P-1', authorizedCents: 1250 }]),
    );
    expect(asked).toContain('GET transactions');
  });

  test('useTransaction gives one, and asks nothing as long as there is no reference', async () => {
    const { wrapper, pass, questions } = await shop();
    const { result, rerender } = renderHook(
      ({ pnRefNum }: { pnRefNum: string | undefined }) => {
        const { data, error } = useTransaction({ pnRefNum });
        return { data, error };
      },
      { wrapper, initialProps: { pnRefNum: undefined as string | undefined } },
    );
    await pass(1000);
    expect(questions()).toBe(0);
    rerender({ pnRefNum: 'P-1' });
    await pass(100);
    await waitFor(() => expect(result.current.data).toMatchObject({ pnRefNum: 'P-1', leftCents: 1250 }));
    rerender({ pnRefNum: 'P-2' });
    await pass(100);
    await waitFor(() => expect(result.current.error).toMatchObject({ code: 'http', status: 404 }));
  });

  test('useReport gives what the shop did', async () => {
    const { wrapper, pass } = await shop();
    const { result } = renderHook(() => useReport(today), { wrapper });
    await pass(100);
    await waitFor(() => expect(result.current.data?.rows).toMatchObject(report.rows));
    expect(result.current.isAvailable).toBe(true);
  });

  test('all of them are asked anew when something changes, together and at most once a second', async () => {
    const { wrapper, pass, questions, till, asked } = await shop();
    const { result } = renderHook(
      () =>
        [
          useTransactions(),
          useTransactions(),
          useTransaction({ pnRefNum: 'P-1' }),
          useReport(today),
        ] as const,
      { wrapper },
    );
    await pass(2000);
    await waitFor(() => expect(result.current[3].isSuccess).toBe(true));
    await pass(30_000);
    const before = questions();
    await pass(60_000);
    expect(questions()).toBe(before);
    for (let sale = 0; sale < 10; sale += 1) {
      await till.pay({ terminalId: `other-${sale}`, amount: 100 + sale });
      await pass(200);
    }
    await pass(2000);
    await waitFor(() => expect(result.current[3].data?.unknown).toHaveLength(10));
    const rounds = (questions() - before) / 3;
    expect(rounds).toBeGreaterThanOrEqual(2);
    expect(rounds).toBeLessThanOrEqual(5);
    expect(asked.filter((path) => path === 'GET operations/stream')).toHaveLength(1);
  });

  test('without a stream they are asked twice a minute, and when this page hears of something itself', async () => {
    const { wrapper, pass, questions, pay, answer, asked } = await shop();
    answer(/stream/, () => json({}, { status: 404 }));
    const { result } = renderHook(() => useReport(today), { wrapper });
    await pass(100);
    await waitFor(() => expect(result.current.isSuccess).toBe(true));
    const begun = questions();
    await pass(120_000);
    await waitFor(() => expect(questions() - begun).toBeGreaterThanOrEqual(3));
    expect(questions() - begun).toBeLessThanOrEqual(5);
    const before = questions();
    await act(async () => void (await pay({ terminalId: 'T2' })));
    await pass(3000);
    await waitFor(() => expect(questions()).toBeGreaterThan(before));
    expect(asked).toContain('GET operations/stream');
  });

  test('a host can ask them anew by their key, and what it put there by mistake is not believed', async () => {
    const { wrapper, pass, queryClient, questions, client } = await shop();
    const { result } = renderHook(() => useReport({ from: 1, to: 9 }), { wrapper });
    await pass(100);
    await waitFor(() => expect(result.current.isSuccess).toBe(true));
    await pass(5000);
    const before = questions();
    const { baseUrl } = client.options;
    await act(async () => {
      const again = queryClient.invalidateQueries({ queryKey: paymentsKeys.report(baseUrl) });
      await pass(100);
      await again;
    });
    expect(questions()).toBe(before + 1);
    const queryKey = paymentsKeys.report(baseUrl, { from: 1, to: 9 });
    act(() => void queryClient.setQueryData(queryKey, { rows: [{ count: 'many' }] }));
    await waitFor(() => expect(result.current.error).toMatchObject({ code: 'contract' }));
  });

  test('what the host selects is given, and its options reach the query', async () => {
    const { wrapper, pass } = await shop();
    const { result } = renderHook(
      () =>
        useTransactions({
          query: { select: (page) => ({ ...page, items: [] }), enabled: true, staleTime: 5 },
        }),
      { wrapper },
    );
    await pass(100);
    await waitFor(() => expect(result.current.data).toMatchObject({ items: [] }));
  });
});

test('what one operator was shown the next one does not see, while it is asked for or refused', async () => {
  const made = await createPages();
  const queryClient = new QueryClient();
  const isManager = { now: true };
  const show = (scopeKey: string) => {
    const page = made.open({ operations: { scopeKey } });
    page.answer(/GET report/, () => (isManager.now ? json(report) : json({}, { status: 403 })));
    const { client, operations } = page;
    const wrapper = ({ children }: { children?: ReactNode }) => (
      <PaymentsProvider {...{ client, operations, queryClient, children }} currency="USD" />
    );
    const useShown = () => {
      const { data, error } = useReport({ from: 1, to: 9 });
      return { data, error };
    };
    return renderHook(useShown, { wrapper });
  };
  const first = show('manager');
  await act(() => made.pass(100));
  await waitFor(() => expect(first.result.current.data).toEqual(report));
  first.unmount();
  isManager.now = false;
  const { result } = show('cashier');
  expect(result.current.data).toBeUndefined();
  await act(() => made.pass(100));
  await waitFor(() => expect(result.current.error?.status).toBe(403));
  expect(result.current.data).toBeUndefined();
});

describe('without a gateway', () => {
  test('they say so, and show what this browser has', async () => {
    const harness = createHarness();
    const terminalId = harness.sandbox.terminals[0]!.id;
    const { result } = renderHook(
      () => [useTransactions(), useReport(today), useTransaction({ pnRefNum: 'unknown-ref' })] as const,
      { wrapper: harness.wrapper },
    );
    await act(() => harness.advance(500));
    await waitFor(() => expect(result.current[1].data?.rows).toEqual([]));
    expect(result.current.map(({ isAvailable }) => isAvailable)).toEqual([false, false, false]);
    expect(result.current[2].error).toMatchObject({ status: 404 });
    await act(async () => {
      await harness.operations.start(
        'pay',
        { terminalId, amount: 1250, receipt: false },
        { currency: 'USD' },
      );
    });
    await act(() => harness.advance(30_000));
    await waitFor(() => expect(result.current[0].data?.items).toHaveLength(1));
    expect(result.current[0].data?.items[0]).toMatchObject({ authorizedCents: 1250, leftCents: 1250 });
    await waitFor(() =>
      expect(result.current[1].data?.rows).toMatchObject([{ phase: 'complete', movedCents: 1250 }]),
    );
    const asked = harness.sandbox.ledger.requests.map(({ operation }) => operation);
    expect(new Set(asked)).toEqual(new Set(['pay', 'getProcessedMessage']));
  });

  test.each(['clear', 'removeQueries'] as const)(
    'F55: they follow the record after the host called %s of its query client',
    async (forget) => {
      const queryClient = new QueryClient();
      const harness = createHarness({ provider: { queryClient } });
      const { wrapper } = harness;
      const { result } = renderHook(() => [useTransactions(), useReport(today)] as const, { wrapper });
      const Due = () => <p>{useOrder({ number: 'A-1', totalCents: 5000 }).data?.dueCents}</p>;
      render([<Due key="one" />, <Due key="two" />], { wrapper });
      await act(() => harness.advance(500));
      await waitFor(() => expect(screen.getAllByText('5000')).toHaveLength(2));
      act(() => queryClient[forget]());
      const sale = { terminalId: 'terminal-1', amount: 1250, receipt: false, orderNumber: 'A-1' };
      await act(async () => void (await harness.operations.start('pay', sale, { currency: 'USD' })));
      await act(() => harness.advance(30_000));
      await waitFor(() => expect(result.current[0].data?.items).toHaveLength(1));
      await waitFor(() => expect(result.current[1].data?.rows).toMatchObject([{ movedCents: 1250 }]));
      await waitFor(() => expect(screen.getAllByText('3750')).toHaveLength(2));
    },
  );

  test("another operator's are not among them", async () => {
    const harness = createHarness();
    const { result } = renderHook(() => useReport(today), {
      wrapper: harness.wrapper,
    });
    const other = harness.openTab();
    await act(() => harness.advance(500));
    const terminalId = harness.sandbox.terminals[0]!.id;
    await act(async () => {
      await other.start('pay', { terminalId, amount: 900, receipt: false });
    });
    await act(() => harness.advance(30_000));
    await waitFor(() => expect(result.current.data?.rows).toHaveLength(1));
  });
});
