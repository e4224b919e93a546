import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { installConsumer } from './consumer.ts';

it('node-core needs no React: types, a sandbox, a payment whose answer is lost', async () => {
  const { folder, run } = await installConsumer('node-core');
  await run('tsc -p .');
  expect(JSON.parse(await run('node main.js'))).toEqual({
    started: true,
    phase: 'unknown',
    charges: 1,
    title: 'Aún no se sabe',
    amount: '12,50\u00a0€',
  });
  expect(existsSync(join(folder, 'node_modules/react'))).toBe(false);
});
