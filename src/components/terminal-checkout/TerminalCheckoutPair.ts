import { plainPart } from '../part/plainPart.tsx';

/**
 * Two fields, beside each other where there is room and else one under the other: in the drop-in the terminal and the
 * amount.
 */
export const TerminalCheckoutPair = plainPart('TerminalCheckoutPair', 'tillkit-terminal-checkout-pair');
