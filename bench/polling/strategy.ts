import type { EventClock } from './eventClock.ts';
import type { Random } from './random.ts';
import type { Message, Service } from './service.ts';

/** One page that shows messages. */
export interface Tab {
  /** Follows a message; `heard` is called when the page knows how it ended, and again where a late result is found after `timeout`. */
  show: (message: Message, heard: () => void) => void;
  dispose: () => void;
}

export interface World {
  clock: EventClock;
  random: Random;
  service: Service;
  /** What a stranger leaves of the 50 a minute, if there is one. Only who is said to know it may read it. */
  left: number | undefined;
}

/** A way of asking: opens the given number of tabs of one browser. */
export interface Strategy {
  name: string;
  /** Goes on asking after `timeout`. */
  looksForLate?: boolean;
  open: (world: World, tabs: number) => Tab[];
}
