import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn } from 'storybook/test';
import { AmountField } from 'tillkit';
import { galleryOf, narrow as asTelephone } from './gallery.tsx';
import { amountFieldStates, inCurrency } from './amountFieldStates.tsx';

const meta: Meta<typeof AmountField> = {
  title: 'Take a payment/AmountField',
  component: AmountField,
  args: { value: null, onValueChange: fn() },
  decorators: function Held(Story, { args }) {
    const [value, onValueChange] = useState(args.value);
    return <Story args={{ ...args, value, onValueChange }} />;
  },
};
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
  },
};

export const Filled: Story = {
  args: { value: 123_450 },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox', { name: 'Amount' })).toHaveValue('1234.50');
  },
};

export const Invalid: Story = {
  play: async ({ canvas, userEvent }) => {
    const field = canvas.getByRole('textbox', { name: 'Amount' });
    await userEvent.type(field, '12.345');
    await expect(field).toBeValid();
    await userEvent.tab();
    await expect(field).toHaveAccessibleDescription(/at most 2 decimals/);
    await expect(field).toBeInvalid();
  },
};

export const Required: Story = {
  args: { required: true, showError: true, hint: 'Without the tip.' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox')).toHaveAccessibleDescription(/Enter an amount/);
  },
};

export const Disabled: Story = {
  args: { value: 1250, disabled: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox')).toBeDisabled();
  },
};

export const ReadOnly: Story = {
  args: { value: 1250, readOnly: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox')).toHaveAttribute('readonly');
  },
};

/** Digits are grouped while a person types. */
export const Display: Story = {
  args: { layout: 'display' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('textbox'), '1234567.5');
    await expect(canvas.getByRole('textbox')).toHaveValue('1,234,567.5');
  },
};

export const Keypad: Story = {
  args: { layout: 'keypad' },
  play: async ({ canvas, userEvent }) => {
    for (const name of ['1', '2', 'Decimal separator', '5', '0'])
      await userEvent.click(canvas.getByRole('button', { name }));
    await expect(canvas.getByRole('textbox')).toHaveValue('12.50');
    await userEvent.click(canvas.getByRole('button', { name: 'Delete the last digit' }));
    await expect(canvas.getByRole('textbox')).toHaveValue('12.5');
  },
};

export const SignAfter: Story = {
  args: { value: 123_450 },
  parameters: { sandbox: { provider: { currency: 'EUR', locale: 'de-DE' } } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox')).toHaveValue('1234,50');
  },
};

export const NoDecimals: Story = {
  args: { value: 1250 },
  parameters: { sandbox: inCurrency('JPY') },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox')).toHaveValue('1250');
  },
};

export const ThreeDecimals: Story = {
  args: { value: 1250 },
  parameters: { sandbox: inCurrency('KWD') },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox')).toHaveValue('1.250');
  },
};

export const Dark: Story = {
  args: { value: 1250, showError: true, error: 'More than what was authorized.' },
  parameters: { theme: 'dark' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox')).toBeInvalid();
  },
  tags: ['look', '!test'],
};

export const RightToLeft: Story = {
  args: { value: 1250 },
  parameters: { direction: 'rtl', sandbox: { provider: { currency: 'EGP', locale: 'ar-EG' } } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox')).toHaveValue('١٢٫٥٠');
  },
};

export const AllStates: Story = { ...galleryOf(amountFieldStates), tags: ['gallery', '!manifest'] };

export const AllStatesNarrow: Story = {
  ...AllStates,
  decorators: asTelephone,
  tags: ['look', '!test', '!manifest'],
};
