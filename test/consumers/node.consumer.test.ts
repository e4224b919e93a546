import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { installConsumer } from './consumer.ts';

it('node-core needs no React: types, a payment whose answer is lost, a gateway before the sandbox', async () => {
  const { folder, run } = await installConsumer('node-core');
  await run('tsc -p .');
  expect(JSON.parse(await run('node main.js'))).toEqual({
    started: true,
    phase: 'unknown',
    charges: 1,
    title: 'Aún no se sabe',
    terminals: 3,
    amount: '12,50\u00a0€',
  });
  expect(
    ['react', '@tanstack', 'react-hook-form'].filter((name) =>
      existsSync(join(folder, 'node_modules', name)),
    ),
  ).toEqual([]);
});
