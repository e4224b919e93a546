import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// These are about one store, or let days pass in which it is looked every five seconds.
const apart = ['createMemoryStore.node.test.ts', 'outboxReceivers.node.test.ts', 'pollTurns.node.test.ts'];
const files = readdirSync(new URL('.', import.meta.url)).filter(
  (name) => name.endsWith('.node.test.ts') && !apart.includes(name),
);

// PostgreSQL has a time of its own, which no test can move.
test('what a gateway does on memory it does on SQLite', async () => {
  const paths = files.map((name) => `test/gateway/${name}`);
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', '--testTimeout', '60000', ...paths],
    {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { ...process.env, TILLKIT_TEST_STORE: 'sqlite' },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await new Promise((resolve) => child.once('exit', resolve));
  const [, passed = '0'] = /^tests: (\d+) passed/m.exec(output) ?? [];
  expect(output.match(/^red: .*/gm) ?? []).toEqual([]);
  expect(Number(passed)).toBeGreaterThan(700);
});
