import type { PaymentsClient } from '../client/createPaymentsClient.ts';
import { type Clock, sleep } from '../time.ts';

interface HeadersWatchOptions {
  client: Pick<PaymentsClient, 'hasNewHeaders'>;
  clock: Clock;
  /** Whether the service still wants other credentials. */
  isRefused: () => boolean;
  onNewHeaders: () => void;
}

const checkMs = 2000;

/** Where the service wants other credentials, it is asked as soon as the host has new ones. Call it at each refusal. */
export function createHeadersWatch({ client, clock, isRefused, onNewHeaders }: HeadersWatchOptions) {
  let isWatching = false;
  return async (): Promise<void> => {
    if (isWatching) return;
    isWatching = true;
    while (isRefused()) {
      await sleep(clock, checkMs);
      if (await client.hasNewHeaders().catch(() => false)) onNewHeaders();
    }
    isWatching = false;
  };
}
