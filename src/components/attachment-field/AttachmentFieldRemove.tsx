'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { removeButtonOf } from './removeButtonOf.ts';
import { useAttachedFile } from './useAttachedFile.ts';

export interface AttachmentFieldRemoveProps extends PartProps<'button'> {}

/** Takes a file away, stops its upload, and moves the focus to the file beside it. */
export const AttachmentFieldRemove = forwardRef<HTMLButtonElement, AttachmentFieldRemoveProps>(
  function AttachmentFieldRemove(props, ref) {
    const { file, item, labels, remove, addButton } = useAttachedFile();
    const press = () => {
      const { nextElementSibling, previousElementSibling } = item.current ?? {};
      const next = removeButtonOf(nextElementSibling) ?? removeButtonOf(previousElementSibling);
      (next ?? addButton.current)?.focus();
      remove(file.id);
    };
    const own = {
      type: 'button',
      className: 'tillkit-button',
      'data-variant': 'quiet',
      'data-shape': 'icon',
      'data-remove': '',
      'aria-label': labels.removeFile(file.name),
      onClick: press,
      children: <Icon name="close" />,
    };
    return <Part as="button" ref={ref} own={own} given={props} />;
  },
);
