'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useLinkShareContext } from './useLinkShareContext.ts';

export interface LinkShareOpenProps extends PartProps<'a'> {}

/** Opens the link in a page of its own; nothing where that is not safe. */
export const LinkShareOpen = forwardRef<HTMLAnchorElement, LinkShareOpenProps>(
  function LinkShareOpen(props, ref) {
    const { address, isSafe, labels } = useLinkShareContext();
    if (!isSafe) return null;
    const own = {
      className: 'tillkit-button',
      'data-variant': 'quiet',
      'data-shape': 'icon',
      href: address,
      target: '_blank',
      rel: 'noopener noreferrer',
      'aria-label': labels.openLink,
      title: labels.openLink,
      children: <Icon name="external" />,
    };
    return <Part as="a" ref={ref} own={own} given={props} />;
  },
);
