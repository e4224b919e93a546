import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent as user, waitFor } from 'storybook/test';
import { AttachmentField } from 'tillkit';
import { createPaymentsClient } from 'tillkit/core';
import { languageOf } from './languages.ts';
import { eventually } from './linkStory.ts';

export default {
  title: 'Payment links/AttachmentField',
  component: AttachmentField,
} satisfies Meta<typeof AttachmentField>;

type Story = StoryObj<typeof AttachmentField>;
type Canvas = Parameters<NonNullable<Story['play']>>[0]['canvas'];

const starts: Record<string, BlobPart> = {
  pdf: '%PDF-1.7\n',
  png: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  jpeg: Uint8Array.of(0xff, 0xd8, 0xff, 0xe0),
};

/** A file whose content starts as its type requires. */
const file = (name: string, bytes = 240_000) => {
  const start = new Blob([starts[name.split('.').at(-1) ?? ''] ?? '', name]);
  return new File([new Blob([start, new Uint8Array(bytes)]).slice(0, bytes)], name);
};

/** Chooses files of any type, as the browser's file dialog allows. */
const choose = (canvas: Canvas, ...files: File[]) => chooseBy('Add files', canvas, files);
const chooseBy = (name: string, canvas: Canvas, files: File[]) =>
  user.setup({ applyAccept: false }).upload(canvas.getByLabelText(name, { selector: 'input' }), files);

/** A client whose uploads stop at the point that their file names give. */
const standingStill = () => ({
  provider: {
    client: createPaymentsClient({
      baseUrl: 'https://pay.example',
      uploader: ({ form, onProgress }) => {
        const [[, sent] = []] = [...form.entries()];
        const { name, size } = sent as File;
        if (name.includes('done')) return Promise.resolve(Response.json({ data: [{ path: name }] }));
        if (name.includes('offline')) return Promise.reject(new TypeError('Failed to fetch'));
        if (name.includes('413')) return Promise.resolve(new Response(null, { status: 413 }));
        onProgress?.({ sent: size * (name.includes('nearly') ? 0.9 : 0.35), total: size });
        return new Promise(() => undefined);
      },
    }),
  },
});

export const Empty: Story = {
  args: { accept: ['pdf', 'png', 'jpeg'] }, // only a list with a value has a control in Storybook
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Add files' })).toBeEnabled();
    await expect(canvas.getByText('Up to 10 files, 10 MB each.')).toBeVisible();
  },
};

export const DraggedOver: Story = {
  args: { maxTotalBytes: 25_000_000 },
  play: async ({ canvas }) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(file('held.pdf'));
    const event = new DragEvent('dragenter', { dataTransfer, bubbles: true, cancelable: true });
    canvas.getByRole('button', { name: 'Add files' }).dispatchEvent(event);
    await expect(await canvas.findByText('Drop to add')).toBeVisible();
  },
};

export const WithFiles: Story = {
  play: async ({ canvas, userEvent, loaded }) => {
    await choose(
      canvas,
      file('invoice-2026-001.pdf'),
      file('Photograph of the delivered goods in the yard behind the shop, 14 January.jpeg', 3_400_000),
      file('عقد الإيجار.pdf', 12_000),
    );
    await eventually(loaded, () => expect(canvas.getAllByText('Uploaded')).toHaveLength(3));
    await userEvent.click(canvas.getByRole('button', { name: 'Remove invoice-2026-001.pdf' }));
    await expect(canvas.getByRole('button', { name: /^Remove Photograph/ })).toHaveFocus();
  },
};

export const Uploading: Story = {
  play: async ({ canvas }) => {
    await choose(canvas, ...['one.pdf', 'two.pdf', 'three.pdf', 'four.pdf'].map((name) => file(name)));
    await waitFor(() => expect(canvas.getAllByText('Uploading')).toHaveLength(3));
    await expect(canvas.getAllByText('Waiting')).toHaveLength(1);
  },
};

export const WithProgress: Story = {
  parameters: { sandbox: standingStill() },
  play: async ({ canvas }) => {
    await choose(canvas, file('started.pdf', 8_000_000), file('nearly.pdf', 2_000_000), file('next.pdf'));
    await waitFor(() => expect(canvas.getByText('90%')).toBeVisible());
    await expect(canvas.getByRole('progressbar', { name: 'Upload of nearly.pdf' })).toHaveValue(0.9);
  },
};

export const Refused: Story = {
  name: 'F85–F87: refused',
  args: { maxFiles: 3, maxBytes: 1_000_000, maxTotalBytes: 1_200_000 },
  play: async ({ canvas, loaded }) => {
    await choose(
      canvas,
      file('terms.pdf'),
      file('film.png', 1_000_001),
      file('empty.txt', 0),
      file('invoice.pdf.exe'),
      new File(['<script>'], 'a page that says it is a.pdf'),
      new File([file('terms.pdf')], 'terms (copy).pdf'),
    );
    await choose(canvas, file('plan.png', 990_000), file('map.png'), file('b.txt', 9), file('c.txt', 9));
    await eventually(loaded, () => expect(canvas.getAllByText('Uploaded')).toHaveLength(3));
    for (const reason of [
      'It is larger than 1 MB.',
      'The file is empty.',
      /^Accepted types: PDF, PNG/,
      'Its content does not match its file type.',
      'It is attached already.',
      'Together the files would be larger than 1.2 MB.',
      'You can attach at most 3 files.',
    ]) {
      await expect(canvas.getByText(reason)).toBeVisible();
    }
  },
};

export const Failed: Story = {
  play: async ({ canvas, loaded }) => {
    await choose(canvas, file('terms.pdf'), file('fails-once.pdf'));
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

/** Every state of a file. */
export const AllStates: Story = {
  args: { maxFiles: 6, error: 'Retry or remove every file that was not uploaded.' },
  parameters: { sandbox: standingStill() },
  tags: ['gallery', '!manifest'],
  play: async ({ canvas, globals }) => {
    const { addFiles, status } = languageOf(globals).labels.attachmentField;
    await chooseBy(addFiles, canvas, [
      file('done.pdf'),
      file('offline.pdf'),
      file('larger than the service takes, 413.pdf', 9_800_000),
      file('invoice.pdf.exe'),
      file('started.pdf', 8_000_000),
      file('nearly.pdf', 2_000_000),
      file('third.pdf'),
      file('one too many.pdf'),
    ]);
    await waitFor(() => expect(canvas.getAllByText(status('uploading'))).toHaveLength(3));
    await expect(canvas.getAllByText(status('refused'))).toHaveLength(2);
  },
};

export const Dark: Story = {
  ...AllStates,
  tags: ['look', '!test', '!manifest'],
  parameters: { ...AllStates.parameters, theme: 'dark' },
};
export const RightToLeft: Story = {
  ...AllStates,
  tags: ['look', '!test', '!manifest'],
  parameters: { ...AllStates.parameters, direction: 'rtl' },
};
export const Narrow: Story = {
  ...AllStates,
  tags: ['look', '!test', '!manifest'],
  decorators: (Field) => (
    <div style={{ maxInlineSize: '17rem' }}>
      <Field />
    </div>
  ),
};
