import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createMemoryJournal,
  createPollBudget,
  createTerminalOperations,
  createVirtualClock,
  defineService,
  PaymentsError,
  paymentsKeys,
  type Fetcher,
} from '../../../src/exports/core.ts';
import { sleep } from '../../../src/core/time.ts';
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
    "takes a fetcher's or a description's own %s error for no proof that nothing was sent",
    async (code) => {
      const thrown = () => {
        throw new PaymentsError(code, 'A layer of the host.', { status: 400 });
      };
      const fetched = await sell(() => json({}), { fetcher: async () => thrown() });
      expect(fetched.operation).toMatchObject({ phase: 'unknown', reason: 'no-response' });
      const read = await sell(() => json({ data: { msgIdentifier: 'm' } }), {
        service: defineService({ read: { accepted: thrown } }),
      });
      expect(read.operation).toMatchObject({ phase: 'unknown', reason: 'bad-response' });
    },
  );

  it("takes a host's rule that throws for no proof", async () => {
    const refusals = () => {
      throw new TypeError('broken rule');
    };
    const service = defineService({ refusals });
    const { operation } = await sell(() => json({}, { status: 400 }), { service });
    expect(operation).toMatchObject({ phase: 'unknown', reason: 'http-error' });
  });

  it('believes the host, who knows the service, about a status', async () => {
    for (const refusals of [() => true, [409]]) {
      const service = defineService({ refusals });
      const { operation } = await sell(() => json({}, { status: 409 }), { service });
      expect(operation.phase).toBe('rejected');
    }
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

  it.each(['APPROVED', ' Voided by host ', '05', 7])(
    'F24: a word that is not described is named, once: %j',
    async (told) => {
      const status = String(told);
      vi.stubEnv('NODE_ENV', 'development');
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      onTestFinished(() => {
        vi.unstubAllEnvs();
        warn.mockRestore();
      });
      const poll = () => json({ data: { msgIdentifier: 'm', status: told } });
      const { operation } = await sell(accepted, { poll, waitMs: 60_000 });
      expect(operation).toMatchObject({
        phase: 'waiting',
        connection: 'ok',
        anomalies: [`unrecognised-status: ${status.trim()}`],
      });
      const said = warn.mock.calls.flat().filter((line) => String(line).includes(status.trim()));
      expect(said).toEqual([expect.stringContaining(`statuses: { '${status.trim()}': 'complete' }`)]);
    },
  );

  it.each(['mary@shop.test', '+44 20 7946 0958', 'card 41111', '41111', 'Declined: see the note'])(
    'F24: what may be more than a word is kept nowhere: %j',
    async (status) => {
      const poll = () => json({ data: { msgIdentifier: 'm', status } });
      const { operation } = await sell(accepted, { poll, waitMs: 60_000 });
      expect(operation).toMatchObject({ phase: 'waiting', anomalies: ['unreadable: data.status'] });
      expect(JSON.stringify(operation)).not.toContain(status);
    },
  );

  it('says which unit was meant where the amount is a decimal', async () => {
    const poll = () => json({ data: { msgIdentifier: 'm', status: 'complete', amount: 12.5 } });
    const { operation } = await sell(accepted, { poll, waitMs: 60_000 });
    expect(operation).toMatchObject({
      phase: 'waiting',
      connection: 'ok',
      anomalies: ['unreadable: data.amount'],
    });
    const { client } = recordingClient(poll);
    const read = client.getProcessedMessage({ msgIdentifier: 'm' });
    await expect(read).rejects.toThrow("amounts are read as cents ('minor')");
  });

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

const took = () => json({ job: { id: 'm-7' } });
const complete = () => json({ data: { status: 'complete' } });

/** A description that reads what none should. */
const reading = (read: unknown) => defineService({ read: { accepted: () => read as never } });

describe("what a description's own reading makes of the answer to a sale", () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'm-7'],
    ['no message id', { raw: {} }],
    ['an empty message id', { msgIdentifier: '', raw: {} }],
    ['a path for a message id', { msgIdentifier: '..', raw: {} }],
    ['a number that lost digits', { msgIdentifier: 2 ** 60, raw: {} }],
    ['a promise', Promise.resolve({ msgIdentifier: 'm-7', raw: {} })],
  ])('F24: %s is not known: never complete, never failed, and the terminal stays taken', async (_, read) => {
    const { operation, posts, operations } = await sell(took, { service: reading(read), poll: complete });
    expect(operation).toMatchObject({ phase: 'unknown', reason: 'bad-response' });
    expect(posts).toBe(1);
    expect(await operations.start('pay', { terminalId: 'T1', amount: 1, receipt: false })).toMatchObject({
      refusal: { code: 'terminal-busy' },
    });
  });

  it('F28: a message id that is an exact number is asked about', async () => {
    const service = reading({ msgIdentifier: 77, pnRefNum: 1234, raw: {} });
    const { operation } = await sell(took, { service, poll: complete });
    expect(operation).toMatchObject({ phase: 'complete', msgIdentifier: '77', pnRefNum: '1234' });
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['no message id', { raw: {} }],
    ['a path for a message id', { msgIdentifier: '..', raw: {} }],
  ])('F11: %s closes a batch all the same: its status was enough', async (_, read) => {
    const clock = createVirtualClock(0);
    const { client } = recordingClient(took, { clock, service: reading(read) });
    const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
    void operations.start('closeBatch', { terminalId: 'T1' });
    await clock.advance(1000);
    operations.dispose();
    expect(operations.list()[0]?.phase).toBe('complete');
    expect(operations.list()[0]?.msgIdentifier).toBeUndefined();
  });
});

describe('what is no answer', () => {
  it.each<[string, unknown]>([
    ['a number', 200],
    ['an object with a status', { status: 400 }],
    ['what another library gives', { status: 400, ok: false, headers: { server: 'x' }, data: {} }],
  ])('F21: %s leaves a sale unknown, and throws nothing but PaymentsError', async (_, answer) => {
    const fetcher: Fetcher = async () => answer as Response;
    const { operation } = await sell(took, { fetcher });
    expect(operation).toMatchObject({ phase: 'unknown', reason: 'no-response' });
    const { client } = recordingClient(took, { fetcher });
    expect(await errorOf(client.listTerminals())).toMatchObject({ code: 'unanswered', isRetryable: true });
  });

  it.each<[string, () => Response]>([
    ['an error without a status', () => Response.error()],
    ['a body that other code has read', () => lockedBody()],
  ])('F21: %s leaves a sale unknown', async (_, answer) => {
    const { operation, posts } = await sell(answer);
    expect(operation).toMatchObject({ phase: 'unknown', reason: 'bad-response' });
    expect(posts).toBe(1);
  });

  it('F36: a body that never ends is given up after the time limit, and the sale is unknown', async () => {
    const { operation } = await sell(() => new Response(new ReadableStream()), { waitMs: 31_000 });
    expect(operation).toMatchObject({ phase: 'unknown', reason: 'no-response' });
  });

  it('F8: a refusal whose body never ends is not believed', async () => {
    const { operation } = await sell(() => new Response(new ReadableStream(), { status: 400 }), {
      waitMs: 31_000,
    });
    expect(operation).toMatchObject({ phase: 'unknown', reason: 'no-response' });
  });
});

function lockedBody(): Response {
  const response = json({ data: { msgIdentifier: 'm' } });
  response.body?.getReader();
  return response;
}

it('F30: a result that came while the answer to an earlier payment was on its way is for neither', async () => {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15));
  const accepted = () => json({ data: { msgIdentifier: 'm-1' } });
  const answers = [sleep(clock, 8_000).then(accepted), accepted()];
  const { client } = recordingClient(
    ({ method }) =>
      method === 'POST' ? answers.shift()! : json({ data: { msgIdentifier: 'm-1', status: 'failed' } }),
    { clock, pollBudget: createPollBudget({ clock }) },
  );
  const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
  void operations.start('pay', { terminalId: 'T1', amount: 1250, receipt: false });
  await clock.advance(1_000);
  void operations.start('pay', { terminalId: 'T2', amount: 700, receipt: false });
  await clock.advance(6_000);
  expect(operations.list().map(({ phase }) => phase)).toEqual(['failed', 'sending']);
  await clock.advance(60_000);
  const doubt = { phase: 'unknown', reason: 'duplicate-id', anomalies: ['duplicate-id'] };
  expect(operations.list()).toMatchObject([doubt, doubt]);
  operations.dispose();
});
