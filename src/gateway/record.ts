import { type OperationFact, reduceOperation } from '../core/operations/operationReducer.ts';
import { outcomeOfError, acceptedFact } from '../core/operations/outcomeOfError.ts';
import {
  approvedCents,
  eventsBetween,
  isOpen,
  isUnseen,
  keepUnresolvedMs,
  type PaymentsEventDetail,
  type TerminalOperation,
} from '../core/operations/terminalOperation.ts';
import type { OperationDraft } from '../core/operations/startGuard.ts';
import { isCompleted, isSameProvider } from '../core/operations/transactions.ts';
import { HttpError, type OperationState, PaymentsError } from '../core/errors.ts';
import { firstPollDelayMs } from '../core/polling/chooseNextPoll.ts';
import { readErrorBody, readRefusedFields } from '../core/wire/errorBody.ts';
import { type BatchClosed, readAccepted, readBatchClosed } from '../core/wire/message.ts';
import { parseJson } from '../core/wire/read.ts';
import { type MoneyOperation, type OperationName } from '../core/wire/routes.ts';
import type { Service } from '../core/wire/service.ts';
import type { Steps, Transaction } from './gatewayStore.ts';
import {
  type ClaimRefusal,
  guardClaim,
  type GuardedClaim,
  type GuardRules,
  keptOf,
  readSurroundings,
  type Surroundings,
} from './guardClaim.ts';
import { emptyRow, type MessageRow, type OperationRow } from './recordRows.ts';
import { type OperationAnswer, stateOfAnswer } from './replies.ts';

/** A row, and how old it is by the store's clock. */
export type HeldOperation = OperationRow & { ageMs: number };

export const held = (row: OperationRow, now: number): HeldOperation => ({
  ...row,
  ageMs: Math.max(0, now - row.claimedAt),
});

export function* findOperation(
  tx: Transaction,
  account: string,
  id: string,
): Steps<HeldOperation | undefined> {
  const [row] = yield* tx.operations.list({ account, id });
  return row && held(row, tx.now);
}

/** A copy of a request that wants to take its id. */
export interface Claim extends Omit<GuardedClaim, 'draft'> {
  id: string;
  subject: string;
  actor: string | undefined;
  kind: OperationName;
  bodyHash: string;
  claimedBy: string;
  /** How long its answer may take (ms). */
  answerWithinMs: number;
  /** Of a terminal operation: what the guards look at. */
  draft?: OperationDraft | undefined;
}

/** Of one that was sent already, and that the store has lost: nothing is asked, and nobody has closed it. */
export type ClaimRules = GuardRules & { isForced?: boolean | undefined };

/**
 * Takes an id that is not there yet, with its terminal. Gives who holds the id, and nothing where it is now the caller's. What lock
 * or guard refuses closes its id at once: a copy that comes later is never sent.
 */
export function* claimOperation(
  tx: Transaction,
  claim: Claim,
  rules: ClaimRules,
): Steps<HeldOperation | undefined> {
  const { account, id, draft } = claim;
  const isGuarded = draft && !rules.isForced;
  const [holder, around] = yield* tx.together(
    findOperation(tx, account, id),
    isGuarded ? readSurroundings(tx, { account, draft }) : nothing(),
  );
  if (holder && !(rules.isForced && holder.state === 'closed')) return holder;
  const row: OperationRow = {
    ...rowHere(claim, claim),
    claimedAt: tx.now,
    createdAt: tx.now,
    answerBy: tx.now + claim.answerWithinMs,
  };
  if (!draft) {
    yield* tx.operations.put(row);
    return undefined;
  }
  const refusal = around && (yield* refusalOf(tx, { ...claim, draft }, around, rules));
  if (refusal) {
    const closed: OperationRow = { ...row, state: 'closed', claimedBy: null, answer: answerOf(refusal) };
    yield* tx.operations.put(closed);
    return held(closed, tx.now);
  }
  const { repeats: _, ...asked } = keptOf(draft, rules);
  const operation: TerminalOperation = {
    ...asked,
    id,
    phase: 'sending',
    anomalies: [],
    connection: 'ok',
    seenProcessing: false,
    flowKey: 'gateway',
    createdAt: tx.now,
  };
  yield* writeOperation(tx, row, operation, eventsBetween(undefined, operation));
  return undefined;
}

/** What is to be kept of an id that is sent, or without a claim, closed. Its times begin at 0. */
export function rowHere(
  { account, id, subject }: Pick<OperationRow, 'account' | 'id' | 'subject'>,
  claim?: Claim,
): OperationRow {
  const { kind = null, bodyHash = null, claimedBy = null, actor = null, answerWithinMs = 0 } = claim ?? {};
  const times = { claimedAt: 0, createdAt: 0, answerBy: answerWithinMs };
  const state = claim ? 'sent' : 'closed';
  return { account, id, state, subject, kind, bodyHash, claimedBy, actor, ...times, ...emptyRow };
}

/** Closes an id that nothing was sent under, for good. Gives who holds it now. */
export function* closeOperation(
  tx: Transaction,
  about: Pick<OperationRow, 'account' | 'id' | 'subject'>,
): Steps<HeldOperation> {
  const holder = yield* findOperation(tx, about.account, about.id);
  if (holder) return holder;
  const times = { claimedAt: tx.now, createdAt: tx.now, answerBy: tx.now };
  const row = { ...rowHere(about), ...times };
  yield* tx.operations.put(row);
  return held(row, tx.now);
}

/** Keeps an operation with what is asked for of it, and tells of it. */
function* writeOperation(
  tx: Transaction,
  row: OperationRow,
  operation: TerminalOperation,
  details: readonly PaymentsEventDetail[],
): Steps<OperationRow> {
  const moved = isCompleted(operation) ? approvedCents(operation) : undefined;
  const { terminalId } = operation;
  const after: OperationRow = {
    ...row,
    seq: row.seq + 1,
    operation,
    phase: operation.phase,
    isOpen: isOpen(operation),
    terminalId,
    provider: operation.provider ?? null,
    orderNumber: operation.orderNumber ?? null,
    pnRefNum: operation.pnRefNum ?? null,
    msgIdentifier: operation.msgIdentifier ?? null,
    currency: operation.currency ?? null,
    amountCents: operation.amountCents ?? null,
    movedCents: moved ?? null,
    endedAt: operation.endedAt ?? null,
    isUnseen: isUnseen(operation),
  };
  const { account, id, seq, subject } = after;
  const about = { account, operationId: id, seq, at: tx.now, operation, subject, terminalId };
  const told = (details.length > 0 ? details : [null]).map((detail) => ({
    ...about,
    detail,
    isDispatched: false,
  }));
  yield* tx.together(tx.operations.put(after), tx.events.addAll(told));
  return after;
}

/** What an operation is after facts; `more` is told beside what changed. */
export function* applyFacts(
  tx: Transaction,
  row: OperationRow,
  facts: readonly OperationFact[],
  more: readonly PaymentsEventDetail[] = [],
): Steps<OperationRow> {
  let current = row;
  for (const fact of facts) {
    const before = current.operation;
    const after = before && reduceOperation(before, fact);
    if (!after || after === before) continue;
    current = yield* writeOperation(tx, current, after, [...eventsBetween(before, after), ...more]);
  }
  return current;
}

/** What the loss of an answer means, where nobody is left who waits for it. */
export function* loseOverdue(tx: Transaction, row: OperationRow): Steps<OperationRow> {
  if (row.phase !== 'sending' || row.answerBy > tx.now) return row;
  return yield* applyFacts(tx, row, [{ type: 'lost', at: tx.now, reason: 'no-response' }]);
}

/** What nobody found out about does not hold its terminal for ever. */
function* archiveOld(tx: Transaction, row: OperationRow): Steps<OperationRow> {
  if (row.phase !== 'unknown' || tx.now - row.createdAt <= keepUnresolvedMs) return row;
  return yield* applyFacts(tx, row, [{ type: 'archived', at: tx.now }], [{ type: 'unresolved' }]);
}

/** What lock and guards say, once it is known what is over at the terminal. */
function* refusalOf(
  tx: Transaction,
  claim: GuardedClaim,
  { open, reference, similar }: Surroundings,
  rules: GuardRules,
): Steps<ClaimRefusal | undefined> {
  const known = new Map<string, OperationRow>();
  for (const row of open) known.set(row.id, yield* archiveOld(tx, yield* loseOverdue(tx, row)));
  const asKnown = (row: OperationRow) => known.get(row.id) ?? row;
  const around = {
    open: [...known.values()],
    reference: reference.map(asKnown),
    similar: similar.map(asKnown),
  };
  return guardClaim(claim, around, rules, tx.now);
}

// eslint-disable-next-line require-yield
function* nothing(): Steps<undefined> {
  return undefined;
}

function answerOf({ operationId: _, ...refusal }: ClaimRefusal): OperationAnswer {
  const { code, message, field } = refusal;
  const body = JSON.stringify({
    error: { code, message },
    ...(field && { errors: [{ field, message }] }),
    refusal,
  });
  return { status: 409, body, isNotSent: true, isOwn: true };
}

export interface AnswerRules {
  isRefusal: Service['isRefusal'];
  /** Each provider numbers its own messages. */
  isPerProvider: boolean;
}

export interface Answered {
  /** Its message has the id of an earlier one. */
  isHandedOutAgain: boolean;
  /** What is told and kept in the place of the answer. */
  instead?: OperationAnswer | undefined;
}

/** The page would ask for the other one's result, and show it. */
const takenMessage: OperationAnswer = {
  status: 504,
  body: /*#__PURE__*/ JSON.stringify({
    error: {
      code: 'unanswered',
      message:
        'The service gave it the message id of another payment. What became of the operation is not known.',
    },
  }),
  isOwn: true,
};

/** The answer to an id that was claimed: it is kept, and what it means is applied. */
export function* answerOperation(
  tx: Transaction,
  { account, id, draft }: Pick<Claim, 'account' | 'id' | 'draft'>,
  answer: OperationAnswer,
  { isRefusal, isPerProvider }: AnswerRules,
): Steps<Answered> {
  const usual = { isHandedOutAgain: false };
  const outcome = draft && outcomeOf(draft.kind, answer, isRefusal);
  const msgIdentifier = outcome && 'accepted' in outcome ? outcome.accepted.msgIdentifier : undefined;
  const provider = (isPerProvider && draft?.provider) || '';
  const [[row], open = [], [earlier] = []] = yield* tx.together(
    tx.operations.list({ account, id }),
    msgIdentifier === undefined ? nothing() : tx.operations.list({ account, msgIdentifier, isOpen: true }),
    msgIdentifier === undefined ? nothing() : tx.messages.list({ account, provider, id: msgIdentifier }),
  );
  if (row?.state !== 'sent') throw unclaimed();
  if (row.answer) {
    // The store forgot in between, and it was sent twice.
    const isOther = row.answer.body !== answer.body && isAccepted(answer);
    const isContradicted = isOther && (isAccepted(row.answer) || row.phase === 'rejected');
    if (isContradicted) yield* applyFacts(tx, row, [{ type: 'anomaly', kind: 'contradiction' }]);
    if (isContradicted || !isOther) return usual;
  }
  const answered = { ...row, answer };
  if (!outcome || !('accepted' in outcome)) {
    const facts = outcome ? [{ ...factOf(outcome, tx.now), isProof: true }] : [];
    yield* keepWith(tx, answered, facts);
    return usual;
  }
  const isOthers = (one: OperationRow) =>
    one.id !== row.id && (!isPerProvider || isSameProvider(one.provider, row.provider));
  return yield* accept(tx, answered, outcome.accepted, { provider, others: open.filter(isOthers), earlier });
}

/** Keeps an answer together with what it means. */
function* keepWith(tx: Transaction, answered: OperationRow, facts: readonly OperationFact[]): Steps<void> {
  const after = yield* applyFacts(tx, answered, facts);
  if (after === answered) yield* tx.operations.put(answered);
}

const isAccepted = (answer: OperationAnswer) => !answer.isOwn && answer.status >= 200 && answer.status < 300;

type Outcome = { accepted: BatchClosed } | { state: OperationState; error: PaymentsError | undefined };

function outcomeOf(kind: MoneyOperation, answer: OperationAnswer, isRefusal: Service['isRefusal']): Outcome {
  const state = stateOfAnswer(isRefusal, kind, answer);
  try {
    if (state === 'accepted') {
      if (kind === 'closeBatch') return { accepted: readBatchClosed(bodyOf(answer)) };
      return { accepted: readAccepted(parseJson(answer.body)) };
    }
    const body = bodyOf(answer);
    const fields = readRefusedFields(body);
    const error = new HttpError({
      status: answer.status,
      operationState: state,
      serviceMessage: answer.isOwn ? undefined : readErrorBody(body),
      fields: fields.length > 0 ? fields : undefined,
    });
    return { state, error };
  } catch (error) {
    return { state, error: error instanceof PaymentsError ? error : undefined };
  }
}

function bodyOf({ body }: OperationAnswer): unknown {
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}

const notSent = {
  code: 'unanswered',
  shortMessage: 'Nothing was sent.',
  operationState: 'not-seen',
} as const;

function factOf({ state, error }: Extract<Outcome, { state: unknown }>, at: number) {
  if (state === 'not-seen') return { type: 'refused', at, error: notSent } as const;
  // Whether it is a refusal is known by now: `state` says so.
  return outcomeOfError(error, at, () => state === 'refused');
}

/** What the record has of the message that the service took an operation as. */
interface OfMessage {
  provider: string;
  /** Other operations that are open and have its id. */
  others: readonly OperationRow[];
  earlier: MessageRow | undefined;
}

function* accept(
  tx: Transaction,
  row: OperationRow,
  accepted: BatchClosed,
  { provider, others, earlier }: OfMessage,
): Steps<Answered> {
  const { account, currency } = row;
  const { msgIdentifier } = accepted;
  const isTaken = others.length > 0;
  const doubt: OperationFact[] = isTaken ? [{ type: 'anomaly', kind: 'duplicate-id' }] : [];
  const isNoLongerKnown: OperationFact = { type: 'gave-up', at: tx.now, reason: 'duplicate-id' };
  for (const other of others) yield* applyFacts(tx, other, [...doubt, isNoLongerKnown]);
  if (isTaken) {
    // What is said of it from now on, and was asked before, may be about either.
    const providers = { in: ['', provider, ...others.map((other) => other.provider ?? '')] };
    const about = { account, provider: providers, id: msgIdentifier };
    yield* tx.messages.change(about, { since: tx.now, dueAt: null, askingUntil: null });
  }
  const fact = acceptedFact(accepted, { at: tx.now, isProof: true, isTaken });
  if (isTaken) {
    yield* keepWith(tx, { ...row, answer: takenMessage }, [...doubt, fact]);
    return { isHandedOutAgain: true, instead: takenMessage };
  }
  const keeping = keepWith(tx, row, [fact]);
  if (msgIdentifier === undefined) {
    yield* keeping;
    return { isHandedOutAgain: false };
  }
  // What was heard of an earlier message of this id is about another payment.
  const message = { ...newMessage(tx.now), operationId: row.id, currency, dueAt: tx.now + firstPollDelayMs };
  yield* tx.together(keeping, tx.messages.put({ account, provider, id: msgIdentifier, ...message }));
  return { isHandedOutAgain: (earlier?.operationId ?? row.id) !== row.id };
}

/** One that was just accepted. */
export function newMessage(now: number): Omit<MessageRow, 'account' | 'provider' | 'id'> {
  return {
    operationId: null,
    currency: null,
    state: { isFinal: false, connection: 'ok', failures: 0, missing: 0 },
    heardAt: null,
    since: now,
    askedAt: null,
    askingUntil: null,
    dueAt: now,
    timedOutAt: null,
    wantedUntil: null,
  };
}

/** The id to be answered is not there, or was closed: nobody claimed it, or the store lost it. */
function unclaimed(): PaymentsError {
  return new PaymentsError(
    'storage',
    'The answer to an operation was not kept: the store does not know its id. What it held before may be lost.',
  );
}

/** What a gateway says of an operation id. */
export function stateOf({ isRefusal }: Pick<Service, 'isRefusal'>, row: HeldOperation): OperationState {
  const { state, kind, answer, answerBy, claimedAt, ageMs, operation } = row;
  if (state === 'closed') return 'not-seen';
  if (answer && kind) return stateOfAnswer(isRefusal, kind, answer);
  if (operation && operation.phase !== 'sending') return stateOfOperation(operation);
  return ageMs < answerBy - claimedAt ? 'sent' : 'unanswered';
}

/** What a copy of a request is told whose answer is kept no longer, or never came; nothing while it may still come. */
export function forgottenAnswer({ operation, state }: OperationRow): OperationAnswer | undefined {
  if (state === 'closed' || !operation || operation.phase === 'sending') return undefined;
  const { msgIdentifier, pnRefNum, error } = operation;
  const { status = 502, shortMessage = '', serviceMessage: message = shortMessage, field } = error ?? {};
  const of = stateOfOperation(operation);
  if (of === 'accepted') return { status: 200, body: JSON.stringify({ data: { msgIdentifier, pnRefNum } }) };
  if (of === 'unanswered') return undefined;
  const isNotSent = of === 'not-seen';
  return {
    status,
    body: JSON.stringify({
      error: { message },
      errors: field === undefined ? undefined : [{ field, message }],
    }),
    isNotSent,
    isOwn: isNotSent,
  };
}

/** Its answer is kept no longer. */
function stateOfOperation({ phase, error, msgIdentifier }: TerminalOperation): OperationState {
  if (phase === 'rejected') return error?.operationState ?? 'refused';
  return msgIdentifier !== undefined || phase === 'complete' ? 'accepted' : 'unanswered';
}
