import { plainPart } from '../part/plainPart.tsx';

/**
 * What a person can do next. The drop-in puts what the host gave as `actions` here, such as a button for the next
 * customer.
 */
export const PaymentStatusActions = plainPart('PaymentStatusActions', 'tillkit-actions');
