import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { aliases } from './aliases.mjs';
import { openService, openStore, seedDays } from './demo-shop.mjs';
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
 * The connection from tills to the gateway. Once it is armed, the next payment cuts it for eight seconds.
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

/**
 * The dashboard from source, with hot updates.
 *
 * @param {import('node:http').Server} server @param {import('vite').AliasOptions} alias
 */
async function serveDashboard(server, alias) {
  const { createServer } = await import('vite');
  const { default: react } = await import('@vitejs/plugin-react');
  const vite = await createServer({
    configFile: false,
    root: at('examples/merchant-dashboard'),
    // Each worker of Vitest gets its own cache, which neither another worker nor a demo outside of tests uses.
    cacheDir: at(`node_modules/.vite/dashboard${process.env.VITEST_POOL_ID ?? ''}`),
    resolve: { alias },
    // Hot updates use this server, too. Without `hmr.server`, Vite would open a second port for them.
    server: { middlewareMode: true, hmr: { server }, fs: { allow: [at('.')] } },
    plugins: [react()],
  });
  // Compiles the modules now, so that the first page does not wait for them.
  await vite.warmupRequest('/main.tsx');
  await vite.waitForRequestsIdle();
  // On a busy machine Vite still bundles packages when `waitForRequestsIdle` resolves, so each package is awaited.
  const { depsOptimizer } = vite.environments.client;
  await depsOptimizer?.scanProcessing;
  for (const { processing } of depsOptimizer?.metadata.depInfoList ?? []) await processing;
  return vite;
}

/** Loaded once for all demos of a process. @type {Promise<typeof import('./demo-kit.ts')> | undefined} */
let loadedKit;

/** @returns {NonNullable<typeof loadedKit>} */
function loadKit() {
  return (loadedKit ??= (async () => {
    // Vite is not imported at the top of the file: on a fresh clone, ensureInstall() must install it first.
    const { runnerImport } = await import('vite');
    const options = { configFile: /** @type {const} */ (false), resolve: { alias: aliases } };
    return (await runnerImport(at('scripts/demo-kit.ts'), options)).module;
  })());
}

/**
 * The merchant dashboard, its gateway and the simulated payment service, from source, on one port: the gateway is under
 * /api/payments, the service under /api. The record is a file, so that a restart continues it. After a reset the
 * service has other ids and belongs to another shop, because the gateway remembers the ids that it has seen.
 *
 * @param {{ port?: number, isSeeded?: boolean, terminals?: number | undefined, timeZone?: string, fileAt?: (path: string) => Response | undefined }} [options]
 *   Port 0 takes any free one and leaves nothing behind. With `isSeeded` the shop has sold yesterday and today, in the
 *   `timeZone`, also after a reset. `fileAt` returns the files of another page, or of the built dashboard.
 */
export async function startDemo({
  port = 5173,
  isSeeded = false,
  terminals,
  timeZone = localZone(),
  fileAt,
} = {}) {
  const { createDashboardGateway, toNodeListener, ...kit } = await loadKit();

  /** @type {import('node:http').RequestListener} */
  let answer = (_, response) => void response.writeHead(503, { 'retry-after': '1' }).end();
  const server = createHttpServer((request, response) => answer(request, response));
  const line = createLine(server);
  const url = `http://localhost:${await listenFrom(server, port)}`;
  const isKept = port !== 0;
  const folder = isKept
    ? at('node_modules/.cache/tillkit-demo')
    : mkdtempSync(join(tmpdir(), 'tillkit-demo-'));
  mkdirSync(folder, { recursive: true });
  const recordPath = join(folder, `${new URL(url).port}.db`);
  const logPath = `${recordPath}.service.jsonl`;
  const forget = () => {
    for (const path of [recordPath, `${recordPath}-wal`, `${recordPath}-shm`, logPath])
      rmSync(path, { force: true });
  };
  if (!existsSync(recordPath)) forget();

  let seed = isKept ? Math.trunc(Date.now() / 1000) : 1;
  const shop = () => `harbour-coffee-${service.seed}`;
  let service = await openService(kit.createSandbox, { logPath, seed, terminals });
  let record = await openStore(kit, recordPath, service.clock);
  const openGateway = async () => {
    if (isSeeded) await seedDays(kit, service, { url, account: shop(), store: record.store, timeZone });
    const gateway = createDashboardGateway({
      baseUrl: `${url}/api`,
      authorization: 'sandbox',
      store: record.store,
      shop,
    });
    gateway.start();
    return gateway;
  };
  let gateway = await openGateway();
  const closeGateway = async () => {
    await gateway.stop();
    record.close();
  };
  /** Starts another shop. A seeded shop also gets a new record, because it must begin with yesterday's sales. */
  const reset = async () => {
    seed += 1;
    if (isSeeded) await closeGateway();
    if (isSeeded) forget();
    else rmSync(logPath, { force: true });
    service = await openService(kit.createSandbox, { logPath, seed, terminals });
    if (!isSeeded) return;
    record = await openStore(kit, recordPath, service.clock);
    gateway = await openGateway();
  };

  const payments = toNodeListener((request) => gateway.fetch(request));
  const simulated = toNodeListener(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/__line') {
      line.arm(request.method === 'POST');
      return new Response(null, { status: 204 });
    }
    if (pathname !== '/__sandbox/reset') return service.fetch(request);
    await reset();
    return new Response(null, { status: 204 });
  });
  const vite = fileAt ? undefined : await serveDashboard(server, aliases);
  const page =
    vite?.middlewares ??
    toNodeListener(
      async ({ url: asked }) => fileAt?.(new URL(asked).pathname) ?? new Response(null, { status: 404 }),
    );
  answer = (request, response) => {
    // Each connection is used once. If an answer is lost on a reused connection, the browser sends the payment again by
    // itself (docs/faults.md, M1). A test of a page without a gateway would then see no lost answer.
    response.shouldKeepAlive = false;
    const path = request.url ?? '/';
    if (path.startsWith('/api/payments/')) {
      if (line.isCut(request)) request.socket.destroy();
      else payments(request, response);
      return undefined;
    }
    if (!path.startsWith('/api/')) return page(request, response);
    request.url = path.slice('/api'.length);
    return simulated(request, response);
  };
  return {
    url,
    recordPath,
    async close() {
      await vite?.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await closeGateway();
      if (!isKept) rmSync(folder, { recursive: true });
    },
  };
}

const localZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

if (process.argv[1] && pathToFileURL(process.argv[1]).href === import.meta.url) {
  const { values } = parseArgs({ options: { port: { type: 'string' } } });
  if (await ensureInstall()) {
    console.log('Bundling what the page needs: some seconds the first time.');
    // A stopped npm stops only the shell that started the demo. So the demo ends itself once that shell is gone.
    const { ppid } = process;
    const isOrphan = () => process.env.npm_lifecycle_event !== undefined && process.ppid !== ppid;
    setInterval(() => isOrphan() && process.exit(), 250).unref();
    const { url, recordPath } = await startDemo({
      port: Number(values.port ?? process.env.PORT ?? 5173),
      isSeeded: true,
    });
    console.log(`The record: ${relative('.', recordPath)}  (delete it to begin anew)`);
    console.log(`tillkit demo: ${url}  (payments are simulated)`);
  } else {
    process.exitCode = 1;
  }
}
