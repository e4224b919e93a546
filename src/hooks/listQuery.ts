import type { UseQueryOptions } from '@tanstack/react-query';
import { PaymentsError } from '../core/errors/PaymentsError.ts';

/** What a host may change about a list's query. */
export type ListQueryOptions<Data> = Omit<UseQueryOptions<Data, PaymentsError>, 'queryKey' | 'queryFn'>;

/** Every option that matters, so that a host's defaults do not change how lists behave. */
export const listQueryDefaults = {
  networkMode: 'always',
  staleTime: 30_000,
  gcTime: 300_000,
  retry: (failures: number, error: Error) =>
    error instanceof PaymentsError && error.isRetryable && failures < 2,
  retryDelay: (attempt: number, error: Error) =>
    Math.max(1000 * 2 ** attempt, error instanceof PaymentsError ? (error.retryAfterMs ?? 0) : 0),
  refetchOnMount: true,
  refetchOnReconnect: true,
  refetchOnWindowFocus: false,
  refetchInterval: false,
  throwOnError: false,
} as const;
