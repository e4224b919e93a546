import { args, isShort } from '../shared/args.mjs';
import { load } from '../shared/bundle.mjs';

// npm run bench:gateway -- [--quick | --short]

/** @type {typeof import('./main.ts')} */
const { main } = await load('bench/gateway/main.ts');
await main({ rounds: isShort ? 1 : args.includes('--quick') ? 3 : 7, share: isShort ? 0.1 : 1 });
process.exit();
