import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placesOf } from '../../../src/components/payment-status/usePaymentStatus.ts';
import { paymentEnding } from '../../../src/components/payment-status/paymentEnding.ts';
import { moneyOperations } from '../../../src/core/wire/routes.ts';
import type {
  OperationError,
  TerminalOperation,
  UnknownReason,
} from '../../../src/core/operations/terminalOperation.ts';
import { viewOf } from './views.ts';

const endingOf = (patch: Partial<TerminalOperation>) => paymentEnding(viewOf(patch));
const sentencesOf = (patch: Partial<TerminalOperation>) => endingOf(patch)?.sentences.map(({ text }) => text);
const servicesOwn = (patch: Partial<TerminalOperation>) =>
  endingOf(patch)?.sentences.flatMap(({ text, isFromService }) => (isFromService ? [text] : []));

const reasons: UnknownReason[] = [
  'no-response',
  'bad-response',
  'conflict',
  'http-error',
  'redirect',
  'reloaded',
  'service-timeout',
  'stopped',
  'max-wait',
  'gone',
  'unrecognised-status',
  'contradiction',
  'duplicate-id',
];

test.each(['sending', 'waiting'] as const)('there is none while it is %s', (phase) => {
  expect(endingOf({ phase, message: 'Declined.', status: 'failed' })).toBeUndefined();
});

describe('complete', () => {
  test.each([
    ['pay', 'Approved', []],
    ['preAuth', 'Authorized', ['The amount is held, not charged. Collect it to get paid.']],
    ['capture', 'Collected', []],
    ['void', 'Voided', []],
    ['refund', 'Refunded', []],
    ['closeBatch', 'Day closed', ['Payout has started. You will not see here when it is done.']],
  ] as const)('%s is %s', (kind, title, sentences) => {
    expect(endingOf({ kind, phase: 'complete' })).toMatchObject({ title, tone: 'success', icon: 'check' });
    expect(sentencesOf({ kind, phase: 'complete', message: 'OK 00' })).toEqual(sentences);
  });
});

describe('failed', () => {
  test.each([
    ['pay', 'Ask for another card or another way to pay.'],
    ['preAuth', 'Ask for another card or another way to pay.'],
    ['capture', 'Check the payment in the back office.'],
    ['void', 'Check the payment in the back office.'],
    ['refund', 'Check the payment in the back office.'],
    ['closeBatch', 'Check the payment in the back office.'],
  ] as const)('%s has the sentence of the service, then what to do', (kind, advice) => {
    const operation = { kind, phase: 'failed', message: 'The card issuer refused it.' } as const;
    expect(sentencesOf(operation)).toEqual(['The card issuer refused it.', advice]);
    expect(servicesOwn(operation)).toEqual(['The card issuer refused it.']);
    expect(endingOf(operation)).toMatchObject({ title: 'Not completed', tone: 'danger', icon: 'close' });
    expect(sentencesOf({ kind, phase: 'failed', message: '' })).toEqual([advice]);
  });
});

describe('rejected', () => {
  const refused = 'The payment service refused it. Nothing happened.';
  const lost = 'It did not get through. Nothing happened.';
  const signIn = 'Your sign-in does not allow this. Sign in, then start over.';
  const advice = 'Check what you entered before you send it again.';
  const wait = (time: string) => `It is too busy right now. Wait ${time}.`;
  const said = { serviceMessage: 'No such terminal.' };

  test.each<[Partial<OperationError> | undefined, string[]]>([
    [undefined, [refused, advice]],
    [{ status: 404 }, [refused, advice]],
    [{ status: 422, ...said }, [refused, 'No such terminal.', advice]],
    [
      { status: 422, field: 'terminalId', serviceMessage: 'terminalId: No such terminal.' },
      [refused, 'No such terminal.', advice],
    ],
    [{ status: 401 }, [refused, signIn]],
    [{ status: 403, ...said }, [refused, 'No such terminal.', signIn]],
    [{ status: 429, retryAfterMs: 7000 }, [refused, wait('7 seconds')]],
    [{ status: 429, retryAfterMs: 6001 }, [refused, wait('7 seconds')]],
    [{ status: 429, retryAfterMs: 1000 }, [refused, wait('1 second')]],
    [{ status: 429 }, [refused, wait('60 seconds')]],
    [{ code: 'unanswered' }, [lost]],
    [{ code: 'aborted', ...said }, [lost, 'No such terminal.']],
    [{ status: 500, operationState: 'not-seen', ...said }, [lost, 'No such terminal.']],
    [{ status: 503, operationState: 'not-seen' }, [lost]],
    [{ status: 401, operationState: 'not-seen' }, [lost, signIn]],
    [{ status: 429, operationState: 'not-seen', retryAfterMs: 7000 }, [lost, wait('7 seconds')]],
    [{ status: 499, operationState: 'not-seen' }, [lost, advice]],
    [{ status: undefined, operationState: 'not-seen' }, [lost, advice]],
    [{ status: 503 }, [refused, advice]],
  ])('%j', (patch, sentences) => {
    const error = patch && { code: 'http' as const, shortMessage: 'In English, for developers.', ...patch };
    const operation = { phase: 'rejected', error, message: 'Not from here.' } as const;
    expect(sentencesOf(operation)).toEqual(sentences);
    expect(servicesOwn(operation)).toEqual(
      sentences.includes('No such terminal.') ? ['No such terminal.'] : [],
    );
    expect(endingOf(operation)).toMatchObject({ title: 'Not accepted', tone: 'danger', icon: 'minus' });
  });

  test.each([
    [
      'invalid-input',
      'customValues[0].key',
      'An entry is not valid (customValues[0].key). Tell the person who looks after it.',
    ],
    ['invalid-input', undefined, 'An entry is not valid. Tell the person who looks after it.'],
    [
      'configuration',
      'routes',
      'This page is not set up correctly (routes). Tell the person who looks after it.',
    ],
  ] as const)('by the page itself: %s, %s', (code, field, sentence) => {
    const error = { code, field, shortMessage: 'In English.', ...said, status: 429 };
    expect(sentencesOf({ phase: 'rejected', error })).toEqual([
      'It did not leave this page. Nothing happened.',
      sentence,
    ]);
  });
});

describe('unknown', () => {
  test('each reason has a sentence of its own', () => {
    const sentences = reasons.map((reason) => sentencesOf({ phase: 'unknown', reason })?.[0]);
    expect(new Set(sentences).size).toBe(reasons.length);
    expect(sentences).not.toContain(undefined);
  });

  test('its one headline says what is not known, and its one sentence why', () => {
    expect(endingOf({ phase: 'unknown', reason: 'no-response' })).toMatchObject({
      title: 'Not known yet',
      heading: "We don't know yet if the card was charged",
      sentences: [{ text: 'It was sent, and no answer came back.' }],
    });
    expect(sentencesOf({ phase: 'unknown' })).toEqual([]);
  });

  test('never shows a word of the service, whatever it said, and never one of an outcome', () => {
    const operations = fc.record({
      kind: fc.constantFrom(...moneyOperations),
      reason: fc.constantFrom(undefined, ...reasons),
      status: fc.constantFrom(undefined, 'failed' as const, 'complete' as const, 'timeout' as const),
      seenProcessing: fc.boolean(),
      message: fc.constantFrom(undefined, 'Declined. Try again.'),
      resolution: fc.constantFrom(undefined, { charged: false, basis: 'receipt' as const }),
    });
    const error = {
      code: 'http' as const,
      shortMessage: 'Failed.',
      serviceMessage: 'Declined.',
      status: 500,
    };
    fc.assert(
      fc.property(operations, (patch) => {
        const ending = endingOf({ ...patch, phase: 'unknown', error });
        expect(ending).toMatchObject({ title: 'Not known yet', tone: 'attention', icon: 'question' });
        const words = [
          ending?.title,
          ending?.heading,
          ...(ending?.sentences.map(({ text }) => text) ?? []),
        ].join(' ');
        expect(words).not.toMatch(/declined|failed|not (completed|accepted|charged)|try again|approved/i);
        expect(ending?.sentences.some(({ isFromService }) => isFromService)).toBe(false);
      }),
    );
  });
});

describe('resolved', () => {
  test.each([
    ['pay', true, 'Recorded as charged'],
    ['pay', false, 'Recorded as not charged'],
    ['preAuth', true, 'Recorded as charged'],
    ['refund', true, 'Recorded as done'],
    ['refund', false, 'Recorded as not done'],
    ['closeBatch', false, 'Recorded as not done'],
  ] as const)('%s, charged %s: %s', (kind, charged, title) => {
    const operation = { kind, phase: 'resolved', resolution: { charged, basis: 'receipt' } } as const;
    expect(endingOf(operation)).toMatchObject({
      title,
      tone: 'neutral',
      icon: charged ? 'check' : 'minus',
      moved: charged ? 'all' : 'none',
    });
    expect(sentencesOf(operation)).toEqual([
      'A person here saw it on the receipt. The service has not confirmed it.',
    ]);
  });

  test.each([
    ['pay', 'Recorded as charged', '$4.50 is still due.'],
    ['capture', 'Recorded as done', '$4.50 was not collected.'],
  ] as const)('F31: %s of which a part was approved names both, and what is due', (kind, heading, due) => {
    const patch = { kind, phase: 'resolved', resolution: { charged: true, basis: 'receipt' } } as const;
    const view = viewOf({ ...patch, confirmedCents: 800 }, { amount: '$8.00', due: '$4.50' });
    expect(paymentEnding(view)).toMatchObject({
      title: `${heading}: $8.00 of $12.50`,
      heading,
      tone: 'attention',
      icon: 'part',
      moved: 'part',
      figures: { approved: '$8.00', asked: '$12.50' },
    });
    expect(paymentEnding(view)?.sentences.map(({ text }) => text)).toEqual([
      'A person here saw it on the receipt. The service has not confirmed it.',
      due,
    ]);
  });

  test('more than was asked for names both', () => {
    const patch = { phase: 'resolved', resolution: { charged: true, basis: 'receipt' } } as const;
    const view = viewOf({ ...patch, confirmedCents: 1500 }, { amount: '$15.00', over: '$2.50' });
    expect(paymentEnding(view)).toMatchObject({
      title: 'Recorded as charged',
      moved: 'all',
      figures: { approved: '$15.00', asked: '$12.50' },
    });
  });

  test.each([
    ['terminal-screen', 'on the terminal screen'],
    ['back-office', 'in the back office'],
    ['other', 'elsewhere'],
  ] as const)('seen %s is said to be seen %s', (basis, where) => {
    expect(sentencesOf({ phase: 'resolved', resolution: { charged: true, basis } })?.[0]).toContain(where);
  });
});

describe('what was told in two ways', () => {
  test.each(['complete', 'failed', 'rejected', 'partial'] as const)('%s is amber', (phase) => {
    expect(endingOf({ phase, anomalies: ['contradiction'] })).toMatchObject({
      tone: 'attention',
      icon: 'alert',
    });
  });
});

test.each([
  ['complete', 'all'],
  ['partial', 'part'],
  ['failed', 'none'],
  ['rejected', 'none'],
  ['unknown', undefined],
] as const)('of what is %s the money moved: %s', (phase, moved) => {
  expect(endingOf({ phase })?.moved).toBe(moved);
});

test('a sale of which nothing was approved is not headed "Partly approved"', () => {
  const ending = paymentEnding(viewOf({ phase: 'partial', confirmedCents: 0 }, { amount: '$0.00' }));
  expect(ending?.heading ?? ending?.title).toBe('$0.00 of $12.50 approved');
});

describe('where to find out', () => {
  const stepsOf = (patch: Partial<TerminalOperation>, amount: string | undefined = '$12.50') =>
    placesOf(viewOf({ phase: 'unknown', ...patch }, { amount }));
  const backOffice = 'Look in the back office for a payment of $12.50.';
  const elsewhere = { basis: 'other', text: 'Look somewhere else, such as the customer’s bank app.' };

  test.each(reasons)('%s', (reason) => {
    const places = [
      { basis: 'terminal-screen', text: 'Look at the screen of Front counter.' },
      { basis: 'receipt', text: 'Look at the printed receipt.' },
      { basis: 'back-office', text: backOffice },
    ];
    const isBookedFirst = ['gone', 'contradiction', 'duplicate-id'].includes(reason);
    expect(stepsOf({ reason })).toEqual([...(isBookedFirst ? places.toReversed() : places), elsewhere]);
  });

  test.each<[Partial<TerminalOperation>, string | undefined, string]>([
    [{ orderNumber: 'A-7' }, '$12.50', 'the payment of order A-7'],
    [{}, undefined, 'this payment'],
    [{ kind: 'refund' }, '$5.00', 'a refund of $5.00'],
    [{ kind: 'void' }, undefined, 'this void'],
    [{ kind: 'preAuth', orderNumber: 'A-7' }, undefined, 'the pre-authorization of order A-7'],
  ])('%j of %s is looked for as "%s"', (patch, amount, what) => {
    const view = viewOf({ phase: 'unknown', ...patch }, { amount });
    expect(placesOf(view)[2]?.text).toBe(`Look in the back office for ${what}.`);
  });

  test('F105: an order number neither turns the sentence round nor fills the screen', () => {
    const looked = (orderNumber: string) =>
      placesOf(viewOf({ phase: 'unknown', orderNumber }))[2]?.text.replace(
        'Look in the back office for ',
        '',
      );
    expect(looked('A\u202e-7')).toBe('the payment of order A-7.');
    expect(looked('דלפק 7')).toBe('the payment of order \u2068דלפק 7\u2069.');
    expect(looked('W'.repeat(10_000))).toBe(`the payment of order ${'W'.repeat(80)}….`);
    expect(looked('\u200b')).toBe('a payment of $12.50.');
  });

  test('of a batch: the report, and no word of a card', () => {
    const view = viewOf({ phase: 'unknown', kind: 'closeBatch' }, { amount: undefined });
    expect(placesOf(view).map(({ text }) => text)).toEqual([
      'Look at the screen of Front counter.',
      'Look at the printed end-of-day report.',
      'Look in the back office for this end of day.',
      'Look somewhere else.',
    ]);
  });
});
