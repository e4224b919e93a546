import { describe, expect, test } from 'vitest';
import type { VirtualClock } from '../../../src/core/time.ts';
import { createMemoryStore } from '../../../src/gateway/createMemoryStore.ts';
import type { GatewayOptions } from '../../../src/gateway/gatewayOptions.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import {
  ask,
  close,
  createGatewayTill,
  type Deed,
  forgetfulStore,
  gate,
  meddled,
  nobodyThere,
  operationId,
  rowsOf,
  sale,
  saleBody,
  settled,
  slowService,
  stateOf,
} from '../gatewayTill.ts';

const id = operationId(1);

describe('a store that forgets a payment', () => {
  function forgetting() {
    const till = createGatewayTill();
    const { store, forget } = forgetfulStore(till.clock);
    const service = slowService();
    let asked = 0;
    const fetcher = () => {
      asked += 1;
      return service.fetcher();
    };
    const answer = () => service.answer(Response.json({ data: { msgIdentifier: 'M-7' } }));
    return {
      ...till,
      ...service,
      store,
      fetcher,
      instance: till.gateway,
      gateway: till.gateway({ store, fetcher }),
      another: till.gateway({ store, fetcher }),
      forget,
      answer,
      asked: () => asked,
    };
  }
  const stateIn = async (response: Promise<Response>) =>
    ((await (await response).json()) as { state: string }).state;

  test('M1 while it runs: a copy waits for its answer and is not sent', async () => {
    const { gateway, reached, forget, answer, asked, clock } = forgetting();
    const first = gateway.fetch(sale(id));
    await reached;
    forget();
    const second = gateway.fetch(sale(id));
    await clock.advance(1_000);
    const other = await gateway.fetch(sale(id, { ...saleBody, amount: 1251 }));
    expect([other.status, stateOf(other)]).toStrictEqual([409, null]);
    answer();
    const answers = await settled(clock, Promise.all([first, second]));
    expect(answers.map(stateOf)).toStrictEqual(['accepted', 'accepted']);
    expect(asked()).toBe(1);
  });

  test('while it runs: a page that asks is told that it was sent, and no page can close it', async () => {
    const { gateway, reached, forget, answer, asked, clock } = forgetting();
    const first = gateway.fetch(sale(id));
    await reached;
    forget();
    expect(await stateIn(gateway.fetch(ask(`/operations/${id}`)))).toBe('sent');
    expect(await stateIn(gateway.fetch(close(id)))).toBe('sent');
    answer();
    await settled(clock, first);
    expect(await stateIn(gateway.fetch(close(id)))).toBe('accepted');
    expect(asked()).toBe(1);
  });

  test('M1 before its answer is recorded: the answer is recorded all the same, for every instance', async () => {
    const { gateway, another, reached, forget, answer, asked, clock } = forgetting();
    const sent = gateway.fetch(sale(id));
    await reached;
    forget();
    answer();
    await settled(clock, sent);
    await clock.advance(1_000);
    expect(stateOf(await another.fetch(sale(id)))).toBe('accepted');
    expect(asked()).toBe(1);
  });

  test('M1 while two copies are being recorded: one of them is sent', async () => {
    const { store, fetcher, forget, reached, answer, asked, clock, ...till } = forgetting();
    const copies: Promise<Response>[] = [];
    const second = gate();
    // The second is not there before the first is forgotten: a store that records both in one go would find it.
    const after = async (deed: Deed) => {
      if (deed !== 'claim') return;
      forget();
      if (copies.length === 2) second.open();
      else copies.push(gateway.fetch(sale(id)));
      await second.promise;
    };
    const gateway = till.instance({ store: meddled(store, { after }), fetcher });
    copies.push(gateway.fetch(sale(id)));
    await reached;
    answer();
    const answers = await settled(clock, Promise.all(copies));
    expect(answers.map(stateOf)).toStrictEqual(['accepted', 'accepted']);
    expect(asked()).toBe(1);
  });

  test('M1 after it was closed: a copy that comes late is not sent', async () => {
    const { gateway, forget, asked } = forgetting();
    expect(await stateIn(gateway.fetch(close(id)))).toBe('not-seen');
    forget();
    const late = await gateway.fetch(sale(id));
    expect([late.status, stateOf(late)]).toStrictEqual([410, 'not-seen']);
    expect(asked()).toBe(0);
  });

  test('M1 after a lock or a guard refused it: a copy that comes late is not sent', async () => {
    const { gateway, reached, forget, answer, asked, clock } = forgetting();
    const first = gateway.fetch(sale(operationId(2)));
    await reached;
    const refused = await gateway.fetch(sale(id, { ...saleBody, amount: 300 }));
    expect([refused.status, stateOf(refused)]).toStrictEqual([409, 'not-seen']);
    answer();
    await settled(clock, first);
    forget();
    const late = await gateway.fetch(sale(id, { ...saleBody, amount: 300 }));
    expect([late.status, stateOf(late)]).toStrictEqual([409, 'not-seen']);
    expect(await late.text()).toBe(await refused.text());
    expect(asked()).toBe(1);
  });

  test('M1 after it could not be recorded in time: a copy that comes late is not sent', async () => {
    const { store, forget, asked, fetcher, instance, clock } = forgetting();
    const after = async (deed: string) => {
      if (deed === 'claim') await clock.advance(6_000);
    };
    const gateway = instance({ store: meddled(store, { after }), fetcher });
    expect(stateOf(await gateway.fetch(sale(id)))).toBe('not-seen');
    forget();
    expect(stateOf(await gateway.fetch(sale(id)))).toBe('not-seen');
    expect(asked()).toBe(0);
  });

  test('while it runs, and another instance closes it: that it was sent is told, and its answer is recorded', async () => {
    const { gateway, another, reached, forget, answer, clock } = forgetting();
    const sent = gateway.fetch(sale(id));
    await reached;
    forget();
    expect(await stateIn(another.fetch(close(id)))).toBe('not-seen');
    expect(await stateIn(gateway.fetch(ask(`/operations/${id}`)))).toBe('sent');
    expect(await stateIn(gateway.fetch(close(id)))).toBe('sent');
    expect((await gateway.fetch(sale(id, { ...saleBody, amount: 1251 }))).status).toBe(409);
    answer();
    expect(stateOf(await settled(clock, sent))).toBe('accepted');
    await clock.advance(1_000);
    expect(await stateIn(another.fetch(ask(`/operations/${id}`)))).toBe('accepted');
    const next = await another.fetch(sale(operationId(2), { ...saleBody, amount: 300 }));
    expect(next.status).toBe(409);
  });

  test('and closed it here: a copy that another instance has sent since is told as sent', async () => {
    const { gateway, another, reached, forget, answer, clock } = forgetting();
    expect(await stateIn(gateway.fetch(close(id)))).toBe('not-seen');
    forget();
    const sent = another.fetch(sale(id));
    await reached;
    expect(await stateIn(gateway.fetch(ask(`/operations/${id}`)))).toBe('sent');
    expect(await stateIn(gateway.fetch(close(id)))).toBe('sent');
    const copy = gateway.fetch(sale(id));
    answer();
    const answers = await settled(clock, Promise.all([sent, copy]));
    expect(answers.map(stateOf)).toStrictEqual(['accepted', 'accepted']);
  });

  test('and lets another instance send it again: two answers are a contradiction that an operator has to look into', async () => {
    const { store, instance, forget, clock } = forgetting();
    const [one, two] = [slowService(), slowService()];
    const first = instance({ store, ...one }).fetch(sale(id));
    await one.reached;
    forget();
    const second = instance({ store, ...two }).fetch(sale(id));
    await two.reached;
    one.answer(Response.json({ data: { msgIdentifier: 'M-1' } }));
    await settled(clock, first);
    await clock.advance(1_000);
    two.answer(Response.json({ data: { msgIdentifier: 'M-2' } }));
    await settled(clock, second);
    expect(await rowsOf(store, id)).toMatchObject([
      { phase: 'waiting', msgIdentifier: 'M-1', operation: { anomalies: ['contradiction'] } },
    ]);
  });

  test.each<[string, number, object]>([
    ['refused', 422, { phase: 'rejected', operation: { anomalies: ['contradiction'] } }],
    ['not told how it went', 500, { phase: 'waiting', msgIdentifier: 'M-1' }],
  ])(
    'and the one that is sent again is %s: that the first was taken is not lost',
    async (_, status, kept) => {
      const { store, instance, forget, clock } = forgetting();
      const [one, two] = [slowService(), slowService()];
      const first = instance({ store, ...one }).fetch(sale(id));
      await one.reached;
      forget();
      const second = instance({ store, ...two }).fetch(sale(id));
      await two.reached;
      two.answer(Response.json({ message: 'no' }, { status }));
      await settled(clock, second);
      one.answer(Response.json({ data: { msgIdentifier: 'M-1' } }));
      await settled(clock, first);
      await clock.advance(1_000);
      expect(await rowsOf(store, id)).toMatchObject([kept]);
    },
  );

  test('M1 after its answer: a copy that comes within two minutes gets the same', async () => {
    const { gateway, reached, forget, answer, asked, clock } = forgetting();
    const sent = gateway.fetch(sale(id));
    await reached;
    answer();
    await settled(clock, sent);
    forget();
    await clock.advance(119_000);
    expect(stateOf(await gateway.fetch(sale(id)))).toBe('accepted');
    expect(asked()).toBe(1);
  });

  test.each<[string, Partial<GatewayOptions>]>([
    ['is not let in', { authorize: () => false }],
    ['lacks the headers', { headers: () => Promise.reject(new Error('no token')) }],
    ['finds no service', { fetcher: undefined, baseUrl: 'no server there' }],
  ])('M1 a copy that %s is not called unsent: an earlier one may be forgotten', async (_, given) => {
    const own = given.baseUrl === undefined ? given : { ...given, baseUrl: await nobodyThere() };
    const till = createGatewayTill();
    let knownForMs = 3_600_000;
    const { store, forget } = forgetfulStore(till.clock, () => knownForMs);
    expect(stateOf(await till.gateway({ store }).fetch(sale(id)))).toBe('accepted');
    forget();
    knownForMs = 119_000;
    const refused = await till.gateway({ store, ...own }).fetch(sale(id));
    expect([refused.status >= 400, stateOf(refused)]).toStrictEqual([true, null]);
    knownForMs = 120_000;
    expect(stateOf(await till.gateway({ store, ...own }).fetch(sale(operationId(2))))).toBe('not-seen');
  });
});

test('F113: a store that may have forgotten a moment ago does not say that a refused payment was never sent', async () => {
  const till = createGatewayTill({ authorize: () => false });
  const gateway = till.gateway({ store: createMemoryStore({ clock: till.clock }) });
  const refused = async () => stateOf(await gateway.fetch(sale(id)));
  expect(await refused()).toBeNull();
  await till.clock.advance(121_000);
  expect(await refused()).toBe('not-seen');
});

// A process may be stopped, and a machine sleep, between two lines.
test.each<[string, (clock: VirtualClock) => void | Promise<void>]>([
  ['by the clock that never jumps', (clock) => clock.advance(5_001)],
  ['by the wall clock', (clock) => clock.jump(5_001)],
])('M1 an instance that stood still before it sent does not send any more, %s', async (_, stand) => {
  const till = createGatewayTill();
  const after = (deed: string) => (deed === 'claim' ? stand(till.clock) : undefined);
  const answer = await till.gateway({ store: meddled(till.store, { after }) }).fetch(sale(id));
  expect([answer.status, stateOf(answer)]).toStrictEqual([503, 'not-seen']);
  const copy = await till.gateway().fetch(sale(id));
  expect([copy.status, stateOf(copy), await copy.text()]).toStrictEqual([
    503,
    'not-seen',
    await answer.text(),
  ]);
  expect(till.sent).toHaveLength(0);
  // Its terminal is free.
  expect(stateOf(await till.gateway().fetch(sale(operationId(2))))).toBe('accepted');
});

test('one that was as slow as it may be sends', async () => {
  const till = createGatewayTill();
  const after = (deed: string) => (deed === 'claim' ? till.clock.advance(5_000) : undefined);
  const answer = await till.gateway({ store: meddled(till.store, { after }) }).fetch(sale(id));
  expect(stateOf(answer)).toBe('accepted');
});

test('F113 a database that lost its last writes sends nothing for two minutes, in which late copies may arrive', async () => {
  let asked = 0;
  const till = createGatewayTill({
    fetcher: async () => {
      asked += 1;
      return Response.json({ data: { msgIdentifier: 'M-7' } });
    },
  });
  const restoredAt = till.clock.now();
  let changes = 0;
  const restored: GatewayStore = {
    ...till.store,
    transact: (account, access, steps) => {
      if (access !== 'read') changes += 1;
      return till.store.transact(account, access, (tx) => steps({ ...tx, forgotAt: restoredAt }));
    },
  };
  const gateway = till.gateway({ store: restored });
  await till.clock.advance(110_000);
  const early = await gateway.fetch(sale(operationId(2)));
  expect([early.status, stateOf(early), asked]).toEqual([503, null, 0]);
  expect(early.headers.get('retry-after')).toBe('10');
  // A shop presses again and again meanwhile: nothing is left to do for a payment that was refused.
  changes = 0;
  await till.clock.advance(11_000);
  expect(changes).toBe(0);
  const later = await gateway.fetch(sale(operationId(3)));
  expect([later.status, stateOf(later), asked]).toEqual([200, 'accepted', 1]);
});

test('a payment that the store could not record is looked for without undoing the work of others', async () => {
  const till = createGatewayTill();
  let isDown = true;
  let [looks, failed] = [0, 0];
  const store: GatewayStore = {
    ...till.store,
    async transact(account, access, steps) {
      if (access !== 'durable') return till.store.transact(account, access, steps);
      if (isDown) throw new Error('The database is away.');
      looks += 1;
      return till.store.transact(account, access, steps).catch((error: unknown) => {
        failed += 1; // a store that runs the steps of several requests together undoes them all, and runs the others again
        throw error;
      });
    },
  };
  const answer = await till.gateway({ store }).fetch(sale(id));
  expect([answer.status, stateOf(answer)]).toEqual([503, null]);
  isDown = false;
  await till.clock.advance(90_000);
  expect(looks).toBeGreaterThan(0);
  expect(failed).toBe(0);
});
