import { pendingPhases } from '../core/operations/terminalOperation.ts';
import type { GatewayContext } from './gatewayContext.ts';

const byAccount = { by: ['account'], of: [] } as const;

/** Returns a function that measures each account's open operations and undelivered events. */
export function createCountMeasure({ options, record, measure }: GatewayContext): () => Promise<void> {
  /** Accounts that were measured before, and get a 0 once nothing is left. */
  const counted = new Set<string>();
  return async () => {
    if (!options.onMetric) return;
    const { open, undelivered } = await record.read('', function* (tx) {
      // The phases choose the index.
      const isOpen = { isOpen: true, phase: { in: pendingPhases } };
      return {
        open: yield* tx.operations.sums(isOpen, byAccount),
        undelivered: yield* tx.deliveries.sums({}, byAccount),
      };
    });
    for (const { account } of [...open, ...undelivered]) counted.add(account);
    for (const account of counted) {
      const isOf = (one: { account: string }) => one.account === account;
      measure('open-operations', open.find(isOf)?.count ?? 0, account);
      measure('undelivered-events', undelivered.find(isOf)?.count ?? 0, account);
    }
  };
}
