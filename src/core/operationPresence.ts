import type { TabChannel } from './pageLifecycle.ts';
import { type Clock, sleep } from './time.ts';

export type OperationPresence = ReturnType<typeof createOperationPresence>;

const answerMs = 250;

interface Message {
  type: 'who' | 'holds';
  tab: string;
  ids: string[];
}

/** Knows which operations each open tab started or shows. `refresh` asks all tabs, and forgets the tabs that do not answer. */
export function createOperationPresence(channel: TabChannel | undefined, clock: Clock, tab: string) {
  const own = new Set<string>();
  const others = new Map<string, readonly string[]>();

  const tell = (type: Message['type']) => channel?.post({ type, tab, ids: [...own] } satisfies Message);
  const leave = channel?.listen((data) => {
    const message = readMessage(data);
    if (!message || message.tab === tab) return;
    others.set(message.tab, message.ids);
    if (message.type === 'who') tell('holds');
  });

  const isHeldElsewhere = (id: string) => [...others.values()].some((ids) => ids.includes(id));
  return {
    /** Tells the other tabs that this tab started or shows an operation. */
    hold: (id: string) => {
      if (own.has(id)) return;
      own.add(id);
      tell('holds');
    },
    release: (id: string) => {
      if (own.delete(id)) tell('holds');
    },
    isHeldHere: (id: string) => own.has(id),
    isHeldElsewhere,
    /** Whether any open tab started or shows the operation. */
    isHeld: (id: string) => own.has(id) || isHeldElsewhere(id),
    /** Asks all tabs again, and resolves once the time for their answers is over. */
    refresh: async () => {
      if (!channel) return;
      const before = [...others];
      tell('who');
      await sleep(clock, answerMs);
      // A tab that has not answered by now counts as closed from now on.
      for (const [other, ids] of before) if (others.get(other) === ids) others.delete(other);
    },
    dispose: () => {
      own.clear();
      tell('holds');
      leave?.();
    },
  };
}

function readMessage(data: unknown): Message | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { type, tab, ids } = data as Partial<Record<keyof Message, unknown>>;
  if ((type !== 'who' && type !== 'holds') || typeof tab !== 'string' || !Array.isArray(ids))
    return undefined;
  return { type, tab, ids: ids.filter((id) => typeof id === 'string') };
}
