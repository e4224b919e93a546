import type {
  RecordedOperation,
  RecordedReport,
  RecordedTransaction,
  TimelineEntry,
} from '../core/operations/recorded.ts';
import { phases, type ResolutionBasis } from '../core/operations/terminalOperation.ts';
import { moneyOperations } from '../core/wire/routes.ts';
import type { Caller } from './authorize.ts';
import { createCursors } from './createCursors.ts';
import { oldestUndeliveredAt } from './deliveries.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import type { GatewayStore, StoreSteps, StoreTransaction, Where } from './gatewayStore.ts';
import { findSaleOfProvider } from '../core/operations/transactionRecord.ts';
import { whereTransactionMade, readTransactions } from './recordedTransactions.ts';
import type { OperationRow } from './recordRows.ts';
import { readReport } from './readReport.ts';
import {
  isTerminalOperation,
  type TerminalOperationRow,
  latestDateMs,
  mayAskAbout,
  newestOperations,
  recordedOperation,
  whereVisible,
} from './visibility.ts';

/** A page of a list, the newest first. */
export interface RecordedPage<Item> {
  items: Item[];
  /** Where the next page begins; undefined on the last page. */
  cursor?: string | undefined;
}

interface Health {
  ok: true;
  /** The number of open operations that the caller may see. */
  open?: number | undefined;
  /** When the oldest undelivered event happened, for callers who see all. */
  oldestUndeliveredAt?: number | undefined;
}

/**
 * Queries of the record. Answers never list, count or sum what the caller may not see. An invalid parameter is
 * refused with 400, naming the parameter. Methods reject with `storage` if the store does.
 */
export interface RecordQueries {
  listOperations: (caller: Caller, query: URLSearchParams) => Promise<RecordedPage<RecordedOperation>>;
  getOperation: (
    caller: Caller,
    id: string,
  ) => Promise<{ operation: RecordedOperation; timeline: TimelineEntry[] } | undefined>;
  listTransactions: (caller: Caller, query: URLSearchParams) => Promise<RecordedPage<RecordedTransaction>>;
  /** `provider` is `-` for none. */
  getTransaction: (
    caller: Caller,
    provider: string,
    pnRefNum: string,
  ) => Promise<RecordedTransaction | undefined>;
  getReport: (caller: Caller, query: URLSearchParams) => Promise<RecordedReport>;
  /** Without a caller, only whether the store can be read. */
  health: (caller?: Caller) => Promise<Health>;
}

/** `hasReceivers`: whether events may have receivers. */
export function createRecordQueries({
  store,
  hasReceivers = true,
}: {
  store: GatewayStore;
  hasReceivers?: boolean;
}): RecordQueries {
  const cursors = createCursors(store);

  /** A page of the operations that match a query, as `toItems` returns them. */
  const pageOf = async <Item>(
    caller: Caller,
    about: string,
    { filter, limit, cursor, words }: ParsedQuery,
    toItems: (tx: StoreTransaction, rows: readonly TerminalOperationRow[]) => StoreSteps<Item[]> | Item[],
  ): Promise<RecordedPage<Item>> => {
    const context = [about, caller.account, caller.subject, words];
    const after = cursor === undefined ? undefined : await cursors.open(context, cursor);
    if (cursor !== undefined && !after)
      throw invalidParameter('cursor', 'belongs to another question. Ask without it.');
    const { items, last } = await store.transact(caller.account, 'read', function* (tx) {
      const rows = yield* newestOperations(tx, filter(caller, tx.now), { after, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const shownItems = toItems(tx, shown);
      return {
        items: Array.isArray(shownItems) ? shownItems : yield* shownItems,
        last: rows.length > limit ? shown.at(-1) : undefined,
      };
    });
    return { items, cursor: last && (await cursors.seal(context, [last.createdAt, last.id])) };
  };

  return {
    listOperations: async (caller, query) =>
      pageOf(caller, 'operations', readQuery(query, operationWords), (_, rows) =>
        rows.map((row) => recordedOperation(row, caller)),
      ),

    getOperation: (caller, id) =>
      store.transact(caller.account, 'read', function* (tx) {
        const [row] = yield* tx.operations.list({ account: caller.account, id });
        if (!row || !isTerminalOperation(row) || !mayAskAbout(caller, row, tx.now)) return undefined;
        return { operation: recordedOperation(row, caller), timeline: yield* timelineOf(tx, row) };
      }),

    listTransactions: async (caller, query) =>
      pageOf(caller, 'transactions', readQuery(query, transactionWords, whereTransactionMade), (tx, rows) =>
        readTransactions(tx, caller, rows),
      ),

    getTransaction: (caller, provider, pnRefNum) =>
      store.transact(caller.account, 'read', function* (tx) {
        const asked = { ...whereTransactionMade, pnRefNum };
        const conditions = whereVisible(caller, tx.now).map((where) => ({ ...where, ...asked }));
        const sales = (yield* newestOperations(tx, conditions)).map((row) => ({
          row,
          provider: row.provider ?? undefined,
        }));
        const named = findSaleOfProvider(sales, provider === '-' ? undefined : provider);
        return named && (yield* readTransactions(tx, caller, [named.row]))[0];
      }),

    async getReport(caller, query) {
      const { filter, words } = readQuery(query, reportWords);
      for (const word of ['from', 'to']) {
        if (!words.some(([name]) => name === word))
          throw invalidParameter(word, 'is missing: a report is of a time.');
      }
      return store.transact(caller.account, 'read', (tx) => readReport(tx, caller, filter(caller, tx.now)));
    },

    health: (caller) =>
      store.transact(caller?.account ?? '', 'read', function* (tx) {
        if (!caller) return { ok: true };
        let open = 0;
        for (const where of whereVisible(caller, tx.now, { isOpen: true })) {
          const sums = yield* tx.operations.sums(where, { by: ['terminalId'], of: [] });
          open += sums.reduce((all, { count }) => all + count, 0);
        }
        if (caller.sees !== 'all' || !hasReceivers) return { ok: true, open };
        return { ok: true, open, oldestUndeliveredAt: yield* oldestUndeliveredAt(tx, caller.account) };
      }),
  };
}

/** The history of an operation. Events expire after some days; the operation's own times stand in for expired ones. */
function* timelineOf(
  tx: StoreTransaction,
  { account, id, operation }: TerminalOperationRow,
): StoreSteps<TimelineEntry[]> {
  const about = { account, operationId: id };
  const events = yield* tx.events.list(about, { by: ['id'] });
  const keptFrom = events[0]?.at ?? Infinity;
  const { createdAt, acceptedAt, endedAt, phase } = operation;
  const steps: TimelineEntry[] = [{ type: 'operation', to: 'sending', at: createdAt }];
  if (acceptedAt !== undefined) steps.push({ type: 'operation', to: 'waiting', at: acceptedAt });
  if (endedAt !== undefined) steps.push({ type: 'operation', to: phase, at: endedAt });
  const before = events[0]?.seq === 1 ? [] : steps.filter(({ at }) => at < keptFrom);

  // What a person said is kept with the actor as long as the operation, so it is not read from events.
  const fromEvents = events.flatMap(({ at, detail }) =>
    detail && detail.type !== 'resolved' ? [{ at, ...detail }] : [],
  );
  const resolutions = yield* tx.resolutions.list(about, { by: ['id'] });
  const acknowledgements = yield* tx.acknowledgements.list(about);
  const said: TimelineEntry[] = [
    ...resolutions.map(({ at, actor, charged, basis, note }) => ({
      at,
      type: 'resolved' as const,
      charged,
      basis: basis as ResolutionBasis,
      note: note ?? undefined,
      actor: actor ?? undefined,
    })),
    ...acknowledgements.map(({ at, actor }) => ({
      at,
      type: 'acknowledged' as const,
      actor: actor ?? undefined,
    })),
  ];
  return [...before, ...fromEvents, ...said].toSorted((a, b) => a.at - b.at);
}

const period = ['from', 'to', 'terminalId'] as const;
const paging = ['cursor', 'limit'] as const;
const reportWords = period;
const transactionWords = [...period, 'orderNumber', 'pnRefNum', ...paging] as const;
const operationWords = [...transactionWords, 'kind', 'phase', 'amount', 'open', 'unseen'] as const;
type QueryParameter = (typeof operationWords)[number];

interface ParsedQuery {
  /** The conditions for the operations that are asked for and that the caller may see. */
  filter: (caller: Caller, now: number) => Where<OperationRow>[];
  limit: number;
  cursor: string | undefined;
  /** All parameters except those that choose the page. */
  words: readonly (readonly [string, string])[];
}

const mostItems = 200;

/**
 * Reads a query. Empty parameters are ignored. Throws a refusal for an unknown or invalid parameter: the caller might
 * have meant to narrow the list by it.
 */
function readQuery(
  query: URLSearchParams,
  known: readonly QueryParameter[],
  always: Where<OperationRow> = {},
): ParsedQuery {
  const said = [...query].filter(([name, value]) => value !== '' && name !== 'clientId');
  for (const [name, value] of said) {
    if (!known.some((word) => word === name)) throw invalidParameter(name, 'cannot be asked for here.');
    if (/\p{Cc}/u.test(value)) throw invalidParameter(name, 'holds a control character.');
  }
  const all = (name: QueryParameter) => said.flatMap(([other, value]) => (other === name ? [value] : []));
  const one = (name: QueryParameter) => {
    const [value, ...others] = all(name);
    if (others.length > 0) throw invalidParameter(name, 'was said twice.');
    return value;
  };
  const whole = (name: QueryParameter, least: number, greatest: number) => {
    const value = one(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (/^\d{1,16}$/.test(value) && number >= least && number <= greatest) return number;
    throw invalidParameter(name, `must be a whole number from ${least} to ${greatest}.`);
  };
  const flag = (name: QueryParameter) => {
    const value = one(name);
    if (value === undefined || value === 'true' || value === 'false') return value && value === 'true';
    throw invalidParameter(name, 'must be true or false.');
  };
  const among = <Name extends string>(name: QueryParameter, names: readonly Name[]) => {
    const values = all(name).map((value) => names.find((candidate) => candidate === value));
    const found = values.filter((value) => value !== undefined);
    if (found.length < values.length) throw invalidParameter(name, `must be one of ${names.join(', ')}.`);
    return found.length === 0 ? undefined : found.length === 1 ? found[0] : { in: found };
  };

  const [from, to] = [whole('from', 0, latestDateMs), whole('to', 0, latestDateMs)];
  if (from !== undefined && to !== undefined && to < from) throw invalidParameter('to', 'is before from.');
  const amount = whole('amount', 0, Number.MAX_SAFE_INTEGER);
  const terminalIds = all('terminalId');
  const seen = {
    from,
    to,
    terminalIds: terminalIds.length > 0 ? terminalIds : undefined,
    isOpen: flag('open'),
  };
  const asked: Where<OperationRow> = {
    kind: among('kind', moneyOperations),
    phase: among('phase', phases),
    orderNumber: one('orderNumber'),
    pnRefNum: one('pnRefNum'),
    isUnseen: flag('unseen'),
  };
  // A receipt shows the amount paid, with the tip.
  const amounts: Where<OperationRow>[] =
    amount === undefined ? [{}] : [{ amountCents: amount }, { movedCents: amount }];
  return {
    filter: (caller, now) =>
      whereVisible(caller, now, seen).flatMap((where) =>
        amounts.map((sum) => ({ ...where, ...always, ...defined(asked), ...sum })),
      ),
    limit: whole('limit', 1, mostItems) ?? 50,
    cursor: one('cursor'),
    words: said.filter(([name]) => name !== 'cursor' && name !== 'limit').toSorted(byText),
  };
}

const byText = (a: readonly string[], b: readonly string[]) => (a.join('=') < b.join('=') ? -1 : 1);

/** Removes undefined conditions: they would overwrite others. */
function defined<Row>(where: Where<Row>): Where<Row> {
  return Object.fromEntries(Object.entries(where).filter(([, value]) => value !== undefined)) as Where<Row>;
}

function invalidParameter(field: string, sentence: string): GatewayRefusal {
  return new GatewayRefusal(400, 'invalid-input', `${field} ${sentence}`, { field });
}
