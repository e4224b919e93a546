'use client';
import { forwardRef } from 'react';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { formatBytes } from './formatBytes.ts';
import { useAttachedFile } from './useAttachedFile.ts';

export interface AttachmentFieldMetaProps extends PartProps<'p'> {}

/** A file's state in words, how far it has come, and its size. */
export const AttachmentFieldMeta = forwardRef<HTMLParagraphElement, AttachmentFieldMetaProps>(
  function AttachmentFieldMeta(props, ref) {
    const { locale } = usePaymentsContext();
    const { file, labels } = useAttachedFile();
    const { status, progress, size } = file;
    const percent =
      status === 'uploading' && progress !== undefined
        ? labels.progress(new Intl.NumberFormat(locale, { style: 'percent' }).format(progress))
        : undefined;
    const own = {
      className: 'tillkit-attachment-field-meta tillkit-figures',
      children: (
        <>
          <span className="tillkit-attachment-field-status">{labels.status(status)}</span>
          {percent !== undefined && <span>{percent}</span>}
          {size > 0 && <bdi>{formatBytes(size, locale)}</bdi>}
        </>
      ),
    };
    return <Part as="p" ref={ref} own={own} given={props} />;
  },
);
