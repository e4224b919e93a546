'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useLinkShareContext } from './useLinkShareContext.ts';

export interface LinkShareActionsProps extends PartProps<'div'> {}

/** The ways to give the address away; nothing where it is not safe to open. */
export const LinkShareActions = forwardRef<HTMLDivElement, LinkShareActionsProps>(
  function LinkShareActions(props, ref) {
    const { isSafe } = useLinkShareContext();
    if (!isSafe) return null;
    return <Part as="div" ref={ref} own={{ className: 'tillkit-link-share-actions' }} given={props} />;
  },
);
