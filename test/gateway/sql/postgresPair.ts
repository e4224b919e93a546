import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { Pool } from 'pg';
import { type PostgresServer, startPostgres } from './postgresServer.ts';

export interface PostgresPair {
  /** Leads to the present primary. */
  address: PostgresServer['address'];
  /** Ends the primary as a crash would, and starts it again on the same data. */
  crash: () => Promise<void>;
  /** Ends the primary for good: the standby takes over, and another standby follows it. */
  failOver: () => Promise<void>;
  /** Ends the standby for a while. No commit is answered meanwhile. */
  loseStandby: (ms: number) => Promise<void>;
  /** Ends all connections at once, as a router that is started again. */
  cut: () => void;
  stop: () => Promise<void>;
}

const socketOf = ({ host, port }: PostgresServer['address']) => join(host, `.s.PGSQL.${port}`);

async function ask(server: PostgresServer, ...statements: string[]): Promise<unknown[]> {
  const pool = new Pool({ ...server.address, max: 1 });
  try {
    const rows: unknown[] = [];
    for (const statement of statements) rows.push(...(await pool.query(statement)).rows);
    return rows;
  } finally {
    await pool.end();
  }
}

/** From now on every commit waits for the standby. */
async function waitForStandby(primary: PostgresServer): Promise<void> {
  await ask(primary, "alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()');
  for (let tries = 0; tries < 300; tries += 1) {
    const rows = await ask(primary, "select 1 from pg_stat_replication where sync_state = 'sync'");
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The standby did not become a synchronous one.');
}

/** A PostgreSQL whose commits wait for a standby, behind one address, as a cloud gives it. */
export async function startPostgresPair(): Promise<PostgresPair> {
  let primary = await startPostgres();
  let standby = await startPostgres(primary);
  await waitForStandby(primary);

  const sockets = new Set<Socket>();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const proxy = createServer((client) => {
    const server = connect(socketOf(primary.address));
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });

  return {
    address: { ...primary.address, host: '127.0.0.1', port: (proxy.address() as AddressInfo).port },
    async crash() {
      await primary.crash();
      await primary.start();
      await waitForStandby(primary);
    },
    async failOver() {
      const former = primary;
      await former.crash();
      cut();
      await ask(standby, 'select pg_promote()');
      primary = standby;
      standby = await startPostgres(primary);
      await waitForStandby(primary);
      await former.stop();
    },
    async loseStandby(ms) {
      await standby.crash();
      await new Promise((resolve) => setTimeout(resolve, ms));
      await standby.start();
      await waitForStandby(primary);
    },
    cut,
    async stop() {
      cut();
      proxy.close();
      await Promise.all([primary.stop(), standby.stop()]);
    },
  };
}
