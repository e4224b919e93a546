import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'vite';
import { expect, test } from 'vitest';

const core = fileURLToPath(new URL('../../src/exports/core.ts', import.meta.url));
const page = `
  const fetcher = () => Promise.reject(new Error('offline'));
  kit.createPaymentsClient({ baseUrl: 'https://pay.example', fetcher }).createPaymentLink({ amount: 1999 }).catch(() => done());
`;

async function bundled(mode: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    mode,
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    build: { write: false, lib: { entry: core, formats: ['iife'], name: 'kit' } },
  });
  const [output] = [result].flat();
  if (!output || !('output' in output)) throw new Error('Vite built something else.');
  return output.output[0].code + page;
}

/** Runs a script where `process` does not exist, as in a browser. */
async function warnings(script: string): Promise<string[]> {
  const warned: string[] = [];
  const { URL, AbortController, Headers, Request, setTimeout, clearTimeout, performance } = globalThis;
  const browser = { URL, AbortController, Headers, Request, setTimeout, clearTimeout, performance };
  const console = { warn: (line: string) => void warned.push(line) };
  await new Promise<void>((done) => {
    runInContext(script, createContext({ ...browser, console, done }));
  });
  return warned;
}

test('a bundled page warns its developer, and carries no warning in production', async () => {
  expect(await warnings(await bundled('development'))).toEqual([
    expect.stringContaining('paymentLinks.amountUnit of defineService is not set.'),
    expect.stringContaining('A payment link was sent with amount 1999, in cents.'),
  ]);
  const production = await bundled('production');
  expect(await warnings(production)).toEqual([]);
  expect(production).not.toContain('of defineService is not set');
});
