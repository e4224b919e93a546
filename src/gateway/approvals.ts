import { GatewayRefusal, notSentInvalidInputRefusal } from './GatewayRefusal.ts';
import { approvalHeader, isOperationId } from './gatewayRoutes.ts';
import type { StoreSteps, StoreTransaction } from './gatewayStore.ts';
import type { OperationRow } from './recordRows.ts';
import { type OperationAnswer, refusalBody } from './replies.ts';

/** A person's approval of a payment that was refused with `needs-approval`. */
export interface Approval {
  /** The person, as `authorize` names them. */
  by: string;
  refusedId: string;
  /** A hash of this payment's draft and `refusedId`. If the drafts are the same, the refused row has the same hash. */
  draftHash: string;
}

/** How long after the refusal an approval may come (ms). */
const approvableMs = 15 * 60_000;

export const unboundApprovalReason =
  'An approval is valid for one payment only, and this payment has none yet. Enter the code again.';

/** Uses up an approval. Returns false if the approval is for another draft or till, was used before, or came too late. */
export function* spendApproval(
  tx: StoreTransaction,
  { account, subject }: Pick<OperationRow, 'account' | 'subject'>,
  { by, refusedId, draftHash }: Approval,
): StoreSteps<boolean> {
  const [refused] = yield* tx.operations.list({ account, id: refusedId });
  const isRight =
    refused?.state === 'closed' &&
    refused.subject === subject &&
    refused.bodyHash === draftHash &&
    refused.approvedBy === null &&
    tx.now - refused.claimedAt <= approvableMs;
  if (isRight) yield* tx.operations.put({ ...refused, approvedBy: by });
  return isRight;
}

/** A refusal because another person must approve. `code`: the approver's code, if one was sent and not accepted. */
export const needsApprovalRefusal = (reason: string, code?: string) =>
  new GatewayRefusal(403, 'needs-approval', reason, {
    field: code === undefined ? undefined : approvalHeader,
  });

/** The answer that later copies of the refused payment get. */
export const needsApprovalAnswer = (refusal: Pick<GatewayRefusal, 'message' | 'field'>): OperationAnswer => ({
  status: 403,
  body: JSON.stringify(
    refusalBody({ code: 'needs-approval', message: refusal.message, field: refusal.field }),
  ),
  isNotSent: true,
  isOwn: true,
});

export const unusableApprovalAnswer = /*#__PURE__*/ needsApprovalAnswer({
  message: 'This approval was for another payment, was used before, or came too late. Enter the code again.',
  field: approvalHeader,
});

/** Reads the id of the refused payment and the code that approves it. Without the header, returns neither. */
export function readApprovalHeader({ headers }: Request): { refusedId?: string; code?: string } {
  const given = headers.get(approvalHeader);
  if (given === null) return {};
  const [refusedId = '', code = '', ...others] = given.split(':');
  try {
    const decoded = decodeURIComponent(code);
    if (isOperationId(refusedId) && decoded !== '' && others.length === 0)
      return { refusedId, code: decoded };
  } catch {
    // a code that cannot be decoded is refused below
  }
  throw notSentInvalidInputRefusal(
    approvalHeader,
    `The header ${approvalHeader} must hold the id of the refused payment, a colon, and the URI-encoded code.`,
  );
}
