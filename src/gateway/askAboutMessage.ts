import { PaymentsError } from '../core/errors.ts';
import { withTimeout } from '../core/time.ts';
import type { GatewayContext } from './gatewayContext.ts';
import { noAnswerMessage } from './askService.ts';
import type { PollOutcome } from './recordPollOutcome.ts';
import { prepareCall } from './prepareCall.ts';
import type { MessageRow } from './recordRows.ts';

const operation = 'getProcessedMessage';
const pollTimeoutMs = 10_000;

/** Polls the service about a message, once. Never rejects. */
export async function askAboutMessage(
  context: GatewayContext,
  { account, provider, id, currency }: MessageRow,
): Promise<PollOutcome> {
  try {
    const preparing = prepareCall(context, {
      operation,
      messageId: id,
      account,
      provider: provider || undefined,
      currency: currency ?? undefined,
      timeoutMs: pollTimeoutMs,
    });
    // The slot must be used within this time.
    const send = await withTimeout(context.service.clock, pollTimeoutMs, preparing);
    return { answer: await send() };
  } catch (cause) {
    const message = noAnswerMessage('The service gave no answer to a poll', cause);
    context.report({ type: 'service-unreachable', operation, message });
    if (cause instanceof PaymentsError) return { error: cause };
    return { error: new PaymentsError('unanswered', 'The poll could not be sent.', { cause }) };
  }
}
