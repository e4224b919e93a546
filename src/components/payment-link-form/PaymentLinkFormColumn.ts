import { plainPart } from '../part/plainPart.tsx';

/**
 * Fields one under the other. Where there is room, two columns stand side by side: in the drop-in what is paid in the
 * first, what goes with it in the second.
 */
export const PaymentLinkFormColumn = plainPart('PaymentLinkFormColumn', 'tillkit-stack');
