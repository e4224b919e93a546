import { createLinkCreation, type LinkCreation } from '../core/links/linkCreation.ts';
import type { PaymentsClient } from '../core/client/createPaymentsClient.ts';
import type { TerminalOperations } from '../core/operations/createTerminalOperations.ts';

const kept = new WeakMap<TerminalOperations, Map<string, LinkCreation>>();

/** The creation under a key, of one client and operator: it goes on while nobody shows it. */
export function linkCreationOf(
  client: PaymentsClient,
  operations: TerminalOperations,
  flowKey: string,
): LinkCreation {
  const byKey = kept.get(operations) ?? new Map<string, LinkCreation>();
  kept.set(operations, byKey);
  const existing = byKey.get(flowKey);
  if (existing) return existing;
  const creation = withRelease(createLinkCreation(client, operations.clock));
  byKey.set(flowKey, creation);
  return creation;
}

/** On a shared till nobody finds the link of the one before: what has ended and is shown no more is forgotten. */
function withRelease(creation: LinkCreation): LinkCreation {
  let watchers = 0;
  const release = () => {
    const { phase } = creation.getSnapshot();
    if (watchers === 0 && phase !== 'unknown') creation.reset();
  };
  return {
    ...creation,
    subscribe: (listener) => {
      const leave = creation.subscribe(listener);
      watchers += 1;
      return () => {
        leave();
        watchers -= 1;
        queueMicrotask(release); // a StrictMode remount subscribes again at once
      };
    },
  };
}
