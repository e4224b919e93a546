import { defineConfig } from 'vitest/config';
import { aliases } from '../../scripts/aliases.mjs';

// What takes minutes (simulated days, many seeds): npm run test:long.
export default defineConfig({
  resolve: { alias: aliases },
  test: {
    name: 'long',
    environment: 'node',
    include: ['test/**/*.long.test.ts'],
    passWithNoTests: true,
    fileParallelism: false, // kills and races want the machine for themselves
    testTimeout: 30 * 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default', './scripts/closing-line-reporter.mjs'],
  },
});
