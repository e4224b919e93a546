import { dropped, type Outcome, refused, type Reply } from './replies.ts';
import type { RetryAfterHeader } from './retryAfterHeader.ts';
import type { ScenarioName } from './scenarios.ts';

const elsewhere = 'https://elsewhere.example';

/** What a scenario does to the exchange itself, whatever the terminal does. */
export function isExchangeFault(name: ScenarioName): boolean {
  return faultsBeforeEffect.has(name) || faultsAfterEffect.has(name);
}

type BeforeEffect = (path: string, retryAfter: RetryAfterHeader) => Outcome;

/** Nothing happened. */
const faultsBeforeEffect = new Map<ScenarioName, BeforeEffect>([
  ['offline', () => dropped],
  ['lost-request', () => dropped],
  ['rate-limited', (_, retryAfter) => refused(429, 'Too many requests. Try again later.', retryAfter(7000))],
  ['conflict', () => refused(409, 'The terminal is busy with another message.')],
  ['unauthorized', () => refused(401, 'The authorization is not valid.')],
  ['redirect', (path) => ({ status: 307, headers: { location: `${elsewhere}${path}` } })],
]);

/** It happened, but the answer does not say so. */
const faultsAfterEffect = new Map<ScenarioName, Outcome>([
  ['lost-answer', dropped],
  [
    'malformed',
    { status: 200, html: '<!doctype html><title>Sign in</title><p>Please sign in to the network.</p>' },
  ],
  ['server-error', refused(500, 'Something went wrong.')],
]);

export function faultBeforeEffect(
  name: ScenarioName,
  path: string,
  retryAfter: RetryAfterHeader,
): Outcome | undefined {
  return faultsBeforeEffect.get(name)?.(path, retryAfter);
}

export function faultAfterEffect(name: ScenarioName, reply: Reply): Outcome {
  return faultsAfterEffect.get(name) ?? reply;
}
