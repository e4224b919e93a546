import { AttachmentField } from 'tillkit/parts';
import { ShopButton } from './ShopButton.tsx';

/** `AttachmentField` with a card for each file: its parts in another order, and the shop's buttons. */
export function FileCards() {
  return (
    <AttachmentField.Root className="board">
      <AttachmentField.Label />
      <AttachmentField.Add render={<ShopButton />} />
      <AttachmentField.Hint />
      <AttachmentField.List className="tickets">
        {(file) => (
          <AttachmentField.Item key={file.id} file={file} className="ticket">
            <AttachmentField.Progress />
            <AttachmentField.About>
              <AttachmentField.Name />
              <AttachmentField.Reason />
            </AttachmentField.About>
            <AttachmentField.Meta className="ticket-reference" />
            <AttachmentField.Retry render={<ShopButton />} />
            <AttachmentField.Remove render={<ShopButton />} />
          </AttachmentField.Item>
        )}
      </AttachmentField.List>
    </AttachmentField.Root>
  );
}
