import { describe, expect, onTestFinished, test } from 'vitest';
import { createGatewayClient, PaymentsError } from '../../../src/exports/core.ts';
import { createRecordReaderForCallers } from '../../../src/gateway/createRecordReaderForCallers.ts';
import type { GatewayProblem } from '../../../src/gateway/gatewayOptions.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import { listen } from '../../../src/node/listen.ts';
import { ask, createGatewayTill, tillOrigin } from '../gatewayTill.ts';
import { as, createShop } from '../shop.ts';
import { accepted, approved, callerOf, createTestRecord, minuteMs, startedAt } from '../store/recordRows.ts';

const words = (text: string) => new URLSearchParams(text);

async function shop() {
  const made = createShop();
  for (const till of ['till-1', 'till-2']) {
    await made.send('pay', { orderNumber: `=${till}` }, { who: { till } });
    await made.finish(`M-${till.at(-1)}`);
  }
  return made;
}

describe('the file of a gateway', () => {
  test('is CSV to save, with its zone, for the page that asks', async () => {
    const { gateway } = await shop();
    const answer = await gateway.fetch(ask('/operations.csv?timeZone=Europe%2FBerlin', as({ sees: 'all' })));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="operations.csv"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBe(tillOrigin);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
    const lines = new TextDecoder().decode(bytes).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^"started \(Europe\/Berlin\)"/);
    expect(lines.slice(1)).toEqual([
      expect.stringContaining(`"'=till-2"`),
      expect.stringContaining(`"'=till-1"`),
    ]);
  });

  test('has nothing of what its caller may not see', async () => {
    const { gateway } = await shop();
    const linesFor = async (who: object) => {
      const answer = await gateway.fetch(ask('/operations.csv?timeZone=UTC', as(who)));
      return (await answer.text()).trimEnd().split('\r\n').slice(1);
    };
    expect(await linesFor({ till: 'till-2' })).toEqual([expect.stringContaining('till-2')]);
    expect(await linesFor({ till: 'till-3' })).toEqual([]);
    expect(await linesFor({ sees: 'all', account: 'another' })).toEqual([]);
  });

  test.each([
    ['', 'timeZone'],
    ['timeZone=Mars%2FBase', 'timeZone'],
    ['timeZone=UTC&limit=5', 'limit'],
    ['timeZone=UTC&search=a', 'search'],
    ['timeZone=UTC&from=9&to=1', 'to'],
  ])('is refused for "%s", which names %s', async (query, field) => {
    const { gateway } = createShop();
    const answer = await gateway.fetch(ask(`/operations.csv?${query}`));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ field }] });
  });

  test('reaches a page as it is, and the page does not take another page for it', async () => {
    const { gateway } = await shop();
    const client = createGatewayClient({
      baseUrl: 'https://till.example',
      headers: { 'x-sees': 'all' },
      fetcher: (request) => {
        const headers = new Headers(request.headers);
        headers.set('origin', tillOrigin);
        return gateway.fetch(new Request(request, { headers }));
      },
    });
    const file = await client.exportOperations({ timeZone: 'UTC', search: '=till-1' });
    expect(file.type).toBe('text/csv;charset=utf-8');
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect(Array.from(bytes.slice(0, 6))).toEqual([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('"st')]);
    expect((await file.text()).split('\r\n')).toHaveLength(3);
    await expect(client.exportOperations({ timeZone: 'Mars/Base' })).rejects.toMatchObject({
      status: 400,
      fields: [{ field: 'timeZone' }],
    });
    const signIn = createGatewayClient({
      baseUrl: 'https://till.example',
      fetcher: async () => new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html' } }),
    });
    await expect(signIn.exportOperations({ timeZone: 'UTC' })).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });

  test('is read page by page while it is sent, and what begins meanwhile is not in it', async () => {
    const record = createTestRecord();
    for (let number = 0; number < 1100; number += 1)
      await record.begin({ orderNumber: `N-${number}` }, accepted(`m-${number}`), approved());
    const reads: string[] = [];
    const store: typeof record.store = {
      ...record.store,
      transact: (account, access, steps) => {
        reads.push(access);
        return record.store.transact(account, access, steps);
      },
    };
    const questions = createRecordReaderForCallers({ store });
    const stream = await questions.exportOperations(callerOf(), words('timeZone=UTC'));
    const counting = reads.length;
    const reader = stream.getReader();
    const first = await reader.read();
    expect(reads.length).toBe(counting + 1);
    await record.clock.advance(minuteMs);
    await record.begin({ orderNumber: 'later' });
    let text = new TextDecoder().decode(first.value);
    for (let part = await reader.read(); !part.done; part = await reader.read())
      text += new TextDecoder().decode(part.value);
    expect(reads.length).toBe(counting + 3);
    expect(text.trimEnd().split('\r\n')).toHaveLength(1101);
    expect(text).not.toContain('later');
  });

  test('waits for the parts of other files, so that a payment does not wait for all of them', async () => {
    const record = createTestRecord();
    await record.begin({}, accepted('m-1'), approved());
    let [reading, most] = [0, 0];
    const store: typeof record.store = {
      ...record.store,
      async transact(...given) {
        most = Math.max(most, (reading += 1));
        await new Promise(setImmediate);
        reading -= 1;
        return record.store.transact(...given);
      },
    };
    const queries = createRecordReaderForCallers({ store });
    const streams = await Promise.all(
      Array.from({ length: 3 }, () => queries.exportOperations(callerOf(), words('timeZone=UTC'))),
    );
    most = 0;
    const files = streams.map((stream) => new Response(stream).text());
    expect((await Promise.all(files)).map((text) => text.split('\r\n').length)).toEqual([3, 3, 3]);
    expect(most).toBe(1);
  });

  test('breaks off if the store fails while it is sent: the operator is told, and the page gets no short file', async () => {
    const kept = createTestRecord();
    for (let number = 0; number < 600; number += 1) await kept.begin({ orderNumber: `N-${number}` });
    let left = Infinity;
    const store: GatewayStore = {
      ...kept.store,
      async transact(account, access, steps) {
        left -= 1;
        if (left < 0) throw new PaymentsError('storage', 'The database is gone.');
        return kept.store.transact(account, access, steps);
      },
    };
    const problems: GatewayProblem[] = [];
    const gateway = createGatewayTill({
      clock: kept.clock,
      store,
      authorize: () => ({ account: 'shop', subject: 'office', sees: 'all' }),
      onProblem: (problem) => problems.push(problem),
    }).gateway();
    const path = '/operations.csv?timeZone=UTC';
    left = 1000;
    const whole = await (await gateway.fetch(ask(path))).text();
    expect(whole.trimEnd().split('\r\n')).toHaveLength(601);
    // The last page cannot be read.
    const forAllButOne = 1000 - left - 1;
    const server = await listen(gateway.fetch);
    onTestFinished(() => server.close());
    const client = createGatewayClient({
      baseUrl: server.url,
      headers: { origin: tillOrigin },
      allowInsecure: true,
    });
    left = forAllButOne;
    await expect(client.exportOperations({ timeZone: 'UTC' })).rejects.toMatchObject({ code: 'contract' });
    expect(problems).toEqual([
      expect.objectContaining({ type: 'store-failed', operation: 'exportOperations' }),
    ]);
    // A download that the page ends is no failure.
    left = 1000;
    await (await gateway.fetch(ask(path))).body?.cancel();
    expect(problems).toHaveLength(1);
  });

  test('is refused if it were of more than 100,000 operations, and names from', async () => {
    const record = createTestRecord();
    for (let week = 0; week < 3; week += 1) {
      await record.begin();
      await record.clock.advance(7 * 24 * 60 * minuteMs);
    }
    const perOperation = 33_334;
    const store: typeof record.store = {
      ...record.store,
      transact: (account, access, steps) =>
        record.store.transact(account, access, (tx) => {
          const { operations } = tx;
          const count: typeof operations.count = function* (where, most) {
            return perOperation * (yield* operations.count(where, most));
          };
          return steps({ ...tx, operations: { ...operations, count } });
        }),
    };
    const questions = createRecordReaderForCallers({ store });
    const asked = (query: string) => questions.exportOperations(callerOf(), words(`timeZone=UTC&${query}`));
    await expect(asked('')).rejects.toMatchObject({ status: 400, field: 'from' });
    await expect(asked('from=1')).rejects.toMatchObject({ status: 400, field: 'from' });
    for (const query of [`from=${startedAt + 1}`, `to=${record.clock.now() - 8 * 24 * 60 * minuteMs}`])
      await (await asked(query)).cancel();
  });
});
