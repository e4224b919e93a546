import type { PaymentsClient } from '../client/createPaymentsClient.ts';
import { parseTerminalRequest, type TerminalRequests } from '../client/terminalOperations.ts';
import type { MoneyOperation } from '../contract/operationName.ts';
import { InvalidInputError } from '../errors/InvalidInputError.ts';
import { type CheckResult, createMessageWatcher, type MessageWatch } from '../polling/messageWatcher.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import type { DuplicateGuard } from './duplicateGuard.ts';
import { followMessage } from './followMessage.ts';
import type { Journal } from './journal.ts';
import { draftOf, newOperation } from './operationDraft.ts';
import { createOperationId } from './operationId.ts';
import { createOperationLedger } from './operationLedger.ts';
import { operationOf } from './operationRecord.ts';
import type { OperationFilter } from './operationStore.ts';
import type { PaymentsEventListener } from './paymentsEvent.ts';
import { sendOperation } from './sendOperation.ts';
import { guardStart, invalidRequest, noJournal, terminalBusy } from './startGuard.ts';
import type { StartResult } from './startResult.ts';
import type { ResolutionBasis, TerminalOperation } from './terminalOperation.ts';
import { withinMs } from './withinMs.ts';

export interface TerminalOperationsOptions {
  client: PaymentsClient;
  journal: Journal;
  clock?: Clock | undefined;
  /** 0 to 1; only spreads polls. */
  random?: (() => number) | undefined;
  /** The operator; others see this one's operations without amount and order number. */
  scopeKey?: string | undefined;
  /** How long to wait for a result before it counts as unknown. Default 300 000. */
  maxWaitMs?: number | undefined;
  duplicateGuard?: DuplicateGuard | false | undefined;
  /** Whether order numbers are recorded, so that a sale can be found in the back office. Default true. */
  storeOrderNumber?: boolean | undefined;
  onEvent?: PaymentsEventListener | undefined;
}

export interface StartOptions {
  /** Which part of the page this belongs to; a hook shows the newest open operation of its key. */
  flowKey?: string | undefined;
  /** Repeats the `confirmation` of a refusal. */
  confirmed?: string | undefined;
}

export interface Resolution {
  charged: boolean;
  basis: ResolutionBasis;
  /** Needed with basis `other`. It goes into the event only. */
  note?: string | undefined;
}

/** Every terminal operation of a page: started once each, followed to its ending. Lives outside React. */
export interface TerminalOperations {
  /** Never rejects. Sends one request at most; there is no queue and no second try. */
  start<Kind extends MoneyOperation>(
    kind: Kind,
    request: TerminalRequests[Kind],
    options?: StartOptions,
  ): Promise<StartResult>;
  get: (id: string) => TerminalOperation | undefined;
  /** Newest first. */
  list: (filter?: OperationFilter) => TerminalOperation[];
  subscribe: (listener: () => void) => () => void;
  /** Hears every event, as `onEvent` does. */
  listen: (listener: PaymentsEventListener) => () => void;
  /** One message as a store, whether it belongs to an operation or not. */
  watch: (msgIdentifier: string) => MessageWatch;
  /** Asks for a result out of turn, within the poll budget. */
  checkNow: (id: string) => CheckResult;
  checkMessageNow: (msgIdentifier: string) => CheckResult;
  /** Frees the person, not the payment: it becomes `unknown`, reason `stopped`, and a late result still wins. */
  stopWaiting: (id: string) => void;
  /** A person says what became of an unknown operation. Throws `invalid-input`. */
  resolveUnknown: (id: string, resolution: Resolution) => void;
  /** Picks up what the journal holds. Called once at creation. */
  resume: () => Promise<void>;
  /** Forgets what has ended; unknown operations are kept. */
  clearEnded: () => void;
  dispose: () => void;
  /** Settles when the journal was read. */
  readonly ready: Promise<void>;
  readonly clock: Clock;
  readonly isDurable: boolean;
}

const claimTimeoutMs = 1000;

/** Creates the operations of one client. One instance a page and client; see `getTerminalOperations`. */
export function createTerminalOperations(options: TerminalOperationsOptions): TerminalOperations {
  const {
    client,
    journal,
    clock = systemClock,
    random = Math.random,
    scopeKey,
    maxWaitMs = 300_000,
  } = options;
  const { duplicateGuard = {}, storeOrderNumber = true, onEvent } = options;
  const watcher = createMessageWatcher({ client, clock, random });
  const lockOf = ({ terminalId }: { terminalId: string }) => `${client.origin()} ${terminalId}`;
  const ledger = createOperationLedger({ journal, clock, storeOrderNumber, lockOf });
  if (onEvent) ledger.listen(onEvent);
  // Claims under way: the guard is synchronous, the journal is not.
  const claiming = new Map<string, TerminalOperation>();
  const followed = new Map<string, () => void>();

  const follow = (operation: TerminalOperation) => {
    if (!operation.msgIdentifier || followed.has(operation.id)) return;
    const about = { provider: operation.provider, since: operation.acceptedAt };
    const watch = watcher.watch(operation.msgIdentifier, about);
    followed.set(operation.id, followMessage(operation, { ledger, clock, maxWaitMs, watch }));
  };

  const resume = async () => {
    for (const record of await journal.list({ open: true })) {
      if (ledger.get(record.id)) continue;
      ledger.adopt(operationOf(record), record.seq);
      const operation =
        record.phase === 'sending'
          ? ledger.apply(record.id, { type: 'lost', at: clock.now(), reason: 'reloaded' })
          : ledger.get(record.id);
      if (operation) follow(operation);
    }
  };

  const claim = async (operation: TerminalOperation): Promise<StartResult | undefined> => {
    try {
      const claimed = await withinMs(clock, claimTimeoutMs, ledger.claim(operation), () =>
        ledger.forget(operation.id),
      );
      if (!claimed.ok) return { started: false, refusal: terminalBusy(claimed.holder) };
      ledger.begin(operation);
      return undefined;
    } catch {
      return { started: false, refusal: noJournal() };
    } finally {
      claiming.delete(operation.terminalId);
    }
  };

  const ready = resume();
  // A journal that cannot be read refuses every start, which is where a person can act on it.
  ready.catch(() => undefined);

  return {
    async start(kind, input, { flowKey = 'default', confirmed } = {}) {
      // Nothing is awaited before the terminal is reserved: a second click finds it taken.
      let request: TerminalRequests[typeof kind];
      try {
        request = parseTerminalRequest(kind, input, client.options.clientId);
        client.origin();
      } catch (error) {
        return { started: false, refusal: invalidRequest(error) };
      }
      const now = clock.now();
      const draft = draftOf(kind, request);
      const operations = [...claiming.values(), ...ledger.list()];
      const refusal = guardStart(draft, { operations, now, duplicateGuard, flowKey, confirmed });
      if (refusal) return { started: false, refusal };

      const operation = newOperation(draft, request, {
        id: createOperationId(),
        flowKey,
        scope: scopeKey,
        createdAt: now,
      });
      claiming.set(operation.terminalId, operation);
      const notClaimed = await claim(operation);
      if (notClaimed) return notClaimed;
      void sendOperation(operation, request, { client, clock, ledger }).then(follow);
      return { started: true, operation };
    },
    get: ledger.get,
    list: ledger.list,
    subscribe: ledger.subscribe,
    listen: ledger.listen,
    watch: (msgIdentifier) => watcher.watch(msgIdentifier),
    checkNow(id) {
      const msgIdentifier = ledger.get(id)?.msgIdentifier;
      return msgIdentifier ? watcher.checkNow(msgIdentifier) : { asked: false, nextAllowedAt: Infinity };
    },
    checkMessageNow: watcher.checkNow,
    stopWaiting(id) {
      ledger.apply(id, { type: 'gave-up', at: clock.now(), reason: 'stopped' });
    },
    resolveUnknown(id, { charged, basis, note }) {
      if (basis === 'other' && !note?.trim()) {
        throw new InvalidInputError('note', "must say where it was seen when the basis is 'other'.");
      }
      const resolved = { type: 'resolved', charged, basis } as const;
      ledger.apply(id, { ...resolved, at: clock.now() }, { ...resolved, note });
    },
    resume,
    clearEnded() {
      for (const { id } of ledger.list({ open: false })) {
        followed.get(id)?.();
        followed.delete(id);
        ledger.forget(id);
      }
    },
    dispose() {
      followed.forEach((stop) => stop());
      watcher.dispose();
    },
    ready,
    clock,
    isDurable: journal.durable,
  };
}
