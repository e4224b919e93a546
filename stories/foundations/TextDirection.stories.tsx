import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { PaymentLinkForm, PaymentLinkList, TerminalCheckout } from 'tillkit';
import { eventually, harnessOf } from '../linkStory.ts';

/** Text that people write starts at the same side as other fields and keeps its own direction. */
export default {
  title: 'Reference/Text direction',
  tags: ['!autodocs', '!manifest'],
} satisfies Meta;

type Story = StoryObj;

function Fields() {
  return (
    <>
      <TerminalCheckout terminals={{ layout: 'field' }} customFields={[{ key: 'table', label: 'Table' }]} />
      <PaymentLinkForm customFields={[{ key: 'note', label: 'Note', required: true }]} />
      <PaymentLinkList />
    </>
  );
}

const fields: Story = {
  render: () => <Fields />,
  play: async ({ canvas, canvasElement, userEvent, loaded }) => {
    const page = canvasElement.querySelector('.preview')?.getAttribute('dir') ?? '';
    await eventually(loaded, () => expect(canvas.getAllByRole('row')).toHaveLength(4));
    await harnessOf(loaded).advance(300);
    for (const name of ['Order number', 'Details', 'Receipt'])
      await userEvent.click(canvas.getByRole('button', { name }));
    const written = [
      canvas.getByRole('combobox', { name: 'Terminal' }),
      canvas.getByRole('textbox', { name: 'Order number' }),
      canvas.getByRole('textbox', { name: 'Table' }),
      canvas.getByRole('textbox', { name: 'Note' }),
      canvas.getByRole('searchbox'),
    ];
    for (const field of written) {
      for (const [text, direction] of [
        ['شرفة 2', 'rtl'],
        ['Terrace 2', 'ltr'],
      ] as const) {
        await userEvent.clear(field);
        await userEvent.type(field, text);
        await expect(getComputedStyle(field).direction).toBe(direction);
        const side = page === 'rtl' ? 'right' : 'left';
        await expect(
          getComputedStyle(field).textAlign.replace('start', direction === 'rtl' ? 'right' : 'left'),
        ).toBe(side);
      }
    }
    for (const name of ['Email', 'Phone'])
      await expect(getComputedStyle(canvas.getByRole('textbox', { name })).direction).toBe('ltr');
    for (const amount of canvas.getAllByRole('textbox', { name: 'Amount' }))
      await expect(getComputedStyle(amount).direction).toBe(page);
  },
};

export const LeftToRight: Story = { ...fields, parameters: { direction: 'ltr' }, tags: ['look', '!test'] };

export const RightToLeft: Story = { ...fields, parameters: { direction: 'rtl' } };
