import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// A gateway in a process of its own, from source: the argument is its plan.
const childFile = fileURLToPath(new URL('./gatewayProcess.ts', import.meta.url));
const { module } = await runnerImport(childFile, { configFile: false });
await module.serve(JSON.parse(process.argv[2] ?? '{}'));
