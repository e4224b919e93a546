import type { Clock } from '../time/clock.ts';
import { callHost } from './callHost.ts';
import type { Journal } from './journal.ts';
import { type OperationFact, reduceOperation } from './operationReducer.ts';
import { operationOf, recordOf } from './operationRecord.ts';
import { createOperationStore, type OperationStore } from './operationStore.ts';
import { eventsBetween, type PaymentsEventDetail, type PaymentsEventListener } from './paymentsEvent.ts';
import type { TerminalOperation } from './terminalOperation.ts';

export interface OperationLedgerOptions {
  journal: Journal;
  clock: Clock;
  storeOrderNumber: boolean;
  lockOf: (operation: Pick<TerminalOperation, 'terminalId'>) => string;
}

/** Store, journal and events in step: every change of an operation goes through here. */
export interface OperationLedger extends Pick<OperationStore, 'get' | 'list' | 'subscribe'> {
  /** Records a new operation and takes its terminal; the holder where it is taken. Nobody is told yet. */
  claim: (operation: TerminalOperation) => Promise<{ ok: true } | { ok: false; holder: TerminalOperation }>;
  /** Shows a claimed operation. */
  begin: (operation: TerminalOperation) => void;
  /** Adds what was found in the journal. */
  adopt: (operation: TerminalOperation, seq: number) => void;
  apply: (id: string, fact: OperationFact, ...more: PaymentsEventDetail[]) => TerminalOperation | undefined;
  /** Like `apply`, but written to the journal before anybody is told. */
  applyDurably: (id: string, fact: OperationFact) => Promise<TerminalOperation | undefined>;
  forget: (id: string) => void;
  listen: (listener: PaymentsEventListener) => () => void;
}

export function createOperationLedger(options: OperationLedgerOptions): OperationLedger {
  const { journal, clock, storeOrderNumber, lockOf } = options;
  const store = createOperationStore();
  const seqs = new Map<string, number>();
  const hosts = new Set<PaymentsEventListener>();

  const nextSeq = (id: string) => {
    const seq = (seqs.get(id) ?? 0) + 1;
    seqs.set(id, seq);
    return seq;
  };
  const recordFor = (operation: TerminalOperation, seq: number) =>
    recordOf(operation, { lock: lockOf(operation), seq, storeOrderNumber });

  const emit = (operation: TerminalOperation, details: readonly PaymentsEventDetail[]) => {
    for (const detail of details) {
      const event = {
        ...detail,
        eventId: `${operation.id}:${nextSeq(operation.id)}`,
        at: clock.now(),
        operation,
      };
      for (const host of hosts) callHost(() => host(event));
    }
  };

  const publish = (
    before: TerminalOperation | undefined,
    after: TerminalOperation,
    more: PaymentsEventDetail[] = [],
  ) => {
    store.put(after);
    emit(after, [...eventsBetween(before, after), ...more]);
  };

  const write = (operation: TerminalOperation) => {
    const seq = nextSeq(operation.id);
    return journal.update(operation.id, recordFor(operation, seq), seq);
  };

  return {
    get: store.get,
    list: store.list,
    subscribe: store.subscribe,
    async claim(operation) {
      const claim = await journal.claim(recordFor(operation, nextSeq(operation.id)));
      return claim.ok ? claim : { ok: false, holder: operationOf(claim.holder) };
    },
    begin: (operation) => publish(undefined, operation),
    adopt(operation, seq) {
      seqs.set(operation.id, seq);
      store.put(operation);
    },
    apply(id, fact, ...more) {
      const before = store.get(id);
      if (!before) return undefined;
      const after = reduceOperation(before, fact);
      if (after === before) return after;
      // The journal is behind at most by what the service will tell again.
      if (fact.type !== 'connection') write(after).catch(() => undefined);
      publish(before, after, more);
      return after;
    },
    async applyDurably(id, fact) {
      const before = store.get(id);
      if (!before) return undefined;
      const after = reduceOperation(before, fact);
      await write(after).catch(() => false);
      publish(before, after);
      return after;
    },
    forget(id) {
      store.remove(id);
      seqs.delete(id);
      journal.remove(id).catch(() => undefined);
    },
    listen(listener) {
      hosts.add(listener);
      return () => void hosts.delete(listener);
    },
  };
}
