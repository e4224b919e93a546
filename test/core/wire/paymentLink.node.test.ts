import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  safeLinkAddress,
  readPaymentLinkWithUncheckedAddress,
  withSafeAddress,
} from '../../../src/core/wire/paymentLink.ts';

describe('safeLinkAddress', () => {
  it.each([
    ['https://pay.test/l/1', 'https://pay.test/l/1'],
    ['//pay.test/l/1', 'https://pay.test/l/1'],
    ['pay.test/l/1?a=b#c', 'https://pay.test/l/1?a=b#c'],
    ['pay.test', 'https://pay.test/'],
    ['pay.test:8443/l/1', 'https://pay.test:8443/l/1'],
    ['HTTPS://PAY.test/L', 'https://pay.test/L'],
    ['bezahlen.münchen/l/1', 'https://bezahlen.xn--mnchen-3ya/l/1'],
    ['http://localhost:4010/l/1', 'http://localhost:4010/l/1'],
    ['localhost:4010/l/1', 'https://localhost:4010/l/1'],
    ['http://127.0.0.1/l/1', 'http://127.0.0.1/l/1'],
  ])('F96: %s is the link %s', (text, address) => {
    expect(safeLinkAddress(text)).toBe(address);
  });

  it.each([
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    ' \u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://pay.test/1',
    'https://pay@evil.test',
    'https://pay.test:secret@evil.test/',
    '/\\evil.test',
    '\\\\evil.test',
    '///evil.test',
    '/evil.test/l/1',
    '/l/1',
    'https:/evil.test',
    'https:evil.test',
    'https:\\evil.test',
    'http://pay.test/l/1',
    'ftp://pay.test',
    'PL-1003',
    '12345',
    'https://',
    'https://pay .test',
    '',
  ])('F96: %j is text', (text) => {
    expectTypeOf(safeLinkAddress(text)).toEqualTypeOf<string | undefined>();
    expect(safeLinkAddress(text)).toBeUndefined();
  });
});

describe('withSafeAddress', () => {
  const link = (paymentLink: string) => readPaymentLinkWithUncheckedAddress({ id: 1, paymentLink }, '');

  it('F96: keeps what is no link as text', () => {
    expect(withSafeAddress(link('javascript:alert(1)'))).toMatchObject({
      paymentLink: undefined,
      addressText: 'javascript:alert(1)',
    });
    expect(withSafeAddress(link('pay.test/1'))).toMatchObject({ paymentLink: 'https://pay.test/1' });
  });

  it('F96: keeps another origin as text where the allowed ones are set', () => {
    const origins = ['https://pay.test'];
    expect(withSafeAddress(link('https://pay.test.evil.test/1'), origins).paymentLink).toBeUndefined();
    expect(withSafeAddress(link('https://pay.test:444/1'), origins).addressText).toBe(
      'https://pay.test:444/1',
    );
    expect(withSafeAddress(link('pay.test/1'), origins).paymentLink).toBe('https://pay.test/1');
    // As a host may write an origin.
    for (const origin of ['https://pay.test/', 'pay.test', 'https://PAY.test'])
      expect(withSafeAddress(link('https://pay.test/1'), [origin]).paymentLink).toBe('https://pay.test/1');
  });
});
