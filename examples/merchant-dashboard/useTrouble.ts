import { useEffect, useSyncExternalStore } from 'react';
import { useTerminalOperations } from 'tillkit';
import type { ScenarioName } from 'tillkit/sandbox';
import { createStored } from './stored.ts';

export const troubles = ['declined', 'lostAnswer', 'slow', 'offline', 'busy', 'partlyApproved'] as const;
export type Trouble = (typeof troubles)[number];

/** The simulated service's behaviour. Offline is different: the demo's server cuts the connection. */
const scenarios: Record<Exclude<Trouble, 'offline'>, ScenarioName> = {
  declined: 'declined',
  lostAnswer: 'lost-answer',
  slow: 'slow',
  busy: 'conflict',
  partlyApproved: 'partly-approved',
};
const stored = createStored<Trouble | 'none'>('trouble', [...troubles, 'none'], 'none');

/**
 * What goes wrong with the next payment. It uses addresses of the sandbox and of the demo's server, which no real
 * service has.
 */
export function useTrouble() {
  const trouble = useSyncExternalStore(stored.subscribe, stored.read);
  const { listen } = useTerminalOperations();
  useEffect(
    () =>
      listen((event) => {
        const isBegun = event.type === 'operation' && event.to === 'sending';
        if (isBegun && event.operation?.kind === 'pay') stored.write('none');
      }),
    [listen],
  );

  const choose = async (next: Trouble | 'none') => {
    const isLine = next === 'offline';
    const name = isLine || next === 'none' ? null : scenarios[next];
    const body = JSON.stringify({ name, next: true, operation: 'pay' });
    const headers = { 'content-type': 'application/json' };
    const [service, line] = await Promise.all([
      fetch('/api/__sandbox/scenario', { method: 'POST', body, headers }),
      fetch('/api/__line', { method: isLine ? 'POST' : 'DELETE' }),
    ]).catch(() => []); // without a connection nothing is chosen
    if (service?.ok && line?.ok) stored.write(next);
  };
  return { trouble, choose };
}
