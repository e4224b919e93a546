'use client';
import type { QueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { PaymentsClient } from '../core/client/paymentsClient.ts';
import { attempt, ConfigurationError, tryToWarn, warnOnce } from '../core/errors.ts';
import type { TerminalOperations } from '../core/operations/terminalOperations.ts';
import type { OrderFigures, PaymentsEventListener } from '../core/operations/terminalOperation.ts';
import { systemClock } from '../core/time.ts';
import type { LabelOverrides } from '../words/words.ts';
import { createActiveOperations } from './activeOperations.ts';
import { LiveRegion, type LiveRegionHandle } from './LiveRegion.tsx';
import { PaymentsContext, type PaymentsContextValue } from './usePaymentsContext.ts';
import { useStableObject } from './useStableObject.ts';

export interface PaymentsProviderProps {
  client: PaymentsClient;
  /** ISO 4217 code, such as `USD`. */
  currency: string;
  /** BCP 47 tag; default `en-US`. */
  locale?: string | undefined;
  /** IANA zone for dates; default the browser's. */
  timeZone?: string | undefined;
  labels?: LabelOverrides | undefined;
  /** Query client of the lists; default the nearest `QueryClientProvider`'s, else one that this provider creates. */
  queryClient?: QueryClient | undefined;
  /** The operations that hooks show and start. Default: the client's own; see `getTerminalOperations`. */
  operations?: TerminalOperations | undefined;
  /** The operator. Without a gateway, other operators of this browser do not see this operator's amounts. */
  scopeKey?: string | undefined;
  onEvent?: PaymentsEventListener | undefined;
  /** With a gateway: called when an order is paid, at this till or another one. */
  onOrderPaid?: ((order: OrderFigures) => void) | undefined;
  /** Whether the browser asks before the page is left while a payment is being sent. Default true. */
  warnOnLeave?: boolean | undefined;
  children?: ReactNode;
}

/**
 * Gives every hook and component below it a client, a money format and labels. Unmounting it does not end an
 * operation.
 *
 * @example
 * <PaymentsProvider client={client} currency="USD"><TerminalCheckout /></PaymentsProvider>
 */
export function PaymentsProvider(props: PaymentsProviderProps) {
  const { client, locale = 'en-US', timeZone, labels = noLabels, scopeKey, queryClient, children } = props;
  const { operations: ownOperations } = props;
  // The check creates formats of `Intl`, which is slow, and a host may render this provider often.
  const currency = useMemo(() => {
    checkProviderProps({ client, currency: props.currency, locale, timeZone });
    return props.currency.toUpperCase();
  }, [client, props.currency, locale, timeZone]);
  const region = useRef<LiveRegionHandle>(null);
  const [{ announce, announcers, ownQueryClient, active }] = useState(() => {
    const byId: PaymentsContextValue['announcers'] = new Map();
    const say: PaymentsContextValue['announce'] = (sentence, politeness = 'polite', about) =>
      region.current?.announce(sentence, politeness, about);
    return { announce: say, announcers: byId, ownQueryClient: {}, active: createActiveOperations(byId) };
  });

  const { activeOperations, deactivate, setHost, emit } = active;
  useEffect(() => setHost(props));
  useEffect(() => {
    if (ownOperations) activeOperations.activate(ownOperations);
  }, [activeOperations, ownOperations]);
  useEffect(() => deactivate, [deactivate]);

  const clock = ownOperations?.clock ?? client.options.clock ?? systemClock;
  const value = useStableObject<PaymentsContextValue>({
    client,
    ownOperations,
    scopeKey,
    activeOperations,
    queryClient,
    ownQueryClient,
    clock,
    currency,
    locale,
    timeZone,
    labels,
    announce,
    announcers,
    emit,
  });

  return (
    <PaymentsContext.Provider value={value}>
      {children}
      <LiveRegion handle={region} clock={clock} scope={ownOperations?.scope ?? scopeKey} />
    </PaymentsContext.Provider>
  );
}

const noLabels: LabelOverrides = {};

interface ProviderSettings {
  client: PaymentsClient | undefined;
  currency: string | undefined;
  locale: string;
  timeZone: string | undefined;
}

/** Throws `configuration`, naming the prop that is missing or malformed. */
export function checkProviderProps({ client, currency, locale, timeZone }: ProviderSettings): void {
  if (!client?.options)
    throw refused('client', 'no client', 'the result of createGatewayClient() or createPaymentsClient()');
  const capitals = currency?.toString().toUpperCase();
  if (!isCurrency(capitals)) {
    throw refused('currency', `"${currency}", which is not a currency`, 'an ISO 4217 code such as "USD"');
  }
  tryToWarn(() => {
    if (process.env.NODE_ENV !== 'development' || currency === capitals) return;
    warnOnce(
      `PaymentsProvider was given "${currency}" and reads it as "${capitals}". Write currencies in capitals.`,
    );
  });
  if (!attempt(() => Intl.getCanonicalLocales(locale)))
    throw refused('locale', `"${locale}", which is not a locale`, 'a BCP 47 tag such as "en-US"');
  if (!attempt(() => Intl.DateTimeFormat('en', { timeZone })))
    throw refused(
      'timeZone',
      `"${timeZone}", which is not a time zone here`,
      'an IANA name such as "Europe/Berlin"',
    );
}

/** ISO 4217 codes that browsers do not list: new currencies, units of account and the code for tests. */
const unlisted = ['SLE', 'VED', 'ZWG', 'XAD', 'XCG', 'CLF', 'UYI', 'UYW', 'XTS'];
let knownCurrencies: Set<string> | undefined;

function isCurrency(code = ''): boolean {
  // If the browser cannot list its currencies, any code of three capitals is accepted.
  knownCurrencies ??= new Set([...unlisted, ...(Intl.supportedValuesOf?.('currency') ?? [])]);
  return knownCurrencies.size > unlisted.length ? knownCurrencies.has(code) : /^[A-Z]{3}$/.test(code);
}

function refused(prop: string, given: string, wanted: string): ConfigurationError {
  return new ConfigurationError(prop, `PaymentsProvider was given ${given}. Pass ${wanted} as ${prop}.`);
}
