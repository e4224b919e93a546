import { acceptedIds } from './acceptedIds.ts';
import type { GatewayContext } from './gatewayContext.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import type { OperationEntry } from './gatewayStore.ts';
import { assertOwner } from './operationOwner.ts';
import { stateOf } from './operationState.ts';
import { jsonReply } from './replies.ts';
import type { Sender } from './createSender.ts';
import { storeRefusal } from './storeRefusal.ts';

/** Answers what became of an operation id. */
export async function tellOperation(
  context: GatewayContext,
  sender: Sender,
  id: string,
  subject: string,
): Promise<Response> {
  try {
    const entry = await context.store.find(id);
    return await reply(context, sender, id, subject, entry);
  } catch (cause) {
    throw cause instanceof GatewayRefusal ? cause : storeRefusal(context, 'askOperation', cause, id);
  }
}

/** Makes sure that an id which was not seen never will be sent, and answers what became of it. */
export async function closeOperation(
  context: GatewayContext,
  sender: Sender,
  id: string,
  subject: string,
): Promise<Response> {
  const closed: OperationEntry = { id, state: 'closed', subject, answerBy: 0 };
  try {
    const entry = (await context.store.claim(closed)) ?? closed;
    return await reply(context, sender, id, subject, entry);
  } catch (cause) {
    throw cause instanceof GatewayRefusal ? cause : storeRefusal(context, 'closeOperation', cause, id);
  }
}

async function reply(
  context: GatewayContext,
  sender: Sender,
  id: string,
  subject: string,
  entry: OperationEntry | undefined,
): Promise<Response> {
  if (entry) assertOwner(entry, subject);
  const known = entry && { ...entry, answer: entry.answer ?? sender.unkeptAnswer(id) };
  const state = known ? stateOf(context, known) : 'not-seen';
  return jsonReply({
    id,
    state,
    isClosed: (entry && state === 'not-seen') || undefined,
    knownForMs: await context.store.knownForMs(),
    ...(state === 'accepted' ? acceptedIds(known?.answer?.body ?? '') : {}),
    answer: known?.answer,
  });
}
