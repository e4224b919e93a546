import { describe, expect, it } from 'vitest';
import { serviceProtocol } from '../../../src/core/client/protocol.ts';
import {
  ConfigurationError,
  ContractError,
  HttpError,
  InvalidInputError,
  PaymentsError,
  type PaymentsErrorDetails,
  UnansweredError,
} from '../../../src/core/errors.ts';
import { gatewayProtocol } from '../../../src/core/mirror/gatewayProtocol.ts';
import { outcomeOfError } from '../../../src/core/operations/outcomeOfError.ts';
import { contractService } from '../../../src/core/wire/service.ts';
import { defineService, type MoneyOperation, type ServiceDescription } from '../../../src/exports/core.ts';

type Row = [what: string, error: unknown, outcome: string];

const http = (status: number | undefined, more: PaymentsErrorDetails = {}) =>
  new HttpError({ ...more, status });
const tooLarge = (status: number) => new PaymentsError('too-large', 'x', { status });
const { isRefusal: serviceRefuses } = serviceProtocol(contractService);
const { isRefusal: gatewayRefuses } = gatewayProtocol(undefined);
const ruled = (refusals: ServiceDescription['refusals']) => serviceProtocol(defineService({ refusals }));
const factOf = (error: unknown, isRefusal = serviceRefuses, kind: MoneyOperation = 'pay') =>
  outcomeOfError(error, 7, (refused) => isRefusal(refused, kind));
const outcome = (error: unknown, isRefusal = serviceRefuses) => {
  const fact = factOf(error, isRefusal);
  expect(fact.at).toBe(7);
  return fact.type === 'refused' ? 'refused' : fact.reason;
};

const neverSent: Row[] = [
  ['a request that is not valid', new InvalidInputError('amount', 'is wrong.'), 'refused'],
  ['a set-up that cannot work', new ConfigurationError('headers', 'None.'), 'refused'],
  [
    'what was given up before it left',
    new PaymentsError('aborted', 'x', { operationState: 'not-seen' }),
    'refused',
  ],
];
const neverProof: Row[] = [
  ['an error of something else', new TypeError('x'), 'no-response'],
  ['no error at all', undefined, 'no-response'],
  ['no answer', new UnansweredError({}), 'no-response'],
  ['what the caller gave up', new PaymentsError('aborted', 'x'), 'no-response'],
  ['an answer that cannot be read', new ContractError('data', 'is missing'), 'bad-response'],
  ['an answer that is too large', tooLarge(200), 'bad-response'],
  ['a created answer that is too large', tooLarge(201), 'bad-response'],
  ['a redirect that hides its status', http(undefined), 'redirect'],
  ...[300, 301, 302, 307, 308, 399].map((status): Row => [`a redirect ${status}`, http(status), 'redirect']),
  ...[0, 200, 204, 299].map((status): Row => [
    `a status ${status} that is an error`,
    http(status),
    'bad-response',
  ]),
];

describe('what a money request that threw says, at the service itself', () => {
  it.each([...neverSent, ...neverProof])('%s', (_, error, expected) => {
    expect(outcome(error)).toBe(expected);
  });

  it('F7, F8, F9: of every status from 400 on, nine prove a refusal', () => {
    const outcomes = Array.from({ length: 200 }, (_, index) => [400 + index, outcome(http(400 + index))]);
    const of = (expected: string) =>
      outcomes.filter(([, told]) => told === expected).map(([status]) => status);
    expect(of('refused')).toEqual([400, 401, 403, 404, 405, 413, 415, 422, 429]);
    expect(of('conflict')).toEqual([409, 423, 503]);
    expect(of('http-error')).toHaveLength(200 - 12);
  });

  it('is kept as what can be stored, and nothing more', () => {
    const details = {
      status: 422,
      serviceMessage: 'Too much.',
      field: 'amount',
      retryAfterMs: 5000,
      cause: new Error('secret'),
      fields: [{ field: 'amount' }],
    };
    expect(factOf(http(422, details))).toEqual({
      type: 'refused',
      at: 7,
      error: {
        code: 'http',
        shortMessage: 'The service answered with status 422. It said: Too much.',
        serviceMessage: 'Too much.',
        status: 422,
        field: 'amount',
        retryAfterMs: 5000,
        operationState: undefined,
      },
    });
    expect(factOf(new UnansweredError({}))).toMatchObject({
      error: { code: 'unanswered' },
    });
  });
});

describe('what it says behind a gateway', () => {
  it.each([...neverSent, ...neverProof])('%s', (_, error, expected) => {
    expect(outcome(error, gatewayRefuses)).toBe(expected);
  });

  it.each([400, 401, 403, 404, 405, 413, 415, 422, 429])(
    'that %i is a refusal only where the gateway says so',
    (status) => {
      expect(outcome(http(status), gatewayRefuses)).toBe('http-error');
      for (const operationState of ['sent', 'accepted', 'unanswered'] as const)
        expect(outcome(http(status, { operationState }), gatewayRefuses)).toBe('http-error');
      for (const operationState of ['refused', 'not-seen'] as const)
        expect(outcome(http(status, { operationState }), gatewayRefuses)).toBe('refused');
    },
  );

  it('that nothing was sent, whatever the status', () => {
    for (const status of [409, 410, 503])
      expect(outcome(http(status, { operationState: 'not-seen' }), gatewayRefuses)).toBe('refused');
  });

  it('that it is a refusal, by a status that the gateway cannot have from itself', () => {
    for (const status of [402, 409, 410])
      expect(outcome(http(status, { operationState: 'refused' }), gatewayRefuses)).toBe('refused');
    for (const status of [500, 502, 503, 504])
      expect(outcome(http(status, { operationState: 'refused' }), gatewayRefuses)).not.toBe('refused');
  });

  it('that a 504 of its own is a service that gave no answer', () => {
    expect(outcome(http(504, { operationState: 'unanswered' }), gatewayRefuses)).toBe('no-response');
    expect(outcome(http(504), gatewayRefuses)).toBe('http-error');
    expect(outcome(http(502, { operationState: 'unanswered' }), gatewayRefuses)).toBe('http-error');
  });
});

describe("a host's own rule", () => {
  it('is asked about statuses of answers only, with the operation', () => {
    const asked: unknown[] = [];
    const { isRefusal } = ruled((...input) => {
      asked.push(input);
      return true;
    });
    for (const [, error] of neverProof) {
      expect(factOf(error, isRefusal, 'refund').type).toBe('lost');
    }
    expect(asked).toEqual([]);
    expect(factOf(http(409), isRefusal, 'refund').type).toBe('refused');
    expect(asked).toEqual([[409, 'refund']]);
  });

  it('proves nothing where it says something else, or breaks', () => {
    for (const rule of [
      () => false,
      () => undefined,
      () => 'rejected',
      () => Promise.resolve(true),
      () => {
        throw new Error('x');
      },
    ]) {
      const { isRefusal } = ruled(rule as () => boolean);
      expect(factOf(http(400), isRefusal)).toMatchObject({ type: 'lost' });
    }
  });
});
