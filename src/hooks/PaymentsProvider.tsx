'use client';
import type { QueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { PaymentsClient } from '../core/client/paymentsClient.ts';
import { runHostCallback, ConfigurationError, warnOnce } from '../core/errors.ts';
import { createListeners } from '../core/listeners.ts';
import type { TerminalOperations } from '../core/operations/terminalOperations.ts';
import type { PaymentsEvent, PaymentsEventListener } from '../core/operations/terminalOperation.ts';
import { systemClock } from '../core/time.ts';
import type { LabelOverrides } from '../words/words.ts';
import { LiveRegion, type LiveRegionHandle } from './LiveRegion.tsx';
import { PaymentsContext, type PaymentsContextValue, type TakenOperations } from './usePaymentsContext.ts';

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
function warnOfLeaving(operations: TerminalOperations, isWanted: () => boolean) {
  let isListening = false;
  // A page that listens all the time is kept out of the back-forward cache.
  const listen = (isSending: boolean) => {
    if (isSending === isListening) return;
    isListening = isSending;
    if (isSending) window.addEventListener('beforeunload', askToStay);
    else window.removeEventListener('beforeunload', askToStay);
  };
  const update = () =>
    listen(
      isWanted() &&
        operations.list({ open: true }).some(({ id, phase }) => phase === 'sending' && operations.isOwn(id)),
    );
  update();
  const leave = operations.subscribe(update);
  return {
    update,
    stop: () => {
      leave();
      listen(false);
    },
  };
}

function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Hears what a provider's operations tell, from when they are taken up until the provider goes. */
function createTaken(voices: PaymentsContextValue['voices']) {
  let host: Pick<PaymentsProviderProps, 'onEvent' | 'warnOnLeave'> = {};
  let current: TerminalOperations | undefined;
  let leaves: (() => void)[] = [];
  let warning: ReturnType<typeof warnOfLeaving> | undefined;
  const { add: subscribe, notify } = createListeners();
  const become = (operations: TerminalOperations | undefined) => {
    if (operations === current) return;
    leaves.forEach((leave) => leave());
    warning?.stop();
    current = operations;
    leaves = operations ? attach(operations) : [];
    warning = operations && warnOfLeaving(operations, () => host.warnOnLeave !== false);
    notify();
  };
  const attach = (operations: TerminalOperations) => [
    operations.listen((event) => host.onEvent?.(event)),
    operations.subscribe(() => {
      for (const [id, say] of voices) {
        const operation = operations.get(id);
        if (operation) say(operation);
      }
    }),
  ];
  const taken: TakenOperations = {
    takeUp: become,
    current: () => current,
    subscribe,
  };
  return {
    taken,
    leave: () => become(undefined),
    /** Props as they are now. */
    hear: (props: typeof host) => {
      host = props;
      warning?.update();
    },
    emit: (event: PaymentsEvent) => runHostCallback(() => host.onEvent?.(event)),
  };
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
  const { client, locale = 'en-US', timeZone, labels, scopeKey, queryClient, children } = props;
  const { operations: ownOperations } = props;
  checkProviderProps({ client, currency: props.currency, locale, timeZone });
  const currency = props.currency.toUpperCase();
  const browserZone = useBrowserTimeZone();
  const region = useRef<LiveRegionHandle>(null);
  const [{ voices, fallback, taking }] = useState(() => {
    const spoken: PaymentsContextValue['voices'] = new Map();
    return { voices: spoken, fallback: {}, taking: createTaken(spoken) };
  });

  const { taken, leave, hear, emit } = taking;
  useEffect(() => hear(props));
  useEffect(() => {
    if (ownOperations) taken.takeUp(ownOperations);
  }, [taken, ownOperations]);
  useEffect(() => leave, [leave]);

  const clock = ownOperations?.clock ?? client.options.clock ?? systemClock;
  const value = useMemo<PaymentsContextValue>(
    () => ({
      client,
      ownOperations,
      scopeKey,
      taken,
      queryClient,
      fallback,
      owner: ownOperations ?? ownerOf(client, scopeKey),
      clock,
      currency,
      locale,
      timeZone: timeZone ?? browserZone,
      labels: labels ?? {},
      announce: (sentence, politeness = 'polite', about) =>
        region.current?.announce(sentence, politeness, about),
      voices,
      emit,
    }),
    [
      client,
      ownOperations,
      scopeKey,
      taken,
      queryClient,
      fallback,
      clock,
      currency,
      locale,
      timeZone,
      browserZone,
      labels,
      voices,
      emit,
    ],
  );

  return (
    <PaymentsContext.Provider value={value}>
      {children}
      <LiveRegion handle={region} clock={clock} />
    </PaymentsContext.Provider>
  );
}

const owners = /*#__PURE__*/ new WeakMap<PaymentsClient, Map<string | undefined, object>>();

function ownerOf(client: PaymentsClient, scopeKey: string | undefined): object {
  const byScope = owners.get(client) ?? new Map<string | undefined, object>();
  owners.set(client, byScope);
  const owner = byScope.get(scopeKey) ?? {};
  byScope.set(scopeKey, owner);
  return owner;
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
