import {
  createFlowView,
  createPaymentsClient,
  createPollBudget,
  createTerminalOperations,
  defineService,
  type Fetcher,
  type Journal,
  type PollStore,
  type TerminalOperation,
  type TerminalOperations,
  type TransactionRequest,
  type VirtualClock,
} from '../../../../src/exports/core.ts';
import type { TabChannel } from '../../../../src/core/pageLifecycle.ts';
import { createFreezer } from './frozenClock.ts';
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
  /** Until then, no page gets the host's headers. */
  held?: Promise<void> | undefined;
  /** Hears of each poll and its answer. */
  onPoll?: ((msgIdentifier: string, answer: Response | undefined) => void) | undefined;
}

export interface SimulatedTab {
  operations: TerminalOperations;
  /** Through the flow of the page, as a button does. */
  press: (request: TransactionRequest) => Promise<void>;
  /** What the press before was asked about, as a person who says yes, or who first takes note of the sale that stands. */
  answer: (request: TransactionRequest, how: 'yes' | 'note') => Promise<void>;
  /** The button that ends the flow. */
  takeNote: () => void;
  /** The tab is hidden or seen again. */
  show: (isVisible: boolean) => void;
  /** The browser stops the page's timers, and lets it hear nothing; later all of it comes at once. */
  freeze: () => void;
  thaw: () => Promise<void>;
  /** The part of the page that shows it goes, and comes back. */
  remount: () => void;
  /** The page is left: it says goodbye, but hears no answer any more. */
  close: () => void;
  /** The renderer dies: no goodbye, and nothing it waits for arrives. */
  crash: () => void;
}

/** A page on the shared sandbox and journal; it can be reloaded or killed like a real one. */
export function openTab(world: SimulatedWorld, channel: TabChannel & { silence: () => void }): SimulatedTab {
  const { sandbox, journal, trace } = world;
  const freezer = createFreezer(world.clock);
  const { clock } = freezer;
  let isAlive = true;
  const never = new Promise<never>(() => undefined);
  const guarded = async <Value>(value: Promise<Value>): Promise<Value> => {
    const settled = await freezer.arrives(
      value.then(
        (result) => () => result,
        (error: unknown) => () => {
          throw error;
        },
      ),
    );
    return isAlive ? settled() : never;
  };
  const send: Fetcher = async (request, init) => {
    const answer = world.replies.fetch(request, () => sandbox.fetch(request, init));
    const message = /processed-messages\/(.+)$/.exec(request.url)?.[1];
    if (message) world.onPoll?.(message, undefined);
    const response = await answer;
    if (message) world.onPoll?.(message, response);
    return response;
  };
  const fetcher: Fetcher = (request, init) => (isAlive ? guarded(send(request, init)) : never);
  const polls: PollStore = { update: (change) => guarded(world.polls.update(change)) };
  const client = createPaymentsClient({
    baseUrl: sandbox.baseUrl,
    async headers() {
      if (world.held) await guarded(world.held);
      return { authorization: 'sandbox' };
    },
    fetcher,
    service: defineService({ operationIdHeader: 'x-operation-id' }),
    pollBudget: createPollBudget({ clock, store: polls }),
    clock,
  });
  const ownJournal: Journal = {
    ...journal,
    claim: (...input) => (isAlive ? guarded(journal.claim(...input)) : never),
    update: (...input) => (isAlive ? guarded(journal.update(...input)) : never),
    get: (id) => guarded(journal.get(id)),
    list: (filter) => guarded(journal.list(filter)),
    remove: (id) => (isAlive ? journal.remove(id) : never),
    subscribe: (listener) => journal.subscribe(() => freezer.deliver(listener)),
  };
  const heard: TabChannel = {
    ...channel,
    listen: (listener) => channel.listen((message) => freezer.deliver(() => listener(message))),
  };
  let isVisible = true;
  const awake = new Set<() => void>();
  const operations = createTerminalOperations({
    client,
    journal: ownJournal,
    clock,
    channel: heard,
    page: {
      isVisible: () => isVisible,
      onWake: (listener) => {
        awake.add(listener);
        return () => void awake.delete(listener);
      },
    },
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
    async press(request) {
      await flow.start(request);
    },
    async answer(request, how) {
      const { refusal } = flow.getSnapshot();
      if (refusal?.code !== 'needs-confirmation') return;
      if (how === 'note') operations.acknowledge(refusal.operationId!);
      await flow.start(request, how === 'yes' ? { confirmed: refusal.confirmation } : {});
    },
    takeNote: () => flow.reset(),
    show(visible) {
      isVisible = visible;
      if (visible) awake.forEach((listener) => listener());
    },
    freeze: () => freezer.freeze(),
    async thaw() {
      await freezer.thaw();
      awake.forEach((listener) => listener());
    },
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
