import { load } from '../shared/bundle.mjs';

/** @type {typeof import('./main.ts')} */
const { main } = await load('bench/polling/main.ts');
process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
