import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigurationError, ContractError, HttpError } from '../../src/core/errors.ts';
import { isPaymentsError, PaymentsError } from '../../src/exports/core.ts';

describe('what an error says', () => {
  it.each<[number | undefined, string, string, string | undefined]>([
    [undefined, 'http', 'The service answered with a redirect, which is never followed.', 'ignored'],
    [300, 'http', 'The service answered with a redirect, which is never followed.', undefined],
    [399, 'http', 'The service answered with a redirect, which is never followed.', undefined],
    [299, 'http', 'The service answered with status 299.', undefined],
    [400, 'http', 'The service answered with status 400. It said: Too much.', 'Too much.'],
    [401, 'unauthorized', 'The service answered with status 401.', undefined],
    [403, 'unauthorized', 'The service answered with status 403.', undefined],
    [413, 'too-large', 'The service answered with status 413.', undefined],
    [429, 'rate-limited', 'The service got too many requests.', 'ignored'],
    [500, 'http', 'The service answered with status 500. It said: Sorry.', 'Sorry.'],
  ])('about the status %s', (status, code, sentence, serviceMessage) => {
    const error = new HttpError({ status, serviceMessage });
    expect(error).toMatchObject({ code, isRetryable: false });
    expect(error.shortMessage.startsWith(sentence)).toBe(true);
    expect(error.shortMessage).not.toContain('undefined');
    if (!serviceMessage || status === 429) expect(error.shortMessage).not.toContain('It said');
    expect(error.message).toBe(`${error.shortMessage} (${code}, see docs/errors/${code}.md)`);
    expect(existsSync(new URL(`../../${error.docsPath}`, import.meta.url))).toBe(true);
  });

  it('about an answer that cannot be read names the place, or the body', () => {
    expect(new ContractError('data.id', 'is missing')).toMatchObject({
      shortMessage: "The service's answer cannot be read: data.id is missing.",
      field: 'data.id',
    });
    expect(new ContractError('', 'is not JSON').shortMessage).toContain('the body is not JSON');
  });

  it('keeps what caused it, and has no cause where there was none', () => {
    const cause = new TypeError('x');
    for (const error of [
      new ContractError('', 'x', cause),
      new ConfigurationError('headers', 'x', cause),
      new PaymentsError('http', 'x', { cause }),
    ])
      expect(error.cause).toBe(cause);
    for (const error of [
      new ContractError('', 'x'),
      new ConfigurationError('headers', 'x'),
      new PaymentsError('http', 'x'),
    ])
      expect(Object.hasOwn(error, 'cause')).toBe(false);
  });

  it('is told from any other error', () => {
    expect(isPaymentsError(new ContractError('', 'x'))).toBe(true);
    expect(isPaymentsError(Object.assign(new Error('x'), { name: 'PaymentsError', code: 'http' }))).toBe(
      false,
    );
    expect(isPaymentsError(undefined)).toBe(false);
  });
});
