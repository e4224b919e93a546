'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useAttachmentFieldContext } from './useAttachmentFieldContext.ts';

export interface AttachmentFieldLabelProps extends PartProps<'legend'> {}

/** The field's name. */
export const AttachmentFieldLabel = forwardRef<HTMLLegendElement, AttachmentFieldLabelProps>(
  function AttachmentFieldLabel(props, ref) {
    const { labels } = useAttachmentFieldContext();
    const own = { className: 'tillkit-label', children: labels.label };
    return <Part as="legend" ref={ref} own={own} given={props} />;
  },
);
