import { describe, expect, test } from 'vitest';
import { isTransient } from '../../../src/core/polling/isTransient.ts';
import {
  isNewer,
  isUnderWay,
  type MessageState,
  withMessage,
  withPollError,
  withWeather,
} from '../../../src/core/polling/messageState.ts';
import { PaymentsError, type PaymentsErrorCode } from '../../../src/core/errors.ts';
import type { ProcessedMessage, ProcessingStatus } from '../../../src/core/wire/message.ts';

const ranked: ProcessingStatus[] = ['received', 'processing', 'timeout', 'failed', 'complete'];
const at = Date.UTC(2026, 0, 15);
const fresh: MessageState = {
  msgIdentifier: 'm',
  isFinal: false,
  connection: 'ok',
  failures: 0,
  missing: 0,
};
const message = (status: ProcessingStatus, more: Partial<ProcessedMessage> = {}): ProcessedMessage => ({
  msgIdentifier: 'm',
  status,
  raw: { status },
  ...more,
});
const heard = (status: ProcessingStatus) => withMessage(fresh, message(status), at);
const error = (code: PaymentsErrorCode, status?: number) => new PaymentsError(code, 'It failed.', { status });

describe('an answer', () => {
  test('tells more only where it is further on: received, processing, timeout, failed, complete', () => {
    for (const [rank, status] of ranked.entries()) {
      expect(isNewer(status, undefined)).toBe(true);
      for (const [earlier, before] of ranked.entries())
        expect(isNewer(status, before), `${before}, then ${status}`).toBe(rank > earlier);
    }
  });

  test('never takes the state back, and a late result wins over a timeout or a failure', () => {
    for (const [rank, before] of ranked.entries())
      for (const [next, status] of ranked.entries()) {
        const state = withMessage(heard(before), message(status), at + 1000);
        const shown = ranked[Math.max(rank, next)];
        expect([state.status, state.message?.status], `${before}, then ${status}`).toEqual([shown, shown]);
        expect(state.lastCheckedAt).toBe(at + 1000);
      }
  });

  test.each(ranked)('%s: what is final, and what is under way', (status) => {
    expect(heard(status).isFinal).toBe(status !== 'received' && status !== 'processing');
    expect(isUnderWay(status)).toBe(status === 'received' || status === 'processing');
  });

  test('of which nothing is known is not under way', () => {
    expect(isUnderWay(undefined)).toBe(false);
  });

  test('ends whatever was wrong with the asking', () => {
    const failing = withPollError(withPollError(fresh, error('unanswered'), at), error('http', 404), at);
    expect(withMessage({ ...failing, nextCheckAt: at }, message('received'), at)).toEqual({
      msgIdentifier: 'm',
      status: 'received',
      isFinal: false,
      message: message('received'),
      connection: 'ok',
      lastCheckedAt: at,
      failures: 0,
      missing: 0,
    });
  });

  test('that goes backwards ends it too', () => {
    const failing = withPollError(heard('processing'), error('unanswered'), at);
    expect(withMessage(failing, message('received'), at)).toMatchObject({
      status: 'processing',
      connection: 'ok',
      failures: 0,
    });
  });

  test('that says the same keeps the message it said it with; one that says more does not', () => {
    const first = heard('processing');
    expect(withMessage(first, message('processing'), at).message).toBe(first.message);
    const more = message('processing', { serviceMessage: 'Insert card' });
    expect(withMessage(first, more, at).message).toBe(more);
    const other = message('processing', { raw: { status: 'processing', step: 2 } });
    expect(withMessage(first, other, at).message).toBe(other);
  });

  test('which a gateway never asked for leaves the time of the last check open', () => {
    expect(withMessage(fresh, message('received'), undefined).lastCheckedAt).toBeUndefined();
  });
});

describe('a question in vain', () => {
  test.each<[PaymentsErrorCode, number | undefined, boolean]>([
    ['unanswered', undefined, true],
    ['aborted', undefined, true],
    ['http', 500, true],
    ['http', 503, true],
    ['http', 499, false],
    ['http', 404, false],
    ['unauthorized', 401, false],
    ['rate-limited', 429, false],
    ['contract', 200, false],
    ['contract', undefined, false],
  ])('%s %s tells only that no answer came: %s', (code, status, transient) => {
    expect(isTransient(error(code, status))).toBe(transient);
    const state = withPollError({ ...heard('received'), lastCheckedAt: 1 }, error(code, status), at);
    expect(state.lastCheckedAt).toBe(transient ? 1 : at);
  });

  test('changes nothing that is known of the message', () => {
    const before = heard('processing');
    const cause = error('unanswered');
    expect(withPollError(before, cause, at)).toEqual({ ...before, error: cause, failures: 1 });
  });

  test('once is nothing, twice in a row is a bad connection', () => {
    const once = withPollError(fresh, error('unanswered'), at);
    expect([once.connection, once.failures]).toEqual(['ok', 1]);
    const twice = withPollError(once, error('contract', 200), at);
    expect([twice.connection, twice.failures]).toEqual(['degraded', 2]);
    const between = withMessage(once, message('received'), at);
    expect(withPollError(between, error('unanswered'), at).connection).toBe('ok');
  });

  test.each<[PaymentsErrorCode, number, string]>([
    ['unauthorized', 401, 'needs-auth'],
    ['rate-limited', 429, 'slowed'],
    ['http', 503, 'slowed'],
    ['http', 500, 'ok'],
  ])('%s %i makes the connection %s at once', (code, status, connection) => {
    expect(withPollError(fresh, error(code, status), at).connection).toBe(connection);
  });

  test('a refusal that is over once something else goes wrong is kept until the second in a row', () => {
    const refused = withPollError(fresh, error('unauthorized', 401), at);
    expect(withPollError(refused, error('unanswered'), at).connection).toBe('degraded');
    expect(withPollError({ ...refused, failures: 0 }, error('unanswered'), at).connection).toBe('needs-auth');
  });

  test('counts how often in a row there was no such message', () => {
    const once = withPollError(fresh, error('http', 404), at);
    const twice = withPollError(once, error('http', 410), at);
    expect([once.missing, twice.missing]).toEqual([1, 2]);
    expect(withPollError(twice, error('unanswered'), at)).toMatchObject({ missing: 0, failures: 3 });
  });
});

describe('the weather', () => {
  test('slows what is well, whoever was refused, and lets it be well again', () => {
    const slowed = withWeather(heard('received'), true);
    expect(slowed).toEqual({ ...heard('received'), connection: 'slowed' });
    expect(withWeather(slowed, false)).toEqual(heard('received'));
  });

  test('changes nothing where it is as it was', () => {
    const well = heard('received');
    const slowed = withWeather(well, true);
    expect(withWeather(well, false)).toBe(well);
    expect(withWeather(slowed, true)).toBe(slowed);
    const refused = withPollError(fresh, error('unauthorized', 401), at);
    expect(withWeather(refused, false)).toBe(refused);
  });
});
