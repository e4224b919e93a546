import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactNode, useMemo, useState } from 'react';
import { expect, fn } from 'storybook/test';
import { PaymentLinkForm, PaymentsProvider } from 'tillkit';
import { createPaymentsClient, defineService } from 'tillkit/core';
import type { Harness } from '../test/harness.tsx';
import { eventually, harnessOf, lines } from './linkStory.ts';
import { galleryOf, narrow as asTelephone } from './gallery.tsx';
import { paymentLinkFormStates } from './paymentLinkFormStates.tsx';

export default {
  title: 'Payment links/PaymentLinkForm',
  component: PaymentLinkForm,
  args: {
    onLinkCreated: fn(),
    customFields: [
      { key: 'invoice-number', label: 'Invoice number', required: true },
      { key: 'customer-reference', label: 'Customer reference' },
      {
        key: 'table',
        label: 'Table',
        type: 'choice',
        choices: [
          { value: '1', label: 'By the window' },
          { value: '2', label: 'On the terrace' },
        ],
      },
      { key: 'note', label: 'Note' },
    ],
    taxes: [
      { id: 'tax-standard', label: 'Standard rate', percent: 20 },
      { id: 'tax-reduced', label: 'Reduced rate', percent: 5 },
    ],
    discount: { percent: 2.5 },
  },
} satisfies Meta<typeof PaymentLinkForm>;

type Story = StoryObj<typeof PaymentLinkForm>;
type Context = Parameters<NonNullable<Story['play']>>[0];

/** Presses the buttons of optional fields. */
async function add({ canvas, userEvent }: Pick<Context, 'canvas' | 'userEvent'>, ...extras: string[]) {
  for (const name of extras) await userEvent.click(canvas.getByRole('button', { name }));
}

const justAnAmount: Story['args'] = { customFields: [], taxes: [] };

/** Fills in an amount and submits. */
async function create({ canvas, userEvent, loaded }: Context) {
  // The form reads the list once when it opens.
  await eventually(loaded, () =>
    expect(harnessOf(loaded).sandbox.ledger.requests[0]?.outcome).toBe('answered'),
  );
  await userEvent.type(canvas.getByRole('textbox', { name: 'Amount' }), '48');
  await userEvent.click(canvas.getByRole('button', { name: /^Create payment link/ }));
}

export const Empty: Story = {
  args: justAnAmount,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
    await expect(canvas.queryByRole('group', { name: 'Details' })).toBeNull();
  },
};

/** Besides the amount, only the fields that the host requires are shown. Each optional field has a button. */
export const Added: Story = {
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getAllByRole('textbox')).toHaveLength(2);
    await expect(canvas.queryByRole('checkbox')).toBeNull();
    canvas.getByRole('button', { name: 'Taxes' }).focus();
    await userEvent.keyboard('{Enter}');
    await expect(canvas.getByRole('checkbox', { name: 'Standard rate (20%)' })).toHaveFocus();
    await userEvent.type(canvas.getByRole('textbox', { name: 'Amount' }), '48');
    const button = canvas.getByRole('button', { name: 'Create payment link for $48.00' });
    await expect(canvas.queryByRole('region', { name: 'Estimate' })).toBeNull();
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Standard rate (20%)' }));
    await expect(button).toHaveTextContent('Create payment link for $57.60');
  },
};

export const Filled: Story = {
  play: async ({ canvas, userEvent, loaded }) => {
    await userEvent.type(canvas.getByRole('textbox', { name: 'Amount' }), '1250.00');
    await add({ canvas, userEvent }, 'Details', 'Taxes', 'Files', 'Discount', 'Billing address');
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Standard rate (20%)' }));
    await userEvent.type(canvas.getByRole('textbox', { name: 'Invoice number' }), '2026-001');
    const kind = canvas.getByRole('combobox', { name: 'Kind of detail' });
    await userEvent.selectOptions(kind, 'Note');
    await userEvent.click(canvas.getByRole('button', { name: 'Add detail' }));
    await userEvent.type(canvas.getByRole('textbox', { name: 'Note' }), 'Deposit for the summer party');
    await userEvent.upload(canvas.getByLabelText('Add files', { selector: 'input' }), [
      new File(['%PDF-', new Uint8Array(240_000)], 'invoice-2026-001.pdf'),
    ]);
    await eventually(loaded, () => expect(canvas.getByText('Uploaded')).toBeVisible());
    await expect(canvas.getByRole('region', { name: 'Estimate' })).toHaveTextContent('$1,462.50');
    await expect(harnessOf(loaded).sandbox.ledger.links).toHaveLength(0);
  },
};

/** If the host gives only the id of a tax, only the service knows its amount. */
export const PlusTaxes: Story = {
  args: { customFields: [], taxes: [{ id: 'tax-standard', label: 'Standard rate' }] },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('textbox', { name: 'Amount' }), '48');
    await add({ canvas, userEvent }, 'Taxes');
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Standard rate' }));
    const estimate = canvas.getByRole('region', { name: 'Estimate' });
    await expect(estimate).toHaveTextContent('plus taxes');
    await expect(estimate).not.toHaveTextContent('Total');
  },
};

export const Reordered: Story = {
  args: { fields: { customValues: { freeKeys: true } } },
  play: async ({ canvas, userEvent }) => {
    await add({ canvas, userEvent }, 'Details', 'Add detail', 'Add detail');
    const kind = canvas.getByRole('combobox', { name: 'Kind of detail' });
    await userEvent.selectOptions(kind, 'Other…');
    await add({ canvas, userEvent }, 'Add detail');
    await expect(canvas.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    const up = canvas.getByRole('button', { name: 'Move detail 4 up' });
    await userEvent.click(up);
    await expect(canvas.getByRole('button', { name: 'Move detail 3 up' })).toHaveFocus();
  },
};

/** The host may hide, lock, prefill or require every field. */
export const Fields: Story = {
  args: {
    fields: {
      amount: { readOnly: true, value: 12_500 },
      taxes: { readOnly: true, value: ['tax-standard'] },
      showBilling: { readOnly: true, value: true },
      showShipping: { hidden: true },
      applyDiscount: { value: true },
      customValues: { value: [{ key: 'note', value: 'Deposit' }] },
      attachments: { readOnly: true, value: [{ name: 'terms-of-hire.pdf' }] },
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox', { name: 'Amount' })).toHaveAttribute('readonly');
    await expect(canvas.queryByRole('button', { name: 'Shipping address' })).toBeNull();
    await expect(canvas.getByText('terms-of-hire.pdf')).toBeVisible();
    await expect(canvas.getByRole('region', { name: 'Estimate' })).toHaveTextContent('$146.25');
  },
};

export const EitherTaxes: Story = {
  args: { customFields: [], fields: { taxes: { by: 'either' } } },
  play: async ({ canvas, userEvent }) => {
    await add({ canvas, userEvent }, 'Taxes');
    await userEvent.click(canvas.getByRole('radio', { name: 'Enter an amount' }));
    await userEvent.type(canvas.getByRole('textbox', { name: 'Taxes (an amount)' }), '4.80');
  },
};

export const Invalid: Story = {
  args: {
    fields: { taxes: { required: true }, showBilling: { required: true }, attachments: { required: true } },
  },
  play: async ({ canvas, userEvent }) => {
    await add({ canvas, userEvent }, 'Details', 'Add detail');
    await userEvent.click(canvas.getByRole('button', { name: /^Create payment link/ }));
    await expect(await canvas.findByText('Enter an amount.')).toBeVisible();
    await expect(canvas.getAllByText('Enter a value.')).toHaveLength(2);
    await expect(canvas.getByRole('textbox', { name: 'Amount' })).toHaveFocus();
  },
};

/** The draft is restored when the person comes back. */
export const Restored: Story = {
  args: justAnAmount,
  decorators: (Form) => (
    <TwoPages>
      <Form />
    </TwoPages>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('textbox', { name: 'Amount' }), '48');
    await userEvent.click(canvas.getByRole('button', { name: 'Go elsewhere' }));
    await expect(canvas.queryByRole('textbox')).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: 'Come back' }));
    await expect(canvas.getByRole('textbox', { name: 'Amount' })).toHaveValue('48.00');
    await expect(canvas.getByText(/had filled in before/)).toBeVisible();
  },
};

function TwoPages({ children }: { children: ReactNode }) {
  const [isAway, setIsAway] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsAway(!isAway)}>
        {isAway ? 'Come back' : 'Go elsewhere'}
      </button>
      {!isAway && children}
    </>
  );
}

export const Sending: Story = {
  play: async (context) => {
    await Filled.play?.(context);
    const { canvas, userEvent } = context;
    await userEvent.click(canvas.getByRole('button', { name: /^Create payment link/ }));
    await expect(await canvas.findByRole('button', { name: 'Creating…' })).toBeVisible();
  },
};

export const Created: Story = {
  play: async (context) => {
    await Sending.play?.(context);
    const { canvas, loaded, args } = context;
    await eventually(loaded, () =>
      expect(canvas.getByRole('heading', { name: 'Payment link created' })).toHaveFocus(),
    );
    const [link] = harnessOf(loaded).sandbox.ledger.links;
    await expect(link).toMatchObject({ amount: 125_000, totalAmount: 150_000 });
    await expect(canvas.getByRole('link', { name: 'Open link' })).toHaveAttribute(
      'rel',
      'noopener noreferrer',
    );
    await expect(args.onLinkCreated).toHaveBeenCalledOnce();
  },
};

/** The deprecated version answers without data. The form shows the only new link in the list that matches. */
export const FoundInList: Story = {
  args: justAnAmount,
  decorators: (Form, { loaded }) => (
    <OnVersion1 harness={harnessOf(loaded)}>
      <Form />
    </OnVersion1>
  ),
  play: async (context) => {
    await create(context);
    const { canvas, loaded } = context;
    await eventually(loaded, () => expect(canvas.getByRole('link', { name: 'Open link' })).toBeVisible());
    await expect(canvas.getByText(/only new one like it/, { selector: 'section p' })).toBeVisible();
  },
};

/** Another till created a matching link at the same time. The two cannot be told apart, so neither is shown. */
export const SeveralLikeIt: Story = {
  ...FoundInList,
  play: async (context) => {
    const { canvas, loaded } = context;
    const { sandbox, client } = harnessOf(loaded);
    await eventually(loaded, () => expect(sandbox.ledger.requests[0]?.outcome).toBe('answered'));
    void client.createPaymentLink({ amount: 4800 });
    await create(context);
    await eventually(loaded, () => expect(canvas.getByText(/2 new links in your list/)).toBeVisible());
    await expect(canvas.queryByRole('link')).toBeNull();
    await expect(lines(canvas.getByRole('heading', { name: 'Payment link created' }))).toBe(1);
  },
};

export const ListNotRead: Story = {
  ...FoundInList,
  beforeEach: ({ loaded }) =>
    harnessOf(loaded).sandbox.setScenario('unauthorized', { operation: 'listPaymentLinks' }),
  play: async (context) => {
    await create(context);
    const { canvas, loaded } = context;
    await eventually(loaded, () => expect(canvas.getByRole('button', { name: 'Look again' })).toBeVisible());
    await expect(canvas.queryByRole('link')).toBeNull();
  },
};

function OnVersion1({ harness, children }: { harness: Harness; children: ReactNode }) {
  const client = useMemo(
    () =>
      createPaymentsClient({
        ...harness.client.options,
        service: defineService({ paymentLinks: { version: 'v1', amountUnit: 'minor' } }),
      }),
    [harness],
  );
  return (
    <PaymentsProvider client={client} operations={harness.operations} currency="USD" timeZone="UTC">
      {children}
    </PaymentsProvider>
  );
}

export const Rejected: Story = {
  args: { customFields: [{ key: 'not-configured', label: 'Loyalty number', required: true }] },
  play: async ({ canvas, userEvent, loaded }) => {
    await userEvent.type(canvas.getByRole('textbox', { name: 'Amount' }), '48');
    const value = canvas.getByRole('textbox', { name: 'Loyalty number' });
    await userEvent.type(value, '77120');
    await userEvent.click(canvas.getByRole('button', { name: /^Create payment link/ }));
    await eventually(loaded, () => expect(canvas.getByText(/^The service says:/)).toBeVisible());
    await expect(value).toHaveFocus();
  },
};

export const RejectedAsAWhole: Story = {
  args: justAnAmount,
  beforeEach: ({ loaded }) =>
    harnessOf(loaded).sandbox.setScenario('unauthorized', { operation: 'createPaymentLink' }),
  play: async (context) => {
    await create(context);
    const { canvas, loaded } = context;
    await eventually(loaded, () => expect(canvas.getByText('Not accepted')).toHaveFocus());
  },
};

export const Unknown: Story = {
  args: justAnAmount,
  beforeEach: ({ loaded }) =>
    harnessOf(loaded).sandbox.setScenario('lost-answer', { operation: 'createPaymentLink' }),
  play: async (context) => {
    await create(context);
    const { canvas, loaded } = context;
    await eventually(loaded, () => expect(canvas.getByText('Not known yet')).toHaveFocus());
    await expect(canvas.getByRole('textbox', { name: 'Amount' })).toHaveValue('48.00');
    await expect(canvas.queryByRole('button', { name: /^Create payment link/ })).toBeNull();
    await expect(harnessOf(loaded).sandbox.ledger.links).toHaveLength(1);
  },
};

export const UnknownAndFound: Story = {
  ...Unknown,
  play: async (context) => {
    await Unknown.play?.(context);
    const { canvas, userEvent, loaded } = context;
    await userEvent.click(canvas.getByRole('button', { name: 'Look in the list' }));
    await eventually(loaded, () =>
      expect(canvas.getByRole('button', { name: 'It is PL-1004' })).toBeVisible(),
    );
  },
};

export const UnknownAndNotFound: Story = {
  args: justAnAmount,
  beforeEach: ({ loaded }) =>
    harnessOf(loaded).sandbox.setScenario('lost-request', { operation: 'createPaymentLink' }),
  play: async (context) => {
    await create(context);
    const { canvas, userEvent, loaded } = context;
    await eventually(loaded, () => expect(canvas.getByText('Not known yet')).toHaveFocus());
    await userEvent.click(canvas.getByRole('button', { name: 'Look in the list' }));
    await eventually(loaded, () =>
      expect(canvas.getByText(/^There is no new link/, { selector: 'form p' })).toBeVisible(),
    );
  },
};

export const Dark: Story = { ...Filled, parameters: { theme: 'dark' }, tags: ['look', '!test', '!manifest'] };
export const DarkCreated: Story = {
  ...Created,
  parameters: { theme: 'dark' },
  tags: ['look', '!test', '!manifest'],
};
export const DarkUnknown: Story = {
  ...UnknownAndFound,
  parameters: { theme: 'dark' },
  tags: ['look', '!test', '!manifest'],
};
export const RightToLeft: Story = { ...Filled, parameters: { direction: 'rtl' }, tags: ['look', '!test'] };
export const Narrow: Story = {
  ...Reordered,
  decorators: (Form) => (
    <div style={{ maxInlineSize: '17rem' }}>
      <Form />
    </div>
  ),
};
export const Wide: Story = {
  ...Filled,
  decorators: (Form) => (
    <div style={{ maxInlineSize: '56rem' }}>
      <Form />
    </div>
  ),
  tags: ['look', '!test'],
};

export const AllStates: Story = { ...galleryOf(paymentLinkFormStates), tags: ['gallery', '!manifest'] };

export const AllStatesNarrow: Story = {
  ...AllStates,
  decorators: asTelephone,
  tags: ['look', '!test', '!manifest'],
};
