import { never } from './askService.ts';
import { nobody } from './authorize.ts';
import { type GatewayContext, storeRefusal } from './gatewayContext.ts';
import { laterMs, tryLater } from './keepAnswer.ts';
import { answerOperation, type Claim, claimOperation, findOperation, type HeldOperation } from './record.ts';
import type { OperationRow } from './recordRows.ts';
import type { OperationAnswer } from './replies.ts';

/** An answer may still be written when the service's time is up. */
export const graceMs = 5_000;

export const closedSentence = 'This operation id was closed before it was sent. Nothing was sent for it.';
const closedBefore = /*#__PURE__*/ never(410, 'closed', closedSentence);
const notRecorded = /*#__PURE__*/ never(
  503,
  'store',
  'The gateway could not record this in time, so it was not sent.',
);

/**
 * Takes an id in the store for one copy of a request. Gives who holds it, and nothing where it is the caller's now, to be sent at
 * once. Throws a refusal where the store cannot be used.
 */
export async function takeId(context: GatewayContext, claim: Claim): Promise<HeldOperation | undefined> {
  const { record, service, rules } = context;
  const { clock } = service;
  const { account, id, kind, claimedBy } = claim;
  const startedAt = clock.monotonic();
  const wallAt = clock.now();
  try {
    const holder = await record.change(account, (tx) => claimOperation(tx, claim, rules));
    // A store's client may repeat a claim whose answer it lost, and meet the one it made.
    if (holder && holder.claimedBy !== claimedBy) return holder;
    if (await isClosedByNobody(context, claim)) return await withdraw(context, claim, closedBefore);
    const passedMs = Math.max(clock.monotonic() - startedAt, clock.now() - wallAt);
    // A process that stood still must not send what the others believe to be over.
    return passedMs > graceMs ? await withdraw(context, claim, notRecorded) : undefined;
  } catch (cause) {
    void tryLater(clock, laterMs, () => withdraw(context, claim, notRecorded));
    throw storeRefusal(context, kind, cause, id);
  }
}

// A copy that was refused before anybody knew whose it is has closed the id for all accounts, perhaps at this moment: whoever
// closes looks for claims after that, and whoever claims looks here after that, so that one of them sees the other.
async function isClosedByNobody({ record }: GatewayContext, { account, id }: Claim): Promise<boolean> {
  const row = account === '' ? undefined : await record.read('', (tx) => findOperation(tx, '', id));
  return row !== undefined && isNobodys(row);
}

/** Closed before anybody knew whose it is: for all merchants. */
export const isNobodys = ({ account, state, subject }: OperationRow) =>
  account === '' && state === 'closed' && subject === nobody;

// What was claimed by a copy that is not sent, nobody ever sends; a claim whose answer was lost may have been recorded.
function withdraw(
  { record, rules }: GatewayContext,
  claim: Claim,
  answer: OperationAnswer,
): Promise<HeldOperation> {
  return record.change(claim.account, function* (tx) {
    const row = yield* findOperation(tx, claim.account, claim.id);
    if (row?.claimedBy !== claim.claimedBy) throw new Error('It may still be recorded.');
    yield* answerOperation(tx, claim, answer, rules);
    return { ...row, answer: row.answer ?? answer };
  });
}
