import { createPaymentsClient, type PaymentsClient } from '../core/client/createPaymentsClient.ts';
import {
  createTerminalOperations,
  type TerminalOperations,
} from '../core/operations/createTerminalOperations.ts';
import { createMemoryJournal } from '../core/operations/journal.ts';
import { createPollBudget } from '../core/polling/pollBudget.ts';
import { type Clock, systemClock } from '../core/time.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from './createSandbox.ts';

export interface SandboxPayments {
  client: PaymentsClient;
  operations: TerminalOperations;
  sandbox: Sandbox;
  clock: Clock;
}

/** A sandbox with a client and operations on it, all on one clock and with a memory journal: for a host's own tests and stories. */
export function createSandboxPayments(options: SandboxOptions = {}): SandboxPayments {
  const { clock = systemClock, authorization = 'sandbox' } = options;
  const sandbox = createSandbox(options);
  const client = createPaymentsClient({
    baseUrl: sandbox.baseUrl,
    clientId: 'sandbox',
    headers: { authorization },
    fetcher: sandbox.fetch,
    pollBudget: createPollBudget({ clock }),
    paymentLinks: { amountUnit: options.linkAmountUnit ?? 'minor' },
    clock,
  });
  const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
  return { client, operations, sandbox, clock };
}
