import { defineConfig } from 'vitest/config';

const next = 'test/consumers/next.consumer.test.ts';
const shadcn = 'test/consumers/shadcn.consumer.test.ts';

// Hosts that install the packed package: npm run test:consumers, npm run test:next for the big one, and what adds
// from registry.json and every scenario in three hosts in npm run test:long.
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
        test: { name: 'consumers', include: ['test/consumers/*.consumer.test.ts'], exclude: [next, shadcn] },
      },
      { extends: true, test: { name: 'next', include: [next] } },
      { extends: true, test: { name: 'shadcn', include: [shadcn] } },
      {
        extends: true,
        test: { name: 'hosts', include: ['test/consumers/*.hosts.test.ts'], testTimeout: 15 * 60_000 },
      },
      { extends: true, test: { name: 'pictures', include: ['test/consumers/hostPictures.test.ts'] } },
    ],
  },
});
