import type { Arrival } from './arrival.ts';
import type { Call } from './call.ts';
import { faultAfterEffect, faultBeforeEffect } from './faults.ts';
import type { LedgerRequest } from './ledger.ts';
import { handleCreateLink, handleListLinks } from './linksHandler.ts';
import { handleMoney } from './moneyHandler.ts';
import { isMoneyOperation, type OperationName } from './operations.ts';
import { handlePoll } from './pollHandler.ts';
import { dropped, isAccepted, type Outcome, refused, type Reply } from './replies.ts';
import type { Route } from './router.ts';
import { handleListTerminals } from './terminalsHandler.ts';
import { handleUpload } from './uploadHandler.ts';
import type { World } from './world.ts';

/** Carries out one request on the world, at once, by the scenario that holds for it. */
export function operate(world: World, arrival: Arrival, route: Route, entry: LedgerRequest): Outcome {
  const { settings, retryAfter } = world;
  const scenario = world.scenarios.choose({ ...entry, operation: route.operation });
  const fault = faultBeforeEffect(scenario, entry.path, retryAfter);
  if (fault === dropped) return dropped;
  if (arrival.headers.get('authorization') !== settings.authorization) {
    return refused(
      401,
      'The header authorization is missing, or is not the one that this sandbox was given.',
    );
  }
  if (fault) return fault;
  if (arrival.unreadable) return arrival.unreadable;

  const call: Call = {
    ...arrival,
    route,
    scenario,
    entry,
    query: entry.query,
    operationId: entry.operationId,
  };
  const { operationId } = entry;
  const isRemembered = settings.dedupe && isMoneyOperation(route.operation) && operationId !== undefined;
  const earlier = isRemembered ? world.accepted.get(operationId) : undefined;
  if (earlier) {
    entry.msgIdentifier = earlier.msgIdentifier;
    return earlier.reply;
  }
  const reply = handle(world, call, route.operation);
  if (!isAccepted(reply)) return reply;
  if (isRemembered) world.accepted.set(operationId, { reply, msgIdentifier: entry.msgIdentifier });
  return faultAfterEffect(scenario, reply);
}

function handle(world: World, call: Call, operation: OperationName): Reply {
  switch (operation) {
    case 'listTerminals':
      return handleListTerminals(world, call);
    case 'getProcessedMessage':
      return handlePoll(world, call);
    case 'listPaymentLinks':
      return handleListLinks(world, call);
    case 'createPaymentLink':
      return handleCreateLink(world, call);
    case 'uploadAttachments':
      return handleUpload(world, call);
    default:
      return handleMoney(world, call, operation);
  }
}
