import type { PaymentsClient } from '../client/createPaymentsClient.ts';
import type { MoneyCallOptions, TerminalRequests } from '../client/terminalOperations.ts';
import type { Clock } from '../time.ts';
import type { BatchClosed } from '../wire/message.ts';
import type { MoneyOperation } from '../wire/routes.ts';
import { applyAccepted } from './applyOutcome.ts';
import type { OperationInquiry } from '../operations/operationInquiry.ts';
import type { OperationLedger } from './operationLedger.ts';
import { outcomeOfError } from '../operations/outcomeOfError.ts';
import type { TerminalOperation } from '../operations/terminalOperation.ts';

export interface Sending {
  client: PaymentsClient;
  clock: Clock;
  ledger: OperationLedger;
  /** Asks a gateway about a lost answer; undefined where nobody can be asked. */
  inquiry?: OperationInquiry | undefined;
  /** What a person confirmed before it was sent. */
  confirmed?: string | undefined;
}

/** What takes longer on the way to the request means that the page may not have run (ms). */
export const frozenMs = 2000;

/** The one request of an operation, and what its answer means. Called once per operation id, right after the claim. */
export async function sendOperation(
  operation: TerminalOperation,
  request: TerminalRequests[MoneyOperation],
  { client, clock, ledger, inquiry, confirmed }: Sending,
): Promise<TerminalOperation> {
  const { id, kind, currency } = operation;
  const [now, startedAt] = [clock.now(), clock.monotonic()];
  const passedMs = () => Math.max(clock.now() - now, clock.monotonic() - startedAt);
  const mayStillSend = async () => passedMs() <= frozenMs || ledger.isStillSending(id);
  const isProof = inquiry !== undefined;
  let accepted: BatchClosed;
  try {
    const call = client[kind] as (input: typeof request, options: MoneyCallOptions) => Promise<BatchClosed>;
    accepted = await call(request, { operationId: id, currency, confirmed, mayStillSend });
  } catch (error) {
    const fact = outcomeOfError(error, kind, clock.now(), client);
    if (fact.type === 'refused') return ledger.apply(id, { ...fact, isProof }) ?? operation;
    if (!inquiry) return ledger.apply(id, fact) ?? operation;
    inquiry.askLost(operation, fact, passedMs());
    return operation;
  }
  return applyAccepted(operation, accepted, { ledger, clock, isProof });
}
