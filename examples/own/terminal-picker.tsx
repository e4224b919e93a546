'use client';
import { forwardRef } from 'react';
import type { TerminalPickerProps } from 'tillkit';
import { TerminalPicker as Parts } from 'tillkit/parts';

/** Which terminal: a list to search, or chips. The ref is what takes the focus. */
export const TerminalPicker = forwardRef<HTMLInputElement, TerminalPickerProps>(function TerminalPicker(
  { onFocus, onBlur, ...props },
  ref,
) {
  const isField = props.layout !== 'chips';
  return (
    <Parts.Root {...props}>
      <Parts.Label />
      <Parts.Value ref={ref} />
      <Parts.Fact />
      <Parts.Chips onFocus={onFocus} onBlur={onBlur}>
        {(id) => <Parts.Chip key={id} terminalId={id} />}
      </Parts.Chips>
      <Parts.Change onFocus={onFocus} onBlur={onBlur} />
      <Parts.Anchor>
        <Parts.Control>
          <Parts.Input ref={isField ? ref : undefined} onFocus={onFocus} onBlur={onBlur} />
          <Parts.Toggle />
        </Parts.Control>
        <Parts.Popup>
          <Parts.Options>{(index) => <Parts.Option key={index} index={index} />}</Parts.Options>
          <Parts.Message />
          <Parts.Progress />
        </Parts.Popup>
      </Parts.Anchor>
      <Parts.Hint />
      <Parts.Error />
      <Parts.Notice />
      <Parts.Unlisted />
      <Parts.LoadError />
    </Parts.Root>
  );
});
