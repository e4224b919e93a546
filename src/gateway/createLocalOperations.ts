import type { GatewayContext } from './gatewayContext.ts';
import type { Claim } from './claimOperation.ts';
import { findOperation, type OperationWithAge } from './record.ts';
import type { OperationRow } from './recordRows.ts';
import type { OperationAnswer } from './replies.ts';

/** An operation id and its account. */
export type OperationKey = Pick<Claim, 'account' | 'id'>;

export const operationKeyText = ({ account, id }: OperationKey) => JSON.stringify([account, id]);

/** What this process itself knows about an id. */
interface LocalOperation {
  row: OperationRow;
  /** Set once the service is being asked, or was. */
  asking?: Promise<OperationAnswer>;
  at: number;
}

/** What this process sent, or knows to be closed. The store may not have the answer yet, or may lose the row. */
export interface LocalOperations {
  get: (key: OperationKey) => LocalOperation | undefined;
  /** The row that this process knows, with its age. */
  current: (key: OperationKey) => OperationWithAge | undefined;
  remember: (row: OperationRow) => LocalOperation;
  /** The store's row, corrected by what this process knows. Rejects if the store does and this process knows nothing. */
  find: (key: OperationKey) => Promise<OperationWithAge | undefined>;
  /** The holder of an id, if this process knows one. */
  findHolder: (key: OperationKey) => Promise<OperationWithAge | undefined>;
}

export function createLocalOperations({ record, service }: GatewayContext, keepMs: number): LocalOperations {
  const { clock } = service;
  const here = createExpiringMap<LocalOperation>(keepMs);
  const get = (key: OperationKey) => here.get(operationKeyText(key), clock.monotonic());
  const rowOf = ({ row, at }: LocalOperation): OperationWithAge => ({
    ...row,
    ageMs: clock.monotonic() - at,
  });

  const find = async (key: OperationKey) => {
    const known = get(key);
    try {
      const row = await record.read(key.account, (tx) => findOperation(tx, key.account, key.id));
      if (!known) return row;
      // The store lost the row in between: "sent" is certain, "closed" came later.
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
    current(key) {
      const known = get(key);
      return known && rowOf(known);
    },
    remember(row) {
      const at = clock.monotonic();
      const kept: LocalOperation = { row, at };
      here.set(operationKeyText(row), kept, at);
      return kept;
    },
    async findHolder(key) {
      const known = get(key);
      if (known?.row.state === 'closed') return (await find(key)) ?? rowOf(known);
      return known && rowOf(known);
    },
  };
}

interface ExpiringMap<Value> {
  get: (key: string, now: number) => Value | undefined;
  set: (key: string, value: Value, at: number) => void;
}

/** A map whose entries expire after `keepMs`. All times must be of one monotonic clock. */
export function createExpiringMap<Value>(keepMs: number): ExpiringMap<Value> {
  const kept = new Map<string, { value: Value; at: number }>(); // oldest first
  const isOver = (at: number, now: number) => at + keepMs <= now;

  return {
    get(key, now) {
      const found = kept.get(key);
      return found && !isOver(found.at, now) ? found.value : undefined;
    },
    set(key, value, at) {
      kept.delete(key);
      kept.set(key, { value, at });
      for (const [oldest, entry] of kept) {
        if (!isOver(entry.at, at)) return;
        kept.delete(oldest);
      }
    },
  };
}
