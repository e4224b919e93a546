import {
  createMemoryJournal,
  createTerminalOperations,
  createVirtualClock,
  type Journal,
  type TerminalOperationsOptions,
} from '../../../src/exports/core.ts';
import { createSandboxPayments, type SandboxOptions } from '../../../src/exports/sandbox.ts';
import { createTabHub } from '../fakeChannel.ts';

/** The tabs of one browser; `wake` is what a browser tells a page that is shown again. */
export function browser(options: SandboxOptions = {}, beginsAt = Date.UTC(2026, 0, 15, 9, 30)) {
  const clock = createVirtualClock(beginsAt);
  const made = createSandboxPayments({ latencyMs: 100, ...options, clock });
  const { sandbox } = made;
  const journal = createMemoryJournal();
  const join = createTabHub();
  const open = (change: Partial<Journal> = {}, more: Partial<TerminalOperationsOptions> = {}) => {
    const awake = new Set<() => void>();
    const channel = join();
    const operations = createTerminalOperations({
      client: made.client,
      journal: { ...journal, ...change },
      clock,
      channel,
      page: {
        isVisible: () => true,
        onWake: (listener) => {
          awake.add(listener);
          return () => void awake.delete(listener);
        },
      },
      ...more,
    });
    return { operations, channel, awake, wake: () => awake.forEach((listener) => listener()) };
  };
  const sale = { terminalId: sandbox.terminals[0]!.id, amount: 1250, receipt: false };
  const elsewhere = { ...sale, terminalId: sandbox.terminals[1]!.id };
  const posts = (kind = 'pay') => sandbox.ledger.requests.filter(({ operation }) => operation === kind);
  return { clock, client: made.client, sandbox, journal, open, sale, elsewhere, posts };
}

export const minute = 60_000;
