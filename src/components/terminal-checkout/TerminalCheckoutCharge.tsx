'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useCharge } from './useCharge.ts';

export interface TerminalCheckoutChargeProps extends PartProps<'button'> {}

/** The button that sends, which names what it does. It is not there while something stands in its way. */
export const TerminalCheckoutCharge = forwardRef<HTMLButtonElement, TerminalCheckoutChargeProps>(
  function TerminalCheckoutCharge(props, ref) {
    const charge = useCharge();
    if (!charge) return null;
    const { sale, labels, button, hint, hintId } = charge;
    const { kind, amountText: amount, terminalTitle: terminal } = sale;
    const nameOf = kind === 'pay' ? labels.charge : labels.authorize;
    const own = {
      type: 'submit',
      className: 'tillkit-button',
      'data-variant': 'primary',
      'data-size': 'large',
      'aria-describedby': hint ? hintId : undefined,
      children: <span className="tillkit-figures">{nameOf({ amount, terminal })}</span>,
    };
    return <Part as="button" ref={ref} partRef={button} own={own} given={props} />;
  },
);
