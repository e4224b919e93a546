import { QueryClient } from '@tanstack/react-query';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  PaymentLinkForm,
  PaymentLinkList,
  TerminalPicker,
  useAllTerminals,
  useCreatePaymentLink,
  usePaymentLinks,
  useTerminals,
} from 'tillkit';
import { paymentsKeys } from 'tillkit/core';
import { describe, expect, test } from 'vitest';
import { createHarness } from '../harness.tsx';

const shapes: [string, unknown][] = [
  ['nothing', null],
  ['a list of something', [{ name: 1 }]],
  ['a page without items', { items: [undefined], total: 1, page: 1, limit: 25 }],
  ['rounds of another build', { pages: [{ rows: [] }], pageParams: [] }],
  ['items of another build', { items: [{ id: 'a', reference: {} }], total: 1, page: 1, limit: 25 }],
  ['a text', 'terminals'],
];

const open = (queryClient: QueryClient) => createHarness({ latencyMs: 0, provider: { queryClient } });

function Everything() {
  return (
    <>
      <TerminalPicker value={null} onValueChange={() => undefined} />
      <PaymentLinkList />
      <PaymentLinkForm />
    </>
  );
}

const useLists = () => [useTerminals(), useAllTerminals(), usePaymentLinks()] as const;

describe('a query client that a host set up for its own queries', () => {
  test.each(shapes)(
    'whose initial data is %s takes nothing down, and the lists are read',
    async (_, data) => {
      const queryClient = new QueryClient({ defaultOptions: { queries: { initialData: data } } });
      render(<Everything />, { wrapper: open(queryClient).wrapper });
      expect(await screen.findByText('PL-1003')).toBeVisible();
      await userEvent.click(screen.getByRole('combobox', { name: 'Terminal' }));
      expect(await screen.findByRole('option', { name: /Front counter/ })).toBeVisible();
    },
  );

  test('that puts every query under one hash still has a list of links and one of terminals', async () => {
    const queryClient = new QueryClient({ defaultOptions: { queries: { queryKeyHashFn: () => 'same' } } });
    queryClient.setQueryData(['of the host'], { mine: true });
    render(<Everything />, { wrapper: open(queryClient).wrapper });
    expect(await screen.findByText('PL-1003')).toBeVisible();
    await userEvent.click(screen.getByRole('combobox', { name: 'Terminal' }));
    expect(await screen.findByRole('option', { name: /Front counter/ })).toBeVisible();
    expect(queryClient.getQueryData(['of the host'])).toEqual({ mine: true });
  });
});

describe('what somebody else wrote under the keys of a list', () => {
  const written = (data: unknown) => {
    const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    const harness = open(queryClient);
    const { baseUrl } = harness.sandbox;
    const query = { page: 1, limit: 25 };
    const terminals = { ...query, clientId: 'sandbox', timezone: 'UTC' };
    const all = paymentsKeys.allTerminals(baseUrl, 'sandbox');
    for (const key of [
      paymentsKeys.terminals(baseUrl, terminals),
      all,
      [...all, { by: 'page', timeZone: 'UTC' }],
      paymentsKeys.paymentLinks(baseUrl, query),
      ['tillkit', 'created-payment-links', baseUrl],
    ]) {
      queryClient.setQueryData(key, data);
    }
    return { ...harness, queryClient };
  };

  test.each(shapes.slice(1))('%s is an error of the list, until it is read again', async (_, data) => {
    const { wrapper } = written(data);
    const { result } = renderHook(useLists, { wrapper });
    for (const list of result.current) {
      expect(list).toMatchObject({ status: 'error', data: undefined, error: { code: 'contract' } });
    }
    await act(async () => void (await Promise.all(result.current.map(({ refetch }) => refetch()))));
    await waitFor(() => expect(result.current.map(({ status }) => status)).toEqual(Array(3).fill('success')));
  });

  test.each(shapes.slice(1))('%s takes no component down', async (_, data) => {
    render(<Everything />, { wrapper: written(data).wrapper });
    const again = await screen.findByRole('button', { name: 'Try again' });
    await userEvent.click(again);
    expect(await screen.findByText('PL-1003')).toBeVisible();
    await userEvent.click(screen.getByRole('combobox', { name: 'Terminal' }));
    expect(await screen.findByRole('option', { name: /Front counter/ })).toBeVisible();
  });

  test.each(shapes.slice(1))('F38: %s is no knowledge of the links that were there', async (_, data) => {
    const { wrapper, queryClient, sandbox, answerWith } = written(data);
    const { result } = renderHook(() => useCreatePaymentLink(), { wrapper });
    answerWith((answer, { method }) => (method === 'POST' ? new Response(null, { status: 204 }) : answer));
    await act(async () => void (await result.current.create({ amount: 4800 })));
    expect(result.current).toMatchObject({ phase: 'created-unconfirmed', search: { status: 'not-read' } });
    expect(result.current.link).toBeUndefined();
    answerWith((answer) => answer);
    await act(async () => void (await result.current.create({ amount: 100 })));
    expect(result.current.phase).toBe('created');
    const made = queryClient.getQueryData(['tillkit', 'created-payment-links', sandbox.baseUrl]);
    expect(made).toMatchObject([{ amountCents: 100 }]);
  });
});
