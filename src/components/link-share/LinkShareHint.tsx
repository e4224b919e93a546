'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useLinkShareContext } from './useLinkShareContext.ts';

export interface LinkShareHintProps extends PartProps<'p'> {}

/** Says why the address has to be copied by hand; nothing while it has not. */
export const LinkShareHint = forwardRef<HTMLParagraphElement, LinkShareHintProps>(
  function LinkShareHint(props, ref) {
    const { hint, id } = useLinkShareContext();
    if (hint === undefined) return null;
    const own = { className: 'tillkit-hint', id: `${id}-hint`, children: hint };
    return <Part as="p" ref={ref} own={own} given={props} />;
  },
);
