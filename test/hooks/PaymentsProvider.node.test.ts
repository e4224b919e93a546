import { createPaymentsClient, isPaymentsError, type PaymentsErrorCode } from 'tillkit/core';
import { expect, test, vi } from 'vitest';
import { checkProviderProps } from '../../src/hooks/PaymentsProvider.tsx';

const client = createPaymentsClient({ baseUrl: 'http://localhost:4010' });
const right = { client, currency: 'USD', locale: 'en-US', timeZone: undefined };

function refusalOf(props: object): {
  code: PaymentsErrorCode;
  field?: string | undefined;
  shortMessage: string;
} {
  try {
    checkProviderProps({ ...right, ...props });
  } catch (error) {
    if (isPaymentsError(error)) return error;
    throw error;
  }
  throw new Error('It was taken.');
}

test.each([
  ['client', undefined, 'createPaymentsClient()'],
  ['client', undefined, 'createGatewayClient()'],
  ['client', { baseUrl: 'http://localhost:4010' }, 'createPaymentsClient()'],
  ['currency', 'US', '"US"'],
  ['currency', '$', 'as "USD"'],
  ['currency', 'ZZZ', '"ZZZ", which is not a currency'],
  ['currency', 'zzz', '"zzz", which is not a currency'],
  ['currency', 840, '"840", which is not a currency'],
  ['currency', undefined, 'an ISO 4217 code'],
  ['locale', 'de_DE', '"de_DE"'],
  ['locale', '', 'as "en-US"'],
  ['timeZone', 'Mars', '"Mars"'],
  ['timeZone', 'CEST+1', 'as "Europe/Berlin"'],
])('names %s where it is %j, and says what to give instead', (field, given, word) => {
  const refusal = refusalOf({ [field]: given });
  expect(refusal).toMatchObject({ code: 'configuration', field });
  expect(refusal.shortMessage).toContain(word);
});

test.each([
  {},
  { currency: 'jpy' },
  { currency: 'XCG' },
  { currency: 'XTS', locale: 'ar-EG' },
  { locale: 'pt-BR', timeZone: 'America/Sao_Paulo' },
  { timeZone: 'UTC' },
])('takes %j', (props) => {
  expect(() => checkProviderProps({ ...right, ...props })).not.toThrow();
});

test('in development it says once that a currency is written in capitals', () => {
  vi.stubEnv('NODE_ENV', 'development');
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  for (const currency of ['eur', 'eur', 'EUR']) checkProviderProps({ ...right, currency });
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/given "eur" and reads it as "EUR"/)]]);
  warn.mockRestore();
  vi.unstubAllEnvs();
});
