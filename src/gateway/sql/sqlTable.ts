import type { AnyTableShape } from '../createMemoryStore.ts';
import type { ColumnCondition, RowOrder, StoreSteps, Table, Where } from '../gatewayStore.ts';

import { runStatement, type SqlDatabase, type SqlRow, type SqlValue } from './sqlDatabase.ts';

type AnyRow = Record<string, unknown>;

interface Clause {
  text: string;
  values: readonly SqlValue[];
}

interface Column {
  name: string;
  kind: string;
  isNullable: boolean;
}

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The column for each property of a row. */
export function sqlColumns(shape: AnyTableShape): Record<string, Column> {
  return Object.fromEntries(
    Object.entries(shape.columns).map(([column, kind]) => [
      column,
      { name: snakeCase(column), kind: kind.replace('?', ''), isNullable: kind.endsWith('?') },
    ]),
  );
}

/** The operations of a table as statements that both databases understand. */
export function createSqlTable(
  table: string,
  shape: AnyTableShape,
  { skipLocked }: SqlDatabase,
): Table<AnyRow> {
  const columns = sqlColumns(shape);
  const columnOf = (column: string): Column => {
    const found = columns[column];
    if (!found) throw new Error(`${table} has no column ${column}.`);
    return found;
  };
  const all = Object.keys(columns);
  const allNames = namesOf(all.map(columnOf));
  const keyNames = namesOf(shape.key.map(columnOf));
  const unnumbered = all.filter((column) => columnOf(column).kind !== 'serial');
  const rest = all.filter((column) => !shape.key.includes(column)).map((column) => columnOf(column).name);
  const replaced = rest.map((name) => `${name} = excluded.${name}`).join(', ');

  const selected = (
    what: string,
    where: Where<AnyRow>,
    order: RowOrder<AnyRow> | undefined,
    orderedBy = columnOf,
  ): Clause => {
    const from = { text: `select ${what} from ${table}`, values: [] };
    const ordered = order ? [orderOf(orderedBy, order)] : [];
    return joined([from, whereOf(columnOf, where, order, orderedBy), ...ordered], '');
  };
  /** A database takes no index for the order of an expression. */
  const sortedColumn = (column: string): Column => {
    const found = columnOf(column);
    return found.kind === 'number' ? { ...found, name: `(${found.name} + 0)` } : found;
  };

  const read = (row: SqlRow, among: readonly string[] = all): AnyRow =>
    Object.fromEntries(
      among.map((column) => {
        const { name, kind } = columnOf(column);
        return [column, readValue(kind, row[name])];
      }),
    );

  /** A missing column becomes null. */
  function* inserted(
    rows: readonly AnyRow[],
    given: readonly string[],
    ending: string,
  ): StoreSteps<readonly SqlRow[]> {
    const values = rows.flatMap((row) =>
      given.map((column) => written(columnOf(column).kind, row[column] ?? null)),
    );
    const into = namesOf(given.map(columnOf));
    const places = rows.map(() => `(${placeholders(given)})`).join(', ');
    return yield* runStatement(`insert into ${table} (${into}) values ${places} ${ending}`, values);
  }

  return {
    *list(where, order) {
      const { text, values } = selected(allNames, where, order);
      return (yield* runStatement(text, values)).map((row) => read(row));
    },
    *count(where, most) {
      const { text, values } = selected('1', where, { by: [], limit: most });
      const [row] = yield* runStatement(`select count(*) as count from (${text}) as counted`, values);
      return Number(row?.['count']);
    },
    *places(where, order) {
      const { text, values } = selected(namesOf(order.by.map(columnOf)), where, order, sortedColumn);
      return (yield* runStatement(text, values)).map((row) => read(row, order.by)) as never;
    },
    *put(row) {
      yield* inserted([row], all, `on conflict (${keyNames}) do update set ${replaced} returning 1`);
    },
    *add(given) {
      const [row] = yield* inserted([given], unnumbered, `returning ${allNames}`);
      return read(row ?? {});
    },
    *addAll(given) {
      // SQLite allows 32,766 values in a statement.
      for (let at = 0; at < given.length; at += mostAdded)
        yield* inserted(given.slice(at, at + mostAdded), unnumbered, 'returning 1');
    },
    *change(where, patch) {
      const clauses = Object.entries(patch).flatMap(([column, value]) =>
        value === undefined ? [] : [assignmentOf(columnOf(column), value)],
      );
      // Without a change, the rows are still counted.
      const unchanged = { text: `${rest[0]} = ${rest[0]}`, values: [] };
      const set = joined(clauses.length > 0 ? clauses : [unchanged], ', ');
      const { text, values } = whereOf(columnOf, where, undefined);
      return (yield* runStatement(`update ${table} set ${set.text}${text} returning 1`, [
        ...set.values,
        ...values,
      ])).length;
    },
    *remove(where, order) {
      // Rows that another transaction holds are left for the next cleaning, so that instances do not wait for each
      // other.
      const { text, values } = selected(keyNames, where, order);
      const gone = order
        ? [`with gone as (${text} ${skipLocked})`, ` where (${keyNames}) in (select ${keyNames} from gone)`]
        : ['', whereOf(columnOf, where, undefined).text];
      return (yield* runStatement(`${gone[0]} delete from ${table}${gone[1]} returning 1`, values)).length;
    },
    *sums(where, { by, of, nonZero }) {
      const groups = namesOf(by.map(columnOf));
      const sums = of.map(columnOf).map(({ name }) => `sum(${name}) as ${name}`);
      if (nonZero !== undefined) sums.push(`count(nullif(${columnOf(nonZero).name}, 0)) as non_zero_count`);
      const what = [...(by.length > 0 ? [groups] : []), 'count(*) as count', ...sums].join(', ');
      const { text, values } = selected(what, where, undefined);
      const rows = yield* runStatement(by.length > 0 ? `${text} group by ${groups}` : text, values);
      const readSums = rows.map((row) => ({
        ...read(row, by),
        count: Number(row['count']),
        ...(nonZero !== undefined && { nonZeroCount: Number(row['non_zero_count']) }),
        ...Object.fromEntries(of.map((column) => [column, Number(row[columnOf(column).name] ?? 0)])),
      }));
      return readSums.filter(({ count }) => count > 0) as never;
    },
  };
}

const mostAdded = 500;
const comparisons = { from: '>=', above: '>', until: '<=', below: '<' };

const namesOf = (columns: readonly Column[]) => columns.map(({ name }) => name).join(', ');
const placeholders = (values: readonly unknown[]) => values.map(() => '?').join(', ');

const joined = (clauses: readonly Clause[], separator: string): Clause => ({
  text: clauses.map(({ text }) => text).join(separator),
  values: clauses.flatMap(({ values }) => values),
});

type ColumnOf = (column: string) => Column;

function conditionOf({ name, kind }: Column, condition: ColumnCondition<unknown>): Clause {
  if (condition === null) return { text: `${name} is null`, values: [] };
  if (typeof condition !== 'object') return { text: `${name} = ?`, values: [written(kind, condition)] };
  const { in: among, ...limiting } = condition as AnyRow;
  const { not, startsWith, notStartsWith } = limiting;
  // Not `is not null`: SQLite would use an index for it, in which most rows match.
  if (not === null) return { text: `(${name} is null) = false`, values: [] };
  if (not !== undefined) return { text: `(${name} = ?) is not true`, values: [written(kind, not)] };
  if (typeof startsWith === 'string') return beginningWith(name, startsWith);
  if (typeof notStartsWith === 'string') {
    const { text, values } = beginningWith(name, notStartsWith);
    return { text: `(${text}) is not true`, values };
  }
  if (Array.isArray(among)) {
    const asked = padded(among.filter((value) => value !== null));
    const parts = [
      ...(asked.length > 0 ? [`${name} in (${placeholders(asked)})`] : []),
      ...(among.includes(null) ? [`${name} is null`] : []),
    ];
    const text = parts.length > 0 ? `(${parts.join(' or ')})` : 'false';
    return { text, values: asked.map((value) => written(kind, value)) };
  }
  const limits = Object.entries(comparisons).flatMap(([limit, operator]) => {
    const value = limiting[limit];
    return value === undefined ? [] : [{ text: `${name} ${operator} ?`, values: [written(kind, value)] }];
  });
  return joined(limits, ' and ');
}

function whereOf(
  columnOf: ColumnOf,
  where: Where<AnyRow>,
  order: RowOrder<AnyRow> | undefined,
  orderedBy = columnOf,
): Clause {
  const conditions = Object.entries(where).flatMap(([column, condition]) =>
    condition === undefined ? [] : [conditionOf(columnOf(column), condition)],
  );
  if (order?.after) {
    const by = order.by.map(orderedBy);
    const text = `(${namesOf(by)}) ${order.isDescending ? '<' : '>'} (${placeholders(by)})`;
    const { after } = order;
    conditions.push({ text, values: by.map(({ kind }, at) => written(kind, after[at])) });
  }
  const stated = conditions.filter(({ text }) => text !== '');
  const { text, values } = joined(stated, ' and ');
  return { text: text && ` where ${text}`, values };
}

function orderOf(columnOf: ColumnOf, { by, isDescending, limit }: RowOrder<AnyRow>): Clause {
  const [direction, nulls] = isDescending ? [' desc', ' nulls last'] : ['', ' nulls first'];
  // Only for nullable columns: otherwise PostgreSQL would not recognise the index's order.
  const placed = by
    .map(columnOf)
    .map(({ name, isNullable }) => `${name}${direction}${isNullable ? nulls : ''}`);
  const text = placed.length > 0 ? ` order by ${placed.join(', ')}` : '';
  return limit === undefined ? { text, values: [] } : { text: `${text} limit ?`, values: [limit] };
}

/** Null is part of the text: libsql misreads a single null value. */
function assignmentOf({ name, kind }: Column, value: unknown): Clause {
  return value === null
    ? { text: `${name} = null`, values: [] }
    : { text: `${name} = ?`, values: [written(kind, value)] };
}

/** Pads the list to a power of two by repeating a value, so that few different statements exist. */
function padded(values: readonly unknown[]): readonly unknown[] {
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, values.length)));
  return values.length === 0 ? [] : [...values, ...Array(length - values.length).fill(values[0])];
}

function written(kind: string, value: unknown): SqlValue {
  if (value === null || value === undefined) return null;
  if (kind === 'flag') return value ? 1 : 0;
  if (kind === 'json') return JSON.stringify(value);
  return typeof value === 'string' ? escapeForStore(value) : Number(value);
}

function readValue(kind: string, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'flag') return Number(value) === 1;
  if (typeof value !== 'string' || kind === 'number' || kind === 'serial') return Number(value);
  return kind === 'json' ? JSON.parse(value) : unescapeFromStore(value);
}

/** Not `like`: SQLite would ignore case. */
function beginningWith(name: string, text: string): Clause {
  const start = escapeForStore(text);
  return { text: `substr(${name}, 1, ?) = ?`, values: [Array.from(start).length, start] };
}

// PostgreSQL stores no null character, and UTF-8 no half of a surrogate pair. Both are escaped with the unused
// character before the surrogates, so that texts keep their order.
const mark = '\uD7FF';

export const escapeForStore = (text: string): string =>
  text.replaceAll(/[\0\uD7FF\p{Cs}]/gu, (part) => mark + part.charCodeAt(0).toString(16).padStart(4, '0'));

export const unescapeFromStore = (text: string): string =>
  text.replaceAll(/\uD7FF([0-9a-f]{4})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
