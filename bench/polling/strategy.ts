import type { EventClock } from './eventClock.ts';
import type { Random } from './random.ts';
import type { Message, Service } from './service.ts';

/** One page that shows messages. */
export interface Tab {
  /**
   * Follows a message. `heard` is called when the page knows the result, and again if a late result is found after
   * `timeout`.
   */
  show: (message: Message, heard: () => void) => void;
  dispose: () => void;
}

export interface World {
  clock: EventClock;
  random: Random;
  service: Service;
  /** What another client leaves of the 50 polls a minute. Only strategies that know the other client may read it. */
  left: number | undefined;
}

/** A polling strategy: opens the given number of tabs of one browser. */
export interface Strategy {
  name: string;
  /** Continues polling after `timeout`. */
  looksForLate?: boolean;
  open: (world: World, tabs: number) => Tab[];
}
