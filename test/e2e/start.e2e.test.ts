import { spawn } from 'node:child_process';
import { expect, it, vi } from 'vitest';
import { chromiumForFile } from './browser.ts';

const chromium = chromiumForFile();

const isThere = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

it('`npm start` says what it does, prints its address when the page is ready, and ends with npm', async () => {
  const npm = spawn('npm', ['start', '--', '--port', '0'], { detached: true });
  const ended = new Promise((resolve) => npm.once('exit', resolve));
  let output = '';
  npm.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  try {
    const address = () => /tillkit demo: (\S+)/.exec(output)?.[1];
    await vi.waitFor(() => expect(address()).toBeDefined(), { timeout: 120_000, interval: 100 });
    const url = address() ?? '';
    expect(output).toMatch(/Bundling[\s\S]*tillkit demo: /);
    const page = await fetch(`${url}/main.tsx`);
    const dependency = /"([^"]+\/\.vite\/[^"]+)"/.exec(await page.text())?.[1];
    expect(await isThere(`${url}${dependency}`)).toBe(true);
    const bundled = output.lastIndexOf('bundling');
    expect(bundled).toBeLessThan(output.indexOf(url));
    const till = await chromium.newPage();
    await till.goto(url);
    await till.getByRole('textbox', { name: 'Amount' }).waitFor();
    await till.close();

    npm.kill('SIGTERM');
    await ended;
    await vi.waitFor(async () => expect(await isThere(url)).toBe(false), { timeout: 30_000 });
  } finally {
    try {
      if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGKILL');
    } catch {
      // Nothing of it is left.
    }
  }
});
