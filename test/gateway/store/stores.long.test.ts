import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// These are about one store, or let days pass in which the gateway looks every five seconds.
const apart = ['createMemoryStore.node.test.ts', 'outboxReceivers.node.test.ts', 'pollTurns.node.test.ts'];
const files = readdirSync(new URL('..', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter(
    (path) => path.endsWith('.node.test.ts') && !path.startsWith('sql') && !apart.includes(basename(path)),
  )
  .map((path) => join('test/gateway', path));

// PostgreSQL has a time of its own, which no test can move.
test('what a gateway does on memory it does on SQLite', async () => {
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', '--testTimeout', '60000', ...files],
    {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
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
