'use client';
import { forwardRef } from 'react';
import { buttonProps, Part, type PartProps } from './part.tsx';

/** A button that submits no form. */
export const Button = /*#__PURE__*/ forwardRef<HTMLButtonElement, PartProps<'button'>>(
  function Button(props, ref) {
    return <Part as="button" ref={ref} own={buttonProps} given={props} />;
  },
);
