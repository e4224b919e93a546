import type { Phase } from 'tillkit/core';
import { partlyDone } from './endings.ts';
import type { State } from './gallery.tsx';
import { ending, notCharged, onTerminal, sale, says, shown, state, yesNotCharged } from './paymentState.tsx';

const anomalies: State[] = [
  state(
    'Result contradicts',
    { afterMs: 9000, scenario: 'late-result' },
    ({ contradictsOperator }) => contradictsOperator,
    {
      act: async (cell, user, harness, words) => {
        await says(notCharged, yesNotCharged)(cell, user, harness, words);
        await harness.advance(60_000);
      },
    },
  ),
  ending('Contradicted later', 'contradicted', (words) => words.contradiction),
  state('More than asked', { afterMs: 9000, scenario: 'more-than-asked' }, (words) =>
    words.moreThanAsked({ over: '…' }),
  ),
  {
    ...ending(
      'Same reference',
      'duplicate-id',
      (words) => words.duplicateId,
      shown((all) => all.at(-1)),
    ),
    act: says(notCharged, yesNotCharged),
  },
];

const done = { approved: undefined, asked: undefined };

/** A partial approval of each kind that can have one. */
const parts: Record<'pay' | 'preAuth' | 'capture' | 'refund', State> = {
  pay: state('Partly approved', { afterMs: 9000, scenario: 'partly-approved' }, (words) =>
    words.partialTitle({ kind: 'pay', ...done }),
  ),
  preAuth: state(
    'Partly authorized',
    { afterMs: 9000, scenario: 'partly-approved', kind: 'preAuth' },
    (words) => words.partialTitle({ kind: 'preAuth', ...done }),
  ),
  capture: {
    ...state('Partly captured', { afterMs: 0 }, (words) => words.partialDue({ kind: 'capture', due: '…' })),
    prepare: partlyDone('capture'),
  },
  refund: {
    ...state('Partly refunded', { afterMs: 0 }, (words) => words.partialDue({ kind: 'refund', due: '…' })),
    prepare: partlyDone('refund'),
  },
};

/** Every outcome except the unknown ones, which have a gallery of their own. */
const endingsByPhase: Record<Exclude<Phase, 'sending' | 'waiting' | 'unknown' | 'resolved'>, State[]> = {
  complete: [
    state('Approved', { afterMs: 9000 }, (words) => words.completeTitle(sale)),
    state('Tip', { afterMs: 9000, scenario: 'tip' }, (words) => words.withTip({ tip: '…' })),
    state('Authorized', { afterMs: 9000, kind: 'preAuth' }, (words) => words.authorizedSentence),
    state('Batch closed', { afterMs: 500, kind: 'closeBatch' }, (words) => words.batchClosedSentence),
  ],
  partial: Object.values(parts),
  failed: [state('Not completed', { afterMs: 9000, scenario: 'declined' }, ({ failedTitle }) => failedTitle)],
  rejected: [
    state('Not accepted', { afterMs: 500, scenario: 'rate-limited' }, ({ rejectedTitle }) => rejectedTitle),
    state(
      'Not signed in',
      { afterMs: 500, scenario: 'unauthorized' },
      ({ rejectedSignIn }) => rejectedSignIn,
    ),
    ending('Never sent', 'never-sent', ({ notSent }) => notSent),
  ],
};

/** An operation from its start to every known outcome. */
export const paymentStatusStates: State[] = [
  { ...state('Nothing', { afterMs: 0 }, ({ nothing }) => nothing, { render: shown(() => undefined) }) },
  state('Sending', { afterMs: 0 }, (words) => words.sendingNow(onTerminal), { sandbox: { latencyMs: 5000 } }),
  state('Waiting', { afterMs: 300 }, (words) => words.waitingNow(onTerminal)),
  state('Processing', { afterMs: 2300 }, (words) => words.processingNow(onTerminal)),
  state('Stalled', { afterMs: 22_000, scenario: 'stuck-received' }, (words) => words.stalled(onTerminal)),
  state('Not durable', { afterMs: 2300 }, ({ notDurable }) => notDurable, { sandbox: { isDurable: false } }),
  state('Degraded', { afterMs: 1500, polls: ['offline', 9000] }, ({ degraded }) => degraded),
  state('Slowed', { afterMs: 1500, polls: ['rate-limited', 2000] }, ({ slowed }) => slowed),
  state('Needs sign-in', { afterMs: 1500, polls: ['unauthorized', 2000] }, ({ needsAuth }) => needsAuth),
  ...Object.values(endingsByPhase).flat(),
  ...anomalies,
];
