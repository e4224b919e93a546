import type {
  RecordedOperation,
  RecordedReport,
  RecordedTransaction,
  TimelineEntry,
} from '../core/operations/recorded.ts';
import { phases, type ResolutionBasis } from '../core/operations/terminalOperation.ts';
import { moneyOperations } from '../core/wire/routes.ts';
import type { Caller } from './authorize.ts';
import { createCursors } from './cursors.ts';
import { oldestUndelivered } from './deliveries.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import type { GatewayStore, Steps, Transaction, Where } from './gatewayStore.ts';
import { findSaleOfProvider } from '../core/operations/transactionRecord.ts';
import { madeTransaction, transactionsOf } from './recordedTransactions.ts';
import type { OperationRow } from './recordRows.ts';
import { reportOn } from './report.ts';
import {
  isKnown,
  type KnownRow,
  latest,
  mayAskAbout,
  newestOf,
  recordedOperation,
  seenBy,
} from './seenBy.ts';

/** A page of a list, the newest first. */
export interface RecordedPage<Item> {
  items: Item[];
  /** Where the next page begins; nothing on the last one. */
  cursor?: string | undefined;
}

export interface Health {
  ok: true;
  /** How many operations are open, of those the caller may see. */
  open?: number | undefined;
  /** When the oldest event happened that a receiver has not got; for whoever may see all. */
  oldestUndeliveredAt?: number | undefined;
}

/**
 * What can be asked of a record. What a caller may not see is in no answer: neither listed nor counted nor summed. A question that
 * cannot be answered is refused with 400 and names its parameter; methods reject with `storage` where the store does.
 */
export interface Questions {
  listOperations: (caller: Caller, query: URLSearchParams) => Promise<RecordedPage<RecordedOperation>>;
  getOperation: (
    caller: Caller,
    id: string,
  ) => Promise<{ operation: RecordedOperation; timeline: TimelineEntry[] } | undefined>;
  listTransactions: (caller: Caller, query: URLSearchParams) => Promise<RecordedPage<RecordedTransaction>>;
  /** `provider` is `-` where none is named. */
  getTransaction: (
    caller: Caller,
    provider: string,
    pnRefNum: string,
  ) => Promise<RecordedTransaction | undefined>;
  getReport: (caller: Caller, query: URLSearchParams) => Promise<RecordedReport>;
  /** Without a caller it says only that the store can be read. */
  health: (caller?: Caller) => Promise<Health>;
}

/** `isHeard`: whether anybody may have to be told of events. */
export function createQuestions({
  store,
  isHeard = true,
}: {
  store: GatewayStore;
  isHeard?: boolean;
}): Questions {
  const cursors = createCursors(store);

  /** A page of the operations that meet a query, as `tell` has them. */
  const pageOf = async <Item>(
    caller: Caller,
    about: string,
    { filter, limit, cursor, words }: Query,
    tell: (tx: Transaction, rows: readonly KnownRow[]) => Steps<Item[]> | Item[],
  ): Promise<RecordedPage<Item>> => {
    const context = [about, caller.account, caller.subject, words];
    const after = cursor === undefined ? undefined : await cursors.open(context, cursor);
    if (cursor !== undefined && !after)
      throw refused('cursor', 'belongs to another question. Ask without it.');
    const { items, last } = await store.transact(caller.account, 'read', function* (tx) {
      const rows = yield* newestOf(tx, filter(caller, tx.now), { after, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const told = tell(tx, shown);
      return {
        items: Array.isArray(told) ? told : yield* told,
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
        if (!row || !isKnown(row) || !mayAskAbout(caller, row, tx.now)) return undefined;
        return { operation: recordedOperation(row, caller), timeline: yield* timelineOf(tx, row) };
      }),

    listTransactions: async (caller, query) =>
      pageOf(caller, 'transactions', readQuery(query, transactionWords, madeTransaction), (tx, rows) =>
        transactionsOf(tx, caller, rows),
      ),

    getTransaction: (caller, provider, pnRefNum) =>
      store.transact(caller.account, 'read', function* (tx) {
        const asked = { ...madeTransaction, pnRefNum };
        const conditions = seenBy(caller, tx.now).map((where) => ({ ...where, ...asked }));
        const sales = (yield* newestOf(tx, conditions)).map((row) => ({
          row,
          provider: row.provider ?? undefined,
        }));
        const named = findSaleOfProvider(sales, provider === '-' ? undefined : provider);
        return named && (yield* transactionsOf(tx, caller, [named.row]))[0];
      }),

    async getReport(caller, query) {
      const { filter, words } = readQuery(query, reportWords);
      for (const word of ['from', 'to']) {
        if (!words.some(([name]) => name === word)) throw refused(word, 'is missing: a report is of a time.');
      }
      return store.transact(caller.account, 'read', (tx) => reportOn(tx, caller, filter(caller, tx.now)));
    },

    health: (caller) =>
      store.transact(caller?.account ?? '', 'read', function* (tx) {
        if (!caller) return { ok: true };
        let open = 0;
        for (const where of seenBy(caller, tx.now, { isOpen: true })) {
          const sums = yield* tx.operations.sums(where, { by: ['terminalId'], of: [] });
          open += sums.reduce((all, { count }) => all + count, 0);
        }
        if (caller.sees !== 'all' || !isHeard) return { ok: true, open };
        return { ok: true, open, oldestUndeliveredAt: yield* oldestUndelivered(tx, caller.account) };
      }),
  };
}

/** What happened to an operation. Events are kept for some days only: what came before them is told by the operation's own times. */
function* timelineOf(tx: Transaction, { account, id, operation }: KnownRow): Steps<TimelineEntry[]> {
  const about = { account, operationId: id };
  const events = yield* tx.events.list(about, { by: ['id'] });
  const keptFrom = events[0]?.at ?? Infinity;
  const { createdAt, acceptedAt, endedAt, phase } = operation;
  const steps: TimelineEntry[] = [{ type: 'operation', to: 'sending', at: createdAt }];
  if (acceptedAt !== undefined) steps.push({ type: 'operation', to: 'waiting', at: acceptedAt });
  if (endedAt !== undefined) steps.push({ type: 'operation', to: phase, at: endedAt });
  const before = events[0]?.seq === 1 ? [] : steps.filter(({ at }) => at < keptFrom);

  // What a person said is kept as long as the operation, and with who it was.
  const told = events.flatMap(({ at, detail }) =>
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
  return [...before, ...told, ...said].toSorted((a, b) => a.at - b.at);
}

const period = ['from', 'to', 'terminalId'] as const;
const paging = ['cursor', 'limit'] as const;
const reportWords = period;
const transactionWords = [...period, 'orderNumber', 'pnRefNum', ...paging] as const;
const operationWords = [...transactionWords, 'kind', 'phase', 'amount', 'open', 'unseen'] as const;
type Word = (typeof operationWords)[number];

interface Query {
  /** Which operations are asked for, of those that somebody may see. */
  filter: (caller: Caller, now: number) => Where<OperationRow>[];
  limit: number;
  cursor: string | undefined;
  /** What was said, but for where a page begins and ends. */
  words: readonly (readonly [string, string])[];
}

const mostItems = 200;

/** Reads a query; what is empty is not asked. Throws a refusal where it says something else, which might have been meant to narrow it. */
function readQuery(query: URLSearchParams, known: readonly Word[], always: Where<OperationRow> = {}): Query {
  const said = [...query].filter(([name, value]) => value !== '' && name !== 'clientId');
  for (const [name, value] of said) {
    if (!known.some((word) => word === name)) throw refused(name, 'cannot be asked for here.');
    if (/\p{Cc}/u.test(value)) throw refused(name, 'holds a control character.');
  }
  const all = (name: Word) => said.flatMap(([other, value]) => (other === name ? [value] : []));
  const one = (name: Word) => {
    const [value, ...others] = all(name);
    if (others.length > 0) throw refused(name, 'was said twice.');
    return value;
  };
  const whole = (name: Word, least: number, greatest: number) => {
    const value = one(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (/^\d{1,16}$/.test(value) && number >= least && number <= greatest) return number;
    throw refused(name, `must be a whole number from ${least} to ${greatest}.`);
  };
  const flag = (name: Word) => {
    const value = one(name);
    if (value === undefined || value === 'true' || value === 'false') return value && value === 'true';
    throw refused(name, 'must be true or false.');
  };
  const among = <Name extends string>(name: Word, names: readonly Name[]) => {
    const values = all(name).map((value) => names.find((candidate) => candidate === value));
    const found = values.filter((value) => value !== undefined);
    if (found.length < values.length) throw refused(name, `must be one of ${names.join(', ')}.`);
    return found.length === 0 ? undefined : found.length === 1 ? found[0] : { in: found };
  };

  const [from, to] = [whole('from', 0, latest), whole('to', 0, latest)];
  if (from !== undefined && to !== undefined && to < from) throw refused('to', 'is before from.');
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
  // Somebody who has a receipt knows what was paid, with the tip.
  const amounts: Where<OperationRow>[] =
    amount === undefined ? [{}] : [{ amountCents: amount }, { movedCents: amount }];
  return {
    filter: (caller, now) =>
      seenBy(caller, now, seen).flatMap((where) =>
        amounts.map((sum) => ({ ...where, ...always, ...defined(asked), ...sum })),
      ),
    limit: whole('limit', 1, mostItems) ?? 50,
    cursor: one('cursor'),
    words: said.filter(([name]) => name !== 'cursor' && name !== 'limit').toSorted(byText),
  };
}

const byText = (a: readonly string[], b: readonly string[]) => (a.join('=') < b.join('=') ? -1 : 1);

/** Without what would take the place of another condition. */
function defined<Row>(where: Where<Row>): Where<Row> {
  return Object.fromEntries(Object.entries(where).filter(([, value]) => value !== undefined)) as Where<Row>;
}

function refused(field: string, sentence: string): GatewayRefusal {
  return new GatewayRefusal(400, 'invalid-input', `${field} ${sentence}`, { field });
}
