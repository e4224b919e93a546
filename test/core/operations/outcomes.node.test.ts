import { describe, expect, it } from 'vitest';
import {
  createMemoryJournal,
  createPollBudget,
  createTerminalOperations,
  createVirtualClock,
  PaymentsError,
  paymentsKeys,
  type Fetcher,
} from '../../../src/exports/core.ts';
import { errorOf, json, recordingClient } from '../client/recordingClient.ts';
import { sell } from './sell.ts';

describe('what an answer to a payment proves', () => {
  it.each([500, 501, 502, 504, 507, 520, 521, 522, 523, 524, 525, 526, 527, 408, 425, 418])(
    'F7: %i proves nothing, and is not sent again',
    async (status) => {
      const { operation, posts } = await sell(() => json({ message: 'x' }, { status }));
      expect(operation).toMatchObject({ phase: 'unknown', reason: 'http-error' });
      expect(posts).toBe(1);
    },
  );

  it.each([409, 423, 503])('F4: %i may be the echo of our own first copy', async (status) => {
    const { operation } = await sell(() => json({}, { status }));
    expect(operation).toMatchObject({ phase: 'unknown', reason: 'conflict' });
  });

  it.each([400, 401, 403, 404, 405, 413, 415, 422])(
    'F8: %i is a refusal, and a new attempt is allowed',
    async (status) => {
      const { operation, posts, operations } = await sell(() => json({ message: 'No.' }, { status }));
      expect(operation).toMatchObject({ phase: 'rejected', error: { status, serviceMessage: 'No.' } });
      expect(posts).toBe(1);
      expect(await operations.start('pay', { terminalId: 'T1', amount: 7, receipt: false })).toMatchObject({
        started: true,
      });
    },
  );

  it('F9: 429 is a refusal with the time to wait, and nothing is sent by itself', async () => {
    const { operation, posts } = await sell(() => json({}, { status: 429, headers: { 'retry-after': '7' } }));
    expect(operation).toMatchObject({
      phase: 'rejected',
      error: { code: 'rate-limited', retryAfterMs: 7000 },
    });
    expect(posts).toBe(1);
  });

  it.each<[string, () => Response]>([
    ['F11: no content', () => new Response(null, { status: 204 })],
    ['F11: an empty body', () => new Response('')],
    ['F13: an error object', () => json({ error: { message: 'x' } })],
    ['F13: data: null', () => json({ data: null })],
    ['F13: no message id', () => json({ data: { ok: true } })],
    ['F29: an id that is a path', () => json({ data: { msgIdentifier: '..' } })],
  ])('%s in a 200 is not known', async (_, answer) => {
    const { operation, posts } = await sell(answer);
    expect(operation).toMatchObject({ phase: 'unknown', reason: 'bad-response' });
    expect(posts).toBe(1);
  });

  it.each<[string, Fetcher]>([
    [
      'throws at once',
      () => {
        throw new Error('odd');
      },
    ],
    ['resolves to nothing', async () => undefined as never],
    ['rejects with a text', () => Promise.reject('odd')],
  ])('F21: a fetcher that %s is a lost answer, not a crash', async (_, fetcher) => {
    const { operation } = await sell(() => json({}), { fetcher });
    expect(operation).toMatchObject({ phase: 'unknown', reason: 'no-response' });
  });

  it('F14: an answer after 25 s is taken like any other', async () => {
    const clock = createVirtualClock(0);
    const { client } = recordingClient(
      async (request) => {
        if (request.method !== 'POST') return json({ data: { status: 'complete' } });
        await new Promise<void>((resolve) => clock.setTimeout(resolve, 25_000));
        return json({ data: { msgIdentifier: 'm' } });
      },
      { clock, pollBudget: createPollBudget({ clock }) },
    );
    const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
    void operations.start('pay', { terminalId: 'T1', amount: 1250, receipt: false });
    await clock.advance(27_000);
    expect(operations.list()[0]).toMatchObject({ phase: 'complete' });
  });

  it('F98: no secret and nothing personal is in what is kept, told or thrown', async () => {
    const secret = 'Basic c2VjcmV0';
    const told: unknown[] = [];
    const journal = createMemoryJournal();
    const clock = createVirtualClock(0);
    const { client } = recordingClient(() => json({ message: 'Refused.' }, { status: 422 }), { clock });
    const operations = createTerminalOperations({
      client,
      journal,
      clock,
      onEvent: (event) => told.push(event),
    });
    void operations.start('pay', {
      terminalId: 'T1',
      amount: 1250,
      receipt: true,
      email: 'ann@shop.test',
      phone: '+1555',
    });
    await clock.advance(1000);
    const thrown = await errorOf(
      client.pay({ terminalId: 'T1', amount: 1250, receipt: true, email: 'ann@shop.test' }),
    );
    const keys = [
      paymentsKeys.terminals('https://pay.test', { clientId: 'web-1' }),
      paymentsKeys.paymentLinks('https://pay.test'),
    ];
    const all = JSON.stringify([
      await journal.list(),
      operations.list(),
      told,
      keys,
      Object.entries(thrown),
      thrown.message,
      thrown.stack,
    ]);
    expect(all).toContain('Refused.');
    expect(all).not.toContain(secret);
    expect(all).not.toMatch(/ann@shop|\+1555/);
  });

  it.each(['configuration', 'invalid-input', 'http'] as const)(
    "takes a fetcher's or a reader's own %s error for no proof that nothing was sent",
    async (code) => {
      const thrown = () => {
        throw new PaymentsError(code, 'A layer of the host.', { status: 400 });
      };
      const fetched = await sell(() => json({}), { fetcher: async () => thrown() });
      expect(fetched.operation).toMatchObject({ phase: 'unknown', reason: 'no-response' });
      const read = await sell(() => json({ data: { msgIdentifier: 'm' } }), {
        readers: { accepted: thrown },
      });
      expect(read.operation).toMatchObject({ phase: 'unknown', reason: 'bad-response' });
    },
  );

  it("takes a host's rule that throws for no proof", async () => {
    const classifyStatus = () => {
      throw new TypeError('broken rule');
    };
    const { operation } = await sell(() => json({}, { status: 400 }), { classifyStatus });
    expect(operation).toMatchObject({ phase: 'unknown', reason: 'http-error' });
  });

  it('believes the host, who knows the service, about a status', async () => {
    const { operation } = await sell(() => json({}, { status: 409 }), { classifyStatus: () => 'rejected' });
    expect(operation.phase).toBe('rejected');
  });
});

describe('what an answer to a question proves', () => {
  const accepted = () => json({ data: { msgIdentifier: 'm' } });

  it.each(['COMPLETE', 'completed', 'approved', '', null, 0, undefined])(
    'F24: status %j is neither success nor failure',
    async (status) => {
      const poll = () => json({ data: { msgIdentifier: 'm', status } });
      expect((await sell(accepted, { poll, waitMs: 60_000 })).operation.phase).toBe('waiting');
      expect((await sell(accepted, { poll })).operation).toMatchObject({
        phase: 'unknown',
        reason: 'unrecognised-status',
      });
    },
  );

  it('F23: the answer to another message is ignored', async () => {
    const poll = () => json({ data: { msgIdentifier: 'other', status: 'complete' } });
    expect((await sell(accepted, { poll, waitMs: 60_000 })).operation.phase).toBe('waiting');
  });

  it('F18: other credentials are asked for; the payment stays as it is', async () => {
    const poll = () => json({}, { status: 401 });
    const { operation } = await sell(accepted, { poll, waitMs: 60_000 });
    expect(operation).toMatchObject({ phase: 'waiting', connection: 'needs-auth' });
  });

  it('F19: a message that is not known everywhere yet is waited for', async () => {
    let asked = 0;
    const poll = () =>
      (asked += 1) < 5 ? json({}, { status: 404 }) : json({ data: { status: 'complete' } });
    const { operation } = await sell(accepted, { poll, waitMs: 25_000 });
    expect(operation.phase).toBe('complete');
  });

  it.each<[object, object]>([
    [{ amount: 800 }, { phase: 'partial', confirmedCents: 800, anomalies: [] }],
    [{ amount: 1500 }, { phase: 'complete', confirmedCents: 1500, anomalies: ['amount-mismatch'] }],
    [
      { amount: 1500, tip: 250 },
      { phase: 'complete', confirmedCents: 1500, tipCents: 250, anomalies: [] },
    ],
  ])('F31: %j is what was approved', async (told, state) => {
    const poll = () => json({ data: { status: 'complete', ...told } });
    const { operation } = await sell(accepted, { poll });
    expect(operation).toMatchObject({ amountCents: 1250, ...state });
  });
});
