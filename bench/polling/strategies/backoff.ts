import type { Strategy } from '../strategy.ts';

const firstMs = 1000;
const growth = 1.5;
const longestMs = 10_000;

/** Each message by itself: 1 s, then 1.5 times as long up to 10 s. It obeys the wait of a 429. */
export const backoff: Strategy = {
  name: 'backoff',
  open: ({ clock, service }, tabs) =>
    Array.from({ length: tabs }, () => ({
      show({ id }, heard) {
        let waitMs = firstMs;
        const ask = async () => {
          const answer = await service.ask(id);
          if (answer.status === 'complete') {
            heard();
          } else if (answer.status === 'refused') {
            clock.setTimeout(() => void ask(), answer.retryAfterMs);
          } else {
            clock.setTimeout(() => void ask(), waitMs);
            waitMs = Math.min(longestMs, waitMs * growth);
          }
        };
        void ask();
      },
      dispose: () => undefined,
    })),
};
