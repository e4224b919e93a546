import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/core/time.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import { createOutbox } from '../../../src/gateway/createOutbox.ts';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import type { GatewayEvent } from '../../../src/gateway/webhooks.ts';
import { createReceivers, happens, sold, toldOf, webhookTo } from '../outbox/outboxTill.ts';
import { type PostgresServer, postgresIsInstalled, startPostgres } from './postgresServer.ts';
import { openSqlite, removeSqliteFiles, sqlitePath } from './sqliteFiles.ts';
import { runs } from '../../runs.ts';

const accounts = ['', 'b', 'c'];
const sales = runs(24, 60);

/** Pauses run 1:100. */
const rules = {
  firstPauseMs: 50,
  longestPauseMs: 200,
  longestReceiverRestMs: 200,
  webhookTimeoutMs: 300,
  lookMs: 100,
};

/** Two instances, one of which is killed in the middle, a third that comes in its place, and a receiver that is down meanwhile. */
async function tellAll(open: () => GatewayStore): Promise<{ took: number; needed: number }> {
  let isDown = false;
  const receivers = createReceivers((host) => (isDown && host === 'shaky.test' ? 503 : 200));
  const webhooks = ({ account = '' }) => [webhookTo(`${account || 'a'}.test`), webhookTo('shaky.test')];
  const instance = () => {
    const own = open();
    const state = { isAlive: true };
    const store: GatewayStore = {
      ...own,
      transact: (...args) => (state.isAlive ? own.transact(...args) : new Promise(() => undefined)),
    };
    const sendWebhook = receivers.send;
    const options = { store, clock: systemClock, webhooks, sendWebhook, rules, report: () => undefined };
    const outbox = createOutbox(options);
    outbox.start();
    return { own, outbox, state };
  };
  const first = instance();
  const second = instance();
  await first.own.open();
  const write = async (account: string) => {
    for (let sale = 0; sale < sales; sale += 1) {
      if (account === '' && sale === sales / 4) isDown = true;
      if (account === '' && sale === sales / 2) first.state.isAlive = false;
      for (const [at, phase] of sold.entries()) {
        await happens(second.own, `${account}${sale}`, [phase], { account, seq: at + 1 });
        second.outbox.nudge(account);
      }
    }
  };
  await Promise.all(accounts.map(write));
  const third = instance();
  isDown = false;
  const left = () =>
    second.own.transact('', 'read', function* (tx) {
      const fresh = yield* tx.events.list({ isDispatched: false });
      return fresh.length + (yield* tx.deliveries.list({})).length + (yield* tx.receivers.list({})).length;
    });
  await vi.waitFor(async () => expect(await left()).toBe(0), { timeout: 60_000, interval: 50 });
  await Promise.all([second.outbox.stop(), third.outbox.stop()]);
  for (const account of accounts) {
    for (const host of [`${account || 'a'}.test`, 'shaky.test']) {
      const taken = receivers.taken(host);
      for (let sale = 0; sale < sales; sale += 1) {
        const id = `${account}${sale}`;
        expect([...new Set(taken.filter((one) => one.startsWith(`${id} `)))]).toEqual(toldOf(id));
      }
    }
  }
  const idOf = ({ id, data }: GatewayEvent) =>
    [id, `${data.account} ${data.operation.id} ${data.operation.seq}`] as const;
  const ids = new Map(receivers.heard.map(({ event }) => idOf(event)));
  expect(ids.size).toBe(accounts.length * sales * sold.length);
  const took = receivers.heard.filter(({ status }) => status === 200).length;
  return { took, needed: 2 * ids.size };
}

describe('an outbox on SQLite', () => {
  removeSqliteFiles();
  test('tells everything, in order', async () => {
    const path = await sqlitePath();
    const { took, needed } = await tellAll(() => createSqlStore(openSqlite(path), { timeoutMs: 20_000 }));
    expect(took).toBeLessThan(1.05 * needed);
  });
});

describe.skipIf(!postgresIsInstalled)('an outbox on PostgreSQL', () => {
  let server: PostgresServer;
  const pools: Pool[] = [];
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await server.stop();
  });
  test('tells everything, in order', async () => {
    const { took, needed } = await tellAll(() => {
      const pool = new Pool(server.address);
      pools.push(pool);
      return createSqlStore(pool, { timeoutMs: 20_000 });
    });
    expect(took).toBeLessThan(1.05 * needed);
  });
});
