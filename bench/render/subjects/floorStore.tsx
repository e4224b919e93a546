import { useCallback, useSyncExternalStore } from 'react';
import { tickMs } from '../plan.ts';
import { row } from '../row.tsx';
import { ask, type Transport } from '../transport.ts';

/**
 * The minimum: one store and one timer. A tracker is notified when its message's status changes, and a message is
 * polled until it is final.
 */
export function floorStore(transport: Transport) {
  const store = createStore(transport);
  return transport.ids.map((id) => <Tracker key={id} id={id} store={store} />);
}

function createStore(transport: Transport) {
  const statuses = new Map<string, string>();
  const listeners = new Map<string, Set<() => void>>();
  const check = async (id: string) => {
    const { status } = await ask(transport, id);
    if (statuses.get(id) === status) return;
    statuses.set(id, status);
    listeners.get(id)?.forEach((listener) => listener());
  };
  setInterval(() => {
    for (const id of listeners.keys()) if (statuses.get(id) !== 'complete') void check(id);
  }, tickMs);
  return {
    get: (id: string) => statuses.get(id),
    subscribe(id: string, listener: () => void) {
      const those = listeners.get(id) ?? new Set();
      listeners.set(id, those.add(listener));
      return () => void those.delete(listener);
    },
  };
}

interface TrackerProps {
  id: string;
  store: ReturnType<typeof createStore>;
}

function Tracker({ id, store }: TrackerProps) {
  const subscribe = useCallback((listener: () => void) => store.subscribe(id, listener), [store, id]);
  return row(
    id,
    useSyncExternalStore(subscribe, () => store.get(id)),
  );
}
