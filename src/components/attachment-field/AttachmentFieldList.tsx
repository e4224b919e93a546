'use client';
import { forwardRef, type ReactNode } from 'react';
import type { UploadFile } from '../../core/uploads/uploadQueue.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { AttachmentFieldItem } from './AttachmentFieldItem.tsx';
import { useAttachmentFieldContext } from './useAttachmentFieldContext.ts';

export interface AttachmentFieldListProps extends Omit<PartProps<'ul'>, 'children'> {
  /** Draws one file; default an `AttachmentFieldItem`. */
  children?: ((file: UploadFile) => ReactNode) | undefined;
}

/** The files, once there are some. */
export const AttachmentFieldList = forwardRef<HTMLUListElement, AttachmentFieldListProps>(
  function AttachmentFieldList({ children = drawItem, ...props }, ref) {
    const { files, labels } = useAttachmentFieldContext();
    if (files.length === 0) return null;
    const own = {
      className: 'tillkit-attachment-field-files',
      'aria-label': labels.list,
      children: files.map(children),
    };
    return <Part as="ul" ref={ref} own={own} given={props} />;
  },
);

function drawItem(file: UploadFile): ReactNode {
  return <AttachmentFieldItem key={file.id} file={file} />;
}
