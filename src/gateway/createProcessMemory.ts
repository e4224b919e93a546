import type { GatewayContext } from './gatewayContext.ts';
import type { OperationClaim } from './claimIdOrReadHolder.ts';
import { findOperationRow, type OperationRowWithAge } from './record.ts';
import type { OperationRow } from './recordRows.ts';
import type { OperationAnswer } from './replies.ts';

export type OperationKey = Pick<OperationClaim, 'account' | 'id'>;

export const operationKeyText = ({ account, id }: OperationKey) => JSON.stringify([account, id]);

interface RememberedOperation {
  row: OperationRow;
  /** The service's answer; undefined until the request is sent. */
  asking?: Promise<OperationAnswer>;
  at: number;
}

export type ProcessMemory = ReturnType<typeof createProcessMemory>;

/** What this process sent, or knows to be closed. The store may not have the answer yet, or may lose the row. */
export function createProcessMemory({ record, service }: GatewayContext, keepMs: number) {
  const { clock } = service;
  const here = createExpiringMap<RememberedOperation>(keepMs);
  const get = (key: OperationKey) => here.get(operationKeyText(key), clock.monotonic());
  const rowOf = ({ row, at }: RememberedOperation): OperationRowWithAge => ({
    ...row,
    ageMs: clock.monotonic() - at,
  });

  /** The store's row, corrected by what this process knows. Rejects if the store fails and this process knows nothing. */
  const find = async (key: OperationKey) => {
    const known = get(key);
    try {
      const row = await record.read(key.account, (tx) => findOperationRow(tx, key.account, key.id));
      if (!known) return row;
      // If the store has no row, or a closed one for a request that this process sent, it has lost the first row.
      if (!row || (row.state === 'closed' && known.row.state === 'sent')) return rowOf(known);
      return row.state === known.row.state ? { ...row, answer: row.answer ?? known.row.answer } : row;
    } catch (error) {
      if (known) return rowOf(known);
      throw error;
    }
  };

  return {
    get,
    find,
    /** The row that this process remembers for an id, with its age; undefined if there is none. */
    current(key: OperationKey) {
      const known = get(key);
      return known && rowOf(known);
    },
    remember(row: OperationRow) {
      const at = clock.monotonic();
      const kept: RememberedOperation = { row, at };
      here.set(operationKeyText(row), kept, at);
      return kept;
    },
    /** The row of an id that this process sent or knows to be closed. A closed id is read from the store again. */
    async findHolder(key: OperationKey) {
      const known = get(key);
      if (known?.row.state === 'closed') return (await find(key)) ?? rowOf(known);
      return known && rowOf(known);
    },
  };
}

/** A map whose entries expire after `keepMs`. All times must be of one monotonic clock. */
export function createExpiringMap<Value>(keepMs: number) {
  const kept = new Map<string, { value: Value; at: number }>(); // oldest first
  const isOver = (at: number, now: number) => at + keepMs <= now;

  return {
    get(key: string, now: number): Value | undefined {
      const found = kept.get(key);
      return found && !isOver(found.at, now) ? found.value : undefined;
    },
    set(key: string, value: Value, at: number) {
      kept.delete(key);
      kept.set(key, { value, at });
      for (const [oldest, entry] of kept) {
        if (!isOver(entry.at, at)) return;
        kept.delete(oldest);
      }
    },
  };
}
