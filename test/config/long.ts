import { defineConfig } from 'vitest/config';
import { aliases } from '../../scripts/aliases.mjs';

/** Tests that draw random cases: in `npm test` hundreds, here thousands (test/runs.ts). */
const random = [
  'test/core/links/{findLinks,linkTotals}.node.test.ts',
  'test/core/money/{formatCents,parseCents}.node.test.ts',
  'test/core/operations/operationReducer.node.test.ts',
  'test/core/standalone/approvedAmounts.node.test.ts',
  'test/core/wire/speak.node.test.ts',
  'test/gateway/record/record.node.test.ts',
  'test/gateway/sql/{createSqlStore,outbox}.node.test.ts',
  'test/gateway/store/createMemoryStore.node.test.ts',
];

// What takes minutes (simulated days, many seeds): npm run test:long.
export default defineConfig({
  resolve: { alias: aliases },
  test: {
    environment: 'node',
    passWithNoTests: true,
    fileParallelism: false, // kills and races want the machine for themselves
    testTimeout: 30 * 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default', './scripts/closing-line-reporter.mjs'],
    projects: [
      { extends: true, test: { name: 'long', include: ['test/**/*.long.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'random',
          include: random,
          setupFiles: ['test/setup.node.ts'],
          env: { TILLKIT_RUNS: 'long' },
        },
      },
    ],
  },
});
