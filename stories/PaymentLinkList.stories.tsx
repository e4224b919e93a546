import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { PaymentLinkList } from 'tillkit';
import { createPaymentsClient } from 'tillkit/core';
import { eventually, harnessOf } from './linkStory.ts';

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

export const Loading: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('region', { name: 'Payment links' })).toHaveAttribute('aria-busy', 'true');
    await expect(canvas.getByText('Loading payment links…')).toBeInTheDocument();
  },
};

export const Links: Story = {
  play: async ({ canvas, loaded }) => {
    await eventually(loaded, () => expect(canvas.getByRole('cell', { name: 'PL-1003' })).toBeVisible());
    await expect(canvas.getByText('$129.00')).toBeVisible();
    await expect(canvas.getAllByRole('button', { name: 'Copy link' })).toHaveLength(3);
  },
};

export const Pages: Story = {
  args: { limit: 2 },
  play: async ({ canvas, userEvent, loaded }) => {
    await eventually(loaded, () => expect(canvas.getByText('Page 1 of 2')).toBeVisible());
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }));
    await eventually(loaded, () => expect(canvas.getByRole('cell', { name: 'PL-1001' })).toBeVisible());
    await expect(canvas.getByText('Page 2 of 2')).toBeVisible();
  },
};

const listing = (...items: object[]) =>
  createPaymentsClient({
    baseUrl: 'http://localhost:4010',
    paymentLinks: { amountUnit: 'minor' },
    fetcher: () => Promise.resolve(Response.json({ items, total: items.length, page: 1, limit: 25 })),
  });

/** Fields left out, a status of the service's own, an address that is not safe to open. */
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
            reference: 'A reference that somebody typed by hand, long',
          },
        ),
      },
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('partially_refunded')).toBeVisible();
    await expect(canvas.getByText('yesterday')).toBeVisible();
    await expect(canvas.getAllByRole('link')).toHaveLength(1);
  },
};

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
    await eventually(loaded, () => expect(canvas.getByText('The links could not be loaded')).toBeVisible());
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeEnabled();
  },
};

/** The clipboard is not there: the address is shown instead, and nothing says "Copied". */
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

export const Dark: Story = { ...Links, parameters: { theme: 'dark' } };
export const RightToLeft: Story = { ...Links, parameters: { direction: 'rtl' } };
export const Narrow: Story = { ...Links, parameters: { width: '17rem' } };
export const Medium: Story = { ...Links, parameters: { width: '36rem' } };
