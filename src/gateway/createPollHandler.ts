import { minPollGapMs } from '../core/polling/chooseNextPoll.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import { type ServicePoller, messageKeyText } from './createServicePoller.ts';
import type { OperationSender } from './createOperationSender.ts';
import type { GatewayContext } from './gatewayContext.ts';
import type { RouteMatch } from './gatewayRoutes.ts';
import type { StoreSteps, StoreTransaction } from './gatewayStore.ts';
import { foreignMessagePolledForMs, readPollsPausedUntil } from './pollTurns.ts';
import { unreadableAnswerBody } from './prepareServiceCallSender.ts';
import { findOperationRow, newMessageColumns } from './record.ts';
import type { MessageRow } from './recordRows.ts';
import { isOkStatus, jsonReply, replyWithAnswer } from './replies.ts';
import { type Caller, maySeeOperation } from './visibility.ts';

type MessageKey = Pick<RouteMatch, 'provider' | 'currency' | 'isFresh'> & { id: string };

/** What the record holds about a message at `now`. Until `restUntil`, the service wants no poll of the message. */
interface MessageView {
  row: MessageRow | undefined;
  now: number;
  restUntil: number;
}

/** How many foreign messages (messages without an operation here) are polled at the same time. */
const maxForeignMessages = 50;
/** If `maxForeignMessages` is reached: how soon the page may poll again (ms). */
const crowdedRetryMs = 15_000;

/** Answers a page's poll from the record. If no poller runs, the gateway may also poll the service at that moment. */
export function createPollHandler(context: GatewayContext, poller: ServicePoller, sender: OperationSender) {
  const { record, rules } = context;
  const providerOf = ({ provider = '' }: MessageKey) => (rules.isPerProvider ? provider : '');

  function* readMessage(tx: StoreTransaction, caller: Caller, message: MessageKey): StoreSteps<MessageView> {
    const { account } = caller;
    // Also finds a message that was accepted without a provider: such a message fits any provider.
    const providers = { in: ['', providerOf(message)] };
    const found = yield* tx.messages.list({ account, provider: providers, id: message.id });
    const row = found.toSorted((a, b) => b.since - a.since)[0];
    const operationId = row?.operationId;
    const owner = operationId == null ? undefined : yield* findOperationRow(tx, account, operationId);
    if (owner && owner.subject !== caller.subject && !maySeeOperation(caller, owner, tx.now))
      throw new GatewayRefusal(403, 'not-yours', 'This message belongs to another till.');
    return { row, now: tx.now, restUntil: yield* readPollsPausedUntil(tx, account, row) };
  }

  /** Whether the row already records the page's request. */
  const needsNoWrite = (row: MessageRow, message: MessageKey, now: number) => {
    const { operationId, dueAt, wantedUntil } = row;
    if (message.isFresh && !isEnded(row) && (dueAt ?? Infinity) > earliestNextPoll(row, now)) return false;
    const isWanted = dueAt !== null && (wantedUntil ?? 0) > now + foreignMessagePolledForMs / 2;
    return row.provider === providerOf(message) && (operationId !== null || isEnded(row) || isWanted);
  };

  /** Records that a page asks about a message, so that the gateway polls the service about it. */
  function* requestMessage(
    tx: StoreTransaction,
    caller: Caller,
    message: MessageKey,
  ): StoreSteps<MessageView & { row: MessageRow }> {
    const seen = yield* readMessage(tx, caller, message);
    const { row: known, now } = seen;
    if (known && needsNoWrite(known, message, now)) return { ...seen, row: known };
    const { account } = caller;
    const provider = providerOf(message);
    const row = { account, id: message.id, ...newMessageColumns(now), ...known, provider };
    row.currency ??= message.currency ?? null;
    if (known && known.provider !== provider)
      yield* tx.messages.remove({ account, provider: known.provider, id: message.id });
    if (row.operationId === null) {
      const others = { account, operationId: null, dueAt: { from: 0 }, wantedUntil: { above: now } };
      if (!known && (yield* tx.messages.list(others, oldest)).length === maxForeignMessages)
        return { ...seen, row: { ...row, dueAt: now + crowdedRetryMs } };
      row.wantedUntil = now + foreignMessagePolledForMs;
      row.dueAt ??= earliestNextPoll(row, now);
    }
    if (message.isFresh && !isEnded(row))
      row.dueAt = Math.min(row.dueAt ?? Infinity, earliestNextPoll(row, now));
    yield* tx.messages.put(row);
    return { ...seen, row };
  }

  return async (caller: Caller, message: MessageKey): Promise<Response> => {
    const { account } = caller;
    const seeNow = async () => {
      const seen = await record.read(account, (tx) => readMessage(tx, caller, message));
      if (seen.row && needsNoWrite(seen.row, message, seen.now)) return { ...seen, row: seen.row };
      return record.change(account, (tx) => requestMessage(tx, caller, message), 'write');
    };
    const seen = await seeNow();
    const { row } = seen;
    // Until the answer with this message id is recorded, the store's row may be about an earlier message with the id.
    if (sender.isUnrecorded(account, message.id))
      return messageReply({ ...seen, row: { ...row, ...newMessageColumns(seen.now) } });
    if (isEnded(row)) return messageReply(seen);
    if (poller.isRunning()) {
      if (row.operationId === null || message.isFresh) poller.nudge(account, 0);
      return messageReply(seen);
    }
    const asked = poller.asking(row) ? undefined : await poller.askOne(account);
    const isAboutIt = asked && messageKeyText(asked.message) === messageKeyText(row);
    const answer = isAboutIt ? asked.answer : await poller.asking(row);
    // If the service answered with an error, the page gets the error, unless it is a request to pause (429, 503).
    if (answer && !isOkStatus(answer.status) && !isPause(answer.status)) return replyWithAnswer(answer);
    return messageReply(await seeNow());
  };
}

const oldest = { by: ['dueAt'], limit: maxForeignMessages } as const;
const earliestNextPoll = ({ askedAt }: MessageRow, now: number) =>
  Math.max(now, (askedAt ?? 0) + minPollGapMs);
const isPause = (status: number) => status === 429 || status === 503;
const isEnded = ({ state: { status } }: Pick<MessageRow, 'state'>) =>
  status === 'complete' || status === 'failed';

// Before the first result, the page gets the status `received`: only an accepted message has an id. If the gateway
// could not read the service's last answer, the page gets an unreadable one too, and keeps its last readable result.
function messageReply({
  row: { id, state, heardAt, dueAt },
  now,
  restUntil,
}: MessageView & { row: MessageRow }): Response {
  const { message, misfit, missing } = state;
  const waitMs = Math.max(0, (dueAt ?? now) - now, restUntil - now);
  const headers: Record<string, string> = {
    ...(isEnded({ state }) ? {} : { 'retry-after': `${Math.max(1, Math.ceil(waitMs / 1000))}` }),
    ...(heardAt === null || misfit !== undefined
      ? {}
      : { age: `${Math.max(0, Math.floor((now - heardAt) / 1000))}` }),
  };
  if (!message && missing > 0) {
    const error = { code: 'not-found', message: 'The service does not know this message.' };
    return jsonReply({ error }, 404, headers);
  }
  if (misfit?.startsWith(unrecognisedStatusPrefix)) {
    // The page gets the unknown status word, to show it.
    const status = misfit.slice(unrecognisedStatusPrefix.length);
    return jsonReply({ data: { msgIdentifier: id, status } }, 200, headers);
  }
  if (misfit !== undefined) return replyWithAnswer({ status: 200, body: unreadableAnswerBody }, headers);
  if (!message) return jsonReply({ data: { msgIdentifier: id, status: 'received' } }, 200, headers);
  const { serviceMessage, amount, ...record } = message;
  // JSON has no NaN, and null would count as "the service named no amount".
  const told = amount === undefined || Number.isSafeInteger(amount) ? amount : 'NaN';
  return jsonReply({ data: { ...record, amount: told, message: serviceMessage } }, 200, headers);
}

const unrecognisedStatusPrefix = 'unrecognised-status: ';
