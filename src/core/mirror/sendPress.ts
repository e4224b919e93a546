import { HttpError } from '../errors.ts';
import { outcomeOfAnswer, outcomeOfError } from '../operations/outcomeOfError.ts';
import type { LostOutcomeFact } from '../operations/operationFacts.ts';
import type { TerminalOperation } from '../operations/terminalOperation.ts';
import type { MoneyCallOptions, MoneyClient } from '../operations/terminalOperations.ts';
import { createElapsedMsMeter, frozenPageThresholdMs } from '../time.ts';
import type { BatchClosed } from '../wire/message.ts';
import type { TerminalRequests } from '../wire/requests.ts';
import type { MoneyOperation } from '../wire/routes.ts';
import type { MirrorContext } from './mirrorRows.ts';
import { type createPressReads, notePressNotSent, staySendingMs } from './pressReads.ts';

interface SenderContext extends MirrorContext {
  pressReads: ReturnType<typeof createPressReads>;
  /** Reports that a request was answered, or failed with `error`. */
  onAnswer: (error?: unknown) => void;
  /** Whether the operator must sign in again. */
  isSignedOut: () => Promise<boolean>;
}

/** Creates the function that sends an operation to the gateway once. If the answer is lost, it reads the outcome. */
export function createSendPress(context: SenderContext) {
  const { clock, rows, pressReads, onAnswer, isSignedOut } = context;

  /** If the operation is still `sending` after `afterMs`, marks it as lost, so that it becomes unknown. */
  const doubt = (id: string, { reason, error }: Pick<LostOutcomeFact, 'reason' | 'error'>, afterMs: number) =>
    clock.setTimeout(() => {
      if (rows.get(id)?.phase === 'sending') rows.note(id, { lost: { at: clock.now(), reason, error } });
    }, afterMs);

  return async (
    operation: TerminalOperation,
    request: TerminalRequests[MoneyOperation],
    sender: MoneyClient,
    agreed: Pick<MoneyCallOptions, 'confirmed' | 'approval' | 'orderTotalCents'>,
  ): Promise<void> => {
    const { id, kind, currency } = operation;
    const passedMs = createElapsedMsMeter(clock);
    pressReads.noteSent(id);
    // Whether the page was frozen too long: it must not send what an operator or another tab has given up meanwhile.
    const isLate = () =>
      passedMs() > frozenPageThresholdMs &&
      (passedMs() > staySendingMs || rows.refreshPress(id)?.phase !== 'sending');
    let needsSignIn = false;
    const mayStillSend = async () => {
      needsSignIn = await isSignedOut();
      return !needsSignIn && !isLate();
    };
    const call = sender[kind] as (input: typeof request, options: MoneyCallOptions) => Promise<BatchClosed>;
    try {
      const accepted = await call(request, { operationId: id, currency, ...agreed, mayStillSend });
      onAnswer();
      rows.applyToPress(id, outcomeOfAnswer(accepted, { at: clock.now(), isProof: true, isTaken: false }));
    } catch (cause) {
      const error = needsSignIn ? new HttpError({ status: 401, operationState: 'not-seen' }) : cause;
      const fact = outcomeOfError(error, clock.now(), (refusal) => sender.isRefusal(refusal, kind));
      const toldByGateway = fact.error?.operationState;
      if (fact.type === 'refused') notePressNotSent(context, id, fact.error);
      // If the gateway itself calls the outcome unknown, the operation is unknown at once.
      else if (toldByGateway) doubt(id, fact, 0);
      else {
        doubt(id, withoutServiceReason(fact), Math.max(0, staySendingMs - passedMs()));
        // `onAnswer` is not called, because this error does not prove a lost connection: a gateway that was restored
        // from a backup answers reads, but no payments.
        return pressReads.ask(id, fact.error?.retryAfterMs);
      }
      onAnswer(cause);
    }
    pressReads.askSoon(id);
  };
}

/** Replaces the reasons that only the service can give, because the answer came from the host or a proxy. */
function withoutServiceReason({ reason, error }: LostOutcomeFact): Pick<LostOutcomeFact, 'reason' | 'error'> {
  if (error?.code === 'unauthorized') return { reason: 'bad-response', error };
  return { reason: reason === 'conflict' ? 'http-error' : reason, error };
}
