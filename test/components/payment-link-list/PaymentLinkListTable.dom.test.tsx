import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PaymentLinkList, type PaymentLinkListProps, PaymentsProvider } from 'tillkit';
import * as parts from 'tillkit/parts';
import { usePaymentLinkList } from 'tillkit/parts';
import { createPaymentsClient, defineService } from 'tillkit/core';
import { describe, expect, test, vi } from 'vitest';
import { createHarness } from '../../harness.tsx';
import { said } from '../../said.ts';

interface Answer {
  items: object[];
  total?: number;
  page?: number;
  limit?: number;
}

/** The list on a service that lists what a test puts into `list`. */
function serve(first: Answer, props: PaymentLinkListProps = {}, provider: object = {}) {
  const list = vi.fn((_: URL): Promise<Response> => answer(first));
  const client = createPaymentsClient({
    baseUrl: 'http://localhost:4010',
    service: defineService({ paymentLinks: { amountUnit: 'minor' } }),
    fetcher: (request) => list(new URL(request.url)),
  });
  const harness = createHarness({ provider: { client, ...provider } });
  const user = userEvent.setup({ delay: null });
  return { ...harness, ...render(<PaymentLinkList {...props} />, { wrapper: harness.wrapper }), list, user };
}
const answer = ({ items, total = items.length, page = 1, limit = 25 }: Answer) =>
  Promise.resolve(Response.json({ items, total, page, limit }));
const pending = () => {
  let resolve: (given: Answer) => void = () => undefined;
  const response = new Promise<Response>((done) => (resolve = (given) => done(answer(given))));
  return { response, resolve: (given: Answer) => act(async () => resolve(given)) };
};
const linkOf = (id: string, more: object = {}) => ({
  id,
  reference: id,
  amount: 4800,
  paymentLink: `https://pay.test/${id}`,
  ...more,
});
const linksTo = (count: number) => Array.from({ length: count }, (_, index) => linkOf(`A-${index + 1}`));
const rowOf = async (text: string) => {
  const row = (await screen.findByText(text)).closest('tr');
  if (!row) throw new Error(`${text} stands in no row`);
  return row;
};
const button = (name: string) => screen.getByRole('button', { name });
const region = () => screen.getByRole('region', { name: 'Payment links' });

describe('a row', () => {
  test('has for its buttons the name of its own link', async () => {
    serve({ items: [linkOf('A-1'), linkOf('A-2')] });
    for (const name of ['A-1', 'A-2']) {
      const row = within(await rowOf(name));
      expect(row.getByRole('button', { name: 'Copy link' })).toHaveAccessibleDescription(name);
      expect(row.getByRole('button', { name: 'Show QR code' })).toHaveAccessibleDescription(name);
      expect(row.getByRole('link', { name: 'Open link' })).toHaveAccessibleDescription(name);
    }
  });

  test('without a column of references names them by its first one', async () => {
    serve({ items: [linkOf('A-1')] }, { columns: ['amount', 'actions'] });
    expect(await screen.findByRole('button', { name: 'Copy link' })).toHaveAccessibleDescription('$48.00');
  });

  test('shows the total before the amount, and what is absent as that', async () => {
    serve(
      { items: [linkOf('A-1', { totalAmount: 5000 }), { id: 'A-2' }] },
      { columns: ['id', 'amount', 'status', 'created'] },
    );
    expect(await rowOf('A-1')).toHaveTextContent('A-1$50.00——');
    const [, amount, status, created] = within(await rowOf('A-2')).getAllByRole('cell');
    expect([amount, status, created].map((cell) => cell?.textContent)).toEqual(['—', '—', '—']);
    expect([amount, status, created].map((cell) => cell?.hasAttribute('data-empty'))).toEqual([
      true,
      true,
      true,
    ]);
    expect(amount).toHaveAttribute('data-column', 'amount');
  });

  test('has a time that programs can read', async () => {
    serve({ items: [linkOf('A-1', { createdAt: '2026-01-15T09:30:00+02:00' })] });
    const time = within(await rowOf('A-1')).getByText('Jan 15, 2026, 7:30 AM');
    expect(time).toHaveAttribute('datetime', '2026-01-15T07:30:00.000Z');
  });

  test('of a link that the service gives twice stands there twice', async () => {
    serve({ items: [linkOf('A-1'), linkOf('A-1'), linkOf('A-2')] });
    expect(await screen.findAllByText('A-1')).toHaveLength(2);
    expect(screen.getAllByRole('row')).toHaveLength(4);
  });

  test('says on a card what a column of the host shows, and of its own nothing twice', async () => {
    serve(
      { items: [linkOf('A-1')] },
      {
        columns: ['reference', { id: 'store', label: 'Store', render: () => 'Main street' }, 'customValues'],
      },
    );
    const cells = within(await rowOf('A-1')).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual(['A-1', 'StoreMain street', '—']);
    expect(cells[1]?.querySelector('[aria-hidden="true"]')).toHaveTextContent('Store');
    expect(cells[1]).not.toHaveAttribute('data-empty');
  });

  test('without an address, or with one that is not safe, says so and offers nothing', async () => {
    serve({
      items: [
        linkOf('A-1', { paymentLink: undefined }),
        linkOf('A-2', { paymentLink: 'javascript:alert(1)' }),
      ],
    });
    expect(await rowOf('A-1')).toHaveTextContent('No address');
    expect(await rowOf('A-2')).toHaveTextContent('javascript:alert(1)');
    expect(within(region()).queryByRole('link')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Show QR code' })).toBeNull();
  });

  test('whose address the browser would not copy stands under its own link, as wide as the table', async () => {
    const { user } = serve({ items: [linkOf('A-1'), linkOf('A-2')] });
    const row = await rowOf('A-1');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(
      new DOMException('no', 'NotAllowedError'),
    );
    await user.click(within(row).getByRole('button', { name: 'Copy link' }));
    const address = await screen.findByRole('textbox', { name: 'Address of the link' });
    expect(address).toHaveValue('https://pay.test/A-1');
    expect(address).toHaveAccessibleDescription(/did not allow copying/);
    const refused = row.nextElementSibling;
    expect(refused).toContainElement(address);
    expect(refused?.querySelector('td')).toHaveAttribute('colspan', '5');
  });

  test('can be drawn by the host, with any of the parts of a link in it', async () => {
    const { wrapper } = createHarness({ provider: { client: clientOf({ items: [linkOf('A-1')] }) } });
    render(
      <parts.PaymentLinkList.Root columns={['reference', 'amount']}>
        <table>
          <parts.PaymentLinkList.Body>
            {({ id }) => (
              <tr>
                <parts.PaymentLinkList.Cell column="amount" />
                <parts.PaymentLinkList.Cell column="nothing of the kind" />
                <td>
                  <parts.LinkShare.Address aria-label={id} />
                </td>
              </tr>
            )}
          </parts.PaymentLinkList.Body>
        </table>
      </parts.PaymentLinkList.Root>,
      { wrapper },
    );
    expect(await screen.findByRole('textbox', { name: 'A-1' })).toHaveValue('https://pay.test/A-1');
    expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['$48.00', '']);
  });
});

const clientOf = (given: Answer) =>
  createPaymentsClient({
    baseUrl: 'http://localhost:4010',
    service: defineService({ paymentLinks: { amountUnit: 'minor' } }),
    fetcher: () => answer(given),
  });

describe('the columns', () => {
  test('have names, also the one whose name is not seen', async () => {
    serve({ items: [linkOf('A-1')] });
    await rowOf('A-1');
    const headers = screen.getAllByRole('columnheader');
    expect(headers.map(({ textContent }) => textContent)).toEqual([
      'Amount',
      'Status',
      'Reference',
      'Created',
      'Actions',
    ]);
    expect(headers.every((header) => header.getAttribute('scope') === 'col')).toBe(true);
    expect(region()).not.toHaveAttribute('data-columns');
  });

  test('of the host’s choice are told to its styles', async () => {
    serve({ items: [linkOf('A-1')] }, { columns: ['id', 'paidAmount'] });
    await rowOf('A-1');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['ID', 'Paid']);
    expect(region()).toHaveAttribute('data-columns', 'custom');
  });
});

describe('pages', () => {
  const page = (number: number, total = 3) => ({
    items: [linkOf(`P-${number}`)],
    total,
    page: number,
    limit: 1,
  });
  const onPage = async (props: PaymentLinkListProps = { limit: 1 }) => {
    const form = serve(page(1), props);
    form.list.mockImplementation((url) => answer(page(Number(url.searchParams.get('page') ?? 1))));
    await rowOf('P-1');
    return form;
  };

  test('are asked for one at a time, by the limit of the host', async () => {
    const { list, user } = await onPage();
    await user.click(button('Next'));
    await rowOf('P-2');
    const asked = list.mock.calls.map(
      ([url]) => `${url.searchParams.get('page')} ${url.searchParams.get('limit')}`,
    );
    expect(new Set(asked)).toEqual(new Set(['1 1', '2 1']));
  });

  test('keep what was there while the next comes, and say so', async () => {
    const { list, user } = await onPage();
    const next = pending();
    list.mockImplementation(() => next.response);
    await user.click(button('Next'));
    expect(await rowOf('P-1')).toBeVisible();
    expect(region()).toHaveAttribute('data-busy', '');
    expect(region()).toHaveAttribute('aria-busy', 'true');
    expect(region()).not.toHaveAttribute('data-loading');
    expect(screen.getByRole('status')).not.toHaveTextContent('Page 2');
    await next.resolve(page(2));
    await said('Page 2 of 3');
    expect(region()).toHaveAttribute('aria-busy', 'false');
  });

  test('end where there are no more: the button stays where the focus is, and does nothing', async () => {
    const { list, user } = await onPage();
    expect(button('Previous')).toHaveAttribute('aria-disabled', 'true');
    await user.click(button('Previous'));
    await user.click(button('Next'));
    await rowOf('P-2');
    expect(button('Previous')).not.toHaveAttribute('aria-disabled');
    await user.click(button('Next'));
    await rowOf('P-3');
    const last = button('Next');
    expect(last).toHaveAttribute('aria-disabled', 'true');
    expect(last).toHaveFocus();
    const before = list.mock.calls.length;
    await user.click(last);
    expect(list).toHaveBeenCalledTimes(before);
    expect(screen.getByRole('navigation')).toHaveTextContent('Page 3 of 3');
  });

  test('are not there where there is one', async () => {
    serve({ items: linksTo(25) });
    await rowOf('A-1');
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  test('are not there where the service gives all links at once, whatever page is asked for', async () => {
    serve({ items: linksTo(30) });
    await rowOf('A-30');
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  test('lead to the last link where the service gives fewer a page than it was asked for', async () => {
    const tenOf = (at: number): Answer => {
      return { items: linksTo(25).slice(at * 10 - 10, at * 10), total: 25, page: at };
    };
    const { list, user } = serve(tenOf(1));
    list.mockImplementation((url) => answer(tenOf(Number(url.searchParams.get('page')))));
    await rowOf('A-1');
    for (const [index, first] of ['A-11', 'A-21'].entries()) {
      await user.click(button('Next'));
      await rowOf(first);
      expect(screen.getByRole('navigation')).toHaveTextContent(`Page ${index + 2} of 3`);
    }
    expect(button('Next')).toHaveAttribute('aria-disabled', 'true');
  });

  test('are there for one link more than a page holds', async () => {
    serve({ items: linksTo(25), total: 26 });
    await rowOf('A-1');
    expect(screen.getByRole('navigation', { name: 'Pages' })).toHaveTextContent('Page 1 of 2');
  });

  test('from which the links have gone say so, and lead back', async () => {
    const { list, user } = await onPage();
    list.mockImplementation((url) =>
      answer(url.searchParams.get('page') === '2' ? { items: [], total: 1, page: 2, limit: 1 } : page(1, 1)),
    );
    await user.click(button('Next'));
    expect(await screen.findByText('There are no links on this page any more.')).toBeVisible();
    expect(screen.queryByText('No payment links yet')).toBeNull();
    expect(screen.getByRole('navigation')).toHaveTextContent('Page 2 of 2');
    await user.click(button('Previous'));
    expect(await rowOf('P-1')).toBeVisible();
  });

  test('of one merchant are not shown while those of the next are read', async () => {
    const next = pending();
    const merchants = [() => answer({ items: [linkOf('A-1')] }), () => next.response];
    const clients = merchants.map((fetcher) =>
      createPaymentsClient({
        baseUrl: 'http://localhost:4010',
        service: defineService({ paymentLinks: { amountUnit: 'minor' } }),
        fetcher,
      }),
    );
    const listOf = (merchant: number) => (
      <PaymentsProvider client={clients[merchant]!} currency="USD" timeZone="UTC">
        <PaymentLinkList />
      </PaymentsProvider>
    );
    const { rerender } = render(listOf(0));
    await rowOf('A-1');
    rerender(listOf(1));
    expect(screen.queryByText('A-1')).toBeNull();
    expect(region()).toHaveAttribute('aria-busy', 'true');
    await next.resolve({ items: [linkOf('B-1')] });
    expect(await rowOf('B-1')).toBeVisible();
  });

  test('begin at the first one again for the next merchant', async () => {
    const clients = ['a', 'b'].map((merchant) =>
      createPaymentsClient({
        baseUrl: `http://localhost:4010/${merchant}`,
        service: defineService({ paymentLinks: { amountUnit: 'minor' } }),
        fetcher: ({ url }) => {
          const at = Number(new URL(url).searchParams.get('page'));
          const items = merchant === 'a' || at === 1 ? [linkOf(`${merchant}-${at}`)] : [];
          return answer({ items, total: merchant === 'a' ? 3 : 1, page: at, limit: 1 });
        },
      }),
    );
    const listOf = (merchant: number) => (
      <PaymentsProvider client={clients[merchant]!} currency="USD" timeZone="UTC">
        <PaymentLinkList limit={1} />
      </PaymentsProvider>
    );
    const { rerender } = render(listOf(0));
    await rowOf('a-1');
    await userEvent.click(button('Next'));
    await rowOf('a-2');
    rerender(listOf(1));
    expect(await rowOf('b-1')).toBeVisible();
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  test('can be turned by buttons of the host', async () => {
    const { wrapper } = createHarness({ provider: { client: clientOf(page(1)) } });
    function Own() {
      const { page: at, pages, setPage } = usePaymentLinkList({ limit: 1 });
      return <button onClick={() => setPage(at + 1)}>{`${at} of ${pages}`}</button>;
    }
    render(<Own />, { wrapper });
    await userEvent.click(await screen.findByRole('button', { name: '1 of 3' }));
    expect(await screen.findByRole('button', { name: '2 of 3' })).toBeVisible();
  });
});

describe('refreshing', () => {
  test('is shown, asks once, and brings what is new', async () => {
    const { list, user } = serve({ items: [linkOf('A-1')] });
    await rowOf('A-1');
    const next = pending();
    list.mockClear();
    list.mockImplementation(() => next.response);
    await user.click(button('Refresh'));
    expect(button('Refresh')).toHaveAttribute('data-busy', '');
    expect(region()).toHaveAttribute('aria-busy', 'false');
    await next.resolve({ items: [linkOf('A-2'), linkOf('A-1')] });
    await rowOf('A-2');
    expect(button('Refresh')).not.toHaveAttribute('data-busy');
    expect(list).toHaveBeenCalledOnce();
  });

  test('that failed can be tried again, not twice at a time, and the focus is not lost', async () => {
    const { list, user } = serve({ items: [linkOf('A-1')] });
    await rowOf('A-1');
    list.mockImplementation(() => Promise.resolve(Response.json({}, { status: 401 })));
    await user.click(button('Refresh'));
    expect(await screen.findByText(/The links themselves are not affected/)).toBeVisible();
    await said('The links could not be loaded');
    const next = pending();
    list.mockImplementation(() => next.response);
    const before = list.mock.calls.length;
    await user.click(button('Try again'));
    expect(button('Try again')).toHaveAttribute('aria-disabled', 'true');
    await user.click(button('Try again'));
    expect(list).toHaveBeenCalledTimes(before + 1);
    expect(button('Try again')).toHaveFocus();
    await next.resolve({ items: [linkOf('A-1')] });
    await waitFor(() =>
      expect(screen.queryByText('The links could not be loaded', { ignore: 'span' })).toBeNull(),
    );
    await waitFor(() => expect(screen.getByRole('region', { name: 'Payment links' })).toHaveFocus());
  });
});

describe('the tools', () => {
  test('are there while the first page loads, and not for a list without links', async () => {
    const form = serve({ items: [] });
    expect(screen.getByRole('searchbox')).toBeVisible();
    expect(button('Download this page as CSV')).toHaveAttribute('aria-disabled', 'true');
    await screen.findByText('No payment links yet');
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull();
    expect(form.container).toHaveTextContent(
      'The links you create appear here, with their address to share.',
    );
  });

  test('are not there for a list that could not be read', async () => {
    const form = createHarness({ latencyMs: 0 });
    form.sandbox.setScenario('unauthorized', { operation: 'listPaymentLinks' });
    render(<PaymentLinkList />, { wrapper: form.wrapper });
    await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByText('No payment links yet')).toBeNull();
    expect(region()).not.toHaveAttribute('data-empty');
  });
});

describe('the search', () => {
  const search = () => screen.getByRole('searchbox', { name: 'Search on this page' });
  const references = () => screen.queryAllByText(/^A-\d$/).map(({ textContent }) => textContent);

  test.each([
    ['４８', ['A-1']],
    ['CAFÉ', ['A-2']],
    ['cafe\u0301', ['A-2']],
    ['undefined', []],
    ['a-1 a-2', []],
    ['A-1\nX', []],
    ['   ', ['A-1', 'A-2', 'A-3']],
  ])('for %j finds %j', async (query, found) => {
    const { user } = serve(
      {
        items: [
          linkOf('A-1'),
          linkOf('A-2', { amount: 100, customValues: [{ key: 'place', value: 'Café' }] }),
          linkOf('A-3', { amount: 200 }),
        ],
      },
      { columns: ['amount', 'status', 'reference', 'customValues'] },
    );
    await rowOf('A-1');
    await user.click(search());
    await user.paste(query);
    expect(references()).toEqual(found);
    expect(search()).toHaveAttribute('dir', 'auto');
  });

  test('that finds nothing is said where the links were, and once it is empty nothing is said', async () => {
    const { user } = serve({ items: [linkOf('A-1')] });
    await rowOf('A-1');
    expect(search()).not.toHaveAttribute('dir');
    await user.click(search());
    await user.paste('zzz');
    expect(screen.getByText(/^Nothing on this page matches/)).toBeVisible();
    expect(screen.queryByText(/of 1 links/)).toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
    await user.clear(search());
    expect(await rowOf('A-1')).toBeVisible();
    expect(screen.queryByText(/^Nothing on this page/)).toBeNull();
  });

  test('stays while the page is turned, and searches the new one', async () => {
    const { list, user } = serve({ items: [linkOf('A-1')], total: 2, limit: 1 }, { limit: 1 });
    await rowOf('A-1');
    await user.click(search());
    await user.paste('A-2');
    list.mockImplementation(() => answer({ items: [linkOf('A-2')], total: 2, page: 2, limit: 1 }));
    await user.click(button('Next'));
    expect(await screen.findByText('1 of 1 links on this page')).toBeVisible();
  });
});
