'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useAttachedFile } from './useAttachedFile.ts';

export interface AttachmentFieldReasonProps extends PartProps<'p'> {}

/** Why a file is not among the attachments. */
export const AttachmentFieldReason = forwardRef<HTMLParagraphElement, AttachmentFieldReasonProps>(
  function AttachmentFieldReason(props, ref) {
    const { reason, reasonId } = useAttachedFile();
    if (reason === undefined) return null;
    const own = {
      className: 'tillkit-attachment-field-reason',
      id: reasonId,
      children: <bdi>{reason}</bdi>,
    };
    return <Part as="p" ref={ref} own={own} given={props} />;
  },
);
