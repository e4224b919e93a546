'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useLinkShareContext } from './useLinkShareContext.ts';

export interface LinkShareCopyState {
  /** It was, two seconds ago at most. */
  copied: boolean;
}

export interface LinkShareCopyProps extends PartProps<'button', LinkShareCopyState> {}

/** Copies the address; it says "Copied" only when it was. */
export const LinkShareCopy = forwardRef<HTMLButtonElement, LinkShareCopyProps>(
  function LinkShareCopy(props, ref) {
    const { isSafe, copy, isCopied, labels } = useLinkShareContext();
    if (!isSafe) return null;
    const own = {
      type: 'button',
      className: 'tillkit-button',
      onClick: () => void copy(),
      children: (
        <>
          <Icon name={isCopied ? 'check' : 'copy'} />
          {isCopied ? labels.copied : labels.copyLink}
        </>
      ),
    };
    return <Part as="button" ref={ref} own={own} given={props} state={{ copied: isCopied }} />;
  },
);
