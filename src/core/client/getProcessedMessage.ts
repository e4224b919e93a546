import { ContractError, PaymentsError } from '../errors.ts';
import type { PollBudget, PollSlot } from '../polling/pollBudget.ts';
import { type Check, checkId, fields, optional, string } from '../wire/check.ts';
import { type ProcessedMessage, readProcessedMessage } from '../wire/message.ts';
import type { ClientContext } from './clientContext.ts';
import { retryAfterMs } from './readAnswer.ts';
import { requestUrl } from './requestUrl.ts';
import { send } from './send.ts';
import { type CallOptions, parseInput } from './terminalOperations.ts';

/** How fresh a gateway's answer is: it may be kept from what the service told somebody else. */
export interface PollFreshness {
  /** How long ago the service was asked; undefined where it was not asked yet. */
  ageMs: number | undefined;
  /** After how long it makes sense to ask again. */
  againInMs: number;
}

const longestFloorMs = 60_000;

function readFreshness(headers: Headers, now: number): PollFreshness {
  const age = Number(headers.get('age') || Number.NaN);
  return {
    ageMs: age >= 0 ? age * 1000 : undefined,
    againInMs: Math.min(longestFloorMs, retryAfterMs(headers, now) ?? 0),
  };
}

const largestMessage = 1_000_000;
const pollTimeoutMs = 10_000;

export interface MessageQuery {
  msgIdentifier: string;
  provider?: string | undefined;
}

const checkMessageQuery: Check<MessageQuery> = /*#__PURE__*/ fields({
  msgIdentifier: checkId,
  provider: optional(string()),
});

export interface PollOptions extends CallOptions {
  /** A slot that was already taken from the budget. */
  slot?: PollSlot | undefined;
  /** Default the client's own. */
  budget?: PollBudget | undefined;
  /** Hears, before the promise resolves, how fresh a gateway's answer is. */
  onFreshness?: ((freshness: PollFreshness) => void) | undefined;
}

/** Asks once for the result of a message, as soon as the budget has a slot (contract: 50 a minute). */
export async function getProcessedMessage(
  context: ClientContext,
  input: MessageQuery,
  { signal, slot, budget: given, onFreshness }: PollOptions = {},
): Promise<ProcessedMessage> {
  const { msgIdentifier, provider } = parseInput(checkMessageQuery, input, 'getProcessedMessage');
  // What has no address takes no slot from the others.
  requestUrl(context.base(), context.service.route('getProcessedMessage'), {
    provider,
    messageId: msgIdentifier,
  });
  const budget = given ?? (await pollBudgetOf(context));
  if (!slot || !budget.redeem(slot)) budget.redeem(await budget.acquire(signal));
  try {
    const { body, headers } = await send(context, {
      operation: 'getProcessedMessage',
      messageId: msgIdentifier,
      provider,
      signal,
      timeoutMs: pollTimeoutMs,
      maxBytes: largestMessage,
    });
    budget.eased();
    const message = readMessage(msgIdentifier, body);
    if (context.options.gateway) onFreshness?.(readFreshness(headers, context.clock.now()));
    return message;
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    if (error.status === 429 || error.status === 503)
      budget.slowDown(error.retryAfterMs, error.status === 429);
    if (error.code === 'unauthorized') context.headersRefused();
    throw error;
  }
}

/** What shares the minute comes with what asks: a page that asks about no message carries none of it. */
async function pollBudgetOf({ options, base, clock }: ClientContext): Promise<PollBudget> {
  if (options.pollBudget) return options.pollBudget;
  const { sharedPollBudget } = await import('../polling/pollBudget.ts');
  return sharedPollBudget(base().origin, options.budgetKey, clock);
}

function readMessage(asked: string, body: unknown): ProcessedMessage {
  const message = readProcessedMessage(body);
  if (message.msgIdentifier !== undefined && message.msgIdentifier !== asked) {
    throw new ContractError('msgIdentifier', 'belongs to another message');
  }
  return { ...message, msgIdentifier: asked };
}
