'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useAttachedFile } from './useAttachedFile.ts';

export interface AttachmentFieldNameProps extends PartProps<'span'> {}

const tailLength = 10;

/** A file's name in one line: where it is too long its middle goes, and the end with the extension stays. */
export const AttachmentFieldName = forwardRef<HTMLSpanElement, AttachmentFieldNameProps>(
  function AttachmentFieldName(props, ref) {
    const { name } = useAttachedFile().file;
    const { start, end } = splitName(name);
    const own = {
      className: 'tillkit-attachment-field-name',
      children: (
        <>
          <bdi className="tillkit-visually-hidden" dir="auto">
            {name}
          </bdi>
          <span className="tillkit-attachment-field-name-shown" dir="auto" title={name} aria-hidden="true">
            <span className="tillkit-attachment-field-name-start">{start}</span>
            <span>{end}</span>
          </span>
        </>
      ),
    };
    return <Part as="span" ref={ref} own={own} given={props} />;
  },
);

/** Never between a letter and its marks. */
function splitName(name: string): { start: string; end: string } {
  const letters = name.match(/\P{M}\p{M}*|^\p{M}+/gu) ?? [];
  return { start: letters.slice(0, -tailLength).join(''), end: letters.slice(-tailLength).join('') };
}
