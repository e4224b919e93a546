'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useAttachmentFieldContext } from './useAttachmentFieldContext.ts';

export interface AttachmentFieldAddProps extends PartProps<'button'> {}

/** Opens the browser's dialog to choose files. */
export const AttachmentFieldAdd = forwardRef<HTMLButtonElement, AttachmentFieldAddProps>(
  function AttachmentFieldAdd(props, ref) {
    const { addButton, open, error, labels, id } = useAttachmentFieldContext();
    const own = {
      type: 'button',
      className: 'tillkit-button',
      'aria-describedby': error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`,
      onClick: open,
      children: (
        <>
          <Icon name="attach" />
          {labels.addFiles}
        </>
      ),
    };
    return <Part as="button" ref={ref} partRef={addButton} own={own} given={props} />;
  },
);
