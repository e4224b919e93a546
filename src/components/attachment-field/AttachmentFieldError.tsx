'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useAttachmentFieldContext } from './useAttachmentFieldContext.ts';

export interface AttachmentFieldErrorProps extends PartProps<'p'> {}

/** What the form around the field says is wrong with it. */
export const AttachmentFieldError = forwardRef<HTMLParagraphElement, AttachmentFieldErrorProps>(
  function AttachmentFieldError(props, ref) {
    const { error, id } = useAttachmentFieldContext();
    if (error === undefined) return null;
    const own = {
      className: 'tillkit-error',
      id: `${id}-error`,
      children: (
        <>
          <Icon name="alert" />
          <span>{error}</span>
        </>
      ),
    };
    return <Part as="p" ref={ref} own={own} given={props} />;
  },
);
