import type { MoneyCallOptions, MoneyClient } from '../operations/terminalOperations.ts';
import { outcomeOfAnswer, outcomeOfError } from '../operations/outcomeOfError.ts';
import type { TerminalOperation } from '../operations/terminalOperation.ts';
import { type Clock, createElapsedMsMeter, frozenPageThresholdMs } from '../time.ts';
import type { BatchClosed } from '../wire/message.ts';
import type { TerminalRequests } from '../wire/requests.ts';
import type { MoneyOperation } from '../wire/routes.ts';
import type { OperationLedger } from './operationLedger.ts';

/** Sends the one request of an operation and applies its answer. Called once per operation id, right after the claim. */
export async function sendOperationAndApplyAnswer(
  operation: TerminalOperation,
  request: TerminalRequests[MoneyOperation],
  { client, clock, ledger }: { client: MoneyClient; clock: Clock; ledger: OperationLedger },
): Promise<TerminalOperation> {
  const { id, kind, currency } = operation;
  const passedMs = createElapsedMsMeter(clock);
  const mayStillSend = async () => passedMs() <= frozenPageThresholdMs || ledger.isStillSending(id);
  let accepted: BatchClosed;
  try {
    const call = client[kind] as (input: typeof request, options: MoneyCallOptions) => Promise<BatchClosed>;
    accepted = await call(request, { operationId: id, currency, mayStillSend });
  } catch (error) {
    const fact = outcomeOfError(error, clock.now(), (refusal) => client.isRefusal(refusal, kind));
    return ledger.apply(id, fact) ?? operation;
  }
  return applyAccepted(operation, accepted, ledger, clock.now());
}

/** Applies the service's acceptance to an operation. If another one has the same message id, marks both with `duplicate-id`. */
async function applyAccepted(
  operation: TerminalOperation,
  accepted: BatchClosed,
  ledger: OperationLedger,
  at: number,
): Promise<TerminalOperation> {
  const { id } = operation;
  const { msgIdentifier } = accepted;
  const isOther = (earlier: TerminalOperation) =>
    earlier.id !== id &&
    msgIdentifier !== undefined &&
    earlier.msgIdentifier === msgIdentifier &&
    earlier.account === operation.account; // each account has its own messages
  const other = ledger.list().find(isOther);
  if (other) {
    // If the other operation had ended before this one began, the other's result is valid. Otherwise the result may be
    // of either.
    if ((other.endedAt ?? Infinity) > operation.createdAt)
      ledger.apply(other.id, { type: 'gave-up', at, reason: 'duplicate-id' });
    for (const each of [other.id, id]) ledger.apply(each, { type: 'anomaly', kind: 'duplicate-id' });
  }
  const fact = outcomeOfAnswer(accepted, { at, isProof: false, isTaken: other !== undefined });
  const after = fact.type === 'accepted' ? await ledger.applyDurably(id, fact) : ledger.apply(id, fact);
  return after ?? operation;
}
