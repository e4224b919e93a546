'use client';
import { type ComponentPropsWithoutRef, forwardRef } from 'react';

/** A button that submits no form. */
export const Button = /*#__PURE__*/ forwardRef<HTMLButtonElement, ComponentPropsWithoutRef<'button'>>(
  function Button({ className, ...props }, ref) {
    const classes = className ? `tillkit-button ${className}` : 'tillkit-button';
    return <button ref={ref} type="button" className={classes} {...props} />;
  },
);
