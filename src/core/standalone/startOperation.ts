import { assertClient } from '../client/getTerminalOperations.ts';
import { parseTerminalRequest } from '../client/terminalRequests.ts';
import { tryToWarn, warnOnce } from '../errors.ts';
import {
  checkTransaction,
  createOperationDraft,
  operationFromDraft,
  centsFromRequestAmount,
} from '../operations/operationDraft.ts';
import { type PaidAndPending, sumOrder } from '../operations/orders.ts';
import { invalidRequestRefusal, noJournalRefusal, terminalBusyRefusal } from '../operations/refusals.ts';
import { type OperationDraft, type DuplicateGuardOptions, guardStart } from '../operations/startGuard.ts';
import { createOperationId } from '../operations/operationId.ts';
import {
  blocksStart,
  isOpen,
  isUnseen,
  type Refusal,
  type StartResult,
  type TerminalOperation,
} from '../operations/terminalOperation.ts';
import type { MoneyClient, StartOptions } from '../operations/terminalOperations.ts';
import type { OperationPresence } from '../operationPresence.ts';
import { type Clock, createElapsedMsMeter, frozenPageThresholdMs, withTimeout } from '../time.ts';
import type { TerminalRequests } from '../wire/requests.ts';
import type { MoneyOperation } from '../wire/routes.ts';
import { type Journal, type OperationRecord, operationFromJournalRecord } from './journal.ts';
import type { OperationLedger } from './operationLedger.ts';
import type { OwnershipAndRedaction } from './ownershipAndRedaction.ts';

interface StartContext extends Pick<OwnershipAndRedaction, 'owner' | 'isOurs' | 'isRelevant'> {
  client: MoneyClient;
  journal: Journal;
  ledger: OperationLedger;
  presence: OperationPresence;
  clock: Clock;
  duplicateGuard: DuplicateGuardOptions | false;
  isRead: () => boolean;
  /** Called if the journal refused a claim because of a record that this page did not know. */
  onOutdated: () => void;
  send: (
    operation: TerminalOperation,
    request: TerminalRequests[MoneyOperation],
    client: MoneyClient,
  ) => void;
}

const claimTimeoutMs = 1000;
const manyUnseen = 50;

/** Starts operations: checks the request and the guards, records the operation, and sends it. */
export function createStartOperation(context: StartContext) {
  const { client, ledger, presence, clock, isRelevant } = context;
  // By terminal, the operations that are not recorded yet: the guards must see them before the journal has them.
  const claiming = new Map<string, TerminalOperation>();

  const reserve = createReservation(context, claiming);

  return async <Kind extends MoneyOperation>(
    kind: Kind,
    input: TerminalRequests[Kind],
    given?: StartOptions,
  ): Promise<StartResult> => {
    const options = given ?? {}; // from JavaScript, it may be null
    const { flowKey = 'default', confirmed, transaction, client: sender = client } = options;
    // Do not await before the terminal is reserved: a second click must find it taken.
    let checked: ReturnType<typeof checkStart<Kind>>;
    try {
      assertClient(sender);
      checked = checkStart(kind, input, options, sender);
      client.origin();
    } catch (error) {
      return { started: false, refusal: invalidRequestRefusal(error) };
    }
    const { request, draft } = checked;
    const now = clock.now();
    const { duplicateGuard } = context;
    const isOwn = presence.isHeldHere;
    const compare = (operations: readonly TerminalOperation[]) =>
      guardStart(draft, {
        operations,
        now,
        duplicateGuard,
        flowKey,
        confirmed,
        transaction,
        isOwn,
        taken: takenOf(draft, operations),
      });
    const operations = [...claiming.values(), ...ledger.list().filter(isRelevant)];
    tryToWarn(() => process.env.NODE_ENV === 'development' && warnIfUnacknowledged(operations));
    const known = compare(operations);
    if (known) return { started: false, refusal: known };

    const about = { id: createOperationId(), flowKey, ...context.owner(), createdAt: now };
    const operation = operationFromDraft(draft, about);
    claiming.set(operation.terminalId, operation);
    presence.hold(operation.id);
    const refusal = await reserve(operation, draft, compare);
    claiming.delete(operation.terminalId);
    if (refusal) {
      presence.release(operation.id);
      return { started: false, refusal };
    }
    context.send(operation, request, sender);
    return { started: true, operation };
  };
}

/** Creates the function that records an operation and takes its terminal. `claiming`: operations being claimed, by terminal. */
function createReservation(context: StartContext, claiming: ReadonlyMap<string, TerminalOperation>) {
  const { journal, ledger, clock, isRelevant } = context;

  return async (
    operation: TerminalOperation,
    draft: OperationDraft,
    compare: (operations: readonly TerminalOperation[]) => Refusal | undefined,
  ): Promise<Refusal | undefined> => {
    const passedMs = createElapsedMsMeter(clock);
    const over: string[] = [];
    let refusal: Refusal | undefined;
    /** Whether the draft may start, given the operations of this page and newer journal records. If not, sets `refusal`. */
    const judge = (records: readonly OperationRecord[]) => {
      const newer = records.filter(context.isOurs()).filter(ledger.isNewer).map(operationFromJournalRecord);
      const known = [...claiming.values(), ...ledger.list(), ...newer];
      const byId = new Map(known.map((other) => [other.id, other]));
      byId.delete(operation.id);
      const others = [...byId.values()];
      for (const other of others) {
        // An operation that has ended on this page holds no terminal, even if the journal does not have the ending yet.
        const mayHold = isOpen(other)
          ? blocksStart(other, draft, operation.createdAt)
          : !ledger.isUnwritten(other.id);
        if (!mayHold) over.push(other.id);
      }
      refusal = compare(others.filter(isRelevant));
      return refusal === undefined;
    };
    try {
      const unread = context.isRead() ? [] : await withTimeout(clock, claimTimeoutMs, journal.list());
      if (!judge(unread)) return refusal;
      // The journal calls `judge` again: another tab may have recorded an operation of the same sale or order.
      const claimed = await withTimeout(clock, claimTimeoutMs, ledger.claim(operation, { over, judge }), () =>
        ledger.forget(operation.id),
      );
      if (!claimed.ok) {
        context.onOutdated();
        return claimed.holder ? terminalBusyRefusal(claimed.holder) : refusal;
      }
      // The page was frozen or asleep: other tabs may have given the operation up, and a person may have acted on that.
      if (passedMs() > frozenPageThresholdMs) {
        ledger.forget(operation.id);
        return noJournalRefusal();
      }
      ledger.show(operation);
      return undefined;
    } catch (cause) {
      return noJournalRefusal(cause);
    }
  };
}

function warnIfUnacknowledged(operations: readonly TerminalOperation[]): void {
  if (operations.filter(isUnseen).length <= manyUnseen) return;
  warnOnce(
    'more than 50 payments have ended, and nothing took note of it. Call reset() of the flow or acknowledge(id) once a person has seen how a payment ended, or set acknowledgeOn="callback".',
  );
}

/** The amounts that this browser took of the draft's order. Undefined if the draft has no order total. */
function takenOf(
  { orderNumber: number = '', orderTotalCents, currency }: OperationDraft,
  operations: readonly TerminalOperation[],
): PaidAndPending | undefined {
  return orderTotalCents === undefined ? undefined : sumOrder({ number, currency }, operations, []);
}

/** Checks a request and the options of its start. Throws `invalid-input` or `configuration`. */
function checkStart<Kind extends MoneyOperation>(
  kind: Kind,
  input: TerminalRequests[Kind],
  { currency, repeats, transaction, orderTotalCents, flowKey }: StartOptions,
  { options, service }: MoneyClient,
) {
  const request = parseTerminalRequest(kind, input, options.clientId);
  const money = { currency: currency?.toString().toUpperCase(), amountScale: service.amountScale };
  checkTransaction(transaction);
  const amountCents = 'amount' in request ? centsFromRequestAmount(request.amount, money) : undefined;
  const draft = createOperationDraft(kind, request, { ...money, amountCents, orderTotalCents, flowKey });
  return { request, draft: { ...draft, repeats } };
}
