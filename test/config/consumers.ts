import { defineConfig } from 'vitest/config';

const isNext = 'test/consumers/next.consumer.test.ts';

// Hosts that install the packed package: npm run test:consumers, and npm run test:next for the big one.
export default defineConfig({
  test: {
    reporters: ['default', './scripts/closing-line-reporter.mjs'],
    globalSetup: ['test/consumers/packPackage.ts'],
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: { name: 'consumers', include: ['test/consumers/*.consumer.test.ts'], exclude: [isNext] },
      },
      { extends: true, test: { name: 'next', include: [isNext] } },
    ],
  },
});
