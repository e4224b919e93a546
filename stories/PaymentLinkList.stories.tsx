import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { PaymentLinkList, useCreatePaymentLink } from 'tillkit';
import { createPaymentsClient, defineService } from 'tillkit/core';
import { eventually, harnessOf } from './linkStory.ts';
import { galleryOf, narrow as asTelephone } from './gallery.tsx';
import { paymentLinkListStates } from './paymentLinkListStates.tsx';

export default {
  title: 'Payment links/PaymentLinkList',
  component: PaymentLinkList,
  decorators: (List, { parameters }) => (
    <div style={{ maxInlineSize: parameters['width'] ?? '56rem' }}>
      <List />
    </div>
  ),
} satisfies Meta<typeof PaymentLinkList>;

type Story = StoryObj<typeof PaymentLinkList>;

export const Links: Story = {
  args: { columns: ['amount', 'status', 'reference', 'created', 'actions'] }, // only a list with a value has a control in Storybook
  play: async ({ canvas, loaded }) => {
    await eventually(loaded, () => expect(canvas.getByRole('cell', { name: 'PL-1003' })).toBeVisible());
    await expect(canvas.getByText('$129.00')).toBeVisible();
    await expect(canvas.getAllByRole('button', { name: 'Copy link' })).toHaveLength(3);
  },
};

export const Loading: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('region', { name: 'Payment links' })).toHaveAttribute('aria-busy', 'true');
    await expect(canvas.getByText('Loading payment links…')).toBeInTheDocument();
  },
};

export const Pages: Story = {
  args: { limit: 2 },
  play: async ({ canvas, userEvent, loaded }) => {
    await eventually(loaded, () => expect(canvas.getByText('Page 1 of 2')).toBeVisible());
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }));
    await eventually(loaded, () => expect(canvas.getByRole('cell', { name: 'PL-1001' })).toBeVisible());
    await expect(canvas.getByRole('navigation', { name: 'Pages' })).toHaveTextContent('Page 2 of 2');
  },
};

export const LastPage: Story = {
  args: { limit: 2 },
  play: async (context) => {
    await Pages.play?.(context);
    await expect(context.canvas.getByRole('button', { name: 'Next' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  },
};

/** The page is read again, and its links stay. */
export const Refetching: Story = {
  play: async (context) => {
    await Links.play?.(context);
    const { canvas, userEvent } = context;
    const refresh = canvas.getByRole('button', { name: 'Refresh' });
    await userEvent.click(refresh);
    await expect(refresh).toHaveAttribute('data-busy', '');
    await expect(canvas.getByRole('cell', { name: 'PL-1003' })).toBeVisible();
  },
};

export const Searching: Story = {
  play: async (context) => {
    await Links.play?.(context);
    const { canvas, userEvent } = context;
    await userEvent.type(canvas.getByRole('searchbox', { name: 'Search on this page' }), 'unpaid');
    await expect(canvas.getByText('2 of 3 links on this page')).toBeVisible();
    await expect(canvas.queryByRole('cell', { name: 'PL-1001' })).toBeNull();
  },
};

/** The page's links of one status, without another request. */
export const Statuses: Story = {
  play: async (context) => {
    await Links.play?.(context);
    const { canvas, userEvent } = context;
    await expect(canvas.getByText('2 open, $141.50')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Paid' }));
    await expect(canvas.getByText('1 of 3 links on this page')).toBeVisible();
    await expect(canvas.queryByRole('cell', { name: 'PL-1003' })).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: 'Open' }));
    await expect(canvas.getByText('2 of 3 links on this page')).toBeVisible();
  },
};

/** If there are other pages, the summary says that it covers one page. */
export const OpenOnPage: Story = {
  args: { limit: 2 },
  play: async ({ canvas, loaded }) => {
    await eventually(loaded, () => expect(canvas.getByText('2 open on this page, $141.50')).toBeVisible());
  },
};

export const NothingFound: Story = {
  play: async (context) => {
    await Links.play?.(context);
    const { canvas, userEvent } = context;
    await userEvent.type(canvas.getByRole('searchbox'), 'Christmas');
    await expect(canvas.getByText(/Other pages are not searched/)).toBeVisible();
  },
};

/** The QR code to show to a customer. */
export const QrCode: Story = {
  play: async (context) => {
    await Links.play?.(context);
    const { canvas, userEvent } = context;
    await userEvent.click(canvas.getByRole('button', { name: 'Show QR code', description: 'PL-1002' }));
    await expect(await canvas.findByRole('dialog', { name: '$129.00' })).toBeVisible();
    const picture = canvas.getByRole('img', { name: 'QR code of the link' });
    await waitFor(() => expect(picture).toHaveAttribute('aria-busy', 'false'));
  },
};

function CreateOne() {
  const { create } = useCreatePaymentLink();
  return <button onClick={() => void create({ amount: 24_900 })}>Create</button>;
}

/** A link that was just created is on top before the list is read again. */
export const NewLink: Story = {
  decorators: (List) => (
    <>
      <List />
      <CreateOne />
    </>
  ),
  play: async (context) => {
    await Links.play?.(context);
    const { canvas, userEvent, loaded } = context;
    await userEvent.click(canvas.getByRole('button', { name: 'Create' }));
    await eventually(loaded, () => expect(canvas.getByText('New')).toBeVisible());
    await expect(canvas.getByText('$249.00')).toBeVisible();
  },
};

/** The host hides, orders, renames and fills columns. */
export const Columns: Story = {
  args: {
    columns: [
      { id: 'reference', label: 'Order' },
      'status',
      'amount',
      'paidAmount',
      'customValues',
      { id: 'store', label: 'Store', render: () => 'Main street', text: () => 'Main street' },
      'actions',
    ],
  },
  play: async ({ canvas, loaded }) => {
    await eventually(loaded, () => expect(canvas.getAllByText('Main street')).toHaveLength(3));
    await expect(canvas.getByText('Customer reference: C-2080')).toBeVisible();
  },
};

const listing = (...items: object[]) =>
  createPaymentsClient({
    baseUrl: 'http://localhost:4010',
    service: defineService({ paymentLinks: { amountUnit: 'minor' } }),
    fetcher: () => Promise.resolve(Response.json({ items, total: items.length, page: 1, limit: 25 })),
  });

/** Missing fields, a status of the service's own, an address that is not safe to open. */
export const Unusual: Story = {
  parameters: {
    sandbox: {
      provider: {
        client: listing(
          {
            id: 1,
            reference: 'PL-2001',
            status: 'partially_refunded',
            amount: 123456789,
            createdAt: 'yesterday',
          },
          { id: 2, paymentLink: 'javascript:alert(1)', status: 'unpaid', createdAt: '2026-01-14T22:10:00Z' },
          {
            id: 3,
            paymentLink: 'https://pay.sandbox.test/l/3',
            reference: 'A reference that a person typed by hand, long',
          },
        ),
      },
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('cell', { name: 'Partially refunded' })).toBeVisible();
    await expect(canvas.getByText('yesterday')).toBeVisible();
    await expect(canvas.getAllByRole('link')).toHaveLength(1);
  },
};

const markup = '<img src=x onerror=alert(1)>"><script>alert(1)</script>';

/** F95, F105: markup, ten thousand characters, a reversed writing direction, zero-width characters. */
export const Hostile: Story = {
  parameters: {
    sandbox: {
      provider: {
        client: listing(
          {
            id: markup,
            reference: markup,
            status: markup,
            createdAt: markup,
            paymentLink: markup,
            amount: 1250,
          },
          {
            id: 2,
            reference: 'long '.repeat(2000),
            status: 'x'.repeat(10_000),
            createdAt: '2026-01-14T22:10:00Z',
            paymentLink: `javascript:${'x'.repeat(10_000)}`,
            amount: 9_007_199_254_740_991,
          },
          {
            id: 3,
            reference: '\u202E0021$ diap\u200B\u200B\u200B',
            status: '\u202Eunpaid',
            createdAt: '2026-01-14T22:10:00Z',
            paymentLink: `pay.sandbox.test/${'y'.repeat(2000)}`,
            amount: 4200,
          },
        ),
      },
    },
  },
  play: async ({ canvas, canvasElement }) => {
    await expect((await canvas.findAllByText(markup)).length).toBeGreaterThan(2);
    await expect(canvasElement.querySelector('img')).toBeNull();
    const list = canvas.getByRole('region', { name: 'Payment links' });
    await expect(list.scrollWidth).toBeLessThanOrEqual(list.clientWidth);
    await expect(list.clientHeight).toBeLessThan(900);
  },
};
export const HostileNarrow: Story = { ...Hostile, parameters: { ...Hostile.parameters, width: '17rem' } };

export const Empty: Story = {
  parameters: { sandbox: { provider: { client: listing() } } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No payment links yet')).toBeVisible();
  },
};

export const Failed: Story = {
  name: 'Error',
  beforeEach: ({ loaded }) =>
    harnessOf(loaded).sandbox.setScenario('unauthorized', { operation: 'listPaymentLinks' }),
  play: async ({ canvas, loaded }) => {
    await eventually(loaded, () => expect(canvas.getByRole('button', { name: 'Try again' })).toBeEnabled());
  },
};

/** The links stay if the list cannot be refreshed. */
export const RefetchFailed: Story = {
  play: async (context) => {
    await Links.play?.(context);
    const { canvas, userEvent, loaded } = context;
    harnessOf(loaded).sandbox.setScenario('unauthorized', { operation: 'listPaymentLinks' });
    await userEvent.click(canvas.getByRole('button', { name: 'Refresh' }));
    await eventually(loaded, () =>
      expect(canvas.getByText('The service says: The authorization is not valid.')).toBeVisible(),
    );
    await expect(canvas.getByRole('cell', { name: 'PL-1003' })).toBeVisible();
  },
};

/** Without a clipboard the address is shown, and the button does not say "Copied". */
export const CopyRefused: Story = {
  play: async (context) => {
    await Links.play?.(context);
    const { canvas, userEvent } = context;
    const clipboard = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    const [copy] = canvas.getAllByRole('button', { name: 'Copy link' });
    if (copy) await userEvent.click(copy);
    await expect(await canvas.findByRole('textbox', { name: 'Address of the link' })).toHaveFocus();
    await expect(canvas.queryByText('Copied')).toBeNull();
    if (clipboard) Object.defineProperty(navigator, 'clipboard', clipboard);
    else Reflect.deleteProperty(navigator, 'clipboard');
  },
};

export const Dark: Story = { ...Links, parameters: { theme: 'dark' }, tags: ['look', '!test'] };
export const RightToLeft: Story = { ...Links, parameters: { direction: 'rtl' }, tags: ['look', '!test'] };
export const Narrow: Story = { ...Links, parameters: { width: '17rem' }, tags: ['look', '!test'] };
/** Cards from a width of 520 px on: actions as icons, on the last line of a card. */
export const Cards: Story = {
  ...Links,
  parameters: { width: '32.5rem' },
  play: async (context) => {
    await Links.play?.(context);
    const { canvas } = context;
    const [copy] = canvas.getAllByRole('button', { name: 'Copy link' });
    await expect(copy?.clientWidth).toBe(copy?.clientHeight);
    await expect(copy).toHaveAttribute('title', 'Copy link');
    const cell = canvas.getByRole('cell', { name: 'PL-1003' }).getBoundingClientRect();
    await expect(copy!.getBoundingClientRect().top).toBeGreaterThanOrEqual(cell.bottom);
  },
};
export const CardsRightToLeft: Story = {
  ...Cards,
  parameters: { width: '32.5rem', direction: 'rtl' },
  tags: ['look', '!test'],
};
/** A table from a width of 640 px on: aligned decimals, and actions as icons. */
export const Medium: Story = {
  ...Links,
  parameters: { width: '40rem' },
  play: async (context) => {
    await Links.play?.(context);
    const { canvas } = context;
    const cell = (name: string) => canvas.getByRole('cell', { name }).getBoundingClientRect();
    await expect(cell('PL-1003').top).toBe(cell('$12.50').top);
    const [copy] = canvas.getAllByRole('button', { name: 'Copy link' });
    await expect(copy?.clientWidth).toBe(copy?.clientHeight);
    await expect(copy).toHaveAttribute('title', 'Copy link');
    const ends = ['$12.50', '$129.00', '$45.00'].map((text) => {
      const range = document.createRange();
      range.selectNodeContents(canvas.getByText(text));
      return Math.round(range.getBoundingClientRect().right);
    });
    await expect(new Set(ends).size).toBe(1);
  },
};
export const MediumRightToLeft: Story = {
  ...Medium,
  parameters: { width: '40rem', direction: 'rtl' },
  tags: ['look', '!test'],
};
/** More than five columns do not fit side by side. */
export const ColumnsMedium: Story = { ...Columns, parameters: { width: '44rem' }, tags: ['look', '!test'] };
export const ColumnsNarrow: Story = { ...Columns, parameters: { width: '17rem' }, tags: ['look', '!test'] };
export const QrCodeDark: Story = { ...QrCode, parameters: { theme: 'dark' }, tags: ['look', '!test'] };

export const AllStates: Story = { ...galleryOf(paymentLinkListStates), tags: ['gallery', '!manifest'] };

export const AllStatesNarrow: Story = {
  ...AllStates,
  decorators: asTelephone,
  tags: ['look', '!test', '!manifest'],
};
