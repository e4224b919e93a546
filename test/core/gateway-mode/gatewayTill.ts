import {
  createMemoryJournal,
  createPaymentsClient,
  createPollBudget,
  createTerminalOperations,
  createVirtualClock,
  type Fetcher,
  type Journal,
  type PaymentsClientOptions,
  type TerminalOperation,
  type TransactionRequest,
} from '../../../src/exports/core.ts';
import { createSandbox, type SandboxOptions } from '../../../src/exports/sandbox.ts';
import { createTabHub } from '../fakeChannel.ts';
import { loadWhatPagesLoad } from '../record/scriptedStream.ts';
import { createScriptedGateway } from './scriptedGateway.ts';
import { createWays } from './ways.ts';

await loadWhatPagesLoad();

export const minute = 60_000;

interface PageOptions {
  journal?: Partial<Journal>;
  client?: Partial<PaymentsClientOptions>;
  isVisible?: () => boolean;
  /** After how many steps, before and after everything that is awaited, the page dies. */
  diesAfter?: number | undefined;
}

/** Pages of one browser in gateway mode, a gateway, and the sandbox behind it. */
export function gatewayTill(options: SandboxOptions = {}) {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const sandbox = createSandbox({ latencyMs: 50, ...options, clock });
  const gateway = createScriptedGateway({ sandbox, clock });
  const ways = createWays(clock);
  const journal = createMemoryJournal();
  const join = createTabHub();
  const trace: TerminalOperation[] = [];

  const open = ({ journal: own, client: more, isVisible = () => true, diesAfter }: PageOptions = {}) => {
    let isGone = false;
    const gone = new Promise<never>(() => undefined);
    const awake = new Set<() => void>();
    const channel = join();
    const way = ways.go(gateway.fetch);
    let steps = 0;
    const step = () => {
      if (steps === diesAfter) crash();
      steps += 1;
    };
    const alive = async <Value>(run: () => Promise<Value>): Promise<Value> => {
      step();
      if (isGone) return gone;
      const value = await run();
      step();
      return isGone ? gone : value;
    };
    const fetcher: Fetcher = (request, init) => alive(() => way(request, init));
    const ownJournal: Journal = {
      ...journal,
      claim: (...input) => alive(() => journal.claim(...input)),
      update: (...input) => alive(() => journal.update(...input)),
      get: (id) => alive(() => journal.get(id)),
      list: (filter) => alive(() => journal.list(filter)),
      ...own,
    };
    /** The renderer dies without a word. */
    const crash = () => {
      isGone = true;
      channel.silence();
      operations.dispose();
    };
    const client = createPaymentsClient({
      baseUrl: 'http://localhost:4010',
      clientId: 'till',
      gateway: true,
      fetcher,
      pollBudget: createPollBudget({ clock }),
      clock,
      ...more,
    });
    const operations = createTerminalOperations({
      client,
      journal: ownJournal,
      clock,
      channel,
      random: () => 0.5,
      page: {
        isVisible,
        onWake: (listener) => {
          awake.add(listener);
          return () => void awake.delete(listener);
        },
      },
    });
    operations.subscribe(() => {
      if (!isGone) trace.push(...operations.list());
    });
    const request: TransactionRequest = {
      terminalId: sandbox.terminals[0]!.id,
      amount: 1250,
      receipt: false,
    };
    return {
      client,
      operations,
      request,
      pay: () => operations.start('pay', request),
      only: () => operations.list()[0]!,
      wake: () => awake.forEach((listener) => listener()),
      /** It hears the others no more, and they hear no answer. */
      silence: () => channel.silence(),
      crash,
    };
  };

  const payments = () =>
    sandbox.ledger.requests.filter(({ operation }) => operation !== 'getProcessedMessage');
  return {
    clock,
    sandbox,
    gateway,
    ways,
    journal,
    trace,
    open,
    payments,
    assertSafe: () => sandbox.assertSafe(trace),
  };
}
