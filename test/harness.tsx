import { type ReactNode, StrictMode } from 'react';
import { PaymentsProvider, type PaymentsProviderProps } from 'tillkit';
import {
  createMemoryJournal,
  createTerminalOperations,
  createVirtualClock,
  type VirtualClock,
} from 'tillkit/core';
import { createSandboxPayments, type SandboxOptions, type SandboxPayments } from 'tillkit/sandbox';
import { whenOver } from './cleanups.ts';

export interface HarnessOptions extends SandboxOptions {
  /** Default true: time stands still until `advance`. */
  virtual?: boolean | undefined;
  isDurable?: boolean | undefined;
  provider?: Partial<PaymentsProviderProps> | undefined;
}

export interface Harness extends SandboxPayments {
  /** Lets time pass; with a real clock it does nothing. */
  advance: (ms: number) => Promise<void>;
  wrapper: (props: { children?: ReactNode }) => ReactNode;
}

/** A sandbox, a client on it and a provider around what is rendered, in StrictMode: for tests and stories alike. */
export function createHarness({
  virtual = true,
  isDurable = true,
  provider,
  ...options
}: HarnessOptions = {}): Harness {
  const clock: VirtualClock | undefined = virtual
    ? createVirtualClock(Date.UTC(2026, 0, 15, 9, 30))
    : undefined;
  const payments = createSandboxPayments({ latencyMs: 100, ...options, ...(clock ? { clock } : {}) });
  // Shown as in a browser, whose journal outlives the page; `isDurable: false` shows the warning.
  const journal = { ...createMemoryJournal(), durable: isDurable };
  payments.operations.dispose();
  const operations = createTerminalOperations({ client: payments.client, journal, clock: payments.clock });
  whenOver(() => operations.dispose()); // or it would hear of all that are opened later
  return {
    ...payments,
    operations,
    advance: async (ms) => clock?.advance(ms),
    wrapper: ({ children }) => (
      <StrictMode>
        <PaymentsProvider
          client={payments.client}
          operations={operations}
          currency="USD"
          locale="en-US"
          timeZone="UTC"
          {...provider}
        >
          {children}
        </PaymentsProvider>
      </StrictMode>
    ),
  };
}
