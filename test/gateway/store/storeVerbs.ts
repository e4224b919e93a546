import fc from 'fast-check';
import { expect } from 'vitest';
import type {
  RowOrderAndLimit,
  StoreSteps,
  StoreTransaction,
  Where,
} from '../../../src/gateway/gatewayStore.ts';
import type { OperationRow, PollSlotRow } from '../../../src/gateway/recordRows.ts';
import { anyCharacter } from '../../anyCharacter.ts';
import { fuzz } from '../fuzz.ts';
import type { CreateHarness } from './storeConformance.ts';
import { operationRow, slotOf, startedAt } from './storeEntries.ts';

type Verb =
  | { kind: 'put'; row: OperationRow }
  | { kind: 'add'; row: Omit<PollSlotRow, 'id'> }
  | { kind: 'change'; where: Where<OperationRow>; patch: Partial<OperationRow> }
  | { kind: 'remove'; where: Where<OperationRow>; order: RowOrderAndLimit<OperationRow> | undefined }
  | { kind: 'list'; where: Where<OperationRow>; order: RowOrderAndLimit<OperationRow> | undefined }
  | { kind: 'count'; where: Where<OperationRow>; most: number }
  | { kind: 'listColumns'; where: Where<OperationRow>; order: RowOrderAndLimit<OperationRow> }
  | { kind: 'sums'; where: Where<OperationRow>; by: SumsBy[] }
  | { kind: 'free'; where: Where<PollSlotRow>; order: RowOrderAndLimit<PollSlotRow> | undefined };

type SumsBy = 'kind' | 'isOpen' | 'terminalId' | 'account';

// In the order of their code points, which is neither that of a language nor that of JavaScript.
const texts = [
  '',
  '%',
  'B',
  "O'Neill",
  'Z1',
  'a',
  'a?b',
  'z',
  'ß',
  'ä',
  '漢',
  '\uD7FF',
  '\uD800',
  '\uE000',
  '😀',
];
const anyText = fc.constantFrom(...texts);
const anyCents = fc.constantFrom(0, 1, 99.5, 1250, 2 ** 40, -300);
const anyTime = fc.integer({ min: 0, max: 6 }).map((number) => startedAt + number / 2);
const anyId = fc.constantFrom('a', 'B', 'c', 'D', 'é', 'f');
const anyAccount = fc.constantFrom('shop', 'other');
const anyKind = fc.constantFrom('pay' as const, 'refund' as const, 'void' as const);
const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null, freq: 3 });
const some = <T extends object>(parts: { [Key in keyof T]: fc.Arbitrary<T[Key]> }) =>
  fc.record(parts, { requiredKeys: [] });

const columns = {
  kind: orNull(anyKind),
  subject: fc.constantFrom(...texts, 'nu\0ll', '\uD7FF0000'),
  isOpen: fc.boolean(),
  terminalId: orNull(anyText),
  amountCents: orNull(anyCents),
  createdAt: anyTime,
  answer: orNull(
    fc.record({
      status: fc.constantFrom(200, 500),
      body: fc.oneof(fc.string({ unit: anyCharacter }), fc.constant('\uDC00\0')),
    }),
  ),
};
const anyRow = fc
  .record({ account: anyAccount, id: anyId, ...columns })
  .map((changes) => operationRow(1, changes));

const anyCondition: fc.Arbitrary<Where<OperationRow>> = fc.oneof(
  fc.record({ account: fc.oneof(anyAccount, fc.constant(undefined)) }),
  fc.record({ id: fc.oneof(anyId, some({ from: anyId, above: anyId, until: anyId, below: anyId })) }),
  fc.record({
    kind: fc.oneof(
      columns.kind,
      fc.record({ in: fc.array(columns.kind, { maxLength: 3 }) }),
      fc.constant({ not: null }),
    ),
  }),
  fc.record({
    subject: fc.oneof(
      columns.subject,
      fc.record({ in: fc.array(columns.subject, { maxLength: 6 }) }),
      fc.record({ startsWith: columns.subject }),
    ),
  }),
  fc.record({ isOpen: fc.boolean() }),
  fc.record({
    terminalId: fc.oneof(
      columns.terminalId,
      some({ from: anyText, above: anyText }),
      fc.record({ not: columns.terminalId }),
      fc.record({ startsWith: anyText }),
      fc.record({ notStartsWith: anyText }),
    ),
  }),
  fc.record({
    amountCents: fc.oneof(
      columns.amountCents,
      some({ from: anyCents, above: anyCents, until: anyCents, below: anyCents }),
      fc.record({ in: fc.array(orNull(anyCents), { maxLength: 3 }) }),
      fc.record({ not: columns.amountCents }),
    ),
  }),
  fc.record({ createdAt: some({ from: anyTime, below: anyTime }) }),
  fc.record({ answer: fc.constantFrom(null, { not: null }) }),
);
/** Few conditions at a time, or nothing would meet them. */
const anyWhere = fc
  .array(anyCondition, { maxLength: 2 })
  .map((all) => all.reduce((where, one) => ({ ...where, ...one }), {}));

const orderBy = <Row>(by: (keyof Row & string)[], after: fc.Arbitrary<(string | number)[]> | undefined) =>
  fc.record(
    {
      by: fc.constant(by),
      isDescending: fc.boolean(),
      limit: fc.nat({ max: 5 }),
      ...(after && { after }),
    },
    { requiredKeys: ['by'] },
  );
const someOrder: fc.Arbitrary<RowOrderAndLimit<OperationRow>> = fc.oneof(
  orderBy<OperationRow>(['createdAt', 'id', 'account'], fc.tuple(anyTime, anyId, anyAccount)),
  orderBy<OperationRow>(['id', 'account'], fc.tuple(anyId, anyAccount)),
  orderBy<OperationRow>(['terminalId', 'id', 'account'], undefined),
  orderBy<OperationRow>(['isOpen', 'amountCents', 'id', 'account'], undefined),
);
const anyOrder = fc.option(someOrder, { nil: undefined, freq: 3 });
const anyBy = fc.uniqueArray(fc.constantFrom<SumsBy>('kind', 'isOpen', 'terminalId', 'account'));

const anyVerb: fc.Arbitrary<Verb> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('put' as const), row: anyRow }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      row: fc.record({ at: anyTime, messageId: orNull(anyText), isPatient: fc.boolean() }).map(slotOf),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('change' as const), where: anyWhere, patch: some(columns) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('remove' as const), where: anyWhere, order: anyOrder }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('list' as const), where: anyWhere, order: anyOrder }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('count' as const),
      where: anyWhere,
      most: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('listColumns' as const), where: anyWhere, order: someOrder }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('sums' as const), where: anyWhere, by: anyBy }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('free' as const),
      where: some({ at: some({ until: anyTime }), isPatient: fc.boolean() }),
      order: fc.option(orderBy<PollSlotRow>(['at', 'id'], undefined), { nil: undefined }),
    }),
  },
);

/** Rows, and then some verbs in one transaction after the other, which may end with an error. */
const anyLog = fc
  .tuple(
    fc.array(anyRow, { minLength: 4, maxLength: 10 }),
    fc.array(
      fc.record({ verbs: fc.array(anyVerb, { minLength: 1, maxLength: 6 }), isFailing: fc.boolean() }),
      { minLength: 1, maxLength: 12 },
    ),
  )
  .map(([rows, log]) => [
    { verbs: rows.map((row): Verb => ({ kind: 'put', row })), isFailing: false },
    ...log,
  ]);

function* act(tx: StoreTransaction, verb: Verb): StoreSteps<unknown> {
  if (verb.kind === 'put') return yield* tx.operations.put(verb.row);
  if (verb.kind === 'add') return yield* tx.slots.add(verb.row);
  if (verb.kind === 'change') return yield* tx.operations.change(verb.where, verb.patch);
  if (verb.kind === 'remove') return yield* tx.operations.remove(verb.where, verb.order);
  if (verb.kind === 'free') return yield* tx.slots.remove(verb.where, verb.order);
  if (verb.kind === 'count') return yield* tx.operations.count(verb.where, verb.most);
  if (verb.kind === 'listColumns') return yield* tx.operations.listColumns(verb.where, verb.order);
  if (verb.kind === 'list') {
    const rows = yield* tx.operations.list(verb.where, verb.order);
    return verb.order ? rows : sorted(rows);
  }
  return sorted(
    yield* tx.operations.sums(verb.where, {
      by: verb.by,
      of: ['amountCents', 'createdAt', 'movedCents'],
      nonZero: 'amountCents',
    }),
  );
}

const sorted = (rows: readonly object[]) => {
  const nameOf = (row: object) =>
    Object.entries(row)
      .map((entry) => JSON.stringify(entry))
      .toSorted()
      .join();
  return rows.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
};

/** What a store should say, as plainly as can be: a list of rows, gone through from its beginning. */
function createModel() {
  let operations: OperationRow[] = [];
  let slots: PollSlotRow[] = [];
  return {
    content: () => ({ operations: sorted(operations), slots: sorted(slots) }),
    /** `told`: what the store gave, whose serial numbers are its own. */
    act(verb: Verb, told: unknown): unknown {
      if (verb.kind === 'add') {
        const { id } = told as PollSlotRow;
        expect(id).toBeGreaterThan(Math.max(0, ...slots.map((slot) => slot.id)));
        slots = [...slots, { ...verb.row, id }];
        return { ...verb.row, id };
      }
      if (verb.kind === 'put') {
        const isSame = ({ account, id }: OperationRow) => account === verb.row.account && id === verb.row.id;
        operations = [...operations.filter((row) => !isSame(row)), verb.row];
        return undefined;
      }
      if (verb.kind === 'free') {
        const gone = chosen(slots, verb.where, verb.order);
        slots = slots.filter((row) => !gone.includes(row));
        return gone.length;
      }
      const found = chosen(operations, verb.where, 'order' in verb ? verb.order : undefined);
      if (verb.kind === 'list') return verb.order ? found : sorted(found);
      if (verb.kind === 'count') return Math.min(found.length, verb.most);
      if (verb.kind === 'listColumns')
        return found.map((row) => Object.fromEntries(verb.order.by.map((column) => [column, row[column]])));
      if (verb.kind === 'sums') return sorted(summed(found, verb.by));
      operations = operations.flatMap((row) => {
        if (!found.includes(row)) return [row];
        return verb.kind === 'change' ? [{ ...row, ...verb.patch }] : [];
      });
      return found.length;
    },
  };
}

function chosen<Row extends object>(
  rows: readonly Row[],
  where: Where<Row>,
  order: RowOrderAndLimit<Row> | undefined,
): Row[] {
  const found = rows.filter((row) =>
    Object.entries(where).every(([column, asked]) => isAsked(Reflect.get(row, column), asked)),
  );
  if (!order) return found;
  const { by, isDescending, after, limit } = order;
  const compare = (a: readonly unknown[], b: readonly unknown[]) => {
    const first = by.findIndex((_, at) => compared(a[at], b[at]) !== 0);
    return (isDescending ? -1 : 1) * (first === -1 ? 0 : compared(a[first], b[first]));
  };
  const placeOf = (row: Row) => by.map((column) => row[column]);
  return found
    .filter((row) => !after || compare(placeOf(row), after) > 0)
    .toSorted((a, b) => compare(placeOf(a), placeOf(b)))
    .slice(0, limit);
}

function isAsked(value: unknown, asked: unknown): boolean {
  if (asked === undefined) return true;
  if (typeof asked !== 'object' || asked === null) return value === asked;
  return Object.entries(asked).every(([how, limit]) => {
    if (how === 'in') return (limit as unknown[]).includes(value);
    if (how === 'not') return value !== limit;
    if (how === 'notStartsWith') return value === null || !beginsWith(value, limit);
    if (value === null) return false;
    if (how === 'startsWith') return beginsWith(value, limit);
    const order = compared(value, limit);
    return { from: order >= 0, above: order > 0, until: order <= 0, below: order < 0 }[how] ?? false;
  });
}

const beginsWith = (value: unknown, text: unknown) =>
  typeof value === 'string' && typeof text === 'string' && value.startsWith(text);

function compared(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b);
  const [one, other] = [codesOf(a), codesOf(b)];
  const at = one.findIndex((code, place) => code !== other[place]);
  if (at === -1) return one.length - other.length;
  return (one[at] ?? 0) - (other[at] ?? -1);
}

const codesOf = (text: string): number[] => Array.from(text, (char) => char.codePointAt(0) ?? 0);

function summed(rows: readonly OperationRow[], by: readonly SumsBy[]): object[] {
  const nameOf = (row: OperationRow) => JSON.stringify(by.map((column) => row[column]));
  return [...new Set(rows.map(nameOf))]
    .map((name) => rows.filter((row) => nameOf(row) === name))
    .map((group) => ({
      ...Object.fromEntries(by.map((column) => [column, group[0]?.[column]])),
      count: group.length,
      nonZeroCount: group.filter((row) => row.amountCents).length,
      amountCents: group.reduce((sum, row) => sum + (row.amountCents ?? 0), 0),
      createdAt: group.reduce((sum, row) => sum + row.createdAt, 0),
      movedCents: 0,
    }));
}

const failure = new Error('in the middle');

/** Random verbs give what they give of a plain list; what fails in the middle leaves nothing. */
export async function checkVerbs(create: CreateHarness, runs: number): Promise<void> {
  await fuzz(
    anyLog,
    async (log) => {
      const { store, another } = await create();
      const model = createModel();
      for (const { verbs, isFailing } of log) {
        const told: unknown[] = [];
        const done = store.transact('', 'write', function* (tx) {
          for (const [at, verb] of verbs.entries()) told[at] = yield* act(tx, verb);
          if (isFailing) throw failure;
        });
        if (isFailing) await expect(done).rejects.toBe(failure);
        else {
          await done;
          expect(told).toEqual(verbs.map((verb, at) => model.act(verb, told[at])));
        }
      }
      const kept = await (
        await another()
      ).transact('', 'read', function* (tx) {
        return { operations: sorted(yield* tx.operations.list({})), slots: sorted(yield* tx.slots.list({})) };
      });
      expect(kept).toEqual(model.content());
    },
    { runs, limitMs: 45_000 },
  );
}
