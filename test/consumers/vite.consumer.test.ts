import { describe, expect, it } from 'vitest';
import { type Consumer, installConsumer } from './consumer.ts';
import { useTheTill } from './useTheTill.ts';
import { openWatchedPage } from './watchedPage.ts';

/** Builds the page, and opens it beside the simulated service of the package's own command. */
async function openBuilt({ run, serve }: Consumer) {
  await run('tsc -p .');
  expect(await run('vite build')).not.toMatch(/warning|deprecat|\[[A-Z]+_[A-Z_]+\]/i);
  const service = await serve('tillkit sandbox --port 0');
  return openWatchedPage(await serve('vite preview', { SERVICE: service }));
}

describe.each(['vite-react19', 'vite-react18'])('%s', (name) => {
  it('compiles, builds, sells and makes a link, and no console has a word to say', async () => {
    const { page, complaints } = await openBuilt(await installConsumer(name));
    await useTheTill(page);
    expect(await page.title()).toMatch(/^Paid: /);
    expect(await complaints()).toEqual([]);
  });
});

describe('strict-csp', () => {
  it('F103: does the same under a policy with trusted types, and nothing is reported', async () => {
    const { page, complaints } = await openBuilt(await installConsumer('strict-csp'));
    await useTheTill(page);
    expect(await complaints()).toEqual([]);
    await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
    await expect.poll(complaints).toContainEqual(expect.stringContaining('style-src-attr'));
  });
});
