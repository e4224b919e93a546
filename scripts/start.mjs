import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { aliases } from './aliases.mjs';
import { ensureInstall } from './ensure-install.mjs';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Listens on a port, or on the next free one. @param {import('node:http').Server} server @param {number} port @returns {Promise<number>} */
function listenFrom(server, port) {
  return new Promise((resolve, reject) => {
    const refused = (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EADDRINUSE') resolve(listenFrom(server, port + 1));
      else reject(error);
    };
    server.once('error', refused);
    server.listen(port, 'localhost', () => {
      server.off('error', refused);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/**
 * The connection from a till to its server. Once it is armed, the next payment finds it cut, and so does everything
 * else until it is repaired.
 *
 * @param {import('node:http').Server} server
 */
function createLine(server) {
  let isArmed = false;
  let mendedAt = 0;
  return {
    arm: (/** @type {boolean} */ isOn) => void (isArmed = isOn),
    isCut(/** @type {import('node:http').IncomingMessage} */ { method, url }) {
      if (isArmed && method === 'POST' && url?.startsWith('/api/payments/pay?')) {
        isArmed = false;
        mendedAt = Date.now() + lineIsCutMs;
        server.closeAllConnections();
      }
      return Date.now() < mendedAt;
    },
  };
}
const lineIsCutMs = 8000;

/** Writes the day into the page. @param {string} html @param {import('./seed-day.mjs').Day | undefined} day */
function withDay(html, day) {
  const json = JSON.stringify(day)?.replaceAll('<', '\\u003c');
  return json
    ? html.replace('</head>', `<script type="application/json" id="day">${json}</script></head>`)
    : html;
}

/**
 * The dashboard from source, with hot updates.
 *
 * @param {import('node:http').Server} server @param {import('vite').AliasOptions} alias @param {() => import('./seed-day.mjs').Day | undefined} day
 */
async function serveDashboard(server, alias, day) {
  const { createServer } = await import('vite');
  const { default: react } = await import('@vitejs/plugin-react');
  const vite = await createServer({
    configFile: false,
    root: at('examples/merchant-dashboard'),
    // An open demo and those under test each keep their own cache.
    cacheDir: at(`node_modules/.vite/dashboard${process.env.VITEST_POOL_ID ?? ''}`),
    resolve: { alias },
    // On our own server, because hot updates would open a second port otherwise.
    server: { middlewareMode: true, hmr: { server }, fs: { allow: [at('.')] } },
    plugins: [react(), { name: 'day', transformIndexHtml: (html) => withDay(html, day()) }],
  });
  // The first page would wait for these.
  await vite.warmupRequest('/main.tsx');
  await vite.waitForRequestsIdle();
  // On a busy machine the packages may still be bundling then.
  const { depsOptimizer } = vite.environments.client;
  await depsOptimizer?.scanProcessing;
  for (const { processing } of depsOptimizer?.metadata.depInfoList ?? []) await processing;
  return vite;
}

/**
 * The merchant dashboard, its gateway and the simulated payment service, from source, on one port: the gateway is under
 * /api/payments, the service under /api. After a reset the service has other ids, as after a restart, and belongs
 * to another shop, because a gateway remembers what it has seen.
 *
 * @param {{ port?: number, isSeeded?: boolean, fileAt?: (path: string) => Response | undefined }} [options] Port 0 takes any
 *   free one and leaves nothing behind; `isSeeded` starts, also after a reset, with a day's payments; `fileAt` returns the
 *   files of another page, or of the built dashboard.
 */
export async function startDemo({ port = 5173, isSeeded = false, fileAt } = {}) {
  // Not at the top: on a fresh clone ensureInstall() must run first.
  const { runnerImport } = await import('vite');
  /** @template T @param {string} path @param {import('vite').AliasOptions} [alias] @returns {Promise<T>} */
  const load = async (path, alias = []) =>
    (await runnerImport(at(path), { configFile: false, resolve: { alias } })).module;

  /** @type {typeof import('../src/gateway/node/toNodeListener.ts')} */
  const { toNodeListener } = await load('src/gateway/node/toNodeListener.ts');
  /** @type {typeof import('../examples/merchant-dashboard/gateway.ts')} */
  const { createDashboardGateway } = await load('examples/merchant-dashboard/gateway.ts', aliases);
  /** @type {typeof import('../src/exports/sandbox.ts')} */
  const { createSandbox } = await load('src/exports/sandbox.ts');

  const server = createHttpServer();
  const line = createLine(server);
  const url = `http://localhost:${await listenFrom(server, port)}`;
  const folder =
    port === 0 ? mkdtempSync(join(tmpdir(), 'tillkit-demo-')) : at('node_modules/.cache/tillkit-demo');
  mkdirSync(folder, { recursive: true });
  const storePath = join(folder, `${new URL(url).port}.db`);

  let seed = port === 0 ? 1 : Math.trunc(Date.now() / 1000);
  const shop = () => `harbour-coffee-${seed}`;
  /** @type {import('../src/exports/sandbox.ts').Sandbox} */
  let sandbox;
  /** @type {import('./seed-day.mjs').Day | undefined} */
  let day;
  /** @type {ReturnType<typeof createDashboardGateway> | undefined} */
  let gateway;
  const begin = async () => {
    if (isSeeded) {
      const { seedDay } = await import('./seed-day.mjs');
      const kit = {
        core: await load('src/exports/core.ts'),
        gateway: await load('src/exports/gateway.ts'),
        sql: await load('src/exports/gateway-sql.ts'),
        createSandbox,
      };
      // If two gateways shared one store, this one would also follow the morning's payments, at another time.
      await gateway?.close();
      gateway = undefined;
      // The sandbox's time must not go back: in a store that has seen today, this morning would come after today.
      for (const end of ['', '-wal', '-shm']) rmSync(storePath + end, { force: true });
      ({ sandbox, day } = await seedDay(kit, { url, seed, shop: shop(), storePath }));
    } else {
      sandbox = createSandbox({ seed });
    }
    gateway ??= createDashboardGateway({ baseUrl: `${url}/api`, authorization: 'sandbox', storePath, shop });
  };
  await begin();

  const payments = toNodeListener(
    async (request) => gateway?.fetch(request) ?? new Response(null, { status: 503 }),
  );
  const service = toNodeListener(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/__line') {
      line.arm(request.method === 'POST');
      return new Response(null, { status: 204 });
    }
    if (pathname !== '/__sandbox/reset') return sandbox.fetch(request);
    seed += 1;
    await begin();
    return new Response(null, { status: 204 });
  });
  const vite = fileAt ? undefined : await serveDashboard(server, aliases, () => day);
  const page =
    vite?.middlewares ??
    toNodeListener(async (request) => {
      const { pathname } = new URL(request.url);
      const file = fileAt?.(pathname) ?? new Response(null, { status: 404 });
      return day && pathname === '/' ? new Response(withDay(await file.text(), day), file) : file;
    });
  server.on('request', (request, response) => {
    // On a reused connection, a browser repeats a lost payment by itself (docs/faults.md, M1). Pages under test
    // without a gateway must show the lost answer, so each connection is used once.
    response.shouldKeepAlive = false;
    const path = request.url ?? '/';
    if (path.startsWith('/api/payments/')) {
      if (line.isCut(request)) request.socket.destroy();
      else payments(request, response);
      return undefined;
    }
    if (!path.startsWith('/api/')) return page(request, response);
    request.url = path.slice('/api'.length);
    return service(request, response);
  });
  return {
    url,
    async close() {
      await vite?.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await gateway?.close();
      if (port === 0) rmSync(folder, { recursive: true });
    },
  };
}

if (process.argv[1] && pathToFileURL(process.argv[1]).href === import.meta.url) {
  const { values } = parseArgs({ options: { port: { type: 'string' } } });
  if (await ensureInstall()) {
    console.log('Bundling what the page needs: some seconds the first time.');
    // npm passes a signal on to its shell only, and the processes it started would continue.
    const { ppid } = process;
    const isOrphan = () => process.env.npm_lifecycle_event !== undefined && process.ppid !== ppid;
    setInterval(() => isOrphan() && process.exit(), 250).unref();
    const { url } = await startDemo({
      port: Number(values.port ?? process.env.PORT ?? 5173),
      isSeeded: true,
    });
    console.log(`tillkit demo: ${url}  (payments are simulated)`);
  } else {
    process.exitCode = 1;
  }
}
