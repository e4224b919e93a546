import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent as user } from 'storybook/test';
import {
  AttachmentFieldAdd,
  AttachmentFieldItem,
  AttachmentFieldLabel,
  AttachmentFieldList,
  AttachmentFieldName,
  AttachmentFieldReason,
  AttachmentFieldRemove,
  AttachmentFieldRoot,
  useAttachmentFieldContext,
} from 'tillkit';

/** The limits in a sentence of the host's own, from what the field knows. */
function Room() {
  const { files, limits } = useAttachmentFieldContext();
  return <small>{limits.maxFiles - files.length} more fit in the envelope.</small>;
}

/** `AttachmentField` in the elements, order and words of a host. */
function Envelope() {
  return (
    <AttachmentFieldRoot maxFiles={3} style={{ border: '2px solid', padding: 16, borderRadius: 12 }}>
      <AttachmentFieldLabel>What goes into the envelope</AttachmentFieldLabel>
      <AttachmentFieldList render={<ol style={{ display: 'grid', gap: 8 }} />}>
        {(file) => (
          <AttachmentFieldItem key={file.id} file={file} style={{ display: 'block' }}>
            <AttachmentFieldName />
            <AttachmentFieldReason />
            <AttachmentFieldRemove
              render={(props) => (
                <button {...props} className="tillkit-button">
                  Take out
                </button>
              )}
              aria-label={`Take out ${file.name}`}
            />
          </AttachmentFieldItem>
        )}
      </AttachmentFieldList>
      <Room />
      <AttachmentFieldAdd
        render={(props) => (
          <button {...props} aria-describedby={undefined}>
            Put something in
          </button>
        )}
      />
    </AttachmentFieldRoot>
  );
}

export default {
  title: 'Foundations/Custom parts',
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
