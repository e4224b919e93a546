import { acceptedIds } from './acceptedIds.ts';
import { createAllowance } from './createAllowance.ts';
import { createExpiringMap } from './expiringMap.ts';
import type { GatewayContext } from './gatewayContext.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import type { HeldOperation } from './gatewayStore.ts';
import { assertOwner } from './operationOwner.ts';
import { stateOf } from './operationState.ts';
import { jsonReply } from './replies.ts';
import type { Sender } from './createSender.ts';
import { storeRefusal } from './storeRefusal.ts';

/** What one subject may close at once, and how often after that. A page closes what it lost the answer to. */
const closings = { most: 60, everyMs: 5_000 };
/** An allowance that nobody used for so long is full again (ms). */
const allowanceMs = closings.most * closings.everyMs;

export function createTeller(context: GatewayContext, sender: Sender) {
  const { store, service } = context;
  const { clock } = service;
  const allowances = createExpiringMap<() => boolean>(allowanceMs);

  const find = async (id: string) => sender.knownHere(id) ?? (await store.find(id));

  const assertMayClose = (subject: string) => {
    const now = clock.monotonic();
    const mayClose = allowances.get(subject, now) ?? createAllowance(clock, closings);
    allowances.set(subject, mayClose, now);
    if (mayClose()) return;
    throw new GatewayRefusal(429, 'busy', 'Too many operation ids were closed. Nothing was changed.', {
      headers: { 'retry-after': `${closings.everyMs / 1000}` },
    });
  };

  return {
    /** Answers what became of an operation id. */
    async askOperation(id: string, subject: string): Promise<Response> {
      try {
        return await reply(context, id, subject, await find(id));
      } catch (cause) {
        throw cause instanceof GatewayRefusal ? cause : storeRefusal(context, 'askOperation', cause, id);
      }
    },
    /** Makes sure that an id which was not seen never will be sent, and answers what became of it. */
    async closeOperation(id: string, subject: string): Promise<Response> {
      try {
        const known = await find(id);
        if (!known) assertMayClose(subject);
        return await reply(context, id, subject, known ?? (await sender.close(id, subject)));
      } catch (cause) {
        throw cause instanceof GatewayRefusal ? cause : storeRefusal(context, 'closeOperation', cause, id);
      }
    },
  };
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
