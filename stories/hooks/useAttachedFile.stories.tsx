import type { Meta, StoryObj } from '@storybook/react-vite';
import { AttachmentField, useAttachedFile } from 'tillkit/parts';
import { pressed } from './hookPlay.ts';
import { Returned } from './Returned.tsx';

const Inside = () => <Returned hook="useAttachedFile" value={useAttachedFile()} />;

const note = () => new File(['An invoice.'], 'invoice.pdf', { type: 'application/pdf' });

/** Adds a file through the input, as if a person had chosen it. */
function Live() {
  const add = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const input = currentTarget.ownerDocument.querySelector<HTMLInputElement>('input[type=file]');
    const chosen = new DataTransfer();
    chosen.items.add(note());
    if (!input) return;
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  return (
    <>
      <button onClick={add}>Choose invoice.pdf</button>
      <AttachmentField.Root>
        <AttachmentField.DropArea>
          <AttachmentField.Add />
        </AttachmentField.DropArea>
        <AttachmentField.List>
          {(file) => (
            <AttachmentField.Item key={file.id} file={file}>
              <Inside />
            </AttachmentField.Item>
          )}
        </AttachmentField.List>
      </AttachmentField.Root>
    </>
  );
}

export default { title: 'Hooks/useAttachedFile', render: () => <Live /> } satisfies Meta;

export const InAField: StoryObj = { play: pressed('Choose invoice.pdf', 3000, /invoice\.pdf/) };
