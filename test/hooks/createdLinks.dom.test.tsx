import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PaymentLinkList, useCreatePaymentLink } from 'tillkit';
import { createPaymentsClient } from 'tillkit/core';
import { expect, test } from 'vitest';
import { createHarness } from '../harness.tsx';

/** The list, a way to create a link, and a service whose list lags behind while `isLagging`. */
function show({ isLagging = false, linkOfAnswer = (link: object): object => link } = {}) {
  const harness = createHarness({ latencyMs: 0 });
  const service = { isLagging, isSilent: false, lists: 0 };
  let older: string | undefined;
  const client = createPaymentsClient({
    ...harness.client.options,
    fetcher: async (request) => {
      if (request.method === 'GET' && service.isSilent) return new Promise(() => undefined);
      const answer = await harness.sandbox.fetch(request);
      if (request.method === 'GET') {
        service.lists++;
        const text = await answer.text();
        older ??= text;
        return new Response(service.isLagging ? older : text, answer);
      }
      const { data } = (await answer.json()) as { data: object };
      return Response.json({ data: linkOfAnswer(data) });
    },
  });
  const { wrapper } = createHarness({ latencyMs: 0, provider: { client, operations: harness.operations } });
  render(
    <>
      <Creation />
      <PaymentLinkList />
    </>,
    { wrapper },
  );
  return { ...harness, service };
}

function Creation() {
  const { create } = useCreatePaymentLink();
  return <button onClick={() => void create({ amount: 777 })}>Create</button>;
}

const createOne = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  await screen.findByText('PL-1004');
};

const references = () => screen.getAllByText(/^PL-\d+$/).map(({ textContent }) => textContent);
const firstRow = () => screen.getAllByRole('row')[1]!;

test('a new link stands on top before the list was asked, marked as new, and stays the same row after', async () => {
  const { service } = show();
  await screen.findByText('PL-1003');
  service.isSilent = true;
  await createOne();
  expect(references()).toEqual(['PL-1004', 'PL-1003', 'PL-1002', 'PL-1001']);
  expect(within(firstRow()).getByText('New')).toBeVisible();
  expect(within(firstRow()).getByText('$7.77')).toBeVisible();
});

test('the list that has it takes its place: once, without a row being made anew', async () => {
  const { service } = show();
  await screen.findByText('PL-1003');
  const before = service.lists;
  await createOne();
  const row = firstRow();
  await waitFor(() => expect(service.lists).toBe(before + 1));
  expect(references()).toEqual(['PL-1004', 'PL-1003', 'PL-1002', 'PL-1001']);
  expect(firstRow()).toBe(row);
  expect(within(row).getByText('New')).toBeVisible();
});

test('is known again by its address where the two answers name different ids', async () => {
  const { service } = show({
    linkOfAnswer: (link) => ({ ...link, id: 'another', paymentRequestId: '' }),
  });
  await screen.findByText('PL-1003');
  const before = service.lists;
  await createOne();
  await waitFor(() => expect(service.lists).toBe(before + 1));
  expect(references()).toEqual(['PL-1004', 'PL-1003', 'PL-1002', 'PL-1001']);
});

test('stays while the list does not have it yet, and then the list alone is believed', async () => {
  const { service, advance } = show({ isLagging: true });
  await screen.findByText('PL-1003');
  await createOne();
  await waitFor(() => expect(service.lists).toBe(2));
  await act(() => advance(119_000));
  expect(references()).toContain('PL-1004');
  await act(() => advance(2000));
  await waitFor(() => expect(references()).not.toContain('PL-1004'));
  expect(service.lists).toBe(3);
});

test('is not new for ever', async () => {
  const { advance } = show();
  await screen.findByText('PL-1003');
  await createOne();
  expect(screen.getByText('New')).toBeVisible();
  await act(() => advance(121_000));
  expect(references()).toContain('PL-1004');
  await waitFor(() => expect(screen.queryByText('New')).toBeNull());
});

test('stands on the first page only', async () => {
  const harness = createHarness({ latencyMs: 0 });
  render(
    <>
      <Creation />
      <PaymentLinkList limit={2} />
    </>,
    { wrapper: harness.wrapper },
  );
  await screen.findByText('Page 1 of 2');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('PL-1001');
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(references()).toEqual(['PL-1002', 'PL-1001']));
});

test('two in a row are not new for ever either', async () => {
  const { service, advance } = show({ isLagging: true });
  await screen.findByText('PL-1003');
  await createOne();
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  await screen.findByText('PL-1005');
  await waitFor(() => expect(service.lists).toBe(3));
  await act(() => advance(121_000));
  await waitFor(() => expect(references()).toEqual(['PL-1003', 'PL-1002', 'PL-1001']));
});
