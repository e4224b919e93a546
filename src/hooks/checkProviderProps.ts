import type { PaymentsClient } from '../core/client/createPaymentsClient.ts';
import { ConfigurationError, warnOnce } from '../core/errors.ts';

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
