import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// A store in a process of its own, from source: arguments are what to do and the path of its file.
const childFile = fileURLToPath(new URL('./storeChild.ts', import.meta.url));
const { module } = await runnerImport(childFile, { configFile: false });
await module.work(process.argv[2], process.argv[3]);
