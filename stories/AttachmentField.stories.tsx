import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { AttachmentField } from 'tillkit';
import { eventually } from './linkStory.ts';

export default {
  title: 'Payment links/AttachmentField',
  component: AttachmentField,
} satisfies Meta<typeof AttachmentField>;

type Story = StoryObj<typeof AttachmentField>;

const file = (name: string, bytes = 240_000) => new File([new Uint8Array(bytes)], name);

export const Empty: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Add files' })).toBeEnabled();
    await expect(canvas.getByText('Up to 10 files, 10 MB each.')).toBeVisible();
  },
};

export const WithFiles: Story = {
  play: async ({ canvas, userEvent, loaded }) => {
    await userEvent.upload(canvas.getByLabelText('Add files', { selector: 'input' }), [
      file('invoice-2026-001.pdf'),
      file('Photograph of the delivered goods in the yard behind the shop, 14 January.jpeg', 3_400_000),
      file('عقد الإيجار.pdf', 12_000),
    ]);
    await eventually(loaded, () => expect(canvas.getAllByText('Uploaded')).toHaveLength(3));
    await userEvent.click(canvas.getByRole('button', { name: 'Remove invoice-2026-001.pdf' }));
    await expect(canvas.getByRole('button', { name: /^Remove Photograph/ })).toHaveFocus();
  },
};

export const Uploading: Story = {
  play: async ({ canvas, userEvent }) => {
    const names = ['one.pdf', 'two.pdf', 'three.pdf', 'four.pdf'];
    await userEvent.upload(
      canvas.getByLabelText('Add files', { selector: 'input' }),
      names.map((name) => file(name)),
    );
    await expect(canvas.getAllByText('Uploading')).toHaveLength(3);
    await expect(canvas.getAllByText('Waiting')).toHaveLength(1);
  },
};

export const Refused: Story = {
  args: { maxFiles: 2, maxBytes: 1_000_000 },
  play: async ({ canvas, userEvent, loaded }) => {
    const input = canvas.getByLabelText('Add files', { selector: 'input' });
    await userEvent.upload(input, [file('terms.pdf'), file('film.mov', 1_000_001), file('empty.txt', 0)]);
    await userEvent.upload(input, [file('map.png'), file('one-too-many.png')]);
    await eventually(loaded, () => expect(canvas.getAllByText('Uploaded')).toHaveLength(2));
    await expect(canvas.getByText('It is larger than 1 MB.')).toBeVisible();
    await expect(canvas.getByText('The file is empty.')).toBeVisible();
    await expect(canvas.getByText('2 files can be attached at most.')).toBeVisible();
  },
};

export const Failed: Story = {
  play: async ({ canvas, userEvent, loaded }) => {
    await userEvent.upload(canvas.getByLabelText('Add files', { selector: 'input' }), [
      file('terms.pdf'),
      file('fails-once.pdf'),
    ]);
    await eventually(loaded, () => expect(canvas.getByText('Not uploaded')).toBeVisible());
    await expect(canvas.getByRole('button', { name: 'Retry fails-once.pdf' })).toBeVisible();
  },
};

export const FailedThenRetried: Story = {
  play: async (context) => {
    await Failed.play?.(context);
    const { canvas, userEvent, loaded } = context;
    await userEvent.click(canvas.getByRole('button', { name: 'Retry fails-once.pdf' }));
    await eventually(loaded, () => expect(canvas.getAllByText('Uploaded')).toHaveLength(2));
    await expect(canvas.getByRole('button', { name: 'Remove fails-once.pdf' })).toHaveFocus();
  },
};

export const Disabled: Story = {
  args: { disabled: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Add files' })).toBeDisabled();
  },
};

export const Dark: Story = { ...Failed, parameters: { theme: 'dark' } };
export const RightToLeft: Story = { ...Failed, parameters: { direction: 'rtl' } };
export const Narrow: Story = {
  ...Failed,
  decorators: (Field) => (
    <div style={{ maxInlineSize: '17rem' }}>
      <Field />
    </div>
  ),
};
