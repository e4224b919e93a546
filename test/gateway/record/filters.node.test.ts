import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OperationFact } from '../../../src/core/operations/operationFacts.ts';
import type {
  OperationFilters,
  RecordedOperation,
  RecordPage,
} from '../../../src/core/operations/recorded.ts';
import {
  approvedCents,
  isCarriedOut,
  isOpen,
  isUndecided,
  isUnseen,
  type TerminalOperation,
} from '../../../src/core/operations/terminalOperation.ts';
import { mergeReportRows } from '../../../src/core/operations/reportRows.ts';
import { groupByReference, toReportRow } from '../../../src/core/operations/transactionRecord.ts';
import { createLocalRecord } from '../../../src/core/standalone/localRecord.ts';
import type { Caller } from '../../../src/gateway/visibility.ts';
import {
  createRecordReaderForCallers,
  type RecordReaderForCallers,
} from '../../../src/gateway/createRecordReaderForCallers.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import { runs } from '../../runs.ts';
import { fuzz } from '../fuzz.ts';
import { openSqlite, removeSqliteFiles, sqlitePath } from '../sql/sqliteFiles.ts';
import {
  accepted,
  approved,
  callerOf,
  createTestRecord,
  failed,
  lost,
  minuteMs,
  resolvedAs,
  startedAt,
} from '../store/recordRows.ts';

removeSqliteFiles();

const orderNumbers = ['A-17', 'a-171', '17', '7', 'Ünter-9', 'ünter', '71-A', 'x_%', '=1+1', 'r-1', 'A"7,'];
const references = ['r-1', 'r-2', 'r-3'];
const facts: Record<string, (pnRefNum: string, cents: number) => OperationFact[]> = {
  approved: (pnRefNum, cents) => [accepted(`m-${pnRefNum}`, pnRefNum), approved(cents)],
  tipped: (pnRefNum, cents) => [accepted('m-9', pnRefNum), approved(cents + 100, 100)],
  failed: (pnRefNum) => [accepted('m-8', pnRefNum), failed],
  waiting: (pnRefNum) => [accepted('m-7', pnRefNum)],
  lost: () => [lost],
  seen: () => [lost, resolvedAs(true)],
};

const anyOperation = fc.record({
  kind: fc.constantFrom(
    'pay' as const,
    'pay' as const,
    'preAuth' as const,
    'capture' as const,
    'void' as const,
    'refund' as const,
  ),
  outcome: fc.constantFrom('approved', 'approved', ...Object.keys(facts)),
  orderNumber: fc.option(fc.constantFrom(...orderNumbers), { nil: undefined }),
  pnRefNum: fc.constantFrom(...references),
  amountCents: fc.constantFrom(100, 200, 300),
  terminalId: fc.constantFrom('T1', 'T2'),
  subject: fc.constantFrom('till-1', 'till-2'),
  actor: fc.constantFrom(undefined, 'Ada', 'Bo'),
  isAcknowledged: fc.boolean(),
  minutes: fc.nat({ max: 3 }),
});

const oneOrSome = <Value>(...values: Value[]) =>
  fc.oneof(fc.constantFrom(...values), fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 }));
const anyFilters: fc.Arbitrary<OperationFilters> = fc.record(
  {
    from: fc.nat({ max: 30 }).map((minutes) => startedAt + minutes * minuteMs),
    to: fc.nat({ max: 30 }).map((minutes) => startedAt + (30 + minutes) * minuteMs),
    terminalId: oneOrSome('T1', 'T2'),
    kind: oneOrSome(
      'pay' as const,
      'preAuth' as const,
      'void' as const,
      'refund' as const,
      'closeBatch' as const,
    ),
    phase: oneOrSome('complete' as const, 'unknown' as const, 'failed' as const, 'resolved' as const),
    orderNumber: fc.constantFrom(...orderNumbers),
    pnRefNum: fc.constantFrom(...references),
    amount: fc.constantFrom(100, 200, 300, 400),
    open: fc.boolean(),
    unseen: fc.boolean(),
    search: fc.constantFrom('A-', '17', '71', 'A-17', '-A', 'ÜNTER', 'r-1', 'm-9', 'm-r-1', '_%', 'zz', '7,'),
  },
  { requiredKeys: [] },
);
/** Few at a time, or nothing would meet them. */
const fewFilters = fc
  .tuple(anyFilters, fc.uniqueArray(fc.nat({ max: 10 }), { maxLength: 3 }))
  .map(([filters, kept]): OperationFilters => {
    const named = Object.entries(filters).filter((_, at) => kept.includes(at));
    return Object.fromEntries(named);
  });

const anyCase = fc.record({
  operations: fc.array(anyOperation, { maxLength: 25 }),
  filters: fc.array(fewFilters, { minLength: 1, maxLength: 8 }),
  actor: fc.constantFrom(undefined, undefined, 'Ada'),
  sees: fc.constantFrom<Caller['sees']>('all', 'all', 'own', { terminals: ['T2'] }),
});

/** The filters, as plainly as they can be said. */
function isAsked(filters: OperationFilters, operation: TerminalOperation): boolean {
  const { from = 0, to = Infinity, amount, open, unseen, search } = filters;
  const among = <Value>(wanted: Value | readonly Value[] | undefined, value: Value | undefined) =>
    wanted === undefined || [wanted].flat().some((one) => one === value);
  const order = operation.orderNumber?.toLowerCase() ?? '';
  const part = search?.toLowerCase() ?? '';
  const moved = isCarriedOut(operation) ? approvedCents(operation) : undefined;
  return (
    operation.createdAt >= from &&
    operation.createdAt < to &&
    (['terminalId', 'kind', 'phase', 'orderNumber', 'pnRefNum'] as const).every((name) =>
      among(filters[name], operation[name]),
    ) &&
    among(amount, operation.amountCents === amount ? amount : moved) &&
    among(open, isOpen(operation)) &&
    among(unseen, isUnseen(operation)) &&
    (order.startsWith(part) ||
      order.endsWith(part) ||
      operation.pnRefNum === search ||
      operation.msgIdentifier === search)
  );
}

const wordsOf = (filters: object) =>
  new URLSearchParams(
    Object.entries(filters).flatMap(([name, values]) => [values].flat().map((value) => [name, `${value}`])),
  );

async function listed(questions: RecordReaderForCallers, caller: Caller, filters: object, limit = 3) {
  const found: RecordedOperation[] = [];
  for (let cursor: string | undefined; ;) {
    const words = wordsOf({ ...filters, limit, ...(cursor && { cursor }) });
    const page: RecordPage<RecordedOperation> = await questions.listOperations(caller, words);
    found.push(...page.items);
    ({ cursor } = page);
    if (cursor === undefined) return found;
  }
}

/** The cells of our own CSV, each in quotes. */
const cellsOf = (csv: string) =>
  csv
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.slice(1, -1).split('","'));

const signs: Record<string, number> = { pay: 1, capture: 1, refund: -1, void: -1 };
const sumOf = (rows: readonly { kind: string; cents: number }[]) =>
  rows.reduce((sum, { kind, cents }) => sum + (signs[kind] ?? 0) * cents, 0);

type Case = typeof anyCase extends fc.Arbitrary<infer Value> ? Value : never;

async function expectSameRows(
  { operations, filters, actor, sees }: Case,
  store?: GatewayStore,
): Promise<void> {
  const record = createTestRecord(store);
  for (const { outcome, isAcknowledged, minutes, ...draft } of operations) {
    await record.clock.advance(minutes * minuteMs);
    const { pnRefNum, kind, amountCents } = draft;
    const isFirst = kind === 'pay' || kind === 'preAuth';
    const given = { ...draft, pnRefNum: isFirst ? undefined : pnRefNum };
    if (kind === 'void') Object.assign(given, { amountCents: undefined });
    const id = await record.begin(given, ...(facts[outcome]?.(pnRefNum, amountCents) ?? []));
    const seen = { phase: outcome === 'failed' ? 'failed' : 'complete', anomalies: [] } as const;
    if (isAcknowledged) await record.tell(id, [{ type: 'acknowledged', at: 0, seen }]);
  }
  const questions = createRecordReaderForCallers({ store: record.store });
  const whole = await listed(questions, callerOf(), {}, 200);
  const asTold = (operation: RecordedOperation): TerminalOperation => ({
    ...operation,
    connection: 'ok',
    flowKey: '',
  });
  const found = groupByReference(whole.map(asTold));
  const caller = callerOf({ sees });
  const local = createLocalRecord({
    list: () => whole.map(asTold),
    ready: Promise.resolve(),
    subscribe: () => () => undefined,
  });

  for (const asked of filters) {
    const by = { ...asked, ...(actor && { actor }) };
    const maySee = ({ terminalId, isOwn }: RecordedOperation) =>
      sees === 'all' || (sees === 'own' ? isOwn : terminalId === 'T2');
    const expected = whole.filter((one) => isAsked(asked, asTold(one)) && (!actor || one.actor === actor));
    const visible = expected.filter(maySee);
    const ids = visible.map(({ id }) => id);
    expect((await listed(questions, caller, by)).map(({ id }) => id)).toEqual(ids);

    const rows = mergeReportRows(visible.map((one) => toReportRow(asTold(one), found)));
    const part = { ...by, from: by.from ?? 0, to: by.to ?? startedAt * 2 };
    const report = await questions.getReport(caller, wordsOf(part));
    expect(report.rows).toEqual(rows);
    expect(report.unknown.map(({ id }) => id)).toEqual(visible.filter(isUndecided).map(({ id }) => id));
    const holdIds = report.holds.map((hold) => hold.operations[0]?.id);
    expect(ids).toEqual(expect.arrayContaining(holdIds));

    const stream = await questions.exportOperations(caller, wordsOf({ ...by, timeZone: 'Europe/Berlin' }));
    const cells = cellsOf(await new Response(stream).text());
    expect(cells.map((line) => line.at(-1))).toEqual(ids);
    const moved = cells.map((line) => ({
      kind: line[1] ?? '',
      cents: Math.round(Number(line[4]) * 100),
    }));
    expect(sumOf(moved)).toBe(sumOf(rows.map(({ kind, movedCents }) => ({ kind, cents: movedCents }))));

    if (actor !== undefined || sees !== 'all') continue;
    expect((await local.listOperations({ ...by, limit: 200 })).items.map(({ id }) => id)).toEqual(ids);
    const localReport = await local.getReport(part);
    expect(localReport.rows).toEqual(rows);
    expect(localReport.holds.map((hold) => hold.operations[0]?.id)).toEqual(holdIds);
    const file = await local.exportOperations({ ...by, timeZone: 'Europe/Berlin' });
    expect(cellsOf(await file.text()).map((line) => [...line.slice(0, 10), ...line.slice(11)])).toEqual(
      cells.map((line) => [...line.slice(0, 10), ...line.slice(11)]),
    );
  }
}

describe('whatever is asked for', () => {
  test('list, report and file of a gateway and of a page alone have the same operations', async () => {
    await expect(
      fuzz(anyCase, (one) => expectSameRows(one), { runs: runs(20, 3000), limitMs: 60_000 }),
    ).resolves.toBeUndefined();
  });

  test('they have in SQLite', async () => {
    const create = async (one: Case) =>
      expectSameRows(one, createSqlStore(openSqlite(await sqlitePath()), { timeoutMs: 20_000 }));
    await expect(fuzz(anyCase, create, { runs: runs(3, 100), limitMs: 60_000 })).resolves.toBeUndefined();
  });
});

test('a text that very many order numbers begin or end with finds them in pages, newest first', async () => {
  const record = createTestRecord();
  const ids: string[] = [];
  for (let number = 0; number < 1100; number += 1) {
    ids.push(await record.begin({ orderNumber: `${number % 4 === 0 ? 'no' : 'Shop'}-${number}-EU` }));
    if (number % 7 === 0) await record.clock.advance(1000);
  }
  const questions = createRecordReaderForCallers({ store: record.store });
  const newest = ids.toReversed();
  expect((await listed(questions, callerOf(), { search: '-eu' }, 200)).map(({ id }) => id)).toEqual(newest);
  expect((await listed(questions, callerOf(), { search: 'SHOP' }, 200)).map(({ id }) => id)).toEqual(
    newest.filter((id) => (Number(id) - 1) % 4 !== 0),
  );
  const all = await questions.getReport(callerOf(), wordsOf({ from: 0, to: startedAt * 2, search: '-eu' }));
  expect(all.rows.map(({ count }) => count)).toEqual([1100]);
});
