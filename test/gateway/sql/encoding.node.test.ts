import { Pool } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import { allowConsole } from '../../console.ts';
import { postgresIsInstalled, startPostgres } from './postgresServer.ts';
import { answer, claim } from '../store/storeEntries.ts';

test.skipIf(!postgresIsInstalled)(
  'a PostgreSQL database that cannot keep every text says so once, before a payment is taken',
  async () => {
    allowConsole(/encoding/);
    const warn = vi.spyOn(console, 'warn');
    const server = await startPostgres();
    onTestFinished(server.stop);
    const admin = new Pool(server.address);
    await admin.query("create database latin encoding 'LATIN1' template template0");
    await createSqlStore(admin, { timeoutMs: 20_000 }).open();
    await admin.end();
    expect(warn).not.toHaveBeenCalled();

    const pool = new Pool({ ...server.address, database: 'latin' });
    onTestFinished(() => pool.end());
    const store = createSqlStore(pool, { timeoutMs: 20_000 });
    await store.open();
    await createSqlStore(pool, { timeoutMs: 20_000 }).open();
    expect(warn.mock.calls.flat()).toEqual([expect.stringMatching(/encoding LATIN1.*encoding UTF8/)]);

    expect(await claim(store, 1)).toBeUndefined();
    await answer(store, 1, { status: 200, body: 'bezahlt, 12,50 in Münster' });
    const inAnotherScript = answer(store, 1, { status: 200, body: '支払い済み' });
    await expect(inAnotherScript).rejects.toMatchObject({ code: 'storage' });
  },
  60_000,
);
