'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useAttachmentFieldContext } from './useAttachmentFieldContext.ts';

export interface AttachmentFieldHintProps extends PartProps<'div'> {}

/** What can be done with files here, and the limits. */
export const AttachmentFieldHint = forwardRef<HTMLDivElement, AttachmentFieldHintProps>(
  function AttachmentFieldHint(props, ref) {
    const { isDragging, labels, words, id } = useAttachmentFieldContext();
    const own = {
      className: 'tillkit-attachment-field-hint',
      children: (
        <>
          <p>{isDragging ? labels.dropNow : labels.dropHint}</p>
          <p id={`${id}-hint`}>{labels.limits(words)}</p>
        </>
      ),
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);
