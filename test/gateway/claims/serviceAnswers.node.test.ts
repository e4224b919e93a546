import { describe, expect, test } from 'vitest';
import { readServiceMessage } from '../../../src/core/wire/errorBody.ts';
import { ask, createGatewayTill, operationId, sale, stateOf } from '../gatewayTill.ts';

const notUtf8 = () => new Uint8Array([...new TextEncoder().encode('{"message":"Betrag '), 0xfc, 0x22, 0x7d]);
const cutOff = () => {
  const pieces = [new TextEncoder().encode('{"data":{"msgId')];
  return new ReadableStream({
    pull(controller) {
      const piece = pieces.shift();
      if (piece) controller.enqueue(piece);
      else controller.error(new TypeError('terminated'));
    },
  });
};
const tooLarge = () => `{"data":{"msgIdentifier":"M-1","pad":"${'x'.repeat(2_100_000)}"}}`;
const bodies: [string, () => BodyInit][] = [
  ['breaks off', cutOff],
  ['is not UTF-8', notUtf8],
  ['is too large', tooLarge],
];

/** What the gateway says of a payment that its service answered like that, and what it has on record. */
async function recorded(answer: () => Response) {
  const till = createGatewayTill({ fetcher: async () => answer() });
  const gateway = till.gateway();
  const state = stateOf(await gateway.fetch(sale(operationId(1))));
  const read = await gateway.fetch(ask(`/operations/${operationId(1)}`));
  const { operation } = (await read.json()) as {
    operation: { phase: string; reason?: string; error?: { retryAfterMs?: number; serviceMessage?: string } };
  };
  return { state, phase: operation.phase, reason: operation.reason, error: operation.error };
}

describe.each(bodies)('a body that %s', (_, body) => {
  test.each([400, 404, 422, 429])('F8 F9: the status %i alone proves the refusal', async (status) => {
    const answer = await recorded(() => new Response(body(), { status }));
    expect(answer).toMatchObject({ state: 'refused', phase: 'rejected' });
  });

  test('F5: after a 2xx the service answered, but nobody knows what', async () => {
    const answer = await recorded(() => new Response(body()));
    expect(answer).toMatchObject({ state: 'accepted', phase: 'unknown', reason: 'bad-response' });
  });

  test('F7: after any other status is unknown', async () => {
    const answer = await recorded(() => new Response(body(), { status: 500 }));
    expect(answer).toMatchObject({ state: 'unanswered', phase: 'unknown', reason: 'http-error' });
  });
});

test("F7: the service's own 504 is an answer, and the gateway's is none", async () => {
  const own = await recorded(() => Response.json({ message: 'Timeout.' }, { status: 504 }));
  expect(own).toMatchObject({ phase: 'unknown', reason: 'http-error' });
  const none = await recorded(() => {
    throw new TypeError('terminated');
  });
  expect(none).toMatchObject({ phase: 'unknown', reason: 'no-response' });
});

test.each([
  ['300', 300_000],
  ['Sun, 22 Nov 2026 12:02:00 GMT', 120_000],
  ['soon', undefined],
])(
  'F9: a 429 with Retry-After %s says for how long to wait, at once and on record',
  async (said, retryAfterMs) => {
    const { state, error } = await recorded(
      () => new Response('{}', { status: 429, headers: { 'retry-after': said } }),
    );
    expect(state).toBe('refused');
    expect(error?.retryAfterMs).toBe(retryAfterMs);
  },
);

test('F9: the page hears for how long to wait, also a later copy of the request', async () => {
  const till = createGatewayTill({
    fetcher: async () => new Response('{}', { status: 429, headers: { 'retry-after': '300' } }),
  });
  for (const gateway of [till.gateway(), till.gateway()]) {
    const { status, headers } = await gateway.fetch(sale(operationId(1)));
    expect([status, headers.get('retry-after')]).toEqual([429, '300']);
  }
});

test.each<[unknown, string | undefined]>([
  [{ errors: { amount: 'Too much.' } }, 'Too much.'],
  [{ errors: { amount: ['Too much.'], terminalId: 'Not known.' } }, 'Too much. Not known.'],
  [{ errors: [{ field: 'amount', message: ['Too', 'much.'] }] }, 'Too much.'],
  [{ errors: { amount: { code: 7 } } }, undefined],
])(
  'a refusal whose body is %j has the same sentence on record as on a page alone',
  async (body, sentence) => {
    const { error } = await recorded(() => Response.json(body, { status: 422 }));
    expect([error?.serviceMessage, readServiceMessage(body)]).toEqual([sentence, sentence]);
  },
);
