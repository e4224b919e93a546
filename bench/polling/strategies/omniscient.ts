import type { Strategy } from '../strategy.ts';

/**
 * A bound, not a usable strategy: it knows when each message completes and polls right then, or as soon as the limit
 * allows.
 */
export const omniscient: Strategy = {
  name: 'omniscient',
  open({ clock, service }, tabs) {
    const listeners = new Map<string, (() => void)[]>();
    const completed: string[] = [];
    let isWaiting = false;

    const tell = (id: string) => listeners.get(id)?.forEach((heard) => heard());

    function run(): void {
      for (let id = completed[0]; id !== undefined && !isWaiting; id = completed[0]) {
        const asked = id;
        const waitMs = service.askNow(() => tell(asked));
        if (waitMs === 0) {
          completed.shift();
        } else {
          isWaiting = true;
          clock.setTimeout(() => {
            isWaiting = false;
            run();
          }, waitMs);
        }
      }
    }

    return Array.from({ length: tabs }, () => ({
      show({ id, completesAt }, heard) {
        const known = listeners.get(id);
        listeners.set(id, [...(known ?? []), heard]);
        if (known) return;
        clock.setTimeout(() => {
          completed.push(id);
          run();
        }, completesAt - clock.elapsed());
      },
      dispose: () => undefined,
    }));
  },
};
