import { type ReactNode, StrictMode } from 'react';
import { PaymentsProvider, type PaymentsProviderProps } from 'tillkit';
import {
  createGatewayClient,
  createMemoryJournal,
  createPaymentsClient,
  createTerminalOperations,
  createVirtualClock,
  defineService,
  type Fetcher,
  getTerminalOperations,
  type Journal,
  type PaymentsClientOptions,
  type ServiceDescription,
  type TerminalOperations,
  type Transaction,
  type VirtualClock,
} from 'tillkit/core';
import { createSandboxPayments, type SandboxOptions, type SandboxPayments } from 'tillkit/sandbox';
import { whenOver } from './cleanups.ts';

/** A sale of $12.50 of which nothing was given back. */
export const chargedSale: Transaction = {
  pnRefNum: '1',
  kind: 'pay',
  terminalId: 'terminal-1',
  status: 'complete',
  authorizedCents: 1250,
  capturedCents: 1250,
  refundedCents: 0,
  settled: 'unknown',
};

/** What reaches the page in place of an answer of the service. */
export type Answer = (response: Response, request: Request) => Response | Promise<Response>;

export interface HarnessOptions extends SandboxOptions {
  /** Default true: time stands still until `advance`. */
  virtual?: boolean | undefined;
  isDurable?: boolean | undefined;
  /** What amounts of the wire count, in a currency without two digits. */
  amountScale?: ServiceDescription['amountScale'];
  /** The page stands before a gateway that is away: it hears of its terminals, and of nothing else. */
  isAway?: boolean | undefined;
  /** The page stands before a gateway that answers so. The list of terminals is the sandbox's. */
  gateway?: Fetcher | undefined;
  /** What the journal does otherwise than it should. */
  journal?: Partial<Journal> | undefined;
  /** What the operations do otherwise than they should. */
  changes?: Partial<TerminalOperations> | undefined;
  provider?: Partial<PaymentsProviderProps> | undefined;
}

export interface Harness extends SandboxPayments {
  /** Lets time pass; with a real clock it does nothing. */
  advance: (ms: number) => Promise<void>;
  /** From now on the service's answers reach this page like that, as through a replica that lags. */
  answerWith: (answer: Answer) => void;
  /** Another tab of the same browser, with the same journal and service. */
  openTab: (options?: Partial<PaymentsClientOptions>, answer?: Answer) => TerminalOperations;
  wrapper: (props: { children?: ReactNode }) => ReactNode;
}

/** A sandbox, a client on it and a provider around what is rendered, in StrictMode: for tests and stories alike. */
export function createHarness({
  virtual = true,
  isDurable = true,
  isAway = false,
  gateway = isAway ? () => Promise.reject(new TypeError('It is away.')) : undefined,
  amountScale,
  journal,
  changes,
  provider,
  ...options
}: HarnessOptions = {}): Harness {
  const clock: VirtualClock | undefined = virtual
    ? createVirtualClock(Date.UTC(2026, 0, 15, 9, 30))
    : undefined;
  const payments = createSandboxPayments({ latencyMs: 100, ...options, ...(clock ? { clock } : {}) });
  payments.operations.dispose();
  // Shown as in a browser, whose journal outlives the page; `isDurable: false` shows the warning.
  const records = { ...createMemoryJournal(), durable: isDurable };
  const answered =
    (answer: () => Answer | undefined): Fetcher =>
    (request, init) => {
      const response = payments.sandbox.fetch(request, init);
      const change = answer();
      return change ? response.then((answerOfService) => change(answerOfService, request)) : response;
    };
  const open = (others: Partial<PaymentsClientOptions>, change: Partial<Journal> = {}) => {
    const { description } = payments.client.service;
    const client = createPaymentsClient({
      ...payments.client.options,
      service: defineService({ ...description, amountScale }),
      ...others,
    });
    const operations = createTerminalOperations({
      client,
      journal: { ...records, ...change },
      clock: payments.clock,
    });
    whenOver(() => operations.dispose()); // or it would hear of all that are opened later
    return { client, operations };
  };
  const openBefore = (answers: Fetcher) => {
    const { baseUrl, fetch } = payments.sandbox;
    const fetcher: Fetcher = (request, init) =>
      init?.operation === 'listTerminals' ? fetch(request, init) : answers(request, init);
    const client = createGatewayClient({
      baseUrl,
      clientId: crypto.randomUUID(), // or pages of one browser would share what was pressed
      headers: payments.client.options.headers,
      fetcher,
      clock: payments.clock,
    });
    const operations = getTerminalOperations(client);
    whenOver(() => operations.dispose());
    return { client, operations };
  };
  let own: Answer | undefined;
  const { client, operations: opened } = gateway
    ? openBefore(gateway)
    : open({ fetcher: answered(() => own) }, journal);
  const operations = { ...opened, ...changes };
  return {
    ...payments,
    client,
    operations,
    advance: async (ms) => clock?.advance(ms),
    answerWith: (answer) => (own = answer),
    openTab: (others, answer) => open({ fetcher: answered(() => answer), ...others }).operations,
    wrapper: ({ children }) => (
      <StrictMode>
        <PaymentsProvider
          client={client}
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
