'use client';
import { hashKey, QueryClient, QueryClientContext } from '@tanstack/react-query';
import {
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type PaymentsClient, paymentsKeys } from '../core/client/createPaymentsClient.ts';
import { callHost } from '../core/errors.ts';
import type { TerminalOperations } from '../core/operations/createTerminalOperations.ts';
import { getTerminalOperations } from '../core/operations/getTerminalOperations.ts';
import type { PaymentsEventListener } from '../core/operations/terminalOperation.ts';
import { checkProviderProps } from './checkProviderProps.ts';
import type { LabelOverrides } from './labelCatalogue.ts';
import { LiveRegion, type LiveRegionHandle } from './LiveRegion.tsx';
import { useLeaveWarning } from './useLeaveWarning.ts';
import { PaymentsContext, type PaymentsContextValue } from './paymentsContext.ts';

export interface PaymentsProviderProps {
  client: PaymentsClient;
  /** ISO 4217, as `USD`. */
  currency: string;
  /** BCP 47; default `en-US`. */
  locale?: string | undefined;
  /** IANA zone for dates; default the browser's. */
  timeZone?: string | undefined;
  labels?: LabelOverrides | undefined;
  /** For the lists; default the nearest host client, else one of the provider's own. */
  queryClient?: QueryClient | undefined;
  /** Default: the client's own operations; see `getTerminalOperations`. */
  operations?: TerminalOperations | undefined;
  /** The operator; others on this browser do not see this one's amounts. */
  scopeKey?: string | undefined;
  onEvent?: PaymentsEventListener | undefined;
  /** Whether the browser asks before the page is left while a payment is being sent. Default true. */
  warnOnLeave?: boolean | undefined;
  children?: ReactNode;
}

/**
 * Gives every hook and component below it a client, money format and words. Unmounting it ends nothing.
 *
 * @example
 * <PaymentsProvider client={client} currency="USD"><TerminalCheckout /></PaymentsProvider>
 */
export function PaymentsProvider(props: PaymentsProviderProps) {
  const { client, locale = 'en-US', timeZone, labels, scopeKey, onEvent, children } = props;
  const { warnOnLeave = true } = props;
  checkProviderProps({ client, currency: props.currency, locale, timeZone });
  const currency = props.currency.toUpperCase();
  const queryClient = useQueryClientFor(props.queryClient);
  const operations = props.operations ?? getTerminalOperations(client, { scopeKey });
  const browserZone = useBrowserTimeZone();
  const region = useRef<LiveRegionHandle>(null);
  const host = useRef(onEvent);
  const [voices] = useState<PaymentsContextValue['voices']>(() => new Map());

  useEffect(() => {
    host.current = onEvent;
  });
  useEffect(() => operations.listen((event) => host.current?.(event)), [operations]);

  useEffect(
    () =>
      operations.subscribe(() => {
        for (const [id, say] of voices) {
          const operation = operations.get(id);
          if (operation) say(operation);
        }
      }),
    [operations, voices],
  );
  useLeaveWarning(operations, warnOnLeave);

  const value = useMemo<PaymentsContextValue>(
    () => ({
      client,
      operations,
      queryClient,
      currency,
      locale,
      timeZone: timeZone ?? browserZone,
      labels: labels ?? {},
      announce: (sentence, politeness = 'polite', about) =>
        region.current?.announce(sentence, politeness, about),
      voices,
      emit: (event) => callHost(() => host.current?.(event)),
    }),
    [client, operations, queryClient, currency, locale, timeZone, browserZone, labels, voices],
  );

  return (
    <PaymentsContext.Provider value={value}>
      {children}
      <LiveRegion handle={region} clock={operations.clock} />
    </PaymentsContext.Provider>
  );
}

function useQueryClientFor(given: QueryClient | undefined): QueryClient {
  const nearest = useContext(QueryClientContext);
  const [own] = useState(() => new QueryClient());
  const queryClient = given ?? nearest ?? own;
  keepKeysApart(queryClient);
  // As its own provider does, else no list is asked anew when the browser is online again.
  useEffect(() => {
    queryClient.mount();
    return () => queryClient.unmount();
  }, [queryClient]);
  return queryClient;
}

/** What a host says of all its queries decides neither what our keys mean nor what a list holds before it was read. */
function keepKeysApart(queryClient: QueryClient): void {
  const told = queryClient.getQueryDefaults(paymentsKeys.all);
  if (told.queryKeyHashFn === hashKey) return;
  queryClient.setQueryDefaults(paymentsKeys.all, {
    initialData: undefined,
    ...told,
    queryKeyHashFn: hashKey,
  });
}

const neverChanges = () => () => undefined;

/** The browser's zone once the page has hydrated: the server cannot know it. */
function useBrowserTimeZone(): string | undefined {
  return useSyncExternalStore(
    neverChanges,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => undefined,
  );
}
