import type { ListPaymentLinksQuery } from '../contract/createPaymentLinkRequest.ts';
import type { ListTerminalsQuery } from '../contract/terminal.ts';

/** Query keys of the lists, for a host that invalidates or prefetches them. They hold no header and nothing personal. */
export const paymentsKeys = {
  all: ['tillkit'] as const,
  terminals: (baseUrl: string, query?: ListTerminalsQuery) =>
    ['tillkit', 'terminals', baseUrl, ...optional(query)] as const,
  allTerminals: (baseUrl: string, clientId?: string) =>
    ['tillkit', 'all-terminals', baseUrl, ...optional(clientId)] as const,
  paymentLinks: (baseUrl: string, query?: ListPaymentLinksQuery) =>
    ['tillkit', 'payment-links', baseUrl, ...optional(query)] as const,
};

function optional<Value>(value: Value | undefined): Value[] {
  return value === undefined ? [] : [value];
}
