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
import { callHost, ConfigurationError, warnOnce } from '../core/errors.ts';
import type { TerminalOperations } from '../core/operations/createTerminalOperations.ts';
import { getTerminalOperations } from '../core/operations/getTerminalOperations.ts';
import type { PaymentsEventListener } from '../core/operations/terminalOperation.ts';
import type { LabelOverrides } from '../words/words.ts';
import { LiveRegion, type LiveRegionHandle } from './LiveRegion.tsx';
import { PaymentsContext, type PaymentsContextValue } from './usePaymentsContext.ts';

interface ProviderSettings {
  client: PaymentsClient | undefined;
  currency: string | undefined;
  locale: string;
  timeZone: string | undefined;
}

/** Throws `configuration` with the prop without which no payment can be taken, or no amount and no date written. */
export function checkProviderProps({ client, currency, locale, timeZone }: ProviderSettings): void {
  if (!client) throw refused('client', 'no client', 'what createPaymentsClient() gave');
  const capitals = currency?.toUpperCase();
  if (!isCurrency(capitals)) {
    throw refused('currency', `"${currency}", which is no currency`, 'an ISO 4217 code, as "USD",');
  }
  if (currency !== capitals) {
    warnOnce(
      `PaymentsProvider was given "${currency}" and reads it as "${capitals}". Write currencies in capitals.`,
    );
  }
  assertWorks(
    () => Intl.getCanonicalLocales(locale),
    () => refused('locale', `"${locale}", which is no locale`, 'a BCP 47 tag, as "en-US"'),
  );
  assertWorks(
    () => new Intl.DateTimeFormat('en', { timeZone }),
    () =>
      refused('timeZone', `"${timeZone}", which is no time zone here`, 'an IANA name, as "Europe/Berlin"'),
  );
}

/** Codes of ISO 4217 that browsers do not list: the young ones, the units of account, and the one for tests. */
const unlisted = ['SLE', 'VED', 'ZWG', 'XAD', 'XCG', 'CLF', 'UYI', 'UYW', 'XTS'];
let known: Set<string> | undefined;

function isCurrency(code = ''): boolean {
  // A browser that cannot list its currencies is believed of any code of three capitals.
  known ??= new Set([...unlisted, ...(Intl.supportedValuesOf?.('currency') ?? [])]);
  return known.size > unlisted.length ? known.has(code) : /^[A-Z]{3}$/.test(code);
}

function assertWorks(attempt: () => unknown, refusal: () => ConfigurationError): void {
  try {
    attempt();
  } catch {
    throw refusal();
  }
}

function refused(prop: string, given: string, wanted: string): ConfigurationError {
  return new ConfigurationError(prop, `PaymentsProvider was given ${given}. Pass ${wanted} as ${prop}.`);
}

/** Lets the browser ask before the page is left while a payment is being sent, and only then. */
function useLeaveWarning(operations: TerminalOperations, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined;
    let isListening = false;
    // A page that listens all the time is kept out of the back-forward cache.
    const update = () => {
      const isSending = operations
        .list({ open: true })
        .some(({ id, phase }) => phase === 'sending' && operations.isOwn(id));
      if (isSending === isListening) return;
      isListening = isSending;
      if (isSending) window.addEventListener('beforeunload', askToStay);
      else window.removeEventListener('beforeunload', askToStay);
    };
    update();
    const leave = operations.subscribe(update);
    return () => {
      leave();
      window.removeEventListener('beforeunload', askToStay);
    };
  }, [operations, isWanted]);
}

function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

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
