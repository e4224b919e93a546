import { PaymentsError } from '../core/errors.ts';
import { notSentAnswer } from './sendWithAnswerOnFailure.ts';
import { noSubject } from './authorize.ts';
import { type GatewayContext, reportStoreFailureAsRefusal } from './gatewayContext.ts';
import { answerRetryDelaysMs, succeedsAfterDelays } from './createAnswerRecorder.ts';
import { type OperationClaim, claimIdOrReadHolder, laterCopyMayArriveForMs } from './claimIdOrReadHolder.ts';
import { findOperationRow, type OperationRowWithAge } from './record.ts';
import { recordAnswerOrReplacement } from './recordAnswerOrReplacement.ts';
import type { OperationRow } from './recordRows.ts';
import type { OperationAnswer } from './replies.ts';

/** How long after the service's timeout its answer may still be recorded (ms). Then the operation becomes unknown. */
export const recordAnswerGraceMs = 5_000;

export const closedIdSentence = 'This operation id was closed before it was sent. Nothing was sent for it.';
const closedIdAnswer = /*#__PURE__*/ notSentAnswer(410, 'closed', closedIdSentence);
const notRecordedAnswer = /*#__PURE__*/ notSentAnswer(
  503,
  'store',
  'The gateway could not record this in time, so nothing was sent.',
);

/**
 * Claims an operation id for one copy of a request. Returns undefined if the caller must now send this copy at once.
 * Otherwise returns the id's row. Throws a refusal if the store cannot be used, or was restored just before.
 */
export async function claimIdToSend(
  context: GatewayContext,
  claim: OperationClaim,
): Promise<OperationRowWithAge | undefined> {
  const holder = await claimInTime(context, claim);
  if (!holder || !('restoredForMs' in holder)) return holder;
  const leftMs = laterCopyMayArriveForMs - holder.restoredForMs;
  throw reportStoreFailureAsRefusal(context, claim.kind, restoredLatelyError(), claim.id, leftMs);
}

/** Claims an id. If the store fails, the claim may be recorded all the same, so the claim is withdrawn. */
async function claimInTime(
  context: GatewayContext,
  claim: OperationClaim,
): Promise<OperationRowWithAge | { restoredForMs: number } | undefined> {
  const { record, service, rules } = context;
  const { clock } = service;
  const { account, id, kind, claimedBy } = claim;
  const startedAt = clock.monotonic();
  const wallAt = clock.now();
  try {
    const holder = await record.change(account, (tx) => claimIdOrReadHolder(tx, claim, rules));
    if (holder && 'restoredForMs' in holder) return holder; // nothing was claimed
    // If the store's answer was lost, a database client may repeat the claim, and find the row that the claim wrote.
    if (holder && holder.claimedBy !== claimedBy) return holder;
    if (await wasClosedForAllAccounts(context, claim)) return await withdraw(context, claim, closedIdAnswer);
    const passedMs = Math.max(clock.monotonic() - startedAt, clock.now() - wallAt);
    // A process that was suspended must not send: other instances may have counted the claim as lost meanwhile.
    return passedMs > recordAnswerGraceMs ? await withdraw(context, claim, notRecordedAnswer) : undefined;
  } catch (cause) {
    void succeedsAfterDelays(clock, answerRetryDelaysMs, () => withdraw(context, claim, notRecordedAnswer));
    throw reportStoreFailureAsRefusal(context, kind, cause, id);
  }
}

const restoredLatelyError = () =>
  new PaymentsError(
    'storage',
    'The database was restored, or lost its last writes, less than two minutes ago. Nothing is sent during these two ' +
      'minutes, because a late copy of an earlier request cannot be told from a new one.',
  );

// Whether another copy of the request, refused before its owner was known, closed the id for all accounts. That copy
// closes the id, then looks for claims. This copy claims, then looks for the closed id. So at least one sees the other.
async function wasClosedForAllAccounts(
  { record }: GatewayContext,
  { account, id }: OperationClaim,
): Promise<boolean> {
  const row = account === '' ? undefined : await record.read('', (tx) => findOperationRow(tx, '', id));
  return row !== undefined && isClosedForAllAccounts(row);
}

/** Whether the row closes the id for all merchants, because its owner was not known. */
export const isClosedForAllAccounts = ({ account, state, subject }: OperationRow) =>
  account === '' && state === 'closed' && subject === noSubject;

// Records that this copy was not sent, so that no other copy is sent either.
async function withdraw(
  { record, rules }: GatewayContext,
  claim: OperationClaim,
  answer: OperationAnswer,
): Promise<OperationRowWithAge> {
  const withdrawn = await record.change(claim.account, function* (tx) {
    const row = yield* findOperationRow(tx, claim.account, claim.id);
    if (row?.claimedBy !== claim.claimedBy) return undefined;
    yield* recordAnswerOrReplacement(tx, claim, answer, rules);
    return { ...row, answer: row.answer ?? answer };
  });
  // Thrown after the transaction: inside, it would also undo the changes of other requests in the same transaction.
  if (!withdrawn) throw new Error('The claim may still be recorded.');
  return withdrawn;
}
