import { describe, expect, test } from 'vitest';
import { createGatewayClient } from '../../../src/exports/core.ts';
import { post, tillOrigin } from '../gatewayTill.ts';
import { as, createShop, heldBack, type Told, type ToldRefusal, type Who } from '../shop.ts';

const ann = { till: 'till-1', actor: 'Ann' };
const bob = { till: 'till-2', actor: 'Bob', sees: 'all' };
const notCharged = { charged: false, basis: 'receipt' };
const charged = { charged: true, basis: 'receipt' };

function createTalk(own: Parameters<typeof createShop>[0] = {}) {
  const shop = createShop(own);
  const say = async (id: string, what: 'resolution' | 'acknowledgement', body: object, who: Who = bob) => {
    const answer = await shop.gateway.fetch(post(`/operations/${id}/${what}`, body, as(who)));
    return { status: answer.status, told: (await answer.json()) as Told & Partial<ToldRefusal> };
  };
  const now = async (id: string) => {
    const { operation, timeline = [] } = await shop.told(id, bob);
    if (!operation) throw new Error('It is not on record.');
    return { ...operation, words: timeline.filter(({ type }) => type === 'resolved').length };
  };
  /** A sale that timed out at the service. */
  const timedOut = async () => {
    shop.results.set('M-1', { status: 'timeout' });
    const { id } = await shop.send('pay', {}, { who: ann });
    await shop.finish('M-1');
    return id;
  };
  const sold = async () => {
    const { id } = await shop.send('pay', {}, { who: ann });
    await shop.finish('M-1');
    return id;
  };
  /** The service says so after all. */
  const late = async (id: string, status: string) => {
    shop.results.set('M-1', { status });
    const before = await now(id);
    for (let minute = 0; minute < 10 && (await now(id)).phase === before.phase; minute += 1) {
      await shop.clock.advance(60_000);
      await shop.finish('M-1');
    }
  };
  return { ...shop, say, now, timedOut, sold, late };
}

describe('an acknowledgement', () => {
  test('is of the ending that was seen', async () => {
    const { say, now, sold, clock } = createTalk();
    const id = await sold();
    const { seq } = await now(id);
    const { status, told } = await say(id, 'acknowledgement', { seq });
    expect([status, told.operation?.acknowledgedAt]).toEqual([200, expect.any(Number)]);
    await clock.advance(1);
    // Another till saw the same one: it is no later ending that an operator took note of it.
    const { timeline } = (await say(id, 'acknowledgement', { seq }, ann)).told;
    expect(timeline?.filter(({ type }) => type === 'acknowledged')).toMatchObject([
      { actor: 'Bob' },
      { actor: 'Ann' },
    ]);
  });

  test('is none of a later ending, which stands and is told', async () => {
    const { say, now, timedOut, late } = createTalk();
    const id = await timedOut();
    await say(id, 'resolution', notCharged);
    const { seq } = await now(id);
    await late(id, 'complete');
    const { status, told } = await say(id, 'acknowledgement', { seq });
    expect(status).toBe(200);
    expect(told.operation).toMatchObject({ phase: 'complete', anomalies: ['contradicts-operator'] });
    expect(told.operation?.acknowledgedAt).toBeUndefined();
    expect(told.timeline?.filter(({ type }) => type === 'acknowledged')).toEqual([]);
    await say(id, 'acknowledgement', { seq: told.operation?.seq });
    expect((await now(id)).acknowledgedAt).toEqual(expect.any(Number));
  });

  test('of a row that a restored backup has forgotten is none of the ending that is on record since', async () => {
    const { say, now, sold } = createTalk();
    const id = await sold();
    const { seq } = await now(id);
    const { status, told } = await say(id, 'acknowledgement', { seq: seq + 1 });
    expect(status).toBe(200);
    expect(told.operation?.acknowledgedAt).toBeUndefined();
  });

  test('that does not say which is of whatever ending stands', async () => {
    const { say, now, sold } = createTalk();
    const id = await sold();
    await say(id, 'acknowledgement', {});
    expect((await now(id)).acknowledgedAt).toEqual(expect.any(Number));
  });
});

describe('what a person says became of an operation', () => {
  test('counts of the state that was judged, also where only the page had stopped waiting', async () => {
    const { say, now, send } = createTalk();
    const { id } = await send('pay', {}, { who: ann });
    const { seq, phase } = await now(id);
    expect(phase).toBe('waiting');
    const { status, told } = await say(id, 'resolution', { ...notCharged, seq });
    expect(status).toBe(200);
    expect(told.operation).toMatchObject({ phase: 'resolved', reason: 'stopped' });
  });

  test('counts while it is being sent, of the state that was judged', async () => {
    const { say, now, send, answers, newId } = createTalk();
    const service = heldBack();
    answers.push(service.answer);
    const id = newId();
    const sending = send('pay', {}, { id, who: ann });
    await service.reached;
    const { seq } = await now(id);
    expect((await say(id, 'resolution', { ...notCharged, seq })).told.operation?.phase).toBe('resolved');
    service.give(Response.json({ data: { msgIdentifier: 'M-1' } }));
    await sending;
  });

  test.each([
    ['waiting', -1],
    ['unknown', -1],
    ['unknown', 1],
  ] as const)('changes nothing where it has moved on and is %s (%d)', async (phase, by) => {
    const { say, now, send, timedOut } = createTalk();
    const id = phase === 'unknown' ? await timedOut() : (await send('pay', {}, { who: ann })).id;
    const before = await now(id);
    expect(before.phase).toBe(phase);
    const { status, told } = await say(id, 'resolution', { ...charged, seq: before.seq + by });
    expect(status).toBe(409);
    const message = expect.stringContaining('has changed since');
    expect(told).toMatchObject({
      error: { code: 'other-state', message },
      refusal: { code: 'other-state', message },
    });
    expect(await now(id)).toEqual(before);
  });

  test('is told to the kit in a form that it can go by', async () => {
    const { gateway, now, timedOut } = createTalk({ authorize: () => ({ subject: 'all', sees: 'all' }) });
    const id = await timedOut();
    const client = createGatewayClient({
      baseUrl: 'https://till.example',
      headers: { origin: tillOrigin },
      fetcher: (request) => gateway.fetch(request),
    });
    const stale = { charged: true, basis: 'receipt', seq: 1 } as const;
    await expect(client.resolveOperation(id, stale)).rejects.toMatchObject({
      status: 409,
      refusal: { code: 'other-state' },
    });
    expect((await now(id)).phase).toBe('unknown');
  });

  test.each<[object, string, string[]]>([
    [notCharged, 'complete', ['contradicts-operator']],
    [charged, 'complete', []],
    [charged, 'failed', ['contradicts-operator']],
    [notCharged, 'failed', []],
  ])(
    '%j is kept where it is %s meanwhile, and shown where that contradicts it',
    async (word, end, anomalies) => {
      const { say, now, timedOut, late } = createTalk();
      const id = await timedOut();
      const { seq } = await now(id);
      await late(id, end);
      await say(id, 'acknowledgement', {});
      const { status, told } = await say(id, 'resolution', { ...word, seq });
      expect(status).toBe(200);
      expect(told.operation).toMatchObject({ phase: end, anomalies });
      expect(told.operation?.resolution).toBeUndefined();
      const after = await now(id);
      expect(after.words).toBe(1);
      expect(after.acknowledgedAt === undefined).toBe(anomalies.length > 0);
    },
  );

  test('is shown where the service has refused it meanwhile', async () => {
    const { say, now, send, answers } = createTalk();
    answers.push(() => Response.json({ message: 'no' }, { status: 422 }));
    const { id } = await send('pay', {}, { who: ann });
    await say(id, 'resolution', { ...charged, seq: 1 });
    expect(await now(id)).toMatchObject({ phase: 'rejected', anomalies: ['contradicts-operator'] });
  });

  test('is kept beside what another person said meanwhile', async () => {
    const { say, now, timedOut } = createTalk();
    const id = await timedOut();
    const { seq } = await now(id);
    await say(id, 'resolution', { ...notCharged, seq });
    expect((await say(id, 'resolution', { ...charged, seq }, ann)).status).toBe(200);
    expect(await now(id)).toMatchObject({
      phase: 'resolved',
      resolution: { charged: false },
      anomalies: ['contradicts-operator'],
      words: 2,
    });
  });
});

test.each(['resolution', 'acknowledgement'] as const)(
  'a seq that cannot be is a mistake that names it: %s',
  async (what) => {
    const { say, now, timedOut } = createTalk();
    const id = await timedOut();
    const before = await now(id);
    for (const seq of [-1, 1.5, '3', null, {}]) {
      const { status, told } = await say(id, what, { ...(what === 'resolution' && charged), seq });
      expect([status, told.errors?.[0]?.field]).toEqual([400, 'seq']);
    }
    expect(await now(id)).toEqual(before);
  },
);
