import { fileURLToPath } from 'node:url';

// The peers run as a host ships them.
process.env.NODE_ENV = 'production';

const { runnerImport } = await import('vite');
const at = (/** @type {string} */ path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** @type {{ module: typeof import('../vite.aliases.ts') }} */
const { module } = await runnerImport(at('vite.aliases.ts'), { configFile: false });
/** @type {{ module: typeof import('./polling/main.ts') }} */
const bench = await runnerImport(at('bench/polling/main.ts'), {
  configFile: false,
  resolve: { alias: module.aliases },
});
process.exitCode = (await bench.module.main(process.argv.slice(2))) ? 0 : 1;
