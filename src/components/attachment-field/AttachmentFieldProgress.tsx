'use client';
import { forwardRef } from 'react';
import { isUnderWay } from '../../core/uploads/uploadQueue.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useAttachedFile } from './useAttachedFile.ts';

export interface AttachmentFieldProgressProps extends PartProps<'progress'> {}

/** How far a file has come, while it is under way. */
export const AttachmentFieldProgress = forwardRef<HTMLProgressElement, AttachmentFieldProgressProps>(
  function AttachmentFieldProgress(props, ref) {
    const { file, labels } = useAttachedFile();
    if (!isUnderWay(file)) return null;
    const own = {
      className: 'tillkit-attachment-field-progress',
      'aria-label': labels.progressOf(file.name),
      max: 1,
      value: file.status === 'uploading' ? file.progress : 0,
    };
    return <Part as="progress" ref={ref} own={own} given={props} />;
  },
);
