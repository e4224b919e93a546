import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkLinkCurrency } from '../../../src/core/client/linkAmounts.ts';
import type { PaymentsClientOptions } from '../../../src/core/client/clientOptions.ts';
import { json, recordingClient } from './recordingClient.ts';

type AmountOptions = Pick<PaymentsClientOptions, 'amountScale' | 'paymentLinks'>;

const inMajor = (currency?: string, amountScale?: 'iso' | 'hundredths'): AmountOptions => ({
  amountScale,
  paymentLinks: { amountUnit: 'major', currency },
});

describe('amounts of links in the main unit', () => {
  it.each([
    ['JPY', 1200, 1200],
    ['KWD', 1234, 1.234],
    ['KWD', 1230, 1.23],
    ['USD', 1999, 19.99],
    ['CLF', 12_345, 1.2345],
  ])('%s: %d minor units are %d on the wire, and back', async (currency, amount, wire) => {
    const { client, sent } = recordingClient(() => json({ id: 1, amount: wire, totalAmount: String(wire) }), {
      ...inMajor(currency, 'iso'),
    });
    const link = await client.createPaymentLink({ amount, taxes: amount });
    expect(sent[0]!.body).toMatchObject({ amount: wire, taxes: wire });
    expect(link).toMatchObject({ amountCents: amount, totalAmountCents: amount });
  });

  it('come back as the same for every amount that can be sent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 99_999_999_999 }),
        fc.constantFrom('JPY', 'USD', 'KWD'),
        async (amount, currency) => {
          const { client, sent } = recordingClient(
            () => json({ items: sent.map(({ body }) => ({ id: 1, ...(body as object) })) }),
            inMajor(currency, 'iso'),
          );
          await client.createPaymentLink({ amount }).catch(() => undefined);
          sent.length = 1;
          expect((await client.listPaymentLinks()).items[0]?.amountCents).toBe(amount);
        },
      ),
    );
  });

  it('are hundredths of the main unit where the scale says so, whatever the currency', async () => {
    const { client, sent } = recordingClient(
      () => json({ id: 1, amount: 1.23, totalAmount: 1.234 }),
      inMajor('KWD', 'hundredths'),
    );
    const link = await client.createPaymentLink({ amount: 123 });
    expect(sent[0]!.body).toMatchObject({ amount: 1.23 });
    expect(link).toMatchObject({ amountCents: 123, totalAmountCents: undefined });
  });

  it('are refused before sending where no JSON number says them exactly', async () => {
    const { client, sent } = recordingClient(() => json({ id: 1 }), inMajor('USD'));
    await expect(client.createPaymentLink({ amount: 9_007_199_254_740_991 })).rejects.toMatchObject({
      code: 'invalid-input',
      field: 'amount',
    });
    expect(sent).toEqual([]);
  });

  it.each([
    [inMajor(), 'JPY'],
    [inMajor(undefined, 'iso'), 'KWD'],
    [inMajor('JPY', 'iso'), 'USD'],
  ])('are neither shown nor sent in a currency of other decimals', (options, currency) => {
    expect(() => checkLinkCurrency(options, currency)).toThrow(
      expect.objectContaining({ code: 'configuration', field: 'paymentLinks.currency' }),
    );
  });

  it.each([
    [inMajor(), 'EUR'],
    [inMajor('KWD', 'iso'), 'KWD'],
    [inMajor('KWD', 'iso'), 'BHD'],
    [inMajor(undefined, 'hundredths'), 'KWD'],
    [{ paymentLinks: { amountUnit: 'minor' } } satisfies AmountOptions, 'JPY'],
  ])('are fine where the decimals are the same', (options: AmountOptions, currency) => {
    expect(() => checkLinkCurrency(options, currency)).not.toThrow();
  });
});
