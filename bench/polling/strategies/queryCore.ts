import {
  environmentManager,
  notifyManager,
  QueryClient,
  QueryObserver,
  timeoutManager,
} from '@tanstack/react-query';
import type { EventClock } from '../eventClock.ts';
import type { Answer } from '../service.ts';
import type { Strategy, Tab, World } from '../strategy.ts';

/** TanStack Query as in its manual: a query per message with `refetchInterval`, default retries, one client per tab. */
export const queryCore = (refetchMs: number): Strategy => ({
  name: `tq-${refetchMs}`,
  open(world, tabs) {
    enterVirtualTime(world.clock);
    return Array.from({ length: tabs }, () => openTab(world, refetchMs));
  },
});

function openTab({ service }: World, refetchMs: number): Tab {
  const queryClient = new QueryClient();
  queryClient.mount();
  return {
    show({ id }, heard) {
      const observer = new QueryObserver(queryClient, {
        queryKey: ['processed-message', id],
        async queryFn() {
          const answer = await service.ask(id);
          if (answer.status === 'refused') throw new Error('429');
          return answer;
        },
        refetchInterval: ({ state }) => (isComplete(state.data) ? false : refetchMs),
      });
      const leave = observer.subscribe(({ data }) => {
        if (!isComplete(data)) return;
        leave();
        heard();
      });
    },
    dispose() {
      queryClient.unmount();
      queryClient.clear();
    },
  };
}

const isComplete = (answer: Answer | undefined) => answer?.status === 'complete';

let current: EventClock | undefined;
let isInstalled = false;

/** Its timers, its scheduler and `Date.now` follow the simulation that was opened last. */
function enterVirtualTime(clock: EventClock): void {
  current = clock;
  if (isInstalled) return;
  isInstalled = true;
  environmentManager.setIsServer(() => false);
  notifyManager.setScheduler(queueMicrotask);
  Date.now = () => (current as EventClock).now();
  timeoutManager.setTimeoutProvider(createTimeouts());
}

function createTimeouts(): Parameters<typeof timeoutManager.setTimeoutProvider>[0] {
  const handles = new Map<number, unknown>();
  let lastId = 0;
  const start = (id: number, run: () => void, ms: number, repeats: boolean): void => {
    const clock = current as EventClock;
    const fire = () => {
      if (repeats) start(id, run, ms, true);
      else handles.delete(id);
      run();
    };
    handles.set(id, clock.setTimeout(fire, ms));
  };
  const stop = (id: unknown) => {
    current?.clearTimeout(handles.get(id as number));
    handles.delete(id as number);
  };
  const begin = (repeats: boolean) => (run: () => void, ms: number) => {
    lastId += 1;
    start(lastId, run, ms, repeats);
    return lastId;
  };
  return {
    setTimeout: begin(false),
    clearTimeout: stop,
    setInterval: begin(true),
    clearInterval: stop,
  };
}
