import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PaymentLinkList, type PaymentLinkListProps } from 'tillkit';
import { createPaymentsClient, defineService } from 'tillkit/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHarness, type HarnessOptions } from '../../harness.tsx';
import { said } from '../../said.ts';

function show(props: PaymentLinkListProps = {}, options: HarnessOptions = {}) {
  const harness = createHarness({ latencyMs: 0, ...options });
  const view = render(<PaymentLinkList {...props} />, { wrapper: harness.wrapper });
  return { ...harness, ...view, user: userEvent.setup() };
}

const listing = (...items: object[]) =>
  createPaymentsClient({
    baseUrl: 'http://localhost:4010',
    service: defineService({ paymentLinks: { amountUnit: 'minor' } }),
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
    'Open',
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
  await said('The link was copied.');
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
  await said('Page 2 of 3');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('PL-1001')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByText('PL-1002')).toBeVisible();
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
  const reason = await screen.findByText('The service says: The authorization is not valid.');
  expect(reason.closest('div')).toHaveTextContent(
    'The links could not be loadedThe links themselves are not affected. Try again in a moment.The service says:',
  );
  await said('The links could not be loaded');

  harness.sandbox.setScenario(undefined, { operation: 'listPaymentLinks' });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('PL-1003')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/The authorization is not valid/)).toBeNull());
});

test('shows what the service leaves out as absent, and a status of its own in words', async () => {
  showItems(
    { id: 1, reference: 'R-1', status: 'partially_refunded', createdAt: 'yesterday' },
    { id: 2, paid: true },
    { id: 3, status: 'PAID' },
    { id: 4, status: 'Half: 1/2' },
  );
  const cells = (await rowOf('R-1')).getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells).toEqual(['—', 'Partially refunded', 'R-1', 'yesterday', 'No address']);
  expect(screen.getAllByText('Paid', { selector: 'td *' })).toHaveLength(2);
  expect(screen.getByText('Half: 1/2', { selector: 'td *' })).toBeVisible();
});

test.each(['2026-01-14', '2026-01-14 22:10:00', '2026-01-14T22:10:00'])(
  'shows %s as it came: it says no zone, and a guess could be a day off',
  async (createdAt) => {
    showItems({ id: 1, createdAt });
    expect(await screen.findByText(createdAt)).toBeVisible();
  },
);

test.each([
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'https://pay@evil.test',
  '/\\evil',
])('F96: %s is no link', async (paymentLink) => {
  showItems({ id: 1, reference: 'R-1', paymentLink });
  const row = await rowOf('R-1');
  expect(row.getAllByRole('cell').at(-1)?.textContent).toBe(paymentLink);
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
    service: defineService({ amountScale: 'hundredths', paymentLinks: { amountUnit: 'minor' } }),
    fetcher: () => Promise.resolve(Response.json({ items: [{ id: 1, amount: 120_000 }], total: 1 })),
  });
  show({}, { provider: { client, currency: 'JPY' } });
  expect(await screen.findByText('¥1,200')).toBeVisible();
});

test('F102: digits like those of a card keep their last four in free text, and stay whole in ids', async () => {
  const card = '4111 1111 1111 1111';
  showItems({ id: 1, reference: card, status: card, createdAt: card, paymentLink: `card ${card}` });
  const cells = (await rowOf(card)).getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells).toEqual(['—', '•••• 1111', card, '•••• 1111', 'card •••• 1111']);
});

test('F105: of ten thousand links at once it draws the first, says so, and finds the others', async () => {
  showItems(...Array.from({ length: 10_000 }, (_, id) => ({ id, reference: `R-${id}` })));
  expect(await screen.findByText('R-199')).toBeVisible();
  expect(screen.queryByText('R-200')).toBeNull();
  expect(screen.getByText('The first 200 of 10,000 links. Search to find the others.')).toBeVisible();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'R-9999' } });
  expect(screen.getByText('R-9999')).toBeVisible();
});

test('refreshes, and after an error keeps what was there', async () => {
  const { user, sandbox } = show();
  await screen.findByText('PL-1003');
  sandbox.setScenario('unauthorized', { operation: 'listPaymentLinks' });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText(/The authorization is not valid/)).toBeVisible();
  expect(screen.getByText('PL-1003')).toBeVisible();
});

describe('what is open', () => {
  const summary = () => document.querySelector('.tillkit-payment-link-list-summary')?.textContent;
  const showing = async (...items: object[]) => {
    showItems(...items.map((item, id) => ({ id, reference: `R-${id}`, ...item })));
    await screen.findByText('R-0');
    return summary();
  };

  test('is counted and added up, for this page where there are others', async () => {
    const { user } = show({ limit: 2 });
    await screen.findByText('PL-1003');
    expect(summary()).toBe('2 open on this page, $141.50');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('PL-1001');
    expect(summary()).toBe('None open on this page');
  });

  test('is all there is where one page has all, whatever is searched', async () => {
    const { user } = show();
    await screen.findByText('PL-1003');
    await user.type(screen.getByRole('searchbox'), 'PL-1001');
    expect(summary()).toBe('2 open, $141.50');
  });

  test.each<[string, object[], string]>([
    ['what is left', [{ status: 'unpaid', amount: 1, totalAmount: 1200, paidAmount: 200 }], '1 open, $10.00'],
    ['no sum where one is not known', [{ status: 'unpaid', amount: 1000 }, { paid: false }], '2 open'],
    ['no sum where more was paid', [{ status: 'unpaid', amount: 1000, paidAmount: 2000 }], '1 open'],
    [
      'neither what expired nor what is paid',
      [
        { status: 'EXPIRED', amount: 5 },
        { paid: true, amount: 5 },
      ],
      'None open',
    ],
    ['what is partly paid', [{ status: 'partially_paid', amount: 500, paidAmount: 100 }], '1 open, $4.00'],
    ['no sum where the paid part is not known', [{ status: 'partially_paid', amount: 5 }], '1 open'],
    ['nothing where a link does not say', [{ status: 'unpaid', amount: 5 }, { amount: 5 }], ''],
    ['nothing where a status is not known', [{ status: 'unpaid', amount: 5 }, { status: 'Half: 1/2' }], ''],
    ['what is paid in words of its own as that', [{ status: 'Half: 1/2', paid: true }], 'None open'],
    ['what is active and paid as that', [{ status: 'active', amount: 5, paid: true }], 'None open'],
    ['the rest of it', [{ status: 'partially_paid', paid: true, amount: 5, paidAmount: 1 }], '1 open, $0.04'],
  ])('counts %s', async (_, items, expected) => {
    expect(await showing(...items)).toBe(expected);
  });

  test('has its place while the links load', () => {
    show({}, { latencyMs: 100 });
    expect(document.querySelector('.tillkit-payment-link-list-summary .tillkit-skeleton')).not.toBeNull();
  });
});

describe('a status', () => {
  const choices = () =>
    within(screen.getByRole('group', { name: 'Show on this page' })).getAllByRole<HTMLButtonElement>(
      'button',
    );
  const pick = (name: string) => screen.getByRole('button', { name });
  const shown = () => screen.queryAllByText(/^PL-\d+$/).map(({ textContent }) => textContent);

  test('can be picked, and its links alone are shown, without another request', async () => {
    const { user, sandbox } = show();
    await screen.findByText('PL-1003');
    expect(choices().map(({ textContent }) => textContent)).toEqual(['All', 'Open', 'Paid']);
    expect(pick('All')).toHaveAttribute('aria-pressed', 'true');
    await user.click(pick('Paid'));
    expect(shown()).toEqual(['PL-1001']);
    expect(pick('Paid')).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByText('1 of 3 links on this page')).toBeVisible();
    await user.type(screen.getByRole('searchbox'), 'PL-1002');
    expect(screen.getByText(/Other pages are not searched/)).toBeVisible();
    await user.clear(screen.getByRole('searchbox'));
    await user.click(pick('All'));
    expect(shown()).toHaveLength(3);
    expect(screen.queryByText(/links on this page$/)).toBeNull();
    expect(sandbox.ledger.requests).toHaveLength(1);
  });

  test('has no buttons where all links have the same', async () => {
    show({ limit: 2 });
    await screen.findByText('PL-1003');
    expect(screen.queryByRole('group')).toBeNull();
  });

  test.each<[string, object[], string[]]>([
    [
      'of the service is named in words',
      [{ status: 'EXPIRED' }, { status: 'paid' }],
      ['All', 'Paid', 'Expired'],
    ],
    [
      'is among six at most',
      Array.from({ length: 9 }, (_, place) => ({ status: `step-${'abcdefghi'[place]}` })),
      ['All', 'Step a', 'Step b', 'Step c', 'Step d', 'Step e', 'Step f'],
    ],
  ])('%s', async (_, items, expected) => {
    showItems(...items.map((item, id) => ({ id, reference: `R-${id}`, ...item })));
    await screen.findByText('R-0');
    expect(choices().map(({ textContent }) => textContent)).toEqual(expected);
  });

  test.each([
    ['paid', 'Paid'],
    ['expired', 'Expired'],
  ])('that a page does not have, as %s, stays picked, and the page says so', async (status, name) => {
    const pages = [
      [
        { id: 1, reference: 'R-1', status },
        { id: 2, reference: 'R-2', status: 'unpaid' },
      ],
      [{ id: 3, reference: 'R-3', status: 'unpaid' }],
    ];
    const client = createPaymentsClient({
      baseUrl: 'http://localhost:4010',
      service: defineService({ paymentLinks: { amountUnit: 'minor' } }),
      fetcher: ({ url }) => {
        const page = Number(new URL(url).searchParams.get('page'));
        return Promise.resolve(Response.json({ items: pages[page - 1], total: 3, page, limit: 2 }));
      },
    });
    const { user } = show({ limit: 2 }, { provider: { client } });
    await screen.findByText('R-1');
    await user.click(pick(name));
    await user.click(pick('Next'));
    expect(await screen.findByText(/^Nothing on this page matches/)).toBeVisible();
    expect(pick(name)).toHaveAttribute('aria-pressed', 'true');
    await user.click(pick('All'));
    expect(screen.getByText('R-3')).toBeVisible();
    expect(screen.queryByRole('group')).toBeNull();
  });
});

describe('search', () => {
  const search = () => screen.getByRole('searchbox', { name: 'Search on this page' });
  const found = async () => (await screen.findAllByText(/^PL-\d+$/)).map(({ textContent }) => textContent);

  test.each([
    ['pl-1002', ['PL-1002']],
    ['129.00', ['PL-1002']],
    ['$45', ['PL-1001']],
    ['unpaid', ['PL-1003', 'PL-1002']],
    ['jan 11', ['PL-1002']],
    ['2026-01-14', ['PL-1003']],
    ['  paid   PL-1001 ', ['PL-1001']],
  ])('finds %j by what the page shows', async (query, references) => {
    const { user } = show();
    await screen.findByText('PL-1003');
    await user.type(search(), query);
    expect(await found()).toEqual(references);
    expect(screen.getByText(`${references.length} of 3 links on this page`)).toBeVisible();
  });

  test('says the count once a person stops typing, and that other pages are not searched', async () => {
    const { user, advance } = show();
    await screen.findByText('PL-1003');
    const words: string[] = [];
    const region = screen.getByRole('status');
    const observer = new MutationObserver(() => words.push(region.textContent));
    observer.observe(region, { childList: true, subtree: true, characterData: true });
    await user.type(search(), 'PL-1');
    await act(() => advance(500));
    await user.type(search(), '009');
    await act(() => advance(500));
    expect(words).toEqual([]);
    await act(() => advance(200));
    await waitFor(() => expect(words).toEqual(['0 of 3 links on this page']));
    expect(screen.getByText(/Other pages are not searched/)).toBeVisible();
    await user.clear(search());
    expect(await found()).toHaveLength(3);
    observer.disconnect();
  });
});

describe('columns', () => {
  test('are hidden, ordered and renamed by the host', async () => {
    show({ columns: ['status', { id: 'reference', label: 'Order' }, 'paidAmount', 'customValues'] });
    const row = await rowOf('PL-1001');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Status',
      'Order',
      'Paid',
      'Details',
    ]);
    expect(row.getByText('Customer reference: C-2041')).toBeVisible();
    expect(row.getByRole('cell', { name: /\$45\.00/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
  });

  test('are rendered by the host, whose own text is searched', async () => {
    const { user } = show({
      columns: [
        { id: 'reference', render: ({ reference }) => <strong>{reference}</strong> },
        { id: 'store', label: 'Store', render: () => <em>Main street</em>, text: () => 'Main street' },
        'actions',
      ],
    });
    expect((await screen.findByText('PL-1001')).tagName).toBe('STRONG');
    await user.type(screen.getByRole('searchbox'), 'main');
    expect(screen.getAllByText('Main street')).toHaveLength(3);
  });

  test('cannot be named wrongly', () => {
    // @ts-expect-error a column of the host's own needs a label and a content
    const wrong: PaymentLinkListProps = { columns: [{ id: 'refernce' }] };
    // @ts-expect-error there is no such column
    const unknown: PaymentLinkListProps = { columns: ['refernce'] };
    expect([wrong, unknown]).toHaveLength(2);
  });
});

describe('file of the page', () => {
  let saved: Blob | undefined;
  const revoke = vi.fn<(url: string) => void>();
  const names: string[] = [];
  beforeEach(() => {
    saved = undefined;
    names.length = 0;
    revoke.mockClear();
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function press(
      this: HTMLAnchorElement,
    ) {
      names.push(`${this.download} ${this.href}`);
    });
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        saved = blob;
        return 'blob:csv';
      },
      revokeObjectURL: revoke,
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    Reflect.deleteProperty(URL, 'createObjectURL');
    Reflect.deleteProperty(URL, 'revokeObjectURL');
  });
  const linesOf = async () => {
    const bytes = new Uint8Array((await saved?.arrayBuffer()) ?? []);
    expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
    return new TextDecoder().decode(bytes).trimEnd().split('\r\n');
  };
  const download = () => screen.getByRole('button', { name: 'Download this page as CSV' });

  test('has the whole record, each custom value in a column, and its address is given back', async () => {
    const { user, advance } = show();
    await screen.findByText('PL-1003');
    await user.click(download());
    const lines = await linesOf();
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe(
      '"ID","Reference","Status","Amount (USD)","Paid (USD)","Created","Address","Customer reference"',
    );
    expect(lines[3]).toMatch(
      /^"\w+","PL-1001","paid","45\.00","45\.00","2026-01-06T09:30:00\.000Z","https:\/\/pay\.sandbox\.test\/l\/\w+","C-2041"$/,
    );
    expect(names).toEqual(['payment-links-page-1.csv blob:csv']);
    expect(revoke).not.toHaveBeenCalled();
    await act(() => advance(10_000));
    expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:csv');
  });

  test('has the columns the host named, and none that have no text', async () => {
    const { user } = show({
      columns: [
        { id: 'reference', label: 'Order' },
        { id: 'store', label: 'Store', render: () => 'Main' },
      ],
    });
    await screen.findByText('PL-1003');
    await user.click(download());
    expect(await linesOf()).toEqual(['"Order"', '"PL-1003"', '"PL-1002"', '"PL-1001"']);
  });

  test('F104: what the service says runs nowhere', async () => {
    const { user } = showItems({ id: '=1+1', reference: '@SUM(A1)', status: '+1', createdAt: '-1' });
    await screen.findByText('@SUM(A1)');
    await user.click(download());
    expect((await linesOf())[1]).toBe(`"'=1+1","'@SUM(A1)","'+1","","","'-1",""`);
  });

  test('F102: card numbers keep their last four', async () => {
    const { user } = showItems({ id: 1, customValues: [{ key: 'note', value: 'card 4111111111111111' }] });
    await screen.findByText('No address');
    await user.click(download());
    expect((await linesOf())[1]).toMatch(/"card •••• 1111"$/);
  });

  test('writes a currency of three digits with three, exactly', async () => {
    const client = createPaymentsClient({
      baseUrl: 'http://localhost:4010',
      service: defineService({ amountScale: 'iso', paymentLinks: { amountUnit: 'major' }, currency: 'KWD' }),
      fetcher: () => Promise.resolve(Response.json({ items: [{ id: 1, amount: 1.005 }], total: 1 })),
    });
    const { user } = show({ columns: ['amount'] }, { provider: { client, currency: 'KWD' } });
    await screen.findByText(/1\.005/);
    await user.click(download());
    expect(await linesOf()).toEqual(['"Amount (KWD)"', '"1.005"']);
  });
});
