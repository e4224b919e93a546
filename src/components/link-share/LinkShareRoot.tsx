'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { LinkShareContext } from './linkShareContext.ts';
import { useLinkShare, type UseLinkShareOptions } from './useLinkShare.ts';

export interface LinkShareRootProps extends UseLinkShareOptions, PartProps<'div'> {}

/** Holds an address, for the parts in it that give it away. */
export const LinkShareRoot = forwardRef<HTMLDivElement, LinkShareRootProps>(function LinkShareRoot(
  { address, labels, ...props },
  ref,
) {
  const own = { className: 'tillkit-link-share', 'data-tillkit': 'link-share' };
  return (
    <LinkShareContext.Provider value={useLinkShare({ address, labels })}>
      <Part as="div" ref={ref} own={own} given={props} />
    </LinkShareContext.Provider>
  );
});
