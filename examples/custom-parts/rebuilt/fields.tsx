import type { AmountFieldProps, AttachmentFieldProps, TerminalPickerProps } from 'tillkit';
import { AmountField, AttachmentField, TerminalPicker } from 'tillkit/parts';

/** `AmountField`, part by part. */
export function OwnAmountField(props: AmountFieldProps) {
  return (
    <AmountField.Root {...props}>
      <AmountField.Label />
      <AmountField.Control>
        <AmountField.Currency />
        <AmountField.Input />
      </AmountField.Control>
      <AmountField.Hint />
      <AmountField.Error />
      <AmountField.Keypad />
    </AmountField.Root>
  );
}

/** `TerminalPicker`, part by part. */
export function OwnTerminalPicker({ onFocus, onBlur, ...props }: TerminalPickerProps) {
  return (
    <TerminalPicker.Root {...props}>
      <TerminalPicker.Label />
      <TerminalPicker.Value />
      <TerminalPicker.Fact />
      <TerminalPicker.Chips onFocus={onFocus} onBlur={onBlur}>
        {(id) => <TerminalPicker.Chip key={id} terminalId={id} />}
      </TerminalPicker.Chips>
      <TerminalPicker.Change onFocus={onFocus} onBlur={onBlur} />
      <TerminalPicker.Anchor>
        <TerminalPicker.Control>
          <TerminalPicker.Input onFocus={onFocus} onBlur={onBlur} />
          <TerminalPicker.Toggle />
        </TerminalPicker.Control>
        <TerminalPicker.Popup>
          <TerminalPicker.Options>
            {(index) => <TerminalPicker.Option key={index} index={index} />}
          </TerminalPicker.Options>
          <TerminalPicker.Message />
          <TerminalPicker.Progress />
        </TerminalPicker.Popup>
      </TerminalPicker.Anchor>
      <TerminalPicker.Hint />
      <TerminalPicker.Error />
      <TerminalPicker.Notice />
      <TerminalPicker.Unlisted />
      <TerminalPicker.LoadError />
    </TerminalPicker.Root>
  );
}

/** `AttachmentField`, part by part; `FileCards` shows the inside of an item. */
export function OwnAttachmentField(props: AttachmentFieldProps) {
  return (
    <AttachmentField.Root {...props}>
      <AttachmentField.Label />
      <AttachmentField.DropArea>
        <AttachmentField.Add />
        <AttachmentField.Hint />
      </AttachmentField.DropArea>
      <AttachmentField.List>
        {(file) => <AttachmentField.Item key={file.id} file={file} />}
      </AttachmentField.List>
      <AttachmentField.Error />
    </AttachmentField.Root>
  );
}
