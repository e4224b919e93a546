'use client';
import type { PaymentsClient } from '../core/client/createPaymentsClient.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

/**
 * The provider's client.
 *
 * @example
 * const client = usePaymentsClient();
 */
export function usePaymentsClient(): PaymentsClient {
  return usePaymentsContext().client;
}
