'use client';
import { type FocusEvent, forwardRef, useEffect, useRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useLinkShareContext } from './useLinkShareContext.ts';

export interface LinkShareAddressProps extends PartProps<'input'> {}

/** The address as text one can select. It is focused and selected when it has to be copied by hand. */
export const LinkShareAddress = forwardRef<HTMLInputElement, LinkShareAddressProps>(
  function LinkShareAddress(props, ref) {
    const { address, labels, hint, id } = useLinkShareContext();
    const input = useRef<HTMLInputElement>(null);
    useEffect(() => {
      if (hint === undefined) return;
      input.current?.focus();
      input.current?.select();
    }, [hint]);
    const own = {
      className: 'tillkit-input tillkit-link-address',
      dir: 'ltr',
      readOnly: true,
      value: address,
      'aria-label': labels.address,
      'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
      onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select(),
    };
    return <Part as="input" ref={ref} partRef={input} own={own} given={props} />;
  },
);
