import { ContractError, PaymentsError } from '../errors.ts';
import { pollBudgetOf, type PollBudget, type PollSlot } from '../polling/pollBudget.ts';
import { type Check, checkId, strictObjectOf, optional, string, parseInput } from '../wire/check.ts';
import { type ProcessedMessage, readProcessedMessage } from '../wire/message.ts';
import type { ClientContext } from './clientContext.ts';
import type { ServiceAnswer } from './protocol.ts';
import { requestUrl, type UrlValues } from './requestUrl.ts';
import { sendRequestOnce } from './send.ts';
import type { CallOptions } from '../operations/terminalOperations.ts';

const largestMessage = 1_000_000;
const pollTimeoutMs = 10_000;

export interface MessageQuery {
  msgIdentifier: string;
  provider?: string | undefined;
}

const checkMessageQuery: Check<MessageQuery> = /*#__PURE__*/ strictObjectOf({
  msgIdentifier: checkId,
  provider: optional(string()),
});

export interface PollOptions extends CallOptions {
  /** A slot that the caller has already taken from the budget. */
  slot?: PollSlot | undefined;
  /** The budget that gives the poll its slot. Default: the client's own budget. */
  budget?: PollBudget | undefined;
}

/** Polls a message once, as soon as the budget has a slot (50 a minute). Throws `PaymentsError`. */
export async function getProcessedMessage(
  context: ClientContext,
  input: MessageQuery,
  {
    signal,
    slot,
    budget = pollBudgetOf({ ...context, origin: () => context.base().origin }),
  }: PollOptions = {},
): Promise<ProcessedMessage> {
  const query = parseMessageQuery(input);
  // Checks the URL before a slot is taken: a poll that cannot be sent must not use one up.
  requestUrl(context.base(), context.service.route('getProcessedMessage'), {
    provider: query.provider,
    messageId: query.msgIdentifier,
  });
  let taken = slot;
  if (!taken || !budget.redeem(taken)) {
    taken = await budget.acquire(signal);
    budget.redeem(taken);
  }
  try {
    const { body } = await pollMessageWithoutSlot(context, query, signal);
    budget.endSlowdown();
    return readRequestedMessage(query, body);
  } catch (error) {
    if (error instanceof PaymentsError && (error.status === 429 || error.status === 503))
      budget.slowDown(error.retryAfterMs, error.status === 429);
    throw error;
  } finally {
    budget.endPoll(taken);
  }
}

export function parseMessageQuery(input: MessageQuery): MessageQuery {
  return parseInput(checkMessageQuery, input, 'getProcessedMessage');
}

/** Sends a poll without taking a slot of the poll budget. */
export function pollMessageWithoutSlot(
  context: ClientContext,
  { msgIdentifier, provider }: MessageQuery,
  signal?: AbortSignal,
  query?: UrlValues['query'],
): Promise<ServiceAnswer> {
  return sendRequestOnce(context, {
    operation: 'getProcessedMessage',
    messageId: msgIdentifier,
    provider,
    query,
    signal,
    timeoutMs: pollTimeoutMs,
    maxBytes: largestMessage,
  });
}

export function readRequestedMessage(
  { msgIdentifier: asked }: MessageQuery,
  body: unknown,
): ProcessedMessage {
  const message = readProcessedMessage(body);
  if (message.msgIdentifier !== undefined && message.msgIdentifier !== asked) {
    throw new ContractError('msgIdentifier', 'belongs to another message');
  }
  return { ...message, msgIdentifier: asked };
}
