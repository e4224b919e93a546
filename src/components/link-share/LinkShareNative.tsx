'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useLinkShareContext } from './useLinkShareContext.ts';

export interface LinkShareNativeProps extends PartProps<'button'> {}

/** Opens the browser's own sheet to share the address; nothing where there is none, or the address is not safe to open. */
export const LinkShareNative = forwardRef<HTMLButtonElement, LinkShareNativeProps>(
  function LinkShareNative(props, ref) {
    const { isSafe, canShare, share, labels } = useLinkShareContext();
    if (!isSafe || !canShare) return null;
    const own = {
      type: 'button',
      className: 'tillkit-button',
      onClick: () => void share(),
      children: (
        <>
          <Icon name="share" />
          {labels.share}
        </>
      ),
    };
    return <Part as="button" ref={ref} own={own} given={props} />;
  },
);
