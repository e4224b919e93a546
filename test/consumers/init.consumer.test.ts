import { expect, it } from 'vitest';
import { installPackage, openConsumer } from './consumer.ts';
import { initTill } from './initTill.ts';
import { sell } from './useTheTill.ts';
import { openWatchedPage } from './watchedPage.ts';

it('a new Vite app sells after tillkit init, and passes its types and its build', async () => {
  const create =
    'npm exec --yes --prefer-offline create-vite@9.3.0 -- fresh --template react-ts --no-interactive';
  await openConsumer('.').run(create);
  const consumer = openConsumer('fresh');
  await consumer.run(installPackage());
  await initTill(consumer);
  const { page, complaints } = await openWatchedPage(`${await consumer.serve('npm run dev')}/till.html`);
  await sell(page);
  expect(await complaints()).toEqual([]);
  await consumer.run('npm run build');
  await expect(consumer.run('tillkit init --yes')).rejects.toThrow('tillkit init replaces none');
});
