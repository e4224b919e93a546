import { assertClient } from '../client/getTerminalOperations.ts';
import { unreachableRefusal } from '../client/lazyOperations.ts';
import { parseTerminalRequest } from '../client/terminalRequests.ts';
import { createOperationDraft, operationFromDraft } from '../operations/operationDraft.ts';
import {
  alreadyStartedRefusal,
  invalidRequestRefusal,
  repeatsOperationBeingSent,
  terminalBusyRefusal,
} from '../operations/refusals.ts';
import { orderPartOfPress, questionIfOverTotal } from '../operations/orders.ts';
import {
  isSameKindAndAmount,
  needsConfirmationWhileUnseen,
  type OperationDraft,
  questionAboutDuplicate,
} from '../operations/startGuard.ts';
import { mayBeSameProvider } from '../operations/transactions.ts';
import { createOperationId } from '../operations/operationId.ts';
import {
  blocksStart,
  isOpen,
  type Refusal,
  type StartResult,
  type TerminalOperation,
} from '../operations/terminalOperation.ts';
import type { StartOptions } from '../operations/terminalOperations.ts';
import type { TerminalRequests } from '../wire/requests.ts';
import type { MoneyOperation } from '../wire/routes.ts';
import type { MirrorContext } from './mirrorRows.ts';
import { noteFromOperation } from './browserOperationNotes.ts';
import type { createSendPress } from './sendPress.ts';

interface PressContext extends MirrorContext {
  scope: string | undefined;
  follower: { isAway: () => boolean; hurry: () => void };
  sendPress: ReturnType<typeof createSendPress>;
  /** Follows the gateway at least until the returned function is called. */
  keepFollowing: () => () => void;
}

/** Creates `start`: it stores a note in this browser, then sends the request to the gateway, which checks locks and guards. */
export function createStartPress(context: PressContext) {
  const { client, clock, scope, rows, notes, presence, follower } = context;

  /** Why this page does not send a draft. The gateway has further reasons to refuse one. */
  const refusalOf = (draft: OperationDraft, options: StartOptions): Refusal | undefined => {
    const { flowKey, confirmed, orderTakenCents } = options;
    // An earlier request may still be on its way to the gateway, which then cannot lock the terminal for it yet. So this
    // page checks for such a request itself.
    const unanswered = rows
      .list({ open: true })
      .find((press) => !rows.rowOf(press.id) && blocksStart(press, draft, clock.now()));
    if (unanswered) {
      const isSame =
        presence.isHeldHere(unanswered.id) && repeatsOperationBeingSent(unanswered, draft, flowKey);
      return isSame ? alreadyStartedRefusal(unanswered) : terminalBusyRefusal(unanswered);
    }
    const asked = questionOfGateway(draft) ?? questionOfEnding(draft, flowKey);
    const isOfOrder = orderTakenCents !== undefined && (!asked || asked.field === 'orderTotal');
    const part = orderPartOfPress(draft);
    // If the caller says what was taken of the order, the page asks whether to exceed the total, as the gateway would.
    const question = isOfOrder ? part && questionIfOverTotal(part, orderTakenCents) : asked;
    if (question && question.confirmation !== confirmed) return question;
    if (!follower.isAway()) return undefined;
    follower.hurry();
    return unreachableRefusal;
  };

  /** The question with which the gateway last refused this draft; undefined if there is none within `questionMs`. */
  const questionOfGateway = (draft: OperationDraft): Refusal | undefined => {
    const operations = rows.list();
    const last = lastPressOf(draft, operations);
    const refused = (last?.phase === 'rejected' && last.error?.refusal) || undefined;
    const { code, message = '', field, confirmation } = refused ?? {};
    const isOld = clock.now() - (last?.endedAt ?? -Infinity) > questionMs;
    if (code !== 'needs-confirmation' || confirmation === undefined || isOld) return undefined;
    // The gateway does not name the earlier operation, but the confirmation begins with that operation's id.
    const earlier = operations.find(({ id }) => confirmation.startsWith(`${id}|`));
    return { code, message, field, confirmation, operationId: earlier?.id };
  };

  /** The question about an equal operation whose ending is still shown here. The gateway does not know what is shown. */
  const questionOfEnding = (draft: OperationDraft, flowKey: string | undefined): Refusal | undefined => {
    if (draft.amountCents === undefined) return undefined;
    const isSameFlow = (ended: TerminalOperation) =>
      ended.flowKey === flowKey && presence.isHeldHere(ended.id);
    const earlier = rows
      .list({ open: false })
      .filter((ended) => notes.get(ended.id) && isOfSameReference(ended, draft))
      .find(
        (ended) =>
          isSameKindAndAmount(ended, draft) &&
          needsConfirmationWhileUnseen(draft.terminalId, ended, isSameFlow),
      );
    return earlier && questionAboutDuplicate(earlier, draft);
  };

  /** The confirmation of each operation, by its id. After an approval the operation is sent again with the same confirmation. */
  const confirmedPresses = new Map<string, string>();

  /** The confirmation and approval to send. After a refusal `needs-approval` of this draft, the code approves that refusal. */
  const agreedOf = (draft: OperationDraft, { confirmed, approval: code }: StartOptions) => {
    const refused = code === undefined ? undefined : lastPressOf(draft, rows.list());
    if (code === undefined || refused?.error?.refusal?.code !== 'needs-approval') return { confirmed };
    const refusedId = refused.id;
    return { confirmed: confirmed ?? confirmedPresses.get(refusedId), approval: { refusedId, code } };
  };

  return async <Kind extends MoneyOperation>(
    kind: Kind,
    input: TerminalRequests[Kind],
    given?: StartOptions,
  ): Promise<StartResult> => {
    const options = given ?? {}; // from JavaScript, it may be null
    const { flowKey = 'default', client: sender = client, currency, orderTotalCents } = options;
    let request: TerminalRequests[Kind];
    let draft: OperationDraft;
    try {
      assertClient(sender);
      request = parseTerminalRequest(kind, input, sender.options.clientId);
      // A gateway takes amounts in cents, so the amount of the request is not converted.
      const amountCents = 'amount' in request ? request.amount : undefined;
      draft = createOperationDraft(kind, request, {
        currency: currency?.toString().toUpperCase(),
        amountCents,
        orderTotalCents,
        flowKey,
      });
      client.origin();
    } catch (error) {
      return { started: false, refusal: invalidRequestRefusal(error) };
    }
    const agreed = agreedOf(draft, options);
    const refusal = refusalOf(draft, { ...options, flowKey, confirmed: agreed.confirmed });
    if (refusal) return { started: false, refusal };
    const about = { id: createOperationId(), flowKey, scope, createdAt: clock.now() };
    const operation = operationFromDraft(draft, about);
    presence.hold(operation.id);
    if (agreed.confirmed !== undefined) confirmedPresses.set(operation.id, agreed.confirmed);
    notes.put({ ...noteFromOperation(operation), gatewayAt: rows.gatewayNow() });
    rows.press(operation);
    void context.sendPress(operation, request, sender, { ...agreed, orderTotalCents });
    // Follows the gateway until the operation has ended, even if no part of the page subscribes.
    const release = context.keepFollowing();
    const leave = rows.subscribe(() => {
      const shown = rows.get(operation.id);
      if (shown && isOpen(shown)) return;
      leave();
      release();
    });
    return { started: true, operation };
  };
}

/** For how long the page repeats a gateway's question without sending the draft (ms). Then the gateway decides again. */
const questionMs = 5 * 60_000;

/** The newest operation that equals the draft in kind, terminal, amount, currency, order and reference. */
function lastPressOf(
  draft: OperationDraft,
  operations: readonly TerminalOperation[],
): TerminalOperation | undefined {
  return operations.find(
    (earlier) =>
      (['kind', 'terminalId', 'amountCents', 'currency', 'orderNumber'] as const).every(
        (name) => earlier[name] === draft[name],
      ) && isOfSameReference(earlier, draft),
  );
}

/** Whether an operation has the draft's reference. The draft of a sale has none, because the service gives it. */
const isOfSameReference = ({ pnRefNum, provider }: TerminalOperation, draft: OperationDraft): boolean =>
  draft.pnRefNum === undefined ||
  (draft.pnRefNum === pnRefNum && mayBeSameProvider(provider, draft.provider));
