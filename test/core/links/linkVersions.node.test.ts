import { createPaymentsClient, createVirtualClock, type PaymentLinkVersion } from 'tillkit/core';
import { createSandbox } from 'tillkit/sandbox';
import { afterEach, describe, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllEnvs());

function open(version: PaymentLinkVersion) {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15));
  const sandbox = createSandbox({ clock, latencyMs: 0 });
  const client = createPaymentsClient({
    baseUrl: sandbox.baseUrl,
    headers: { authorization: 'sandbox' },
    fetcher: sandbox.fetch,
    clock,
    paymentLinks: { version, amountUnit: 'minor' },
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
  const undecided = createPaymentsClient({ ...client.options, paymentLinks: undefined });
  await undecided.listPaymentLinks();
  await undecided.createPaymentLink({ amount: 1999 });
  await undecided.createPaymentLink({ amount: 2999 });
  expect(warn.mock.calls.flat()).toEqual([
    expect.stringMatching(/amountUnit is not set/),
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
