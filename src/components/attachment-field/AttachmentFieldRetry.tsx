'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { canRetry } from './attachmentReason.ts';
import { removeButtonOf } from './removeButtonOf.ts';
import { useAttachedFile } from './useAttachedFile.ts';

export interface AttachmentFieldRetryProps extends PartProps<'button'> {}

/** Sends a file again, where that can help. */
export const AttachmentFieldRetry = forwardRef<HTMLButtonElement, AttachmentFieldRetryProps>(
  function AttachmentFieldRetry(props, ref) {
    const { file, reasonId, item, labels, retry } = useAttachedFile();
    if (!canRetry(file)) return null;
    const press = () => {
      removeButtonOf(item.current)?.focus(); // the pressed button is about to go
      retry(file.id);
    };
    const own = {
      type: 'button',
      className: 'tillkit-button',
      'data-size': 'small',
      'aria-label': labels.retryFile(file.name),
      'aria-describedby': reasonId,
      onClick: press,
      children: (
        <>
          <Icon name="retry" />
          {labels.retry}
        </>
      ),
    };
    return <Part as="button" ref={ref} own={own} given={props} />;
  },
);
