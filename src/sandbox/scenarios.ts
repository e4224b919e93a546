import { createOneOfGuard } from '../core/errors.ts';

export const scenarioNames = [
  'approved',
  'declined',
  'service-timeout',
  'slow',
  'offline',
  'stuck-received',
  'lost-answer',
  'lost-request',
  'rate-limited',
  'malformed',
  'late-result',
  'conflict',
  'unauthorized',
  'server-error',
  'redirect',
  'unrecognised-status',
  'backwards',
  'partly-approved',
  'tip',
  'more-than-asked',
  'by-hand',
] as const;
export type ScenarioName = (typeof scenarioNames)[number];

export const isScenarioName = /*#__PURE__*/ createOneOfGuard(scenarioNames);

/** Throws for a name that is no scenario: a caller in JavaScript may pass one. */
export function assertScenarioName(name: string): void {
  if (isScenarioName(name)) return;
  throw new TypeError(`There is no scenario "${name}". Choose one of: ${scenarioNames.join(', ')}.`);
}

const byLastTwoDigits: Readonly<Record<number, ScenarioName>> = {
  1: 'declined',
  2: 'service-timeout',
  3: 'lost-answer',
  4: 'rate-limited',
  5: 'slow',
  6: 'stuck-received',
  7: 'malformed',
  8: 'late-result',
  9: 'offline',
  31: 'partly-approved',
  32: 'tip',
  33: 'more-than-asked',
};

/** The scenario that the last two digits of an amount choose: 12.01 is declined, 12.02 times out, and so on. */
export function scenarioOfAmount(amount: number | undefined): ScenarioName {
  return byLastTwoDigits[(amount ?? 0) % 100] ?? 'approved';
}
