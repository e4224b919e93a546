import type { Pool } from 'pg';
import type { SqliteConnection } from '../../../src/gateway/sql/sqliteDatabase.ts';
import { account } from '../store/storeEntries.ts';

const dayMs = 24 * 60 * 60_000;
export const million = 1_000_000;
/** How long a shop takes for a million operations. */
export const days = 400;
const stepMs = (days * dayMs) / million;
const terminals = 20;

/** What differs in the SQL of the two databases. Each text is about the column `i`. */
interface Dialect {
  /** The numbers from 1 on, as `i`. */
  numbers: (count: number) => string;
  /** The operation id of a number. */
  idOf: (number: string) => string;
  /** The digits of `i` from its end. */
  reversed: string;
}

const inSqlite: Dialect = {
  numbers: (count) =>
    `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n) as numbers`,
  idOf: (number) => `printf('%032d', ${number})`,
  // SQLite cannot reverse a text; a number has at most seven digits.
  reversed: [7, 6, 5, 4, 3, 2, 1].map((at) => `substr(i, ${at}, 1)`).join(' || '),
};

const inPostgres: Dialect = {
  numbers: (count) => `generate_series(1::bigint, ${count}) as numbers(i)`,
  idOf: (number) => `lpad((${number})::text, 32, '0')`,
  reversed: 'reverse(i::text)',
};

/** One of so many values, for each column in an order of its own. */
const among = (values: number, seed: number) => `(i * ${7919 + seed * 10_007} % 1000003 % ${values})`;

const receipt = JSON.stringify({ status: 'complete', receiptLines: { text: 'x'.repeat(300) } });

/** The operation's state, as the store keeps it: JSON. */
const operation = [
  `'{"id":"' || id || '","kind":"' || kind || '","phase":"' || phase || '","terminalId":"' || terminal_id`,
  `'","orderNumber":"A-' || i || '","msgIdentifier":"m-' || i || '","pnRefNum":"' || reference`,
  `'","currency":"EUR","amountCents":' || cents || ',"confirmedCents":' || cents`,
  `',"anomalies":[],"connection":"ok","seenProcessing":true,"flowKey":"gateway","createdAt":' || t`,
  `case when is_open = 1 then '' else ',"endedAt":' || (t + 5000) end || ',"message":${receipt}}'`,
].join(' || ');

/**
 * Operations of one shop, the last of which is of now. Twenty are open, at terminals of their own; one in a thousand is
 * unseen.
 */
function operationsOf(count: number, { numbers, idOf, reversed }: Dialect): string {
  const from = Date.now() - count * stepMs;
  const columns =
    'account, id, state, kind, subject, actor, body_hash, claimed_by, claimed_at, answer_by, answer, seq, operation, phase, ' +
    'is_open, is_unseen, terminal_id, provider, order_number, order_number_lower, order_number_reversed, pn_ref_num, ' +
    'msg_identifier, currency, amount_cents, moved_cents, created_at, ended_at';
  return `insert into tillkit_operations (${columns})
    select '${account}', id, 'sent', kind, 'subject' || ${among(40, 2)}, 'actor' || ${among(40, 7)},
      'hash', 'copy', t, t + 90000, null, 4, ${operation}, phase, is_open, is_unseen, terminal_id, null,
      'A-' || i, 'a-' || i, ${reversed} || '-a', reference, 'm-' || i, 'EUR', cents,
      case when phase = 'complete' and kind <> 'void' then cents end, t, case when is_open = 0 then t + 5000 end
    from (
      select i, t, id, kind, cents, is_open,
        case when is_open = 1 then 'waiting' when ${among(400, 3)} = 0 then 'unknown'
          when ${among(15, 4)} = 0 then 'failed' else 'complete' end as phase,
        case when is_open = 0 and ${among(1000, 8)} = 0 then 1 else 0 end as is_unseen,
        case when is_open = 1 then 'U' || i else 'T' || ${among(terminals, 5)} end as terminal_id,
        'R' || case kind when 'pay' then i else i - 1 end as reference
      from (
        select i, ${from} + i * ${stepMs} as t, ${idOf('i')} as id, ${among(20_000, 6)} as cents,
          case ${among(20, 1)} when 0 then 'refund' when 1 then 'void' else 'pay' end as kind,
          case when i > ${count} - 20 then 1 else 0 end as is_open
        from ${numbers(count)}
      ) as drawn
    ) as rows`;
}

/** A closing a day and terminal. */
function closingsOf(count: number, { numbers, idOf }: Dialect): string {
  const nights = Math.ceil((count / million) * days);
  const row = { currency: 'EUR', terminalId: 'T1', kind: 'pay', phase: 'complete', count: 100 };
  const rows = Array.from({ length: 5 }, () => ({ ...row, amountCents: 1_000_000, movedCents: 1_000_000 }));
  const report = JSON.stringify({ rows, unknown: [], holds: [], legs: [] });
  return `insert into tillkit_closings (account, terminal_id, number, id, from_ms, to_ms, at, actor, report)
    select '${account}', 'T' || (i % ${terminals}), (i - 1) / ${terminals} + 1, ${idOf('i')}, at - ${dayMs}, at, at + 60000,
      'actor1', '${report}'
    from (
      select i, ${Date.now() - nights * dayMs} + ((i - 1) / ${terminals} + 1) * ${dayMs} - 3600000 as at
      from ${numbers(nights * terminals)}
    ) as rows`;
}

/** Changes of now, of operations of many subjects. */
function eventsOf(count: number, { numbers, idOf }: Dialect): string {
  return `insert into tillkit_events (account, operation_id, seq, at, detail, operation, subject, terminal_id, is_dispatched)
    select '${account}', id, 1, ${Date.now()}, null, ${operation}, 'subject' || ${among(40, 2)}, terminal_id, 1
    from (
      select i, ${Date.now()} as t, ${idOf('i')} as id, 'pay' as kind, 'complete' as phase, 0 as is_open,
        'T' || ${among(terminals, 5)} as terminal_id, 'R' || i as reference, 1250 as cents
      from ${numbers(count)}
    ) as rows`;
}

const statements = { operations: operationsOf, closings: closingsOf, events: eventsOf };
type Filled = keyof typeof statements;

/** Adds `count` operations, the closings of their days, or `count` events, to the tables of a store. */
export function fillSqlite(connection: SqliteConnection, what: Filled, count: number): void {
  // In memory, and without waiting for the disk; as a store has it again afterwards.
  connection.exec('pragma synchronous = off; pragma cache_size = -1000000');
  connection.exec(statements[what](count, inSqlite));
  connection.exec('pragma synchronous = full; pragma cache_size = -2000; pragma wal_checkpoint(truncate)');
}

/** {@link fillSqlite} for PostgreSQL, with what its autovacuum would do later. */
export async function fillPostgres(pool: Pool, what: Filled, count: number): Promise<void> {
  const table = `tillkit_${what}`;
  const { rows: indexes } = await pool.query<{ name: string; made: string }>(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as made from pg_index
      where indrelid = '${table}'::regclass and not indisprimary`,
  );
  for (const { name } of indexes) await pool.query(`drop index ${name}`);
  await pool.query(statements[what](count, inPostgres));
  for (const { made } of indexes) await pool.query(made);
  await pool.query(`vacuum analyze ${table}`);
  await pool.query('checkpoint');
}
