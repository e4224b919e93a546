'use client';
import { definePart } from '../part/definePart.tsx';
import { useTerminalTitle } from '../terminal-picker/useTerminalTitle.ts';
import { useTerminalCheckoutContext } from './useTerminalCheckoutContext.ts';

/** What deciding later means, while the outcome is unknown. */
export const TerminalCheckoutLaterHint = definePart('p', function TerminalCheckoutLaterHint() {
  const { sale, labels } = useTerminalCheckoutContext();
  const { operation, phase } = sale.payment;
  const terminal = useTerminalTitle(operation?.terminalId ?? '');
  if (phase !== 'unknown') return undefined;
  return { className: 'tillkit-hint', children: labels.decideLaterHint({ terminal }) };
});
