import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PaymentLinkList, type PaymentLinkListProps, useCreatePaymentLink } from 'tillkit';
import { createPaymentsClient } from 'tillkit/core';
import { expect, test, vi } from 'vitest';
import { createHarness, type HarnessOptions } from '../harness.tsx';

function show(props: PaymentLinkListProps = {}, options: HarnessOptions = {}) {
  const harness = createHarness({ latencyMs: 0, ...options });
  const view = render(<PaymentLinkList {...props} />, { wrapper: harness.wrapper });
  return { ...harness, ...view, user: userEvent.setup() };
}

const listing = (...items: object[]) =>
  createPaymentsClient({
    baseUrl: 'http://localhost:4010',
    paymentLinks: { amountUnit: 'minor' },
    fetcher: () => Promise.resolve(Response.json({ items, total: items.length, page: 1, limit: 25 })),
  });
const showItems = (...items: object[]) => show({}, { provider: { client: listing(...items) } });
const rowOf = async (text: string) => {
  const row = (await screen.findByText(text)).closest('tr');
  if (!row) throw new Error(`${text} stands in no row`);
  return within(row);
};

test('shows amount, status, reference and time of each link, in the zone of the provider', async () => {
  show({}, { provider: { timeZone: 'Asia/Tokyo' } });
  const row = await rowOf('PL-1002');
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    '$129.00',
    'Unpaid',
    'PL-1002',
    'Jan 11, 2026, 6:30 PM',
    'Copy link',
  ]);
  expect((await rowOf('PL-1001')).getByText('Paid')).toBeVisible();
});

test('opens a link in a page of its own that knows nothing of this one', async () => {
  show();
  const link = (await rowOf('PL-1003')).getByRole('link', { name: 'Open link', description: 'PL-1003' });
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(link.getAttribute('href')).toMatch(/^https:\/\/pay\.sandbox\.test\/l\//);
});

test('copies the address and says so only then', async () => {
  const { user } = show();
  const row = await rowOf('PL-1003');
  await user.click(row.getByRole('button', { name: 'Copy link', description: 'PL-1003' }));
  expect(await row.findByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(row.getByRole('link').getAttribute('href'));
  expect(screen.getByRole('status')).toHaveTextContent('The link was copied.');
});

test('where the clipboard refuses, the address stands there selected and nothing says "Copied"', async () => {
  const { user } = show();
  const row = await rowOf('PL-1003');
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
  await user.click(row.getByRole('button', { name: 'Copy link' }));
  const address = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Address of the link' });
  expect(address).toHaveFocus();
  expect(address.value.slice(address.selectionStart ?? 0, address.selectionEnd ?? 0)).toBe(
    row.getByRole('link').getAttribute('href'),
  );
  expect(screen.queryByText('Copied')).toBeNull();
});

test('pages, and keeps what was there while the next comes', async () => {
  const { user } = show({ limit: 1 });
  expect(await screen.findByText('Page 1 of 3')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('PL-1002')).toBeVisible();
  expect(screen.getByText('Page 2 of 3')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('PL-1001')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByText('PL-1002')).toBeVisible();
});

test('a link that was just created appears', async () => {
  function CreateOne() {
    const { create } = useCreatePaymentLink();
    return <button onClick={() => void create({ amount: 777 })}>Create</button>;
  }
  const { wrapper } = createHarness({ latencyMs: 0 });
  const user = userEvent.setup();
  render(
    <>
      <CreateOne />
      <PaymentLinkList />
    </>,
    { wrapper },
  );
  await screen.findByText('PL-1003');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  expect((await rowOf('PL-1004')).getByText('$7.77')).toBeVisible();
});

test('says that it loads, with rows of the size to come', async () => {
  const { advance } = show({}, { latencyMs: 100 });
  const list = screen.getByRole('region', { name: 'Payment links' });
  expect(list).toHaveAttribute('data-loading', '');
  expect(list).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByText('Loading payment links…')).toBeInTheDocument();
  await act(() => advance(200));
  expect(await screen.findByText('PL-1003')).toBeVisible();
  expect(list).not.toHaveAttribute('data-loading');
  expect(list).toHaveAttribute('aria-busy', 'false');
});

test('an empty list says what will stand there', async () => {
  showItems();
  expect(await screen.findByText('No payment links yet')).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByRole('region', { name: 'Payment links' })).toHaveAttribute('data-empty', '');
});

test('a failure says why and can be tried again', async () => {
  const harness = createHarness({ latencyMs: 0 });
  harness.sandbox.setScenario('unauthorized', { operation: 'listPaymentLinks' });
  render(<PaymentLinkList />, { wrapper: harness.wrapper });
  expect(await screen.findByText('The links could not be loaded')).toBeVisible();
  expect(screen.getByText('The authorization is not valid.')).toBeVisible();

  harness.sandbox.setScenario(undefined, { operation: 'listPaymentLinks' });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('PL-1003')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('The links could not be loaded')).toBeNull());
});

test('shows what the service leaves out as absent, and a status of its own as it came', async () => {
  showItems(
    { id: 1, reference: 'R-1', status: 'partially_refunded', createdAt: 'yesterday' },
    { id: 2, paid: true },
  );
  const cells = (await rowOf('R-1')).getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells).toEqual(['–', 'partially_refunded', 'R-1', 'yesterday', 'No address']);
  expect(screen.getByText('Paid')).toBeVisible();
});

test.each([
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'https://pay@evil.test',
  '/\\evil',
])('F96: %s is no link', async (paymentLink) => {
  showItems({ id: 1, reference: 'R-1', paymentLink });
  await screen.findByText('R-1');
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
});

test('F95: markup in what the service says stays text', async () => {
  const evil = '<img src=x onerror=alert(1)>';
  const { container } = showItems({ id: evil, reference: evil, status: evil, createdAt: evil, amount: evil });
  expect(await screen.findAllByText(evil)).toHaveLength(3);
  expect(container.querySelector('img')).toBeNull();
});

test('shows amounts of a currency without two digits by the scale of the client', async () => {
  const client = createPaymentsClient({
    baseUrl: 'http://localhost:4010',
    amountScale: 'hundredths',
    paymentLinks: { amountUnit: 'minor' },
    fetcher: () => Promise.resolve(Response.json({ items: [{ id: 1, amount: 120_000 }], total: 1 })),
  });
  show({}, { provider: { client, currency: 'JPY' } });
  expect(await screen.findByText('¥1,200')).toBeVisible();
});
