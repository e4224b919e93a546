'use client';
import { forwardRef } from 'react';
import { TerminalCheckoutAction } from './TerminalCheckoutAction.tsx';
import { TerminalCheckoutAmount } from './TerminalCheckoutAmount.tsx';
import { TerminalCheckoutCustomValues } from './TerminalCheckoutCustomValues.tsx';
import { TerminalCheckoutEntry } from './TerminalCheckoutEntry.tsx';
import { TerminalCheckoutOrderNumber } from './TerminalCheckoutOrderNumber.tsx';
import { TerminalCheckoutPair } from './TerminalCheckoutPair.ts';
import { TerminalCheckoutQuestion } from './TerminalCheckoutQuestion.tsx';
import { TerminalCheckoutReceipt } from './TerminalCheckoutReceipt.tsx';
import { TerminalCheckoutRefusal } from './TerminalCheckoutRefusal.tsx';
import { TerminalCheckoutRoot, type TerminalCheckoutRootProps } from './TerminalCheckoutRoot.tsx';
import { TerminalCheckoutStatus } from './TerminalCheckoutStatus.tsx';
import { TerminalCheckoutTerminal } from './TerminalCheckoutTerminal.tsx';

export interface TerminalCheckoutProps extends Omit<TerminalCheckoutRootProps, 'children'> {}

/**
 * A whole sale or pre-authorization: terminal, amount, receipt and order number, then its status, then the next customer.
 *
 * @example
 * <TerminalCheckout onPaymentComplete={({ pnRefNum }) => save(pnRefNum)} />
 */
export const TerminalCheckout = forwardRef<HTMLDivElement, TerminalCheckoutProps>(
  function TerminalCheckout(props, ref) {
    return (
      <TerminalCheckoutRoot {...props} ref={ref}>
        <TerminalCheckoutEntry>
          <TerminalCheckoutPair>
            <TerminalCheckoutTerminal />
            <TerminalCheckoutAmount />
          </TerminalCheckoutPair>
          <TerminalCheckoutOrderNumber />
          <TerminalCheckoutCustomValues />
          <TerminalCheckoutReceipt />
          <TerminalCheckoutAction />
          <TerminalCheckoutQuestion />
          <TerminalCheckoutRefusal />
        </TerminalCheckoutEntry>
        <TerminalCheckoutStatus />
      </TerminalCheckoutRoot>
    );
  },
);
