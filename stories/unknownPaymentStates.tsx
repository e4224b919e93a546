import type { UnknownReason } from 'tillkit/core';
import type { State } from './gallery.tsx';
import { charged, ending, notCharged, sale, says, state, yesNotCharged } from './paymentState.tsx';

/** An operation for every reason of an unknown outcome. */
const reasons: Record<UnknownReason, State> = {
  'no-response': state(
    'Unknown',
    { afterMs: 500, scenario: 'lost-answer' },
    ({ reasonNoResponse }) => reasonNoResponse,
  ),
  'service-timeout': state(
    'Service timeout',
    { afterMs: 9000, scenario: 'service-timeout' },
    ({ reasonServiceTimeout }) => reasonServiceTimeout,
  ),
  stopped: state('Stopped', { afterMs: 2300 }, ({ reasonStopped }) => reasonStopped, {
    act: says(
      ({ takingLong }) => takingLong,
      ({ stopWaiting }) => stopWaiting,
    ),
  }),
  'bad-response': state(
    'Answer unreadable',
    { afterMs: 500, scenario: 'malformed' },
    ({ reasonBadResponse }) => reasonBadResponse,
  ),
  conflict: state(
    'Terminal said busy',
    { afterMs: 500, scenario: 'conflict' },
    ({ reasonConflict }) => reasonConflict,
  ),
  'http-error': state(
    'Service trouble',
    { afterMs: 500, scenario: 'server-error' },
    ({ reasonHttpError }) => reasonHttpError,
  ),
  redirect: state(
    'Redirected',
    { afterMs: 500, scenario: 'redirect' },
    ({ reasonRedirect }) => reasonRedirect,
  ),
  'max-wait': state(
    'Never started',
    { afterMs: 320_000, scenario: 'stuck-received' },
    ({ reasonMaxWait }) => reasonMaxWait,
  ),
  'unrecognised-status': state(
    'Status not known',
    { afterMs: 320_000, scenario: 'unrecognised-status' },
    ({ reasonUnrecognisedStatus }) => reasonUnrecognisedStatus,
  ),
  reloaded: ending('Reloaded', 'reloaded', ({ reasonReloaded }) => reasonReloaded),
  gone: ending('Gone', 'gone', ({ reasonGone }) => reasonGone),
  contradiction: ending('Contradiction', 'contradiction', ({ reasonContradiction }) => reasonContradiction),
  'duplicate-id': ending(
    'Reference of another',
    'duplicate-id',
    ({ reasonDuplicateId }) => reasonDuplicateId,
  ),
};

/** Unknown outcomes, their reasons, and a person's answers. */
export const unknownPaymentStates: State[] = [
  ...Object.values(reasons),
  state(
    'Batch unknown',
    { afterMs: 500, scenario: 'lost-answer', kind: 'closeBatch' },
    (words) => words.findOnReport,
  ),
  state('Asked once more', { afterMs: 500, scenario: 'lost-answer' }, (words) => words.confirmTitle(sale), {
    act: says(notCharged),
  }),
  state(
    'Recorded as charged',
    { afterMs: 500, scenario: 'lost-answer' },
    (words) => words.resolvedTitle({ ...sale, charged: true }),
    { act: says(charged) },
  ),
  {
    ...ending('Recorded as charged in part', 'contradiction-part', (words) =>
      words.partialDue({ ...sale, due: '…' }),
    ),
    act: says(charged),
  },
  state(
    'Recorded as not charged',
    { afterMs: 500, scenario: 'lost-answer' },
    (words) => words.resolvedTitle({ ...sale, charged: false }),
    { act: says(notCharged, yesNotCharged) },
  ),
];
