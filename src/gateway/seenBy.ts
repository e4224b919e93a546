import { withoutPageFields } from '../core/operations/operationFields.ts';
import type { RecordedOperation } from '../core/operations/recorded.ts';
import type { TerminalOperation } from '../core/operations/terminalOperation.ts';
import { byStartTime } from '../core/operations/transactions.ts';
import type { Caller } from './authorize.ts';
import type { Order, Steps, Transaction, Where } from './gatewayStore.ts';
import type { EventRow, OperationRow } from './recordRows.ts';

/** For how long a second screen shows how something ended (ms), unless it was begun before. */
const mirrorMs = 15 * 60_000;
const mirrorBegunMs = 24 * 60 * 60_000;
/** From so many on, terminals are one condition: a query for each finds its rows in order. */
const manyTerminals = 50;

/** The last instant of a `Date`. */
export const latest = 8_640_000_000_000_000;

export interface RecordFilter {
  /** Begun from then on, and before then (epoch ms). */
  from?: number | undefined;
  to?: number | undefined;
  /** At any of these terminals. */
  terminalIds?: readonly string[] | undefined;
  isOpen?: boolean | undefined;
}

/**
 * Which operations somebody may see of those that are asked for: the ones that meet one of these conditions. An operation that ends
 * while they are read one after the other is met by one of them at least.
 */
export function seenBy(
  { account, subject, sees }: Caller,
  now: number,
  { from, to, terminalIds: wanted, isOpen }: RecordFilter = {},
): Where<OperationRow>[] {
  const always: Where<OperationRow> = {
    account,
    ...(sees === 'own' && { subject }),
    // Whatever is open has a phase; a database would take that for what to look for.
    ...(isOpen ? { isOpen } : { phase: { not: null }, ...(isOpen === false && { isOpen }) }),
    ...((from !== undefined || to !== undefined) && begun(from, to)),
  };
  const visible = terminalsOf(sees);
  const terminalIds = wanted && visible ? wanted.filter((id) => visible.includes(id)) : (wanted ?? visible);
  const places = placesOf(terminalIds && [...new Set(terminalIds)]).map((place) => ({ ...always, ...place }));
  if (!isMirror(sees)) return places;
  const open = places.map(({ phase: _, ...place }) => ({ ...place, isOpen: true }));
  const recent = recently(now);
  const ended = places.map((place) => ({
    ...place,
    ...begun(Math.max(from ?? 0, recent.begunAt), to),
    endedAt: { from: recent.endedAt },
    isOpen: false,
  }));
  return [...(isOpen === false ? [] : open), ...(isOpen === true ? [] : ended)];
}

const begun = (from = 0, to = latest) => ({ createdAt: { from, below: to } });

function placesOf(terminalIds: readonly string[] | undefined): Where<OperationRow>[] {
  if (!terminalIds) return [{}];
  if (terminalIds.length >= manyTerminals) return [{ terminalId: { in: terminalIds } }];
  return terminalIds.map((terminalId) => ({ terminalId }));
}

const recently = (now: number) => ({ endedAt: now - mirrorMs, begunAt: now - mirrorBegunMs });

/** What {@link seenBy} says, of one operation. */
export function maySee(
  { account, subject, sees }: Caller,
  row: Pick<OperationRow, 'account' | 'subject' | 'terminalId' | 'isOpen' | 'createdAt' | 'endedAt'>,
  now: number,
): boolean {
  if (row.account !== account || row.terminalId === null) return false;
  if (sees === 'own' && row.subject !== subject) return false;
  if (!(terminalsOf(sees)?.includes(row.terminalId) ?? true)) return false;
  if (!isMirror(sees) || row.isOpen) return true;
  const { endedAt, begunAt } = recently(now);
  return row.endedAt !== null && row.endedAt >= endedAt && row.createdAt >= begunAt;
}

/** Whether a caller may ask about an operation by its id: a till about its own also where it may not see its terminal any more. */
export function mayAskAbout(caller: Caller, row: OperationRow, now: number): boolean {
  return maySee(caller, row, now) || (row.account === caller.account && row.subject === caller.subject);
}

/** Events of whatever somebody may see, and for a second screen of some more: {@link maySee} has the last word. */
export function eventsSeenBy({ account, subject, sees }: Caller): Where<EventRow> {
  const terminalIds = terminalsOf(sees);
  return {
    account,
    ...(sees === 'own' && { subject }),
    ...(terminalIds && { terminalId: { in: terminalIds } }),
  };
}

/** Nothing where it is not a matter of terminals. */
export function terminalsOf(sees: Caller['sees']): readonly string[] | undefined {
  if (typeof sees === 'string') return undefined;
  const { mirror, terminals = [] }: { mirror?: string; terminals?: readonly string[] } = sees;
  return mirror === undefined ? terminals : [mirror];
}

function isMirror(sees: Caller['sees']): boolean {
  return typeof sees === 'object' && 'mirror' in sees && sees.mirror !== undefined;
}

/** An operation as whoever asks gets it, without what only a page keeps. */
export function recordedOperation(
  row: { operation: TerminalOperation; seq: number; subject: string; actor?: string | null | undefined },
  { subject }: Pick<Caller, 'subject'>,
): RecordedOperation {
  const operation = withoutPageFields(row.operation);
  return { ...operation, seq: row.seq, actor: row.actor ?? undefined, isOwn: row.subject === subject };
}

/** A row of a terminal operation; of the others nothing is told. */
export type KnownRow = OperationRow & { operation: TerminalOperation };

export const isKnown = (row: OperationRow): row is KnownRow => row.operation !== null;

/** The newest of the operations that meet one of these conditions. */
export function* newestOf(
  tx: Pick<Transaction, 'operations'>,
  conditions: readonly Where<OperationRow>[],
  { after, limit }: Pick<Order<OperationRow>, 'after' | 'limit'> = {},
): Steps<KnownRow[]> {
  const order = { by: ['createdAt', 'id'], isDescending: true, after, limit } as const;
  const found = new Map<string, KnownRow>();
  for (const where of conditions) {
    // Few are open, each at its terminal. A database that looks for the newest first would go through all others to find them.
    const rows = yield* tx.operations.list(where, where.isOpen === true ? undefined : order);
    for (const row of rows) if (isKnown(row) && isBehind(row, after)) found.set(row.id, row);
  }
  return [...found.values()].toSorted((a, b) => -byStartTime(a, b)).slice(0, limit);
}

const isBehind = (row: OperationRow, [createdAt, id]: readonly (string | number)[] = []) =>
  id === undefined || byStartTime(row, { createdAt: Number(createdAt), id: String(id) }) < 0;
