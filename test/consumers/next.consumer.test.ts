import { expect, it } from 'vitest';
import { installConsumer } from './consumer.ts';
import { initTill } from './initTill.ts';
import { sell, useTheTill } from './useTheTill.ts';
import { openWatchedPage } from './watchedPage.ts';

it('F58: next-app builds, renders on the server, hydrates and sells without a warning', async () => {
  const { run, serve } = await installConsumer('next-app');
  expect(await run('next build')).not.toMatch(/warn|deprecat/i);
  const address = await serve('next start --port 0');

  const markup = await (await fetch(address)).text();
  expect(markup).toContain('Float: ');
  expect(markup).toContain('data-tillkit="terminal-checkout"');

  const { page, complaints } = await openWatchedPage(address);
  await useTheTill(page);
  expect(await complaints()).toEqual([]);
});

it('what tillkit init writes into next-app passes its types, builds, and makes a sale', async () => {
  const consumer = await installConsumer('next-app');
  await initTill(consumer);
  expect(await consumer.run('next build')).not.toMatch(/warn|deprecat/i);
  const { page, complaints } = await openWatchedPage(`${await consumer.serve('next start --port 0')}/till`);
  await sell(page);
  expect(await complaints()).toEqual([]);
});
