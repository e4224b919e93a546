import type { PaymentsClient } from '../core/client/paymentsClient.ts';
import { ConfigurationError, warnOnce } from '../core/errors.ts';

interface ProviderSettings {
  client: PaymentsClient | undefined;
  currency: string | undefined;
  locale: string;
  timeZone: string | undefined;
}

/** Throws `configuration`, naming the prop that is missing or malformed. */
export function checkProviderProps({ client, currency, locale, timeZone }: ProviderSettings): void {
  if (!client) throw refused('client', 'no client', 'the result of createPaymentsClient()');
  const capitals = currency?.toUpperCase();
  if (!isCurrency(capitals)) {
    throw refused('currency', `"${currency}", which is not a currency`, 'an ISO 4217 code such as "USD"');
  }
  if (currency !== capitals) {
    warnOnce(
      `PaymentsProvider was given "${currency}" and reads it as "${capitals}". Write currencies in capitals.`,
    );
  }
  assertNoThrow(
    () => Intl.getCanonicalLocales(locale),
    () => refused('locale', `"${locale}", which is not a locale`, 'a BCP 47 tag such as "en-US"'),
  );
  assertNoThrow(
    () => new Intl.DateTimeFormat('en', { timeZone }),
    () =>
      refused(
        'timeZone',
        `"${timeZone}", which is not a time zone here`,
        'an IANA name such as "Europe/Berlin"',
      ),
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

function assertNoThrow(attempt: () => unknown, refusal: () => ConfigurationError): void {
  try {
    attempt();
  } catch {
    throw refusal();
  }
}

function refused(prop: string, given: string, wanted: string): ConfigurationError {
  return new ConfigurationError(prop, `PaymentsProvider was given ${given}. Pass ${wanted} as ${prop}.`);
}
