import { acceptedIds } from './acceptedIds.ts';
import type { GatewayContext } from './gatewayContext.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import type { HeldOperation } from './gatewayStore.ts';
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
    const entry = sender.sentHere(id) ?? (await context.store.find(id));
    return await reply(context, id, subject, entry);
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
  try {
    return await reply(context, id, subject, await sender.close(id, subject));
  } catch (cause) {
    throw cause instanceof GatewayRefusal ? cause : storeRefusal(context, 'closeOperation', cause, id);
  }
}

async function reply(
  context: GatewayContext,
  id: string,
  subject: string,
  entry: HeldOperation | undefined,
): Promise<Response> {
  if (entry) assertOwner(entry, subject);
  const state = entry ? stateOf(context, entry) : 'not-seen';
  return jsonReply({
    id,
    state,
    isClosed: (entry && state === 'not-seen') || undefined,
    knownForMs: await context.store.knownForMs(),
    ...(state === 'accepted' ? acceptedIds(entry?.answer?.body ?? '') : {}),
    answer: entry?.answer,
  });
}
