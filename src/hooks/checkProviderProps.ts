import type { PaymentsClient } from '../core/client/createPaymentsClient.ts';
import { ConfigurationError } from '../core/errors/ConfigurationError.ts';

interface ProviderSettings {
  client: PaymentsClient | undefined;
  currency: string;
  locale: string;
  timeZone: string | undefined;
}

/** Throws `configuration` with the prop without which no payment can be taken, or no amount and no date written. */
export function checkProviderProps({ client, currency, locale, timeZone }: ProviderSettings): void {
  if (!client) throw refused('client', 'no client', 'what createPaymentsClient() gave');
  assertWorks(
    () => new Intl.NumberFormat('en', { style: 'currency', currency }),
    () => refused('currency', `"${currency}", which is no currency`, 'an ISO 4217 code, as "USD"'),
  );
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
