'use client';
import { forwardRef } from 'react';
import type { AttachmentFieldProps } from 'tillkit';
import { AttachmentField as Parts } from 'tillkit/parts';

/** Files for a payment link: a button, an area to drop them on, and a list. The ref is the button. */
export const AttachmentField = forwardRef<HTMLButtonElement, AttachmentFieldProps>(
  function AttachmentField(props, ref) {
    return (
      <Parts.Root {...props}>
        <Parts.Label />
        <Parts.DropArea>
          <Parts.Add ref={ref} />
          <Parts.Hint />
        </Parts.DropArea>
        <Parts.List />
        <Parts.Error />
      </Parts.Root>
    );
  },
);
