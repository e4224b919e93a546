import { describe, expect, test, vi } from 'vitest';
import { defineService } from '../../../src/core/wire/defineService.ts';
import type { GatewayOptions } from '../../../src/gateway/gatewayOptions.ts';
import { ask, createGatewayTill, type Deed, meddled, operationId, post, saleBody } from '../gatewayTill.ts';

describe('a message id that is handed out twice', () => {
  const messages = { getProcessedMessage: { path: '/{provider}/messages/{messageId}' } };
  const providers = ['alpha', 'beta'];

  /** A service that numbers its messages from 1001: each provider its own, and each from the start after a restart. */
  function numbering(own: Partial<GatewayOptions> = {}) {
    const results = new Map<string, object>();
    const asked: string[] = [];
    let operations = 0;
    const till = createGatewayTill({
      service: defineService({ routes: messages, providers }),
      fetcher: async ({ method, url }) => {
        const { pathname } = new URL(url);
        if (method === 'POST') return Response.json({ data: { msgIdentifier: '1001' } });
        asked.push(pathname);
        return Response.json({ data: { msgIdentifier: '1001', ...results.get(pathname) } });
      },
      ...own,
    });
    const instances = [till.gateway(), till.gateway()] as const;
    /** What a page of a provider hears. */
    const hear = async (provider: string, instance: 0 | 1 = 0) => {
      const answer = await instances[instance].fetch(ask(`/processed-messages/1001?provider=${provider}`));
      return ((await answer.json()) as { data: unknown }).data;
    };
    /** The same, once its payment had time to be asked about. */
    const poll = async (provider: string, instance: 0 | 1 = 0) => {
      await till.clock.advance(3_000);
      return hear(provider, instance);
    };
    return {
      ...till,
      hear,
      instances,
      results,
      asked,
      poll,
      sell: (provider?: string) => {
        operations += 1;
        const headers = { 'x-operation-id': operationId(operations) };
        // Each at a terminal of its own, and over a sum of its own: no lock and no question is in the way.
        const body = { ...saleBody, terminalId: `terminal-${operations}`, amount: 1000 + operations };
        return instances[0].fetch(
          post(provider === undefined ? '/pay' : `/pay?provider=${provider}`, body, headers),
        );
      },
    };
  }
  const paid = { status: 'complete', pnRefNum: 'P-1' };
  const declined = { status: 'failed', pnRefNum: 'P-2' };

  test('F30 by two providers is two messages, each with its own result', async () => {
    const { sell, poll, results, clock, asked, problems } = numbering();
    results.set('/alpha/messages/1001', paid).set('/beta/messages/1001', declined);
    await sell('alpha');
    expect(await poll('alpha')).toMatchObject(paid);
    await sell('beta');
    expect(await poll('beta')).toMatchObject(declined);
    await clock.advance(60_000);
    expect([await poll('alpha', 1), await poll('beta', 1)]).toMatchObject([paid, declined]);
    expect(asked).toStrictEqual(['/alpha/messages/1001', '/beta/messages/1001']);
    expect(problems).toStrictEqual([]);
  });

  test.each([
    ['under the path of its provider', 'alpha'],
    ['under a path that names no provider', undefined],
  ])('F30 by one provider drops the old result: sold %s', async (_, provider) => {
    const { sell, poll, results, asked } = numbering();
    results.set('/alpha/messages/1001', paid);
    await sell(provider);
    expect(await poll('alpha')).toMatchObject(paid);
    results.set('/alpha/messages/1001', declined); // the service was restarted
    await sell(provider);
    expect([await poll('alpha', 1), await poll('alpha')]).toMatchObject([declined, declined]);
    expect(asked).toHaveLength(2);
  });

  test('is told to the host, once', async () => {
    const { sell, problems } = numbering();
    await sell('alpha');
    await sell('beta');
    expect(problems).toStrictEqual([]);
    await sell('alpha');
    expect(problems).toStrictEqual([
      {
        type: 'message-id',
        operation: 'pay',
        operationId: operationId(3),
        message: expect.stringContaining('gave out an earlier message id again'),
      },
    ]);
  });

  /** One question is answered when the test says so; of later ones is told that it was declined. */
  function withLateAnswer() {
    let late: (response: Response) => void = () => undefined;
    const answers = [
      new Promise<Response>((resolve) => {
        late = resolve;
      }),
    ];
    const asked: string[] = [];
    const till = numbering({
      fetcher: async ({ method, url }) => {
        if (method === 'POST') return Response.json({ data: { msgIdentifier: '1001' } });
        asked.push(url);
        return answers.shift() ?? Response.json({ data: { msgIdentifier: '1001', ...declined } });
      },
    });
    const tell = (said: object) => late(Response.json({ data: { msgIdentifier: '1001', ...said } }));
    /** A page's poll, once the service has its question. */
    const begin = async () => {
      await till.clock.advance(3_000);
      const answer = till.hear('alpha');
      await vi.waitUntil(() => asked.length > 0, 20_000);
      return { answer };
    };
    return { ...till, begin, tell };
  }

  test('while a page asks about an earlier one that is not known here: that answer is not the new one’s', async () => {
    const { sell, poll, begin, tell } = withLateAnswer();
    const { answer: old } = await begin();
    await sell('alpha');
    tell(paid);
    expect(await old).toMatchObject({ status: 'received' });
    expect([await poll('alpha'), await poll('alpha', 1)]).toMatchObject([declined, declined]);
  });

  test('while the old one waits for its result: no page takes that for the one’s or the other’s, and both are unknown', async () => {
    const { sell, begin, tell, store } = withLateAnswer();
    await sell('alpha');
    const { answer: old } = await begin();
    await sell('alpha');
    tell(paid);
    expect(await old).toMatchObject({ status: 'received' });
    const known = await store.transact('', 'read', (tx) => tx.operations.list({}, { by: ['id'] }));
    expect(known.map(({ operation }) => operation)).toMatchObject([
      { phase: 'unknown', reason: 'duplicate-id', anomalies: ['duplicate-id'] },
      { phase: 'unknown', reason: 'duplicate-id', anomalies: ['duplicate-id'] },
    ]);
  });

  test('while the old one waits for its result: what a person’s "Check now" then brings is for neither', async () => {
    const { sell, results, clock, instances, store } = numbering();
    await sell('alpha');
    await sell('alpha');
    results.set('/alpha/messages/1001', paid);
    await clock.advance(3_000);
    await instances[0].fetch(ask('/processed-messages/1001?provider=alpha&fresh=true'));
    await clock.advance(3_000);
    const known = await store.transact('', 'read', (tx) => tx.operations.list({}, { by: ['id'] }));
    expect(known.map(({ phase }) => phase)).toEqual(['unknown', 'unknown']);
  });

  test.each([paid, { ...paid, amount: 700 }, declined])(
    'F30 while the answer to an earlier payment is on its way: a result that came meanwhile is for neither, %o',
    async (result) => {
      let answerFirst: () => void = () => undefined;
      const answers = [new Promise<void>((resolve) => (answerFirst = resolve))];
      const { sell, poll, store, clock } = numbering({
        fetcher: async ({ method }) => {
          if (method === 'POST') await answers.shift();
          return Response.json({ data: { msgIdentifier: '1001', ...(method === 'GET' && result) } });
        },
      });
      const first = sell('alpha');
      // The first payment takes the answer that is late.
      await vi.waitUntil(() => answers.length === 0, 20_000);
      await clock.advance(1_000);
      await sell('alpha');
      expect(await poll('alpha')).toMatchObject(result);
      answerFirst();
      await first;
      await clock.advance(60_000);
      const known = await store.transact('', 'read', (tx) => tx.operations.list({}, { by: ['id'] }));
      const doubt = { phase: 'unknown', reason: 'duplicate-id', anomalies: ['duplicate-id'] };
      expect(known.map(({ operation }) => operation)).toMatchObject([doubt, doubt]);
      expect(known.map(({ isOpen, movedCents, endedAt }) => [isOpen, movedCents, endedAt])).toEqual([
        [true, null, null],
        [true, null, null],
      ]);
    },
  );

  test('and of which the store could not be told: the old result is told to no page here, and soon to none anywhere', async () => {
    let isDown = false;
    const before = (deed: Deed) => {
      if (isDown && deed === 'answer') throw new Error('full');
    };
    const { sell, poll, results, clock, problems, gateway, store } = numbering();
    const selling = gateway({ store: meddled(store, { before }) });
    results.set('/alpha/messages/1001', paid);
    await sell('alpha');
    expect(await poll('alpha')).toMatchObject(paid);
    results.set('/alpha/messages/1001', declined);
    isDown = true;
    const headers = { 'x-operation-id': operationId(2) };
    await selling.fetch(post('/pay?provider=alpha', { ...saleBody, amount: 777 }, headers));
    await clock.advance(3_000);
    const told = await selling.fetch(ask('/processed-messages/1001?provider=alpha'));
    await expect(told.json()).resolves.toMatchObject({ data: { status: 'received' } });
    expect(problems).toMatchObject([{ type: 'answer-not-kept' }]);
    isDown = false;
    await clock.advance(5_000);
    expect([await poll('alpha', 1), await poll('alpha')]).toMatchObject([declined, declined]);
    const later = await selling.fetch(ask('/processed-messages/1001?provider=alpha'));
    await expect(later.json()).resolves.toMatchObject({ data: declined });
  });

  test('and of which the store was never told: the result of a later one of this id is told again', async () => {
    let isDown = true;
    const before = (deed: Deed) => {
      if (isDown && deed === 'answer') throw new Error('full');
    };
    const { results, clock, gateway, store } = numbering();
    const selling = gateway({ store: meddled(store, { before }) });
    results.set('/alpha/messages/1001', paid);
    const sell = (number: number) => {
      const body = { ...saleBody, terminalId: `terminal-${number}`, amount: 777 + number };
      return selling.fetch(post('/pay?provider=alpha', body, { 'x-operation-id': operationId(number) }));
    };
    await sell(1);
    await clock.advance(120_000);
    isDown = false;
    await sell(2);
    await clock.advance(3_000);
    const told = await selling.fetch(ask('/processed-messages/1001?provider=alpha'));
    await expect(told.json()).resolves.toMatchObject({ data: paid });
  });

  test('a copy of the request hands out nothing again', async () => {
    const { poll, results, gateway, problems, asked } = numbering();
    results.set('/alpha/messages/1001', paid);
    const copy = () =>
      gateway().fetch(post('/pay?provider=alpha', saleBody, { 'x-operation-id': operationId(9) }));
    await copy();
    expect(await poll('alpha')).toMatchObject(paid);
    await copy();
    expect(await poll('alpha')).toMatchObject(paid);
    expect([asked.length, problems]).toStrictEqual([1, []]);
  });
});
