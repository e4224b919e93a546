import { describe, expect, test, vi } from 'vitest';
import { ConfigurationError, PaymentsError } from '../../../src/core/errors.ts';
import {
  ask,
  close,
  createGatewayTill,
  longKnown,
  meddled,
  mortalStore,
  nobodyThere,
  operationId,
  post,
  sale,
  saleBody,
  settled,
  slowService,
  stateOf,
} from '../gatewayTill.ts';

const id = operationId(1);

describe('a payment reaches the service at most once', () => {
  test('M1 fifty copies at once, on two instances: one request, one charge, one answer', async () => {
    const till = createGatewayTill();
    const instances = [till.gateway(), till.gateway()] as const;
    const copies = Array.from({ length: 50 }, (_, index) => instances[index % 2 ? 0 : 1].fetch(sale(id)));
    const answers = await settled(till.clock, Promise.all(copies));
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toContain('msgIdentifier');
    expect(answers.map(stateOf)).toStrictEqual(Array(50).fill('accepted'));
    expect(till.sandbox.ledger.requests).toHaveLength(1);
  });

  test('M1 a copy that comes while the first still runs waits for its answer', async () => {
    const till = createGatewayTill();
    const service = slowService();
    const gateway = till.gateway(service);
    const other = till.gateway({ fetcher: () => Promise.reject(new Error('asked twice')) });
    const first = gateway.fetch(sale(id));
    await service.reached;
    const second = gateway.fetch(sale(id));
    const third = other.fetch(sale(id));
    await till.clock.advance(20_000);
    service.answer(Response.json({ data: { msgIdentifier: 'M-7' } }));
    await till.clock.advance(2_000);
    const texts = await Promise.all([first, second, third].map(async (response) => (await response).text()));
    expect(texts).toStrictEqual(Array(3).fill('{"data":{"msgIdentifier":"M-7"}}'));
  });

  test('a browser that goes away does not stop the payment', async () => {
    const till = createGatewayTill({ sandbox: { latencyMs: 500 } });
    const gone = new AbortController();
    const lost = till.gateway().fetch(new Request(sale(id), { signal: gone.signal }));
    while (till.sent.length === 0) await till.clock.advance(1);
    gone.abort();
    expect(stateOf(await settled(till.clock, lost))).toBe('accepted');
    await expect((await till.gateway().fetch(ask(`/operations/${id}`))).json()).resolves.toMatchObject({
      state: 'accepted',
      msgIdentifier: till.sandbox.ledger.requests[0]?.msgIdentifier,
    });
  });

  test('another body, operation or subject under the id is refused', async () => {
    const till = createGatewayTill({
      authorize: (request) => ({ subject: request.headers.get('authorization') ?? 'signed-out' }),
    });
    const gateway = till.gateway();
    const ann = { authorization: 'Bearer ann' };
    expect((await gateway.fetch(sale(id, saleBody, ann))).status).toBe(200);
    const refusals = [
      await gateway.fetch(sale(id, { ...saleBody, amount: 1251 }, ann)),
      await gateway.fetch(sale(id, saleBody, { authorization: 'Bearer bob' })),
      await gateway.fetch(ask(`/operations/${id}`, { authorization: 'Bearer bob' })),
      await gateway.fetch(close(id, { authorization: 'Bearer bob' })),
    ];
    expect(refusals.map(({ status }) => status)).toStrictEqual([409, 403, 403, 403]);
    expect(refusals.map(stateOf)).toStrictEqual([null, null, null, null]);
    expect(till.sent).toHaveLength(1);
  });

  test('another provider or currency under the id is refused', async () => {
    const till = createGatewayTill();
    const copy = async (query: string) => {
      const answer = await till.gateway().fetch(post(`/pay${query}`, saleBody, { 'x-operation-id': id }));
      return [answer.status, stateOf(answer), /other-body/.test(await answer.text())];
    };
    const [taken, refused] = [
      [200, 'accepted', false],
      [409, null, true],
    ];
    expect(await copy('?provider=one&currency=USD')).toStrictEqual(taken);
    expect(await copy('?currency=usd&provider=one')).toStrictEqual(taken);
    for (const query of ['?provider=two&currency=USD', '?provider=one&currency=EUR', '?provider=one', '']) {
      expect(await copy(query)).toStrictEqual(refused);
    }
    expect(till.sent).toHaveLength(1);
  });

  test('the order of the fields does not make another body', async () => {
    const till = createGatewayTill();
    const gateway = till.gateway();
    await gateway.fetch(sale(id, saleBody));
    const again = await gateway.fetch(sale(id, Object.fromEntries(Object.entries(saleBody).toReversed())));
    expect(again.status).toBe(200);
    expect(till.sent).toHaveLength(1);
  });

  test('a closed id is never sent', async () => {
    const till = createGatewayTill();
    const gateway = till.gateway();
    await expect((await gateway.fetch(close(id))).json()).resolves.toMatchObject({
      state: 'not-seen',
      isClosed: true,
    });
    const late = await gateway.fetch(sale(id));
    expect([late.status, stateOf(late)]).toStrictEqual([410, 'not-seen']);
    expect(till.sent).toHaveLength(0);
  });

  test('closing an id that was sent changes nothing', async () => {
    const till = createGatewayTill();
    const gateway = till.gateway();
    await gateway.fetch(sale(id));
    await expect((await gateway.fetch(close(id))).json()).resolves.toMatchObject({ state: 'accepted' });
    expect((await gateway.fetch(sale(id))).status).toBe(200);
    expect(till.sent).toHaveLength(1);
  });
});

describe('a store that fails', () => {
  test('F114: before the payment: it is refused with a sentence, and nothing is sent', async () => {
    const till = createGatewayTill();
    const before = () => {
      throw new Error('the disk is gone');
    };
    const answer = await till.gateway({ store: meddled(till.store, { before }) }).fetch(sale(id));
    expect([answer.status, stateOf(answer)]).toStrictEqual([503, null]);
    await expect(answer.json()).resolves.toMatchObject({
      error: { code: 'store', message: expect.stringContaining('was not sent') },
    });
    expect(till.sent).toHaveLength(0);
    expect(till.problems).toMatchObject([{ type: 'store-failed', operation: 'pay', operationId: id }]);
  });

  test('the host is told the reason of a store that cannot be used, and no sentence of a driver', async () => {
    const till = createGatewayTill();
    const failing = (cause: Error, request = sale(id)) => {
      const before = () => {
        throw cause;
      };
      return till.gateway({ store: meddled(till.store, { before }) }).fetch(request);
    };
    const unusable = new ConfigurationError('database', 'Use a file on a disk of this machine.');
    await failing(unusable);
    expect((await failing(unusable, ask('/health'))).status).toBe(503);
    await failing(new PaymentsError('storage', 'The tables are of version 9.'));
    const driver = Object.assign(new Error('duplicate key: 4 Privet Drive'), { code: '23505' });
    await failing(new PaymentsError('storage', driver.message, { cause: driver }));
    await failing(Object.assign(new Error('connect ECONNREFUSED 10.0.0.7'), { code: 'ECONNREFUSED' }));
    expect(till.problems.map(({ message }) => message)).toStrictEqual([
      'The store of the gateway failed. Use a file on a disk of this machine.',
      'The store of the gateway failed. Use a file on a disk of this machine.',
      'The store of the gateway failed. The tables are of version 9.',
      'The store of the gateway failed (23505).',
      'The store of the gateway failed (ECONNREFUSED).',
    ]);
  });

  test('a claim that was recorded although its answer was lost: nothing is sent, and that is told', async () => {
    const till = createGatewayTill();
    const after = (deed: string) => {
      if (deed === 'claim') throw new Error('no answer within 2000 ms');
    };
    const answer = await till.gateway({ store: meddled(till.store, { after }) }).fetch(sale(id));
    expect([answer.status, stateOf(answer)]).toStrictEqual([503, null]);
    const told = async () => (await till.gateway().fetch(ask(`/operations/${id}`))).json();
    await expect(told()).resolves.toMatchObject({ state: 'sent' });
    await till.clock.advance(2_000);
    await expect(told()).resolves.toMatchObject({ state: 'not-seen', isClosed: true });
    expect(stateOf(await till.gateway().fetch(sale(id)))).toBe('not-seen');
    expect(till.sent).toHaveLength(0);
  });

  test('a claim that failed does not undo that of another copy', async () => {
    const till = createGatewayTill();
    const service = slowService();
    const first = till.gateway(service).fetch(sale(id));
    await service.reached;
    let isLost = true;
    const transact: typeof till.store.transact = async (account, access, steps) => {
      const result = await till.store.transact(account, access, steps);
      if (isLost && access === 'durable') throw new Error('no answer');
      return result;
    };
    const lost = { ...till.store, transact };
    expect((await till.gateway({ store: lost }).fetch(sale(id))).status).toBe(503);
    isLost = false;
    await till.clock.advance(30_000);
    await expect((await till.gateway().fetch(ask(`/operations/${id}`))).json()).resolves.toMatchObject({
      state: 'sent',
    });
    service.answer(Response.json({ data: { msgIdentifier: 'M-7' } }));
    expect(stateOf(await first)).toBe('accepted');
  });

  test('F114: after the payment: the answer is handed on, told to who asks, and recorded as soon as it can be', async () => {
    const till = createGatewayTill();
    let failures = 2;
    const before = (deed: string) => {
      if (deed === 'answer' && failures-- > 0) throw new Error('full');
    };
    const gateway = till.gateway({ store: meddled(till.store, { before }) });
    expect(stateOf(await gateway.fetch(sale(id)))).toBe('accepted');
    await expect((await gateway.fetch(ask(`/operations/${id}`))).json()).resolves.toMatchObject({
      state: 'accepted',
    });
    await expect((await till.gateway().fetch(ask(`/operations/${id}`))).json()).resolves.toMatchObject({
      state: 'sent',
    });
    await till.clock.advance(2_000);
    await expect((await till.gateway().fetch(ask(`/operations/${id}`))).json()).resolves.toMatchObject({
      state: 'accepted',
    });
    expect(till.sent).toHaveLength(1);
  });
});

test('a copy that comes after an answer that could not be recorded gets that answer at once', async () => {
  const till = createGatewayTill();
  const before = (deed: string) => {
    if (deed === 'answer') throw new Error('full');
  };
  const gateway = till.gateway({ store: meddled(till.store, { before }) });
  const first = await gateway.fetch(sale(id));
  const copy = await gateway.fetch(sale(id)); // no time passes
  expect([stateOf(first), stateOf(copy)]).toStrictEqual(['accepted', 'accepted']);
  expect(await copy.text()).toBe(await first.text());
  expect(till.sent).toHaveLength(1);
  expect(till.problems.map(({ type }) => type)).toStrictEqual(['answer-not-kept']);
});

test('what the service said is written although the store took nothing for half an hour, and keeps no process alive that long', async () => {
  const till = createGatewayTill();
  let isDown = true;
  const before = (deed: string) => {
    if (isDown && deed === 'answer') throw new Error('full');
  };
  const unref = vi.fn();
  const clock = {
    ...till.clock,
    setTimeout: (run: () => void, ms: number) => {
      till.clock.setTimeout(run, ms);
      return { unref };
    },
  };
  const gateway = till.gateway({ clock, store: meddled(till.store, { before }) });
  expect(stateOf(await gateway.fetch(sale(id)))).toBe('accepted');
  await till.clock.advance(80_000);
  expect(unref).not.toHaveBeenCalled();
  await till.clock.advance(30 * 60_000);
  expect(unref.mock.calls.length).toBeGreaterThan(25);
  isDown = false;
  await till.clock.advance(60_000);
  await expect((await till.gateway().fetch(ask(`/operations/${id}`))).json()).resolves.toMatchObject({
    state: 'accepted',
  });
  expect(till.sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('another instance may still write the answer for five seconds after the service’s time is up', async () => {
  const till = createGatewayTill();
  const { store, kill } = mortalStore(till.store);
  const dying = slowService();
  void till.gateway({ ...dying, store, paymentTimeoutMs: 30_000 }).fetch(sale(id));
  await dying.reached;
  kill();
  const copy = till.gateway().fetch(sale(id));
  const told = async () => {
    const answer = await till.gateway().fetch(ask(`/operations/${id}`));
    return ((await answer.json()) as { state: string }).state;
  };
  await till.clock.advance(34_900);
  expect(await told()).toBe('sent');
  await till.clock.advance(200);
  expect(await told()).toBe('unanswered');
  const answer = await settled(till.clock, copy);
  expect([answer.status, stateOf(answer)]).toStrictEqual([504, 'unanswered']);
  expect(till.sent).toHaveLength(0);
});

describe('what became of an operation', () => {
  const told = async (till: ReturnType<typeof createGatewayTill>) =>
    (await till.gateway().fetch(ask(`/operations/${id}`))).json() as Promise<Record<string, unknown>>;

  test('not seen, and for how long the store knows', async () => {
    const till = createGatewayTill();
    const gateway = till.gateway({ store: longKnown(till.store, () => 7_000) });
    const answer = await gateway.fetch(ask(`/operations/${id}`));
    await expect(answer.json()).resolves.toStrictEqual({
      id,
      state: 'not-seen',
      knownForMs: 7_000,
      now: till.clock.now(),
    });
  });

  test('sent, then unanswered when the service gives no answer in time', async () => {
    const till = createGatewayTill();
    const service = slowService();
    const answer = till.gateway(service).fetch(sale(id));
    await service.reached;
    await till.clock.advance(89_000);
    expect(await told(till)).toMatchObject({ state: 'sent' });
    await till.clock.advance(2_000);
    expect([(await answer).status, stateOf(await answer)]).toStrictEqual([504, 'unanswered']);
    expect(await told(till)).toMatchObject({ state: 'unanswered' });
  });

  test('an instance that died in the middle: unanswered in the end, and never sent again', async () => {
    const till = createGatewayTill();
    const service = slowService();
    const dead = till.gateway({ ...service, paymentTimeoutMs: 60_000 });
    void dead.fetch(sale(id));
    await service.reached;
    const living = till.gateway();
    const copy = living.fetch(sale(id));
    await till.clock.advance(59_000);
    expect(await told(till)).toMatchObject({ state: 'sent' });
    expect(stateOf(await settled(till.clock, copy))).toBe('unanswered');
    expect(await told(till)).toMatchObject({ state: 'unanswered' });
    expect(till.sent).toHaveLength(0);
  });

  test.each([
    ['declined input', { ...saleBody, terminalId: 'unknown-terminal' }, 'refused'],
    ['server error', saleBody, 'unanswered'],
  ])('%s', async (name, body, state) => {
    const till = createGatewayTill({ sandbox: name === 'server error' ? { scenario: 'server-error' } : {} });
    const answer = await till.gateway().fetch(sale(id, body));
    expect(stateOf(answer)).toBe(state);
    expect(await told(till)).toMatchObject({
      state,
      answer: { status: answer.status, body: await answer.text() },
    });
  });

  test('a service that cannot be reached: nothing was sent', async () => {
    const till = createGatewayTill({ fetcher: undefined, baseUrl: await nobodyThere() });
    const answer = await till.gateway().fetch(sale(id));
    expect([answer.status, stateOf(answer)]).toStrictEqual([502, 'not-seen']);
    expect(await told(till)).toMatchObject({ state: 'not-seen', isClosed: true });
  });

  test('F22 a fetcher of the host that could not reach anything may have sent it before', async () => {
    const refused = new TypeError('fetch failed', {
      cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED', syscall: 'connect' }),
    });
    const till = createGatewayTill();
    const fetcher = async (request: Request) => {
      await till.sandbox.fetch(request);
      throw refused; // the second try
    };
    const answer = await till.gateway({ fetcher }).fetch(sale(id));
    expect([answer.status, stateOf(answer)]).toStrictEqual([504, 'unanswered']);
    expect(await told(till)).toMatchObject({ state: 'unanswered' });
    await till.clock.advance(60_000);
    expect(till.sandbox.ledger.charges).toHaveLength(1);
  });

  test('F22 so may a global fetch that other code replaced', async () => {
    const refused = new TypeError('fetch failed', {
      cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED', syscall: 'connect' }),
    });
    vi.stubGlobal('fetch', () => Promise.reject(refused));
    const till = createGatewayTill({ fetcher: undefined });
    const answer = await till.gateway().fetch(sale(id));
    vi.unstubAllGlobals();
    expect([answer.status, stateOf(answer)]).toStrictEqual([504, 'unanswered']);
  });

  test.each([120_000, -120_000])('an instance whose clock is %i ms off tells the same', async (off) => {
    const till = createGatewayTill();
    const service = slowService();
    const first = till.gateway(service).fetch(sale(id));
    await service.reached;
    const clock = { ...till.clock, now: () => till.clock.now() + off };
    const instance = till.gateway({ clock });
    const copy = instance.fetch(sale(id));
    await till.clock.advance(94_000 - 5_000);
    const state = async () =>
      ((await (await instance.fetch(ask(`/operations/${id}`))).json()) as { state: string }).state;
    expect(await state()).toBe('sent');
    service.answer(Response.json({ data: { msgIdentifier: 'M-7' } }));
    await settled(till.clock, first);
    expect(await state()).toBe('accepted');
    expect(stateOf(await settled(till.clock, copy))).toBe('accepted');
  });

  test('an instance whose clock is slow does not wait for a dead one longer than others do', async () => {
    const till = createGatewayTill();
    const { store, kill } = mortalStore(till.store);
    const dying = slowService();
    void till.gateway({ ...dying, store }).fetch(sale(id));
    await dying.reached;
    kill();
    const clock = { ...till.clock, now: () => till.clock.now() - 120_000 };
    await till.clock.advance(95_100);
    const answer = await till.gateway({ clock }).fetch(ask(`/operations/${id}`));
    expect(((await answer.json()) as { state: string }).state).toBe('unanswered');
  });

  test('a connection that broke off: the outcome is unknown', async () => {
    const reset = new TypeError('fetch failed', {
      cause: Object.assign(new Error('no'), { code: 'ECONNRESET' }),
    });
    const till = createGatewayTill({ fetcher: () => Promise.reject(reset) });
    expect(stateOf(await till.gateway().fetch(sale(id)))).toBe('unanswered');
    expect(await told(till)).toMatchObject({ state: 'unanswered' });
  });
});
