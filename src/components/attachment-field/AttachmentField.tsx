'use client';
import { forwardRef } from 'react';
import { AttachmentFieldAdd } from './AttachmentFieldAdd.tsx';
import { AttachmentFieldDropArea } from './AttachmentFieldDropArea.ts';
import { AttachmentFieldError } from './AttachmentFieldError.tsx';
import { AttachmentFieldHint } from './AttachmentFieldHint.tsx';
import { AttachmentFieldLabel } from './AttachmentFieldLabel.tsx';
import { AttachmentFieldList } from './AttachmentFieldList.tsx';
import { AttachmentFieldRoot, type AttachmentFieldRootProps } from './AttachmentFieldRoot.tsx';

export interface AttachmentFieldProps extends Omit<AttachmentFieldRootProps, 'children'> {}

/**
 * Files to send with a payment link: they are uploaded as they are added. The ref is the "Add files" button.
 *
 * @example
 * <AttachmentField maxFiles={3} onAttachmentsChange={(attachments) => setAttachments(attachments)} />
 */
export const AttachmentField = forwardRef<HTMLButtonElement, AttachmentFieldProps>(
  function AttachmentField(props, ref) {
    return (
      <AttachmentFieldRoot {...props}>
        <AttachmentFieldLabel />
        <AttachmentFieldDropArea>
          <AttachmentFieldAdd ref={ref} />
          <AttachmentFieldHint />
        </AttachmentFieldDropArea>
        <AttachmentFieldList />
        <AttachmentFieldError />
      </AttachmentFieldRoot>
    );
  },
);
