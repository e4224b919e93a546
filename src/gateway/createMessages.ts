import { retryAfterMs } from '../core/client/retryAfter.ts';
import { parseJson } from '../core/contract/parseJson.ts';
import { readProcessedMessage } from '../core/contract/processedMessage.ts';
import type { GatewayContext } from './gatewayContext.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import type { PollTurn } from './gatewayStore.ts';
import { prepareCall } from './prepareCall.ts';
import { jsonReply, textReply } from './replies.ts';
import type { ServiceAnswer } from './serviceAnswer.ts';
import { storeRefusal } from './storeRefusal.ts';

const operation = 'getProcessedMessage';
const pollTimeoutMs = 10_000;
const restMs = 60_000;
const longestRestMs = 15 * 60_000;

/**
 * Answers what is known of a message. The service is asked only when all dashboards and instances together may ask again; until
 * then the last answer stands, with its age and when to come back.
 */
export function createMessages(
  context: GatewayContext,
): (id: string, provider?: string) => Promise<Response> {
  const { store, polls, report } = context;
  const asking = new Map<string, Promise<ServiceAnswer>>();

  const takeTurn = async (id: string): Promise<PollTurn> => {
    try {
      return await store.askFor(id, polls);
    } catch (cause) {
      throw storeRefusal(context, operation, cause);
    }
  };

  const ask = async (id: string, provider: string | undefined): Promise<ServiceAnswer> => {
    const call = { operation, messageId: id, provider, timeoutMs: pollTimeoutMs } as const;
    const send = await prepareCall(context, call);
    let answer: ServiceAnswer;
    try {
      answer = await send();
    } finally {
      await keep(() => store.pollEnded(id));
    }
    const { status } = answer;
    if (status === 429 || status === 503) await keep(() => store.rest(restOf(context, answer)));
    else if (status === 200)
      await keep(() => store.keepMessage(id, { body: answer.body, isFinal: isFinal(answer.body) }));
    return answer;
  };

  // What could not be kept costs a question more, no more than that.
  const keep = async (run: () => Promise<void>) => {
    try {
      await run();
    } catch {
      report({ type: 'store-failed', operation, message: 'The answer to a poll could not be kept.' });
    }
  };

  const askOnce = (id: string, provider: string | undefined): Promise<ServiceAnswer> => {
    const current = asking.get(id);
    if (current) return current;
    const started = ask(id, provider).finally(() => asking.delete(id));
    asking.set(id, started);
    return started;
  };

  return async (id, provider) => {
    if (!asking.has(id)) {
      const turn = await takeTurn(id);
      if (!turn.isGranted) return lastKnown(id, turn);
    }
    try {
      const answer = await askOnce(id, provider);
      if (answer.status === 429 || answer.status === 503) return lastKnown(id, await takeTurn(id));
      return textReply(answer, answer.status === 200 ? { age: '0' } : {});
    } catch (cause) {
      report({ type: 'service-unreachable', operation, message: 'The service gave no answer to a poll.' });
      throw new GatewayRefusal(
        502,
        'unreachable',
        'The service cannot be reached. The payment is not affected.',
        { cause },
      );
    }
  };
}

function restOf({ service }: GatewayContext, { headers }: ServiceAnswer): number {
  return Math.min(retryAfterMs(headers, service.clock.now()) ?? restMs, longestRestMs);
}

// The service's `timeout` is no end: a late result may follow (contract: open points).
function isFinal(body: string): boolean {
  try {
    const { status } = readProcessedMessage(parseJson(body));
    return status === 'complete' || status === 'failed';
  } catch {
    return false;
  }
}

/** An id exists only because the service accepted the message: before the first answer, it is `received`. */
function lastKnown(id: string, { known, waitMs }: PollTurn): Response {
  const retryAfter: Record<string, string> = known?.isFinal
    ? {}
    : { 'retry-after': `${Math.max(1, Math.ceil(waitMs / 1000))}` };
  if (!known?.body) return jsonReply({ data: { msgIdentifier: id, status: 'received' } }, 200, retryAfter);
  return textReply(
    { status: 200, body: known.body },
    { age: `${Math.floor(known.ageMs / 1000)}`, ...retryAfter },
  );
}
