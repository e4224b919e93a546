'use client';
import { forwardRef, memo, useId, useRef } from 'react';
import type { UploadFile } from '../../core/uploads/uploadQueue.ts';
import { Icon, type IconName } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePartContext } from '../part/usePartContext.ts';
import { AttachedFileContext, AttachmentRowsContext } from './attachmentFieldContext.ts';
import { AttachmentFieldAbout } from './AttachmentFieldAbout.ts';
import { AttachmentFieldMeta } from './AttachmentFieldMeta.tsx';
import { AttachmentFieldName } from './AttachmentFieldName.tsx';
import { AttachmentFieldProgress } from './AttachmentFieldProgress.tsx';
import { AttachmentFieldReason } from './AttachmentFieldReason.tsx';
import { AttachmentFieldRemove } from './AttachmentFieldRemove.tsx';
import { AttachmentFieldRetry } from './AttachmentFieldRetry.tsx';
import { attachmentReason } from './attachmentReason.ts';

export type AttachmentFieldItemState = Pick<UploadFile, 'status'>;

export interface AttachmentFieldItemProps extends PartProps<'li', AttachmentFieldItemState> {
  file: UploadFile;
}

/** One file: its name, how far it has come, and what can be done about it. */
export const AttachmentFieldItem = memo(
  forwardRef<HTMLLIElement, AttachmentFieldItemProps>(function AttachmentFieldItem({ file, ...props }, ref) {
    const rows = usePartContext(AttachmentRowsContext, 'AttachmentFieldRoot');
    const reasonId = useId();
    const item = useRef<HTMLLIElement>(null);
    const { status } = file;
    const own = {
      className: 'tillkit-attachment-field-file',
      children: (
        <>
          <Icon name={icons[status]} />
          <AttachmentFieldAbout>
            <AttachmentFieldName />
            <AttachmentFieldMeta />
            <AttachmentFieldReason />
          </AttachmentFieldAbout>
          <AttachmentFieldRetry />
          <AttachmentFieldRemove />
          <AttachmentFieldProgress />
        </>
      ),
    };
    const reason = attachmentReason(file, rows.labels, rows.words);
    const value = { ...rows, file, reason, reasonId, item };
    return (
      <AttachedFileContext.Provider value={value}>
        <Part as="li" ref={ref} partRef={item} own={own} given={props} state={{ status }} />
      </AttachedFileContext.Provider>
    );
  }),
);

const icons: Record<UploadFile['status'], IconName> = {
  checking: 'file',
  waiting: 'file',
  uploading: 'file',
  done: 'check',
  failed: 'alert',
  refused: 'alert',
};
