import { QueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { PaymentsProvider, useReport, useTransaction, useTransactions } from 'tillkit';
import { paymentsKeys, type RecordedReport, type RecordedTransaction } from 'tillkit/core';
import { describe, expect, test } from 'vitest';
import { whenOver } from '../cleanups.ts';
import { json } from '../core/client/recordingClient.ts';
import { recorded } from '../core/mirror/scriptedRecord.ts';
import { recordTill } from '../core/mirror/scriptedRecord.ts';
import { createHarness } from '../harness.tsx';

const transaction: RecordedTransaction = {
  pnRefNum: '77',
  kind: 'pay',
  terminalId: 'T1',
  status: 'complete',
  authorizedCents: 1250,
  capturedCents: 1250,
  refundedCents: 0,
  settled: 'unknown',
  createdAt: 5,
  leftCents: 1250,
  isHeld: false,
  allowed: [],
  operations: [recorded({ phase: 'complete' })],
};
const report: RecordedReport = {
  rows: [{ terminalId: 'T1', kind: 'pay', phase: 'complete', count: 1, amountCents: 1250, movedCents: 1250 }],
  unknown: [],
  holds: [],
};

/** A page before a gateway whose record has one sale. */
function shop() {
  const till = recordTill();
  const page = till.open();
  whenOver(() => page.operations.dispose());
  const shown = { transaction };
  till.answer(/^\/transactions$/, () => json({ items: [shown.transaction], cursor: 'c2' }));
  till.answer(/^\/transactions\/(.+)$/, (_, reference) =>
    reference.endsWith('77') ? json(shown.transaction) : json({}, { status: 404 }),
  );
  till.answer(/^\/report$/, () => json(report));
  const queryClient = new QueryClient();
  const wrapper = ({ children }: { children?: ReactNode }) => (
    <StrictMode>
      <PaymentsProvider
        client={page.client}
        operations={page.operations}
        queryClient={queryClient}
        currency="USD"
      >
        {children}
      </PaymentsProvider>
    </StrictMode>
  );
  const asked = () => till.asked.filter((path) => /transactions|report/.test(path)).length;
  const pass = (ms: number) => act(() => till.live(ms));
  return { ...till, ...page, shown, queryClient, wrapper, questions: asked, pass };
}

describe('behind a gateway', () => {
  test('useTransactions gives a page of the shop', async () => {
    const { wrapper, pass, asked } = shop();
    const { result } = renderHook(() => useTransactions({ from: 1, limit: 10 }), { wrapper });
    expect(result.current).toMatchObject({ isAvailable: true, isPending: true });
    await pass(1000);
    await waitFor(() => expect(result.current.data).toEqual({ items: [transaction], cursor: 'c2' }));
    expect(asked).toContain('GET transactions');
  });

  test('useTransaction gives one, and asks nothing as long as there is no reference', async () => {
    const { wrapper, pass, questions } = shop();
    const { result, rerender } = renderHook(
      ({ pnRefNum }: { pnRefNum: string | undefined }) => {
        const { data, error } = useTransaction({ pnRefNum });
        return { data, error };
      },
      { wrapper, initialProps: { pnRefNum: undefined as string | undefined } },
    );
    await pass(1000);
    expect(questions()).toBe(0);
    rerender({ pnRefNum: '77' });
    await pass(100);
    await waitFor(() => expect(result.current.data).toEqual(transaction));
    rerender({ pnRefNum: '78' });
    await pass(100);
    await waitFor(() => expect(result.current.error).toMatchObject({ code: 'http', status: 404 }));
  });

  test('useReport gives what the shop did', async () => {
    const { wrapper, pass } = shop();
    const { result } = renderHook(() => useReport({ from: 1, to: 9 }), { wrapper });
    await pass(100);
    await waitFor(() => expect(result.current.data).toEqual(report));
    expect(result.current.isAvailable).toBe(true);
  });

  test('all of them are asked anew when something changes, together and at most once a second', async () => {
    const { wrapper, pass, questions, script, shown } = shop();
    const { result } = renderHook(
      () =>
        [
          useTransactions(),
          useTransactions(),
          useTransaction({ pnRefNum: '77' }),
          useReport({ from: 1, to: 9 }),
        ] as const,
      { wrapper },
    );
    await pass(2000);
    await waitFor(() => expect(result.current[3].isSuccess).toBe(true));
    const before = questions();
    await pass(60_000);
    expect(questions()).toBe(before);
    shown.transaction = { ...transaction, refundedCents: 500, leftCents: 750 };
    for (let change = 0; change < 20; change += 1) {
      script.tell(recorded({ id: `op-${change}`, isOwn: false }));
      await pass(100);
    }
    await pass(2000);
    await waitFor(() => expect(result.current[0].data?.items[0]?.leftCents).toBe(750));
    expect(result.current[2].data?.leftCents).toBe(750);
    const rounds = (questions() - before) / 3;
    expect(rounds).toBeGreaterThanOrEqual(2);
    expect(rounds).toBeLessThanOrEqual(4);
    expect(script.connections).toHaveLength(1);
  });

  test('without a stream they are asked twice a minute, and when this page hears of something itself', async () => {
    const { wrapper, clock, questions, script, pay, say, only } = shop();
    script.begin(() => new Response('', { status: 404 }));
    const { result } = renderHook(() => useReport({ from: 1, to: 9 }), { wrapper });
    await act(() => clock.advance(100));
    await waitFor(() => expect(result.current.isSuccess).toBe(true));
    await act(() => clock.advance(25_000));
    expect(questions()).toBe(1);
    await act(() => clock.advance(6000));
    await waitFor(() => expect(questions()).toBe(2));
    await act(async () => void (await pay()));
    await act(() => clock.advance(2000));
    const before = questions();
    say(only().id, 'complete', { confirmedCents: 1250 });
    await act(() => clock.advance(4000));
    await waitFor(() => expect(questions()).toBeGreaterThan(before));
  });

  test('nothing is open and nothing is asked once nobody shows them', async () => {
    const { wrapper, pass, questions, script } = shop();
    const { unmount } = renderHook(() => useReport({ from: 1, to: 9 }), { wrapper });
    await pass(1000);
    unmount();
    const before = questions();
    script.tell(recorded());
    await pass(60_000);
    expect(questions()).toBe(before);
    expect(script.open()).toEqual([]);
  });

  test('a host can ask them anew by their key, and what it put there by mistake is not believed', async () => {
    const { wrapper, pass, queryClient, questions } = shop();
    const { result } = renderHook(() => useReport({ from: 1, to: 9 }), { wrapper });
    await pass(100);
    await waitFor(() => expect(result.current.isSuccess).toBe(true));
    const before = questions();
    await act(() =>
      queryClient.invalidateQueries({ queryKey: paymentsKeys.report('http://localhost:4010') }),
    );
    expect(questions()).toBe(before + 1);
    const queryKey = paymentsKeys.report('http://localhost:4010', { from: 1, to: 9 });
    act(() => void queryClient.setQueryData(queryKey, { rows: [{ count: 'many' }] }));
    await waitFor(() => expect(result.current.error).toMatchObject({ code: 'contract' }));
  });

  test('what the host selects is given, and its options reach the query', async () => {
    const { wrapper, pass } = shop();
    const { result } = renderHook(
      () =>
        useTransactions({
          query: { select: (page) => ({ ...page, cursor: undefined }), enabled: true, staleTime: 5 },
        }),
      { wrapper },
    );
    await pass(100);
    await waitFor(() => expect(result.current.data).toEqual({ items: [transaction], cursor: undefined }));
  });
});

test('what one operator was shown the next one does not see, while it is asked for or refused', async () => {
  const till = recordTill();
  const queryClient = new QueryClient();
  let isManager = true;
  till.answer(/^\/report$/, () => (isManager ? json(report) : json({}, { status: 403 })));
  const { client } = till.open();
  const show = (scopeKey: string) => {
    const { operations } = till.open({}, { client, scopeKey });
    whenOver(() => operations.dispose());
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
  await act(() => till.live(100));
  await waitFor(() => expect(first.result.current.data).toEqual(report));
  first.unmount();
  isManager = false;
  const { result } = show('cashier');
  expect(result.current.data).toBeUndefined();
  await act(() => till.live(100));
  await waitFor(() => expect(result.current.error?.status).toBe(403));
  expect(result.current.data).toBeUndefined();
});

describe('without a gateway', () => {
  test('they say so, and show what this browser has', async () => {
    const harness = createHarness();
    const terminalId = harness.sandbox.terminals[0]!.id;
    const { result } = renderHook(
      () =>
        [
          useTransactions(),
          useReport({ from: 0, to: Number.MAX_SAFE_INTEGER }),
          useTransaction({ pnRefNum: 'nobody-knows' }),
        ] as const,
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

  test("another operator's are not among them", async () => {
    const harness = createHarness();
    const { result } = renderHook(() => useReport({ from: 0, to: Number.MAX_SAFE_INTEGER }), {
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
