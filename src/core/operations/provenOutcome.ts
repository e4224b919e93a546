import type { KnownOperation, OperationQuestion } from '../client/askOperation.ts';
import type { PaymentsClient } from '../client/createPaymentsClient.ts';

/** What a gateway says for good. `not-seen`: nothing was sent, and nothing will be. */
export type ProvenOutcome = Exclude<KnownOperation, { state: 'sent' }>;

/** How much longer than an operation is old a gateway must have forgotten nothing (ms). */
const doubtMs = 60_000;

/**
 * Asks a gateway about an operation; undefined while nothing is proven. A gateway that has not seen an id may have forgotten
 * it, and a copy of the request may still be under way: so its memory must reach back far enough, and the id is closed.
 */
export async function askProvenOutcome(
  client: Pick<PaymentsClient, 'askOperation'>,
  question: Omit<OperationQuestion, 'close'>,
  age: () => number,
): Promise<ProvenOutcome | undefined> {
  const reachesBack = (known: ProvenOutcome) =>
    known.state !== 'not-seen' || known.knownForMs > age() + doubtMs;
  const known = await client.askOperation(question);
  if (known.state === 'sent' || !reachesBack(known)) return undefined;
  if (known.state !== 'not-seen') return known;
  const closed = await client.askOperation({ ...question, close: true });
  // Between the two questions it may have seen the id, or begun anew.
  if (closed.state === 'sent' || !reachesBack(closed)) return undefined;
  return closed.state === 'not-seen' && !closed.isClosed ? undefined : closed;
}
