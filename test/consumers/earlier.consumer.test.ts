import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { installConsumer } from './consumer.ts';

const folder = fileURLToPath(new URL('earlier', import.meta.url));
/** The examples of each version that was published, as they were. */
const archives = readdirSync(folder).filter((name) => name.endsWith('.tgz'));

it('there are examples of an earlier version', () => {
  expect(archives).not.toEqual([]);
});

it.each(archives)('%s compile and build with this package', async (archive) => {
  const { run } = await installConsumer('earlier');
  await run(`rm -rf examples && tar xzf ${archive}`);
  await run('tsc -p .');
  expect(await run('vite build examples/merchant-dashboard')).toContain('built in');
});
