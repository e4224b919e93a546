import type { Where } from './gatewayStore.ts';
import { allowedBy, listedValues } from './memoryIndex.ts';

/**
 * The condition that both hold; undefined if no row can meet both. For a column in both, one of the two must list
 * values or only exclude null.
 */
export function bothConditions<Row>(a: Where<Row>, b: Where<Row>): Where<Row> | undefined {
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
