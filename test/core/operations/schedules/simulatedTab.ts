import {
  createFlowView,
  createPaymentsClient,
  createPollBudget,
  createTerminalOperations,
  type Fetcher,
  type Journal,
  type PollStore,
  type TabChannel,
  type TerminalOperation,
  type TerminalOperations,
  type TransactionRequest,
  type VirtualClock,
} from '../../../../src/exports/core.ts';
import type { createReplyBender } from './replies.ts';
import type { createSandbox } from '../../../../src/exports/sandbox.ts';

export interface SimulatedWorld {
  sandbox: ReturnType<typeof createSandbox>;
  clock: VirtualClock;
  journal: Journal;
  polls: PollStore;
  replies: ReturnType<typeof createReplyBender>;
  /** What every screen showed, in order. */
  trace: TerminalOperation[];
}

export interface SimulatedTab {
  operations: TerminalOperations;
  /** Through the flow of the page, as a button does. */
  press: (request: TransactionRequest) => Promise<void>;
  /** The part of the page that shows it goes, and comes back. */
  remount: () => void;
  /** The page is left: it says goodbye, but hears no answer any more. */
  close: () => void;
  /** The renderer dies: no goodbye, and nothing it waits for arrives. */
  crash: () => void;
}

/** The tabs of one browser that hear each other. */
export function createTabHub() {
  const listeners = new Map<object, (message: unknown) => void>();
  return (): TabChannel & { silence: () => void } => {
    const self = {};
    return {
      post: (message) => {
        for (const [other, listener] of listeners) if (other !== self) listener(message);
      },
      listen: (listener) => {
        listeners.set(self, listener);
        return () => void listeners.delete(self);
      },
      silence: () => void listeners.delete(self),
    };
  };
}

/** A page on the shared sandbox and journal; it can be reloaded or killed like a real one. */
export function openTab(world: SimulatedWorld, channel: TabChannel & { silence: () => void }): SimulatedTab {
  const { sandbox, clock, journal, trace } = world;
  let isAlive = true;
  const never = new Promise<never>(() => undefined);
  const guarded = async <Value>(value: Promise<Value>): Promise<Value> => {
    const settled = await value.then(
      (result) => () => result,
      (error: unknown) => () => {
        throw error;
      },
    );
    return isAlive ? settled() : never;
  };
  const fetcher: Fetcher = (request, init) =>
    isAlive ? guarded(world.replies.fetch(request, () => sandbox.fetch(request, init))) : never;
  const client = createPaymentsClient({
    baseUrl: sandbox.baseUrl,
    headers: { authorization: 'sandbox' },
    fetcher,
    operationIdHeader: 'x-operation-id',
    pollBudget: createPollBudget({ clock, store: world.polls }),
    clock,
  });
  const ownJournal: Journal = {
    ...journal,
    claim: (...input) => (isAlive ? guarded(journal.claim(...input)) : never),
    update: (...input) => (isAlive ? guarded(journal.update(...input)) : never),
    get: (id) => guarded(journal.get(id)),
    list: (filter) => guarded(journal.list(filter)),
    remove: (id) => (isAlive ? journal.remove(id) : never),
  };
  const operations = createTerminalOperations({
    client,
    journal: ownJournal,
    clock,
    channel,
    random: () => 0.5,
  });
  const leave = operations.subscribe(() => {
    if (isAlive) trace.push(...operations.list());
  });
  // What a hook would show, mounted and unmounted as a page does.
  let flow = createFlowView(operations, 'pay', 'default');
  const show = () => {
    const { operation } = flow.getSnapshot();
    if (isAlive && operation) trace.push(operation);
  };
  let unmount = flow.subscribe(show);
  return {
    operations,
    press: (request) => flow.start(request),
    remount() {
      unmount();
      flow = createFlowView(operations, 'pay', 'default');
      unmount = flow.subscribe(show);
      show();
    },
    close() {
      operations.dispose();
      leave();
      isAlive = false;
    },
    crash() {
      isAlive = false;
      channel.silence();
      leave();
      operations.dispose();
    },
  };
}
