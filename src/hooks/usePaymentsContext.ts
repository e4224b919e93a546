'use client';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { PaymentsClient } from '../core/client/paymentsClient.ts';
import type { TerminalOperations } from '../core/operations/terminalOperations.ts';
import type { Clock } from '../core/time.ts';
import type { PaymentsEvent, TerminalOperation } from '../core/operations/terminalOperation.ts';
import type { LabelOverrides } from '../words/words.ts';
import { useBrowserValue } from './useBrowserValue.ts';

export type Politeness = 'polite' | 'assertive';

export interface PaymentsContextValue {
  client: PaymentsClient;
  /** The host's `operations` prop. Without it, the first component that needs operations activates the client's own. */
  ownOperations: TerminalOperations | undefined;
  scopeKey: string | undefined;
  activeOperations: ActiveOperations;
  /** The host's query client for lists. If the host has none at all, one is created in `ownQueryClient`. */
  queryClient: QueryClient | undefined;
  ownQueryClient: { current?: QueryClient };
  clock: Clock;
  /** ISO 4217 code. */
  currency: string;
  /** BCP 47 tag. */
  locale: string;
  /** The IANA zone that the host gave; see `useTimeZone`. */
  timeZone: string | undefined;
  labels: LabelOverrides;
  /** Has screen readers speak a sentence. Replaces the earlier sentence about the same subject; `''` only removes it. */
  announce: (sentence: string, politeness?: Politeness, about?: string) => void;
  /** By operation id, a function that announces the operation's changes. It is set once no component shows the operation. */
  announcers: Map<string, (operation: TerminalOperation) => void>;
  emit: (event: PaymentsEvent) => void;
}

/** The operations that a component of the page has activated. A page that only lists terminals activates none. */
export interface ActiveOperations {
  activate: (operations: TerminalOperations) => void;
  current: () => TerminalOperations | undefined;
  subscribe: (listener: () => void) => () => void;
}

export const PaymentsContext = /*#__PURE__*/ createContext<PaymentsContextValue | null>(null);

/** The value of the nearest `PaymentsProvider`. Throws if there is none. */
export function usePaymentsContext(): PaymentsContextValue {
  const value = useContext(PaymentsContext);
  if (!value) {
    throw new Error(
      'tillkit: there is no PaymentsProvider above this component, so it has no client to work with. Wrap it in <PaymentsProvider client={…} currency="…">. If there is one, tillkit is installed twice: see npm ls tillkit.',
    );
  }
  return value;
}

let browserZone: string | undefined;
// Asking `Intl` is slow, and each component that shows times reads the zone at every render.
const readBrowserZone = () => (browserZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone);

/**
 * The IANA zone for dates: the provider's, else the browser's, which is undefined until the component has hydrated. The
 * browser's zone is not in the context, because React drops a part's server HTML if a context changes before the part
 * hydrates.
 */
export function useTimeZone(): string | undefined {
  const { timeZone } = usePaymentsContext();
  const ofBrowser = useBrowserValue(readBrowserZone);
  return timeZone ?? ofBrowser;
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
