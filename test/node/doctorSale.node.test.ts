import { describe, expect, test } from 'vitest';
import { defineService, type ServiceDescription } from '../../src/exports/core.ts';
import { runDoctor } from '../../src/node/doctor.ts';
import { likelyMeaning } from '../../src/node/doctor/proposals.ts';

interface Told {
  accepted?: Response;
  /** What the polls are answered, one after the other; the last one again and again. */
  polls?: (object | Response)[];
  description?: ServiceDescription;
  amount?: number;
}

const unknownMessage = () => Response.json({ message: 'There is no such message.' }, { status: 404 });
const complete = { msgIdentifier: 'm-1', status: 'complete', pnRefNum: 'r-1', amount: 101 };

/** The findings about one sale that a service answers like that. */
async function sell({ accepted, polls = [complete], description = {}, amount = 101 }: Told) {
  const left = [...polls];
  const answer = (request: Request): Response => {
    const { pathname } = new URL(request.url);
    if (request.headers.get('authorization') !== 'key') return new Response(null, { status: 401 });
    if (request.method === 'POST')
      return accepted ?? Response.json({ msgIdentifier: 'm-1', pnRefNum: 'r-1' });
    if (pathname === '/terminals') return Response.json([{ id: 't-1', name: 'Till' }]);
    if (pathname !== '/processed-messages/m-1') return unknownMessage();
    const told = left.length > 1 ? left.shift() : left[0];
    return told instanceof Response ? told.clone() : Response.json(told);
  };
  const { findings } = await runDoctor({
    service: defineService(description),
    baseUrl: 'https://service.test',
    headers: { authorization: 'key' },
    fetch: async (input, init) => answer(new Request(input, init)),
    sale: { terminalId: 't-1', amount, confirm: async () => true, pollEveryMs: 1, longestMs: 500 },
  });
  return findings.filter(({ area }) => area === 'sale');
}

const finding = (findings: Awaited<ReturnType<typeof sell>>, name: string) =>
  findings.find(({ check }) => check === name);

describe('a sale that the doctor makes', () => {
  test.each(['<html>Please log in</html>', '{"data":'])(
    'is followed to its end although one poll is answered with %s',
    async (text) => {
      const findings = await sell({ polls: [new Response(text), complete] });
      expect(finding(findings, 'ending')).toMatchObject({ verdict: 'fits' });
      expect(findings.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
    },
  );

  test('is followed no further if no answer is JSON, and its outcome is to be looked up', async () => {
    const findings = await sell({ polls: [new Response('<html>Please log in</html>')] });
    expect(finding(findings, 'result')).toMatchObject({
      verdict: 'differs',
      seen: expect.stringContaining('no JSON'),
      how: expect.stringContaining('back office'),
    });
  });

  test('is followed while a service answers 404 until the card was read', async () => {
    const missing = Array.from({ length: 7 }, unknownMessage);
    const findings = await sell({ polls: [...missing, complete] });
    expect(finding(findings, 'ending')).toMatchObject({ verdict: 'fits' });
    expect(finding(findings, 'result')).toMatchObject({
      verdict: 'unseen',
      seen: expect.stringMatching(/^7 polls were answered with 404/),
      how: expect.stringContaining('docs/connect.md'),
    });
  });

  test.each<[string, Response]>([
    ['no body', new Response(null, { status: 202, headers: { location: '/operations/m-1' } })],
    ['a list', Response.json([{ msgIdentifier: 'm-1' }])],
    ['XML', new Response('<Response><id>m-1</id></Response>')],
    ['a refusal of status 200', Response.json({ success: false, error_text: 'No.' })],
  ])('may have been charged if its answer cannot be read: %s', async (_, accepted) => {
    const findings = await sell({ accepted });
    expect(findings.at(-1)).toMatchObject({ how: expect.stringContaining('may have been charged') });
    const location = accepted.headers.get('location');
    if (location) expect(findings.map(({ seen }) => seen).join()).toContain(location);
  });

  test('may have been charged if the amount of its result cannot be read', async () => {
    const findings = await sell({ polls: [{ ...complete, amount: 1.01 }] });
    expect(finding(findings, 'ending')).toMatchObject({
      verdict: 'unseen',
      how: expect.stringContaining('back office'),
    });
  });

  test('shows no unit: whether the terminal asked for as much is to be looked up', async () => {
    const unit = async (description: ServiceDescription) => finding(await sell({ description }), 'unit');
    expect(await unit({})).toMatchObject({ verdict: 'unseen', seen: expect.stringContaining('1.01') });
    const yen = { amountScale: 'iso', currency: 'JPY' } as const;
    expect(await unit(yen)).toMatchObject({ seen: expect.stringMatching(/\b101 JPY/) });
    expect(await unit({ ...yen, currency: 'KWD' })).toMatchObject({
      seen: expect.stringContaining('0.101 KWD'),
    });
    expect(await unit({ ...yen, amountScale: 'hundredths' })).toMatchObject({
      seen: expect.stringContaining('1.01 JPY'),
    });
  });

  test('tells of a result beside the status: one that was declined may have the same status', async () => {
    const statuses = { COMPLETED: 'complete' } as const;
    const told = { ...complete, status: 'COMPLETED', card: { outcome: 'APPROVED' }, responseCode: '00' };
    const findings = await sell({ description: { statuses }, polls: [told] });
    expect(finding(findings, 'outcome')).toMatchObject({
      verdict: 'unseen',
      seen: expect.stringMatching(/card\.outcome "APPROVED" and responseCode "00"/),
      how: expect.stringContaining('declined'),
    });
    const described = { statuses: { APPROVED: 'complete' }, fields: { message: { status: 'card.outcome' } } };
    const { responseCode: _, ...plain } = told;
    const right = await sell({ description: described as ServiceDescription, polls: [plain] });
    expect(finding(right, 'outcome')).toBeUndefined();
  });

  test('shows numbers as status words, described or not', async () => {
    const polls = [
      { ...complete, status: 1 },
      { ...complete, status: 2 },
    ];
    const described = await sell({ description: { statuses: { 1: 'processing', 2: 'complete' } }, polls });
    expect(finding(described, 'status words')).toMatchObject({ seen: '1 and 2.' });
    const findings = await sell({ description: { statuses: { 2: 'complete' } }, polls });
    expect(finding(findings, 'status 1')).toMatchObject({ option: 'statuses.1', value: 'processing' });
  });
});

describe('without a request, the doctor compares how the operations send an amount', () => {
  type Write = NonNullable<ServiceDescription['write']>['pay'];
  const decimal: Write = (request, own) => ({
    ...own(request),
    amount: (Number(request['amount']) / 100).toFixed(2),
  });
  const [pay, preAuth, capture, refund] = [decimal, decimal, decimal, decimal];
  const sent = async (description: ServiceDescription) =>
    (await sell({ description })).filter(({ check }) => check === 'amounts sent');

  test('nothing fits if none of them can be asked', async () => {
    const broken: Write = () => {
      throw new TypeError('not one of our ids');
    };
    const findings = await sent({ write: { pay: broken, preAuth: broken, capture: broken, refund: broken } });
    expect(findings.map(({ verdict }) => verdict)).toEqual(['unseen', 'unseen', 'unseen', 'unseen']);
  });

  test('alike fits', async () => {
    expect(await sent({})).toMatchObject([{ verdict: 'fits', seen: expect.stringContaining('1234') }]);
    const alike = await sent({ write: { pay, preAuth, capture, refund } });
    expect(alike).toMatchObject([{ verdict: 'fits', seen: expect.stringContaining('"12.34"') }]);
    const inList: Write = (request, own) => ({
      ...own(request),
      rows: [{ sum: request['amount'] }],
      at: Math.random(),
    });
    expect(await sent({ write: { capture: inList } })).toMatchObject([{ verdict: 'fits' }]);
  });

  test.each<[string, string, ServiceDescription]>([
    ['write.refund', 'refund sends 1234', { write: { pay, preAuth, capture } }],
    ['write.pay', 'pay sends 1234', { write: { preAuth, capture, refund } }],
    ['write.refund', 'no amount', { write: { refund: ({ pnRefNum }) => ({ pnRefNum }) } }],
    ['write.refund', 'async', { write: { refund: (async () => ({})) as never } }],
    ['write.closeBatch', 'no object', { write: { closeBatch: (() => []) as never } }],
  ])('%s differs: %s', async (option, seen, description) => {
    expect(await sent(description)).toMatchObject([
      { verdict: 'differs', option, seen: expect.stringContaining(seen) },
    ]);
  });

  test('a function that throws for a made-up request is not blamed', async () => {
    const throwing: Write = () => {
      throw new Error('no such id');
    };
    expect(await sent({ write: { capture: throwing } })).toMatchObject([
      { verdict: 'unseen', seen: expect.stringContaining('write.capture') },
      { verdict: 'fits' },
    ]);
  });
});

test.each([
  [['APPROVED', 'Completed', 'AUTHORISED', 'paid', 'success', 'ok'], 'complete'],
  [['DECLINED', 'not approved', 'NOT_AUTHORIZED', 'unsuccessful', 'disapproved', 'FAILED'], 'failed'],
  [['AWAITING_APPROVAL', 'pending_completion', 'requires_capture', 'WAITING', 'new'], 'received'],
  [['unpaid', 'INCOMPLETE', 'not_completed', 'uncaptured', 'Q7'], undefined],
] as const)('%j are guessed as %s', (words, meaning) => {
  expect(words.map((word) => [word, likelyMeaning(word)])).toEqual(words.map((word) => [word, meaning]));
});
