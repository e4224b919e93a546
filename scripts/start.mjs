import { createServer as createHttpServer } from 'node:http';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureInstall } from './ensure-install.mjs';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Takes a port, or the next free one. @param {import('node:http').Server} server @param {number} port @returns {Promise<number>} */
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
 * The merchant dashboard and its simulated payment service, from source, on one port: the service is under /api.
 *
 * @param {{ port?: number, root?: string }} [options] Port 0 takes any free one; `root` is the page's folder.
 */
export async function startDemo({ port = 5173, root = 'examples/merchant-dashboard' } = {}) {
  // Not at the top: on a fresh clone ensureInstall() has to run first.
  const { createServer, runnerImport } = await import('vite');
  const { default: react } = await import('@vitejs/plugin-react');
  /** @template T @param {string} path @returns {Promise<T>} */
  const load = async (path) => (await runnerImport(at(path), { configFile: false })).module;

  /** @type {typeof import('../vite.aliases.ts')} */
  const { aliases } = await load('vite.aliases.ts');
  /** @type {typeof import('../src/node/listen.ts')} */
  const { toNodeListener } = await load('src/node/listen.ts');
  /** @type {typeof import('../src/exports/sandbox.ts')} */
  const { createSandbox } = await load('src/exports/sandbox.ts');

  const server = createHttpServer();
  const vite = await createServer({
    configFile: false,
    root: at(root),
    // A demo that someone has open and those under test each keep their own.
    cacheDir: at(`node_modules/.vite/${root.replaceAll('/', '-')}${process.env.VITEST_POOL_ID ?? ''}`),
    resolve: { alias: aliases },
    // On our own server, or hot updates would open a second port.
    server: { middlewareMode: true, hmr: { server }, fs: { allow: [at('.')] } },
    plugins: [
      react(),
      {
        name: 'tillkit-sandbox',
        configureServer({ middlewares }) {
          middlewares.use('/api', toNodeListener(createSandbox().fetch));
        },
      },
    ],
  });
  server.on('request', (request, response) => {
    // On a connection that was used before, a browser sends a lost payment again by itself (docs/faults.md, M1).
    // The demo is to show the lost answer, so each connection is used once.
    response.shouldKeepAlive = false;
    vite.middlewares(request, response);
  });
  const taken = await listenFrom(server, port);
  return {
    url: `http://localhost:${taken}`,
    async close() {
      await vite.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

if (process.argv[1] && pathToFileURL(process.argv[1]).href === import.meta.url) {
  const { values } = parseArgs({ options: { port: { type: 'string' } } });
  if (ensureInstall()) {
    const { url } = await startDemo({ port: Number(values.port ?? process.env.PORT ?? 5173) });
    console.log(`tillkit demo: ${url}  (payments are simulated)`);
  } else {
    process.exitCode = 1;
  }
}
