import { sleep } from '../core/time.ts';
import type { LedgerRequest } from './ledger.ts';
import { dropped, type Outcome, type Reply } from './replies.ts';
import type { Settings } from './sandboxOptions.ts';

/** Waits as long as an answer takes, then gives it; rejects as a browser's fetch does where none comes. */
export async function deliver(
  { clock, latencyMs }: Settings,
  outcome: Outcome,
  entry: LedgerRequest,
  signal: AbortSignal | null | undefined,
): Promise<Reply> {
  try {
    if (latencyMs > 0) await sleep(clock, latencyMs, signal ?? undefined);
  } catch (reason) {
    entry.outcome = 'aborted';
    throw reason;
  }
  if (outcome === dropped) {
    entry.outcome = 'dropped';
    throw new TypeError('Failed to fetch');
  }
  entry.outcome = 'answered';
  entry.status = outcome.status;
  return outcome;
}
