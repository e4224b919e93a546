import { plainPart } from '../part/plainPart.tsx';

/** Two fields, beside each other where there is room. */
export const TerminalCheckoutPair = plainPart('TerminalCheckoutPair', 'tillkit-terminal-checkout-pair');
