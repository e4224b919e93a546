import { plainPart } from '../part/plainPart.tsx';

/** Fields one under the other; where there is room, two columns stand side by side. */
export const PaymentLinkFormColumn = plainPart('PaymentLinkFormColumn', 'tillkit-stack');
