import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import {
  PaymentsProvider,
  useAllTerminals,
  usePaymentLinks,
  usePaymentsClient,
  usePollMessage,
  useTerminalPayment,
  useTerminals,
} from 'tillkit';
import { createPaymentsClient, getTerminalOperations, paymentsKeys } from 'tillkit/core';
import { allowConsole } from '../console.ts';
import { createHarness } from '../harness.tsx';

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

  it('stops asking when nobody looks any more', async () => {
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
    expect(() => renderHook(() => usePaymentsClient())).toThrow(/there is no PaymentsProvider/);
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
