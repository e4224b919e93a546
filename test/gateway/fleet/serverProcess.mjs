import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// A server of a test in a process of its own, from source: fork(this, [what serve() is to be told, as JSON]).
const serverFile = fileURLToPath(new URL('./serve.ts', import.meta.url));
const { module } = await runnerImport(serverFile, { configFile: false });
const url = await module.serve(JSON.parse(process.argv[2] ?? '{}'));
process.send?.({ url });
process.once('disconnect', () => process.exit());
