import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type SandboxOptions } from '../../src/exports/sandbox.ts';
import { listenRaw, type RawServer, type SocketFault } from '../node/listenRaw.ts';
import { chromiumForFile } from './browser.ts';
import { openTill, operationsOf, press, startFaceless, waitForPhase } from './faceless.ts';

const chromium = chromiumForFile();
let till: Awaited<ReturnType<typeof startFaceless>>;
let server: RawServer | undefined;

beforeAll(async () => {
  till = await startFaceless();
});
afterEach(() => server?.close());
afterAll(() => till.close());

/** A service whose line breaks at the first payment that arrives, and a till on it. */
async function payOver(fault: SocketFault, options: SandboxOptions = {}) {
  const sandbox = createSandbox({ latencyMs: 0, ...options });
  const isPay = ({ path, method }: { path: string; method: string }) => path === '/pay' && method === 'POST';
  const raw = await listenRaw({
    handler: sandbox.fetch,
    fault: (request) => (isPay(request) && raw.sent.filter(isPay).length === 1 ? fault : undefined),
  });
  server = raw;
  const page = await chromium.newPage();
  await openTill(page, `${till.url}?api=${encodeURIComponent(raw.url)}`);
  await press(page, 1250);
  return { page, sandbox, pays: () => raw.sent.filter(isPay), sent: raw.sent };
}

describe('the browser sends a payment again by itself (M1)', () => {
  it('F3: the second answer is followed, both copies carry one id, and a service that dedupes charges once', async () => {
    const { page, pays, sandbox } = await payOver('reset-after', { dedupe: true });
    await waitForPhase(page, 'complete');
    expect(pays()).toHaveLength(2);
    expect(new Set(pays().map(({ headers }) => headers.get('x-operation-id'))).size).toBe(1);
    expect(sandbox.ledger.charges).toHaveLength(1);
    await page.close();
  });

  it('F4: a "busy" that our own first copy caused is not known, never rejected', async () => {
    const { page, pays } = await payOver('reset-after');
    await waitForPhase(page, 'unknown');
    expect(pays()).toHaveLength(2);
    expect((await operationsOf(page))[0]).toMatchObject({ phase: 'unknown', reason: 'conflict' });
    await page.close();
  });

  it('F10: a redirect is not followed: the other host gets nothing', async () => {
    const { page, sent, pays } = await payOver('redirect');
    await waitForPhase(page, 'unknown');
    expect(pays()).toHaveLength(1);
    expect(sent.filter(({ path }) => path === '/elsewhere')).toEqual([]);
    expect((await operationsOf(page))[0]).toMatchObject({ reason: 'redirect' });
    await page.close();
  });

  it('F16: a preflight that is refused looks like any lost answer, and nothing was sent', async () => {
    const raw = await listenRaw({
      handler: async () => new Response(null, { status: 403 }),
      fault: () => undefined,
    });
    server = raw;
    const page = await chromium.newPage();
    await openTill(page, `${till.url}?api=${encodeURIComponent(raw.url)}`);
    await press(page, 1250);
    await waitForPhase(page, 'unknown');
    expect((await operationsOf(page))[0]).toMatchObject({ reason: 'no-response' });
    expect(new Set(raw.sent.map(({ method }) => method))).toEqual(new Set(['OPTIONS']));
    await page.close();
  });
});
