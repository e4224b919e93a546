import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent as user } from 'storybook/test';
import { AttachmentField, useAttachmentFieldContext } from 'tillkit/parts';

/** The limits in a sentence of the host's own. */
function Room() {
  const { files, limits } = useAttachmentFieldContext();
  return <small>{limits.maxFiles - files.length} more fit in the envelope.</small>;
}

/** `AttachmentField` with a host's elements, order and labels. */
function Envelope() {
  return (
    <AttachmentField.Root maxFiles={3} style={{ border: '2px solid', padding: 16, borderRadius: 12 }}>
      <AttachmentField.Label>What goes into the envelope</AttachmentField.Label>
      <AttachmentField.List render={<ol style={{ display: 'grid', gap: 8 }} />}>
        {(file) => (
          <AttachmentField.Item key={file.id} file={file} style={{ display: 'block' }}>
            <AttachmentField.Name />
            <AttachmentField.Reason />
            <AttachmentField.Remove
              render={(props) => (
                <button {...props} className="tillkit-button">
                  Take out
                </button>
              )}
              aria-label={`Take out ${file.name}`}
            />
          </AttachmentField.Item>
        )}
      </AttachmentField.List>
      <Room />
      <AttachmentField.Add
        render={(props) => (
          <button {...props} aria-describedby={undefined}>
            Put something in
          </button>
        )}
      />
    </AttachmentField.Root>
  );
}

export default {
  title: 'Make it yours/Custom parts',
  component: Envelope,
  tags: ['!manifest'],
} satisfies Meta<typeof Envelope>;

type Story = StoryObj<typeof Envelope>;

export const AnAttachmentFieldOfOnesOwn: Story = {
  play: async ({ canvas, userEvent }) => {
    const files = [new File([], 'empty.pdf'), new File(['x'], 'menu.exe')];
    const chooser = canvas.getByLabelText('Add files', { selector: 'input' });
    await user.setup({ applyAccept: false }).upload(chooser, files);
    await expect(await canvas.findByText('The file is empty.')).toBeVisible();
    await expect(canvas.getByText('1 more fit in the envelope.')).toBeVisible();
    const [first, second] = canvas.getAllByRole('button', { name: /^Take out/ });
    await userEvent.click(first as HTMLElement);
    await expect(second).toHaveFocus();
    await expect(canvas.getAllByRole('listitem')).toHaveLength(1);
  },
};

export const Dark: Story = { ...AnAttachmentFieldOfOnesOwn, parameters: { theme: 'dark' } };
