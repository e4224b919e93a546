import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { createVirtualClock, type RecordedOperation } from 'tillkit/core';
import { createSqlStore } from 'tillkit/gateway/sql';
import { createSandbox } from 'tillkit/sandbox';
import { listen } from '../../src/node/listen.ts';
import { builtPage } from './builtPage.ts';
import type { GatewayPlan } from './gatewayProcess.ts';

/** A part of a line on which a test can stop what passes. */
function createStop() {
  let isStopped = (_: string) => false;
  let go = (_: 'on' | 'nowhere') => undefined as void;
  let gate: Promise<'on' | 'nowhere'> | undefined;
  const waiting: string[] = [];
  return {
    /** What waits there, as `POST pay`. */
    waiting,
    stop(what: RegExp) {
      isStopped = (passing) => what.test(passing);
      gate = new Promise((resolve) => {
        go = resolve;
      });
    },
    /** Lets everything pass again. What waited goes on, or is lost. */
    release(how: 'on' | 'nowhere') {
      isStopped = () => false;
      go(how);
    },
    async pass(what: string): Promise<void> {
      if (!isStopped(what)) return;
      waiting.push(what);
      if ((await gate) === 'nowhere') throw new Error('It was lost on the way.');
    },
  };
}

/** A gateway in a process of its own, on a file that outlives it. */
async function startGateway(plan: GatewayPlan) {
  const file = fileURLToPath(new URL('./gatewayProcess.mjs', import.meta.url));
  const child = spawn(process.execPath, [file, JSON.stringify(plan)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (told: string) => resolve(told));
    child.once('exit', (code) => reject(new Error(`The gateway ended with ${code}.`)));
  });
  return {
    url,
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** A file in which a gateway has been working for ten minutes: before that it says of no id that nothing was sent under it. */
async function usedStore(file: string): Promise<void> {
  const database = new Database(file);
  await createSqlStore(database).open();
  database.exec('update tillkit_store set since = since - 600000');
  database.close();
}

/** What one server passes on to another, without what belongs to the connection. */
export function passedOn(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'])
    kept.delete(name);
  return kept;
}

export type KilledShop = Awaited<ReturnType<typeof openKilledShop>>;

/**
 * A page, the gateway before which it stands, and the service behind that, whose time passes only when a test lets it. The
 * lines between them run through this process, so that a test can stop what passes.
 */
export async function openKilledShop() {
  const fileAt = await builtPage('test/pages/gateway');
  const folder = await mkdtemp(join(tmpdir(), 'tillkit-shop-'));
  const sqlite = join(folder, 'gateway.db');
  await usedStore(sqlite);
  const clock = createVirtualClock(Date.now());
  const sandbox = createSandbox({
    clock,
    latencyMs: 0,
    // Its time stands still while the gateway's goes on: the test counts the questions itself.
    pollLimit: { limit: 10_000, windowMs: 60_000, kind: 'sliding' },
  });
  const stops = {
    toGateway: createStop(),
    fromGateway: createStop(),
    toService: createStop(),
    fromService: createStop(),
  };
  /** When the service was asked for results (epoch ms). */
  const polls: { at: number }[] = [];

  const service = await listen(async (request) => {
    const { method, headers, url } = request;
    const { pathname, search } = new URL(url);
    const what = `${method} ${pathname.slice(1)}`;
    if (pathname.startsWith('/processed-messages/')) polls.push({ at: Date.now() });
    const body = (await request.text()) || null;
    await stops.toService.pass(what);
    const answer = await sandbox.fetch(
      new Request(`${sandbox.baseUrl}${pathname}${search}`, { method, headers, body }),
    );
    await stops.fromService.pass(what);
    return answer;
  });

  let address: string;
  const page = await listen(async (request) => {
    const { method, headers, signal, url } = request;
    const { pathname, search } = new URL(url);
    const file = fileAt(pathname);
    if (file) return file;
    const what = `${method} ${pathname.replace('/api/payments/', '')}`;
    const body = (await request.text()) || null;
    await stops.toGateway.pass(what);
    // What has arrived is carried out, also where the page is gone by then.
    const answer = await fetch(`${address}${pathname}${search}`, {
      method,
      headers: passedOn(headers),
      body,
      ...(method === 'GET' && { signal }),
    });
    await stops.fromGateway.pass(what);
    const told = answer.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        async transform(chunk, to) {
          await stops.fromGateway.pass(what);
          to.enqueue(chunk);
        },
      }),
    );
    return new Response(told, { status: answer.status, headers: passedOn(answer.headers) });
  });

  const start = () => startGateway({ sqlite, service: service.url, origin: page.url });
  let gateway = start();
  address = (await gateway).url;
  const ask = async (path: string): Promise<unknown> =>
    (await fetch(`${address}/api/payments/${path}`, { headers: { origin: page.url } })).json();
  return {
    url: page.url,
    clock,
    sandbox,
    polls,
    stops,
    pays: () => sandbox.ledger.requests.filter(({ operation }) => operation === 'pay'),
    /** What the gateway's record has of an operation. */
    recorded: async (id: string) =>
      (await ask(`operations/${id}`)) as { operation?: RecordedOperation; isClosed: boolean },
    /** What the record has that is open, or that no operator took note of. */
    async standing() {
      const lists = await Promise.all(['open', 'unseen'].map((which) => ask(`operations?${which}=true`)));
      return lists.flatMap((list) => (list as { items: RecordedOperation[] }).items);
    },
    /** Ends the gateway's process as a power cut would, and starts another on its file. */
    async restartGateway() {
      await (await gateway).kill();
      gateway = start();
      address = (await gateway).url;
    },
    async close() {
      for (const stop of Object.values(stops)) stop.release('nowhere');
      await (await gateway).kill();
      await Promise.all([page.close(), service.close()]);
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
