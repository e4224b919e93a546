import { args, isShort } from '../shared/args.mjs';
import { bundle, installPeers, load } from '../shared/bundle.mjs';

// npm run bench:upload -- [runs, default 3]

await installPeers();
const built = await bundle('bench/upload/page.ts');
/** @type {typeof import('./main.ts')} */
const { main } = await load('bench/upload/main.ts');
await main(built, Number(args[0] ?? (isShort ? 1 : 3)), isShort ? 500_000 : 10_000_000);
