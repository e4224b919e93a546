import * as fc from 'fast-check';
import { describe, expect, expectTypeOf, it, afterEach, vi } from 'vitest';
import { assertLinkCurrencyDecimals } from '../../../src/core/client/paymentLinks.ts';
import { attemptLinkCreation, type LinkOutcome } from '../../../src/core/links/linkCreator.ts';
import { json, recordingClient } from './recordingClient.ts';
import {
  createPaymentsClient,
  createVirtualClock,
  defineService,
  type ServiceDescription,
} from 'tillkit/core';
import { createSandbox } from 'tillkit/sandbox';
import type { PaymentLinkApiVersion } from '../../../src/core/wire/routes.ts';

const inMajor = (currency?: string, amountScale?: 'iso' | 'hundredths') =>
  defineService({ amountScale, currency, paymentLinks: { amountUnit: 'major' } });

describe('amounts of links in the main unit', () => {
  it.each([
    ['JPY', 1200, 1200],
    ['KWD', 1234, 1.234],
    ['KWD', 1230, 1.23],
    ['USD', 1999, 19.99],
    ['CLF', 12_345, 1.2345],
  ])('%s: %d minor units are %d on the wire, and back', async (currency, amount, wire) => {
    const { client, sent } = recordingClient(() => json({ id: 1, amount: wire, totalAmount: String(wire) }), {
      service: inMajor(currency, 'iso'),
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
            { service: inMajor(currency, 'iso') },
          );
          await client.createPaymentLink({ amount }).catch(() => undefined);
          sent.length = 1;
          expect((await client.listPaymentLinks()).items[0]?.amountCents).toBe(amount);
        },
      ),
    );
  });

  it('are hundredths of the main unit where the scale says so, whatever the currency', async () => {
    const { client, sent } = recordingClient(() => json({ id: 1, amount: 1.23, totalAmount: 1.234 }), {
      service: inMajor('KWD', 'hundredths'),
    });
    const link = await client.createPaymentLink({ amount: 123 });
    expect(sent[0]!.body).toMatchObject({ amount: 1.23 });
    expect(link).toMatchObject({ amountCents: 1230, totalAmountCents: undefined });
  });

  it.each([[[12.5]], [{ toString: 1, valueOf: 1 }]])('that are %j are no amounts', async (amount) => {
    const { client } = recordingClient(() => json({ items: [{ id: 1, amount }] }), { service: inMajor() });
    expect((await client.listPaymentLinks()).items[0]).toMatchObject({ id: '1', amountCents: undefined });
  });

  it('are refused before sending where no JSON number says them exactly', async () => {
    const { client, sent } = recordingClient(() => json({ id: 1 }), { service: inMajor('USD') });
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
  ])('are neither shown nor sent in a currency of other decimals', (service, currency) => {
    expect(() => assertLinkCurrencyDecimals(service, currency)).toThrow(
      expect.objectContaining({ code: 'configuration', field: 'service.currency' }),
    );
  });

  it.each([
    [inMajor(), 'EUR'],
    [inMajor('KWD', 'iso'), 'KWD'],
    [inMajor('KWD', 'iso'), 'BHD'],
    [inMajor(undefined, 'hundredths'), 'KWD'],
    [defineService({ paymentLinks: { amountUnit: 'minor' } }), 'JPY'],
  ])('are fine where the decimals are the same', (service, currency) => {
    expect(() => assertLinkCurrencyDecimals(service, currency)).not.toThrow();
  });
});

it('amounts of links that are digits in a text are read, as those of messages are', async () => {
  const item = { id: 1, amount: '10000', totalAmount: '11000', paidAmount: '0' };
  const { client } = recordingClient(() => json({ items: [item] }));
  const cents = { amountCents: 10_000, totalAmountCents: 11_000, paidAmountCents: 0 };
  expect((await client.listPaymentLinks()).items).toMatchObject([cents]);
  const service = defineService({ amountScale: 'hundredths', currency: 'JPY' });
  const counted = recordingClient(() => json({ items: [item] }), { service });
  expect((await counted.client.listPaymentLinks()).items).toMatchObject([{ amountCents: 100 }]);
});

describe('cents of links where amounts count hundredths', () => {
  const hundredths = (description: ServiceDescription = {}) =>
    recordingClient(() => json({ items: [{ id: 1, amount: 10_000, totalAmount: 10_050, paidAmount: 0 }] }), {
      service: defineService({ amountScale: 'hundredths', ...description }),
    });
  const amounts = async (description: ServiceDescription, currency?: string) => {
    const [link] = (await hundredths(description).client.listPaymentLinks({}, { currency })).items;
    return [link?.amountCents, link?.totalAmountCents, link?.paidAmountCents];
  };

  it.each([
    ['JPY', [100, undefined, 0]],
    ['USD', [10_000, 10_050, 0]],
    ['KWD', [100_000, 100_500, 0]],
  ])('are minor units of %s, and absent where there is no such coin', async (currency, expected) => {
    expect(await amounts({}, currency)).toEqual(expected);
  });

  it("are of the call's currency, else of the service's; with neither they are absent", async () => {
    const described = { paymentLinks: { amountUnit: 'minor' }, currency: 'JPY' } as const;
    expect(await amounts(described)).toEqual([100, undefined, 0]);
    expect(await amounts(described, 'USD')).toEqual([10_000, 10_050, 0]);
    expect(await amounts({})).toEqual([undefined, undefined, undefined]);
  });

  it('are absent in a currency without two digits while the service description does not say what the integer counts', async () => {
    expect(await amounts({ amountScale: undefined }, 'JPY')).toEqual([undefined, undefined, undefined]);
    expect(await amounts({ amountScale: 'iso' }, 'JPY')).toEqual([10_000, 10_050, 0]);
  });

  it('come back for a creation, whose own amount stays what the wire counts', async () => {
    const { client, sent } = recordingClient(() => json({ id: 1, amount: 10_000 }), {
      service: defineService({ amountScale: 'hundredths' }),
    });
    const link = await client.createPaymentLink({ amount: 10_000 }, { currency: 'JPY' });
    expect([sent[0]!.body, link?.amountCents]).toMatchObject([{ amount: 10_000 }, 100]);
  });

  it("are counted once where the description reads links itself, and gives the wire's amount", async () => {
    const paymentLink = () => ({ id: 'own', amount: 20_000 });
    expect(await amounts({ read: { paymentLink } }, 'JPY')).toEqual([200, undefined, undefined]);
  });
});

describe('F32: a decimal where links are read in cents', () => {
  it.each([19.99, '19.99', '20.00'])('is an error that names the unit: %j', async (amount) => {
    const { client } = recordingClient(() =>
      json({
        items: [
          { id: 1, amount: 20 },
          { id: 2, amount },
        ],
      }),
    );
    await expect(client.listPaymentLinks()).rejects.toMatchObject({
      code: 'contract',
      field: 'items[1].amount',
      message: expect.stringMatching(
        /read as cents \('minor'\).*say so in defineService: paymentLinks: \{ amountUnit: 'major' \}/,
      ),
    });
  });

  it('leaves a link that was sent unknown, never refused', async () => {
    const { client, sent } = recordingClient(() => json({ data: { id: 1, amount: 19.99 } }));
    const outcome = await attemptLinkCreation(client, { amount: 1999 });
    expectTypeOf(outcome).toEqualTypeOf<LinkOutcome>();
    expect(outcome).toMatchObject({ phase: 'unknown', sentAmountCents: 1999 });
    expect(outcome.error).toMatchObject({ code: 'contract', field: 'data.amount' });
    expect(sent).toHaveLength(1);
  });

  it('is absent in a total, to which a tax may add fractions', async () => {
    const { client } = recordingClient(() =>
      json({ items: [{ id: 1, amount: 1999, totalAmount: 2163.92 }] }),
    );
    const { items } = await client.listPaymentLinks();
    expect(items[0]).toMatchObject({ amountCents: 1999, totalAmountCents: undefined });
  });
});

afterEach(() => vi.unstubAllEnvs());

function open(version: PaymentLinkApiVersion) {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15));
  const sandbox = createSandbox({ clock, latencyMs: 0 });
  const client = createPaymentsClient({
    baseUrl: sandbox.baseUrl,
    headers: { authorization: 'sandbox' },
    fetcher: sandbox.fetch,
    clock,
    service: defineService({ paymentLinks: { version, amountUnit: 'minor' } }),
  });
  return { client, sandbox };
}

describe.each(['202104', 'v1'] as const)('version %s', (version) => {
  it('takes the same request and lists the same shape', async () => {
    const { client, sandbox } = open(version);
    const made = await client.createPaymentLink({
      amount: 1250,
      taxes: ['tax-standard'],
      showBilling: true,
      customValues: [{ key: 'table', value: '7' }],
    });
    expect(made?.totalAmountCents).toBe(version === 'v1' ? undefined : 1500);
    const [newest] = (await client.listPaymentLinks()).items;
    expect(newest).toMatchObject({
      amountCents: 1250,
      totalAmountCents: 1500,
      paid: false,
      paymentLink: expect.stringMatching(/^https:\/\/pay\.sandbox\.test\/l\//),
      customValues: [{ key: 'table', value: '7' }],
    });
    expect(sandbox.ledger.requests[0]?.body).toEqual({
      amount: 1250,
      taxes: ['tax-standard'],
      showBilling: true,
      customValues: [{ key: 'table', value: '7' }],
      applyDiscount: false,
    });
  });
});

it('in development a client without a unit says once what was sent, so that it can be compared', async () => {
  vi.stubEnv('NODE_ENV', 'development');
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { client } = open('202104');
  const undecided = createPaymentsClient({ ...client.options, service: undefined });
  await undecided.listPaymentLinks();
  await undecided.createPaymentLink({ amount: 1999 });
  await undecided.createPaymentLink({ amount: 2999 });
  expect(warn.mock.calls.flat()).toEqual([
    expect.stringMatching(/amountUnit of defineService is not set/),
    expect.stringMatching(/was sent with amount 1999, in cents.*set paymentLinks\.amountUnit to 'major'/),
  ]);
  warn.mockRestore();
});

it('v1 warns in development, once', async () => {
  vi.stubEnv('NODE_ENV', 'development');
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const [one, other] = [open('v1'), open('v1')];
  await one.client.listPaymentLinks();
  await one.client.createPaymentLink({ amount: 100 });
  await other.client.createPaymentLink({ amount: 100 });
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/'v1' is deprecated/)]]);
  warn.mockRestore();
});
