import { args, isShort } from '../shared/args.mjs';
import { load } from '../shared/bundle.mjs';

// npm run bench:record -- [--short] [sqlite | postgres]

/** @type {typeof import('./main.ts')} */
const { main } = await load('bench/record/main.ts');
await main({
  count: isShort ? 10_000 : 1_000_000,
  rounds: isShort ? 3 : 40,
  passes: isShort ? 1 : 3,
  only: args[0],
});
process.exit();
