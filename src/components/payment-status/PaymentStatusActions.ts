import { plainPart } from '../part/plainPart.tsx';

/** What a person can do next; the host's own buttons. */
export const PaymentStatusActions = plainPart('PaymentStatusActions', 'tillkit-actions');
