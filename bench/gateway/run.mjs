import { load } from '../shared/bundle.mjs';

// npm run bench:gateway -- [--quick]

/** @type {typeof import('./main.ts')} */
const { main } = await load('bench/gateway/main.ts');
await main({ isQuick: process.argv.includes('--quick') });
process.exit();
