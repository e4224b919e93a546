import type { AnyRow, AnyTable, ColumnCondition, RowOrderAndLimit, Where } from '../gatewayStore.ts';
import type { AnyTableShape } from '../tableShapes.ts';
import { runStatement, type SqlDatabase, type SqlRow, type SqlValue } from './sqlDatabase.ts';

interface Clause {
  text: string;
  values: readonly SqlValue[];
}

interface Column {
  property: string;
  name: string;
  kind: string;
  isNullable: boolean;
}

export function sqlColumnsByProperty(shape: AnyTableShape): Record<string, Column> {
  return Object.fromEntries(
    Object.entries(shape.columns).map(([property, kind]) => [
      property,
      {
        property,
        name: property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        kind: kind.replace('?', ''),
        isNullable: kind.endsWith('?'),
      },
    ]),
  );
}

/** The operations of a table as statements that both databases understand. */
export function createSqlTable(table: string, shape: AnyTableShape, { skipLocked }: SqlDatabase): AnyTable {
  const columns = sqlColumnsByProperty(shape);
  const columnOf = (property: string): Column => {
    const found = columns[property];
    if (!found) throw new Error(`${table} has no column ${property}.`);
    return found;
  };
  const all = Object.values(columns);
  const key = shape.key.map(columnOf);
  const keyNames = namesOf(key);
  const rest = all.filter((column) => !key.includes(column)).map(({ name }) => name);
  const replacing = rest.map((name) => `${name} = excluded.${name}`).join(', ');
  const unnumbered = all.filter(({ kind }) => kind !== 'serial');

  const selected = (
    what: string,
    where: Where<AnyRow>,
    order: RowOrderAndLimit<AnyRow> | undefined,
    orderedBy = columnOf,
  ): Clause => {
    const from = { text: `select ${what} from ${table}`, values: [] };
    const ordered = order ? [orderOf(orderedBy, order)] : [];
    return joined([from, whereOf(columnOf, where, order, orderedBy), ...ordered], '');
  };
  /** A number column is sorted by an expression: else a database might choose an index for the order alone. */
  const sortedColumn = (property: string): Column => {
    const found = columnOf(property);
    return found.kind === 'number' ? { ...found, name: `(${found.name} + 0)` } : found;
  };

  return {
    *list(where, order) {
      const rows = yield* run(selected(namesOf(all), where, order));
      return rows.map((row) => readRow(all, row));
    },
    *count(where, most) {
      const { text, values } = selected('1', where, { by: [], limit: most });
      const [row] = yield* runStatement(`select count(*) as count from (${text}) as counted`, values);
      return Number(row?.['count']);
    },
    *listColumns(where, order) {
      const by = order.by.map(columnOf);
      const rows = yield* run(selected(namesOf(by), where, order, sortedColumn));
      return rows.map((row) => readRow(by, row));
    },
    *put(row) {
      const ending = `on conflict (${keyNames}) do update set ${replacing} returning 1`;
      yield* run(insertion(table, all, [row], ending));
    },
    *add(given) {
      const [row] = yield* run(insertion(table, unnumbered, [given], `returning ${namesOf(all)}`));
      return readRow(all, row ?? {});
    },
    *addAll(given) {
      // SQLite allows 32,766 values in a statement, so many rows need several statements.
      for (let at = 0; at < given.length; at += mostAdded)
        yield* run(insertion(table, unnumbered, given.slice(at, at + mostAdded), 'returning 1'));
    },
    *change(where, patch) {
      const changes = Object.entries(patch).flatMap(([property, value]) =>
        value === undefined ? [] : [assignmentOf(columnOf(property), value)],
      );
      // An empty patch sets a column to itself, so that the matching rows are still counted.
      const unchanged = { text: `${rest[0]} = ${rest[0]}`, values: [] };
      const set = joined(changes.length > 0 ? changes : [unchanged], ', ');
      const condition = whereOf(columnOf, where, undefined);
      const text = `update ${table} set ${set.text}${condition.text} returning 1`;
      return (yield* runStatement(text, [...set.values, ...condition.values])).length;
    },
    *remove(where, order) {
      // Rows that another transaction holds are left for the next cleaning, so that no instance waits.
      const { text, values } = selected(keyNames, where, order);
      const gone = order
        ? [`with gone as (${text} ${skipLocked})`, ` where (${keyNames}) in (select ${keyNames} from gone)`]
        : ['', whereOf(columnOf, where, undefined).text];
      return (yield* runStatement(`${gone[0]} delete from ${table}${gone[1]} returning 1`, values)).length;
    },
    *sums(where, { by, of, nonZero }) {
      const [groups, summed] = [by.map(columnOf), of.map(columnOf)];
      const sums = summed.map(({ name }) => `sum(${name}) as ${name}`);
      if (nonZero !== undefined) sums.push(`count(nullif(${columnOf(nonZero).name}, 0)) as non_zero_count`);
      const what = [...groups.map(({ name }) => name), 'count(*) as count', ...sums].join(', ');
      const { text, values } = selected(what, where, undefined);
      const grouping = groups.length > 0 ? ` group by ${namesOf(groups)}` : '';
      const rows = yield* runStatement(text + grouping, values);
      return rows.map((row) => readSums(row, groups, summed)).filter(({ count }) => Number(count) > 0);
    },
  };
}

const run = ({ text, values }: Clause) => runStatement(text, values);

/** Inserts rows. A missing column becomes null. */
function insertion(
  table: string,
  columns: readonly Column[],
  rows: readonly AnyRow[],
  ending: string,
): Clause {
  const tuples = rows.map(() => `(${placeholders(columns)})`).join(', ');
  return {
    text: `insert into ${table} (${namesOf(columns)}) values ${tuples} ${ending}`,
    values: rows.flatMap((row) => columns.map(({ property, kind }) => written(kind, row[property] ?? null))),
  };
}

function readRow(columns: readonly Column[], row: SqlRow): AnyRow {
  return Object.fromEntries(
    columns.map(({ property, name, kind }) => [property, readValue(kind, row[name])]),
  );
}

function readSums(row: SqlRow, groups: readonly Column[], summed: readonly Column[]): AnyRow {
  const nonZeroCount = row['non_zero_count'];
  return {
    ...readRow(groups, row),
    count: Number(row['count']),
    ...(nonZeroCount !== undefined && { nonZeroCount: Number(nonZeroCount) }),
    ...Object.fromEntries(summed.map(({ property, name }) => [property, Number(row[name] ?? 0)])),
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
  // Not written as `is not null`, because SQLite would then use an index, although most rows match.
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
  order: RowOrderAndLimit<AnyRow> | undefined,
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

function orderOf(columnOf: ColumnOf, { by, isDescending, limit }: RowOrderAndLimit<AnyRow>): Clause {
  const [direction, nulls] = isDescending ? [' desc', ' nulls last'] : ['', ' nulls first'];
  // Only nullable columns say where nulls go. If other columns did, PostgreSQL would not use the index for the order.
  const placed = by
    .map(columnOf)
    .map(({ name, isNullable }) => `${name}${direction}${isNullable ? nulls : ''}`);
  const text = placed.length > 0 ? ` order by ${placed.join(', ')}` : '';
  return limit === undefined ? { text, values: [] } : { text: `${text} limit ?`, values: [limit] };
}

/** Null is written into the statement, because libsql misreads a single null value. */
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

/** A condition for texts that begin with `text`. Does not use `like`, with which SQLite ignores case. */
function beginningWith(name: string, text: string): Clause {
  const start = escapeForStore(text);
  return { text: `substr(${name}, 1, ?) = ?`, values: [Array.from(start).length, start] };
}

// PostgreSQL cannot store a null character, and UTF-8 cannot encode half of a surrogate pair. Both are written as
// `mark` and four hex digits. `mark` is an unused character just below the surrogates, so that texts keep their order.
const mark = '\uD7FF';

export const escapeForStore = (text: string): string =>
  text.replaceAll(/[\0\uD7FF\p{Cs}]/gu, (part) => mark + part.charCodeAt(0).toString(16).padStart(4, '0'));

export const unescapeFromStore = (text: string): string =>
  text.replaceAll(/\uD7FF([0-9a-f]{4})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
