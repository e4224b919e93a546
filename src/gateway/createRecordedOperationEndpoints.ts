import { reduceOperation } from '../core/operations/operationReducer.ts';
import { eventsBetween } from '../core/operations/operationEvents.ts';
import type { SeqOfReviewedState } from '../core/operations/recorded.ts';
import { isUndecided, type Resolution } from '../core/operations/terminalOperation.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import { assertIdNotOfOtherSubject, noSubject } from './authorize.ts';
import { createExpiringMap, type OperationKey } from './createProcessMemory.ts';
import { createRateLimit } from './createRateLimit.ts';
import { readStoreTimeAndKnownForMs, type OperationSender } from './createOperationSender.ts';
import type { GatewayContext } from './gatewayContext.ts';
import type { StoreSteps, StoreTransaction } from './gatewayStore.ts';
import {
  applyAndStoreFacts,
  findOperationRow,
  operationStateAtGatewayOfRow,
  type OperationRowWithAge,
  rebuildAnswer,
  withAge,
  writeOperationAndEvents,
} from './record.ts';
import { readMessageIdAndReference } from './replies.ts';
import { rowMatcher } from './rowConditions.ts';
import { type Caller, isSecondScreen, mayAskAboutOperation, maySeeOperation } from './visibility.ts';

/** Pages close ids whose answer is lost. A subject (till or shop) may close `most` at once, then one in `everyMs`. */
const closeLimit = { most: 600, everyMs: 1_000 };
/** If a subject closes nothing for this long (ms), its whole limit is free again. */
const closeLimitRefillMs = closeLimit.most * closeLimit.everyMs;

export type RecordedOperationEndpoints = ReturnType<typeof createRecordedOperationEndpoints>;

export function createRecordedOperationEndpoints(context: GatewayContext, sender: OperationSender) {
  const { record, service } = context;
  const { clock } = service;
  const allowances = createExpiringMap<() => boolean>(closeLimitRefillMs);

  const assertMayClose = (subject: string) => {
    const now = clock.monotonic();
    const mayClose = allowances.get(subject, now) ?? createRateLimit(clock, closeLimit);
    allowances.set(subject, mayClose, now);
    if (mayClose()) return;
    throw new GatewayRefusal(429, 'busy', 'Too many operation ids were closed. Nothing was changed.', {
      headers: { 'retry-after': `${closeLimit.everyMs / 1000}` },
    });
  };

  // The page may have sent the id while another account was signed in, so all accounts are searched. Before the search,
  // the id is closed for all accounts. So a copy that is claimed in between finds the id closed.
  const assertUnsentInAnyAccount = async ({ account, id }: OperationKey) => {
    if (account !== '') await sender.close({ account: '', id, subject: noSubject });
    const rows = await record.read('', (tx) => tx.operations.list({ id }));
    if (rows.every((row) => operationStateAtGatewayOfRow(context.rules, withAge(row, 0)) === 'not-seen'))
      return;
    throw new GatewayRefusal(403, 'not-yours', 'This operation belongs to another till.');
  };

  const reply = async (id: string, caller: Caller) =>
    operationReply(context, id, caller, await sender.find({ account: caller.account, id }));

  return {
    askOperation: reply,
    /** Closes an id, unless a request was sent under it. Under a closed id nothing is ever sent. Returns the state of the id. */
    async closeOperation(id: string, caller: Caller) {
      const key = { account: caller.account, id };
      const known = await sender.find(key);
      if (!known) {
        assertMayClose(caller.subject);
        await assertUnsentInAnyAccount(key);
      }
      const row = known ?? (await sender.close({ ...key, subject: caller.subject }));
      return operationReply(context, id, caller, row);
    },
    /**
     * Records what a person says about the outcome of an unknown operation. A later result of the service still wins.
     * If the operation has changed since the person judged it (`seq`), and is still undecided, the call is refused.
     */
    async resolveOperation(
      id: string,
      caller: Caller,
      { charged, basis, note, seq }: Resolution & SeqOfReviewedState,
    ) {
      const { account, subject, actor = null } = caller;
      await record.change(account, function* (tx) {
        const row = yield* readVisibleOperation(tx, id, caller);
        if (isOtherState(row, seq) && isUndecided(row)) throw otherStateRefusal();
        const said = { account, operationId: id, charged, basis, note: note ?? null, subject, actor };
        // If the answer to a page was lost, the page resolves again in the same way: that is recorded only once.
        const newest = { by: ['id'], isDescending: true, limit: 1 } as const;
        const [last] = yield* tx.resolutions.list({ account, operationId: id }, newest);
        if (last && rowMatcher(said)({ ...last }) && !isUndecided(row)) return;
        yield* tx.resolutions.add({ ...said, at: tx.now });
        const { operation: before } = row;
        if (!before) return;
        const resolved = { type: 'resolved', charged, basis } as const;
        // Only an unknown operation can be resolved. An operation that is still sending or waiting first becomes unknown.
        // The two steps are one change, so no page sees the step between.
        const left = reduceOperation(before, { ...endOfWaiting(row), at: tx.now });
        const after = reduceOperation(left, { ...resolved, at: tx.now });
        const details = [...eventsBetween(before, after), { ...resolved, note }];
        if (after !== before) yield* writeOperationAndEvents(tx, row, after, details);
      });
      return reply(id, caller);
    },
    /** Records that a till has shown the ending. If `seq` is of a state before the ending, the ending stays unseen. */
    async acknowledgeOperation(id: string, caller: Caller, { seq }: SeqOfReviewedState) {
      const { account, subject, actor = null } = caller;
      await record.change(account, function* (tx) {
        const row = yield* readVisibleOperation(tx, id, caller);
        if (!row.operation || row.endedAt === null) return;
        if (isOtherState(row, seq) && row.isUnseen) return;
        const about = { account, operationId: id, subject };
        const [before] = yield* tx.acknowledgements.list(about);
        if (!before || before.at < row.endedAt)
          yield* tx.acknowledgements.put({ ...about, actor, at: tx.now });
        yield* applyAndStoreFacts(tx, row, [{ type: 'acknowledged', at: tx.now, seen: row.operation }]);
      });
      return reply(id, caller);
    },
  };
}

// True if the row has changed since the page read `seq`, or if a restored store counts anew. Without `seq`: false.
const isOtherState = (row: OperationRowWithAge, seq = row.seq) => row.seq !== seq;

function otherStateRefusal(): GatewayRefusal {
  const message = 'The operation has changed since you looked at it. Nothing was recorded: look at it again.';
  return new GatewayRefusal(409, 'other-state', message);
}

const endOfWaiting = ({ phase }: OperationRowWithAge) =>
  phase === 'sending'
    ? ({ type: 'lost', reason: 'no-response' } as const)
    : ({ type: 'gave-up', reason: 'stopped' } as const);

function* readVisibleOperation(
  tx: StoreTransaction,
  id: string,
  caller: Caller,
): StoreSteps<OperationRowWithAge> {
  const row = yield* findOperationRow(tx, caller.account, id);
  if (row && mayAskAboutOperation(caller, row, tx.now)) return row;
  throw new GatewayRefusal(404, 'not-found', 'There is no such operation.');
}

async function operationReply(
  context: GatewayContext,
  id: string,
  caller: Caller,
  row: OperationRowWithAge | undefined,
): Promise<object> {
  if (row && !maySeeOperation(caller, row, row.claimedAt + row.ageMs))
    assertIdNotOfOtherSubject(row, caller.subject);
  const state = row ? operationStateAtGatewayOfRow(context.rules, row) : 'not-seen';
  const reply = {
    id,
    state,
    isClosed: (row && state === 'not-seen') || undefined,
    ...(await readStoreTimeAndKnownForMs(context, caller.account)),
  };
  // A second screen gets no more than this, because a customer may read it.
  if (isSecondScreen(caller.sees)) return reply;
  return {
    ...reply,
    ...(state === 'accepted' && row ? messageIdsOf(row) : {}),
    // After the stored answer has expired, a refusal is rebuilt from the operation.
    answer: row?.answer ?? (row && state === 'refused' ? rebuildAnswer(row) : undefined),
  };
}

/** The message id and the reference: from the stored answer or, if there is none any more, from the operation. */
function messageIdsOf({ answer, msgIdentifier, pnRefNum }: OperationRowWithAge) {
  if (answer) return readMessageIdAndReference(answer.body);
  return { msgIdentifier: msgIdentifier ?? undefined, pnRefNum: pnRefNum ?? undefined };
}
