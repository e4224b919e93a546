import type { Meta, StoryObj } from '@storybook/react-vite';
import { useUploadAttachments } from 'tillkit';
import { pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const note = () => new File(['Two lines\nof an invoice.'], 'invoice.txt', { type: 'text/plain' });

function Live() {
  const uploads = useUploadAttachments({ maxFiles: 3 });
  return (
    <Returned hook="useUploadAttachments" value={uploads}>
      <button onClick={() => uploads.add([note()])}>Add invoice.txt</button>
    </Returned>
  );
}

export default {
  title: 'Hooks/useUploadAttachments',
  tags: ['look', '!test'],
  render: () => <Live />,
} satisfies Meta;

export const Uploaded: StoryObj = { play: pressed('Add invoice.txt', 5000, /invoice\.txt/) };
