import type { ReportLeg } from '../core/operations/recorded.ts';
import type { Caller } from './visibility.ts';
import type { StoreSteps, StoreTransaction } from './gatewayStore.ts';
import { latestDateMs, visibleTerminals } from './visibility.ts';

/** The legs of a report by name; none with a filter other than the period, since a leg has nothing else to filter by. */
export function* reportLegs(
  tx: Pick<StoreTransaction, 'legs'>,
  { account, subject, sees }: Caller,
  words: readonly (readonly [string, string])[],
): StoreSteps<ReportLeg[]> {
  const { from, to, ...others } = Object.fromEntries(words) as Record<string, string | undefined>;
  if (Object.keys(others).length > 0 || visibleTerminals(sees)) return [];
  const at = { from: Number(from ?? 0), below: Number(to ?? latestDateMs) };
  const where = { account, at, ...(sees === 'own' && { subject }) };
  const sums = yield* tx.legs.sums(where, { by: ['name', 'currency'], of: ['cents'] });
  const rows = sums.map(({ name, currency, count, cents }) => ({ name, currency, count, cents }));
  return rows.toSorted((a, b) => (a.name + a.currency < b.name + b.currency ? -1 : 1));
}
