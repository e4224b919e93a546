import { isOpen } from '../core/operations/terminalOperation.ts';
import type { CursorPlace } from './createCursors.ts';
import type { StoreSteps, StoreTransaction } from './gatewayStore.ts';
import type { EventRow, OperationRow } from './recordRows.ts';
import { type Caller, maySeeOperation, visibleTerminalIds, visibleEventCondition } from './visibility.ts';

/** If a page missed more events than this, it reads the list of operations instead, which is shorter. */
const maxMissedEvents = 1000;
export const eventsPerRead = 500;
/** A later event may have an earlier time than the event before it, but by no more than this (ms). */
const clockSlackMs = 60_000;

export type EventRowWithActor = EventRow & Pick<OperationRow, 'actor' | 'approvedBy'>;

export function* readNewestEventId(tx: StoreTransaction, account: string): StoreSteps<number> {
  const [last] = yield* tx.events.list({ account }, { by: ['id'], isDescending: true, limit: 1 });
  return last?.id ?? 0;
}

export function* readEventsAfter(
  tx: StoreTransaction,
  account: string,
  position: number,
): StoreSteps<{ rows: EventRowWithActor[]; now: number; forgotAt: number }> {
  const { now, forgotAt } = tx;
  const rows = yield* tx.events.list(
    { account, id: { above: position } },
    { by: ['id'], limit: eventsPerRead },
  );
  return { rows: yield* withActors(tx, account, rows), now, forgotAt };
}

/** Adds to each event who started and who approved its operation, since events store neither. */
function* withActors(
  tx: StoreTransaction,
  account: string,
  rows: readonly EventRow[],
): StoreSteps<EventRowWithActor[]> {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ operationId }) => operationId))];
  const operations = yield* tx.operations.list({ account, id: { in: ids } });
  const found = new Map(operations.map((operation) => [operation.id, operation]));
  return rows.map((row) => {
    const { actor = null, approvedBy = null } = found.get(row.operationId) ?? {};
    return { ...row, actor, approvedBy };
  });
}

/** Where a stream begins, and the events that the page missed before. */
export interface StreamStartAndMissedEvents {
  from: CursorPlace;
  head: number;
  rows: readonly EventRowWithActor[];
  mustReadList: boolean;
  /** Whether a cursor arrived with the request. A proxy may have removed it. */
  hasCursor: boolean;
  now: number;
  knownForMs: number;
}

export function* readStreamStartAndMissedEvents(
  tx: StoreTransaction,
  caller: Caller,
  place: CursorPlace | 'invalid' | undefined,
  keepEventsMs: number,
): StoreSteps<StreamStartAndMissedEvents> {
  const { now, knownForMs, forgotAt } = tx;
  const { account } = caller;
  const head = yield* readNewestEventId(tx, account);
  const hasCursor = place !== undefined;
  const fromNow = { from: [head, now], head, rows: [], hasCursor, now, knownForMs };
  if (!hasCursor) return { ...fromNow, mustReadList: false };
  const [id, at] = place === 'invalid' ? [] : place.map(Number);
  if (id === undefined || at === undefined) return { ...fromNow, mustReadList: true };
  const isTooOld = at <= now - keepEventsMs + clockSlackMs || at <= forgotAt || id > head;
  if (isTooOld) return { ...fromNow, mustReadList: true };
  const seesNothing = visibleTerminalIds(caller.sees)?.length === 0;
  const where = { ...visibleEventCondition(caller), id: { above: id, until: head } };
  const count = seesNothing || id === head ? 0 : yield* tx.events.count(where, maxMissedEvents + 1);
  if (count > maxMissedEvents) return { ...fromNow, mustReadList: true };
  const missed = count === 0 ? [] : yield* tx.events.list(where, { by: ['id'] });
  const rows = (yield* withActors(tx, account, missed)).filter((row) => maySeeEvent(caller, row, now));
  return { ...fromNow, ...(rows.length > 0 && { from: [id, at], rows }), mustReadList: false };
}

export function maySeeEvent(caller: Caller, { operation, ...row }: EventRow, now: number): boolean {
  // An order counts as an operation that ended at an unknown time, so that a second screen does not get its event.
  if ('order' in operation)
    return maySeeOperation(caller, { ...row, isOpen: false, createdAt: row.at, endedAt: null }, now);
  const { createdAt, endedAt = null } = operation;
  return maySeeOperation(caller, { ...row, isOpen: isOpen(operation), createdAt, endedAt }, now);
}
