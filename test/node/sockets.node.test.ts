import { afterEach, describe, expect, it } from 'vitest';
import {
  createMemoryJournal,
  createPaymentsClient,
  createPollBudget,
  createTerminalOperations,
  type TerminalOperation,
} from '../../src/exports/core.ts';
import { createSandbox, type SandboxOptions } from '../../src/exports/sandbox.ts';
import { listenRaw, type RawServer, type SocketFault } from '../../src/node/listenRaw.ts';

let server: RawServer | undefined;
afterEach(() => server?.close());

async function till(fault: SocketFault, options: SandboxOptions = {}) {
  const sandbox = createSandbox({ latencyMs: 0, ...options });
  const isPay = ({ path, method }: { path: string; method: string }) => path === '/pay' && method === 'POST';
  const raw = await listenRaw({
    handler: sandbox.fetch,
    fault: (request) => (isPay(request) && raw.sent.filter(isPay).length === 1 ? fault : undefined),
  });
  server = raw;
  const client = createPaymentsClient({
    baseUrl: raw.url,
    headers: { authorization: 'sandbox' },
    // Only where no end comes does the test wait for it.
    requestTimeoutMs: fault === 'silence' || fault === 'slow-body' ? 400 : 10_000,
    pollBudget: createPollBudget(),
  });
  const operations = createTerminalOperations({ client, journal: createMemoryJournal() });
  const ended = new Promise<TerminalOperation>((resolve) => {
    operations.subscribe(() => {
      const [operation] = operations.list();
      if (operation && operation.phase !== 'sending') resolve(operation);
    });
  });
  const terminalId = sandbox.terminals[0]!.id;
  const result = await operations.start('pay', { terminalId, amount: 1250, receipt: false });
  expect(result.started).toBe(true);
  const operation = await ended;
  operations.dispose();
  return { operation, pays: raw.sent.filter(isPay), sandbox };
}

describe('a payment over a line that breaks', () => {
  it.each<[string, SocketFault, string, number]>([
    ['F1: reset before anything was read', 'reset-before', 'no-response', 0],
    ['F2: closed without an answer', 'close-after', 'no-response', 1],
    ['reset after it took effect', 'reset-after', 'no-response', 1],
    ['half a status line', 'half-status-line', 'no-response', 1],
    ['F5: a body that is cut off', 'body-cut', 'bad-response', 1],
    ['F6: no answer in time', 'silence', 'no-response', 0],
    ['a body that never ends', 'slow-body', 'no-response', 1],
    ['F7: 408', 'timeout-408', 'http-error', 1],
    ['F10: a redirect', 'redirect', 'redirect', 0],
    ['F12: a login page', 'html', 'bad-response', 1],
    ['F36: 50 MB', 'huge-body', 'bad-response', 1],
  ])('is unknown: %s', async (_, fault, reason, effects) => {
    const { operation, pays, sandbox } = await till(fault);
    expect(operation).toMatchObject({ phase: 'unknown', reason });
    expect(pays).toHaveLength(1);
    expect(sandbox.ledger.requests.filter((request) => request.operation === 'pay')).toHaveLength(effects);
  });
});
