import type { AnyRow, ColumnCondition, Where } from './gatewayStore.ts';

export function rowMatcher(where: Where<AnyRow>): (row: AnyRow) => boolean {
  const plain: [string, unknown][] = [];
  const others: [string, (value: unknown) => boolean][] = [];
  for (const column in where) {
    const condition = where[column];
    if (isSingleValue(condition)) plain.push([column, condition]);
    else if (condition !== undefined) others.push([column, allowedBy(condition)]);
  }
  return (row) =>
    plain.every(([column, value]) => row[column] === value) &&
    others.every(([column, isAllowed]) => isAllowed(row[column]));
}

function allowedBy(condition: ColumnCondition<unknown>): (value: unknown) => boolean {
  const among = listedValues(condition);
  if (among) {
    const values = new Set(among);
    return (value) => values.has(value);
  }
  const { from, above, until, below, not, startsWith, notStartsWith } = (condition ?? {}) as AnyRow;
  if (typeof startsWith === 'string') return (value) => beginsWith(value, startsWith);
  if (typeof notStartsWith === 'string') return (value) => !beginsWith(value, notStartsWith);
  if (not !== undefined) return (value) => value !== not;
  const isNullAllowed = !excludesNull(condition ?? {});
  return (value) => {
    if (value === null) return isNullAllowed;
    return (
      (from === undefined || compareValues(value, from) >= 0) &&
      (above === undefined || compareValues(value, above) > 0) &&
      (until === undefined || compareValues(value, until) <= 0) &&
      (below === undefined || compareValues(value, below) < 0)
    );
  };
}

const beginsWith = (value: unknown, text: string) => typeof value === 'string' && value.startsWith(text);

/** Whether a condition excludes rows whose value is null. Does not support conditions with `in`. */
export function excludesNull(condition: object): boolean {
  if ('notStartsWith' in condition || ('not' in condition && condition.not !== null)) return false;
  return Object.values(condition).some((limit) => limit !== undefined);
}

export const isSingleValue = (condition: unknown) =>
  condition !== undefined && (typeof condition !== 'object' || condition === null);

export function listedValues(condition: ColumnCondition<unknown>): readonly unknown[] | undefined {
  if (condition === undefined) return undefined;
  if (isSingleValue(condition)) return [condition];
  const { in: among } = condition as { in?: readonly unknown[] };
  return among && [...new Set(among)];
}

/**
 * Joins two conditions into one: a row meets it if it meets both `a` and `b`. Undefined if no row can meet both. If `a`
 * and `b` restrict the same column, one of the two restrictions must list values or be `{ not: null }`.
 */
export function intersectConditions<Row>(a: Where<Row>, b: Where<Row>): Where<Row> | undefined {
  const both: Where<Row> = { ...a };
  for (const column of Object.keys(b) as (keyof Row)[]) {
    const condition = bothOf(a[column], b[column]);
    if (condition === nothing) return undefined;
    Object.assign(both, { [column]: condition });
  }
  return both;
}

const nothing = Symbol('nothing');

function bothOf(a: unknown, b: unknown): unknown {
  if (a === undefined || b === undefined) return a ?? b;
  const [listed, others] = [listedValues(a), listedValues(b)];
  if (!listed && others) return bothOf(b, a);
  if (!listed) return isNotNull(a) ? b : a;
  const values = listed.filter(allowedBy(b));
  if (values.length === 0) return nothing;
  return values.length === 1 ? values[0] : { in: values };
}

const isNotNull = (condition: unknown) =>
  typeof condition === 'object' && condition !== null && 'not' in condition && condition.not === null;

const high = /[\uD800-\uFFFF]/;

/** Compares texts by code points, as the databases do. */
export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) < Number(b) ? -1 : 1;
  // If `a` has no character that `high` matches, the order of UTF-16 units is that of code points.
  if (!high.test(a)) return a < b ? -1 : 1;
  for (let at = 0; ; at += 1) {
    const [one = -1, other = -1] = [a.codePointAt(at), b.codePointAt(at)];
    if (one !== other) return one < other ? -1 : 1;
  }
}
