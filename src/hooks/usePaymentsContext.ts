'use client';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { PaymentsClient } from '../core/client/paymentsClient.ts';
import type { TerminalOperations } from '../core/operations/terminalOperations.ts';
import type { Clock } from '../core/time.ts';
import type { PaymentsEvent, TerminalOperation } from '../core/operations/terminalOperation.ts';
import type { LabelOverrides } from '../words/words.ts';

export type Politeness = 'polite' | 'assertive';

export interface PaymentsContextValue {
  client: PaymentsClient;
  /** The host's, where it made them. Else the client's own are taken up by the first part of a page that needs them. */
  ownOperations: TerminalOperations | undefined;
  scopeKey: string | undefined;
  taken: TakenOperations;
  /** For lists: the host's, and one for where there is none. */
  queryClient: QueryClient | undefined;
  fallback: { queryClient?: QueryClient };
  /** What a page keeps for one client and operator hangs on it. */
  owner: object;
  clock: Clock;
  /** ISO 4217. */
  currency: string;
  /** BCP 47. */
  locale: string;
  /** IANA; undefined until the page has hydrated and none was given. */
  timeZone: string | undefined;
  labels: LabelOverrides;
  /**
   * Says a sentence once in the provider's live region. One that is about something takes the place of what was said of it
   * before, and an empty one takes it away.
   */
  announce: (sentence: string, politeness?: Politeness, about?: string) => void;
  /** Who goes on speaking of an operation, by its id, when nothing on the page shows it any more. */
  voices: Map<string, (operation: TerminalOperation) => void>;
  emit: (event: PaymentsEvent) => void;
}

/** The operations that something on the page has taken up: a page that only shows lists carries none of them. */
export interface TakenOperations {
  takeUp: (operations: TerminalOperations) => void;
  current: () => TerminalOperations | undefined;
  subscribe: (listener: () => void) => () => void;
}

export const PaymentsContext = /*#__PURE__*/ createContext<PaymentsContextValue | null>(null);

/** What the nearest `PaymentsProvider` gives. Throws where there is none. */
export function usePaymentsContext(): PaymentsContextValue {
  const value = useContext(PaymentsContext);
  if (!value) {
    throw new Error(
      'tillkit: there is no PaymentsProvider above this component, so it has no client to work with. Wrap it in <PaymentsProvider client={…} currency="…">.',
    );
  }
  return value;
}

/**
 * The provider's client.
 *
 * @example
 * const client = usePaymentsClient();
 */
export function usePaymentsClient(): PaymentsClient {
  return usePaymentsContext().client;
}
