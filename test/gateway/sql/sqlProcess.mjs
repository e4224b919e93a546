import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// A store in a process of its own, from source: the argument is its plan.
const childFile = fileURLToPath(new URL('./sqlChild.ts', import.meta.url));
const { module } = await runnerImport(childFile, { configFile: false });
await module.work(JSON.parse(process.argv[2] ?? '{}'));
