import type { GatewayContext } from './gatewayContext.ts';
import { type Claim, findOperation, type HeldOperation } from './record.ts';
import type { OperationRow } from './recordRows.ts';
import type { OperationAnswer } from './replies.ts';

/** Whose id it is. */
export type OperationKey = Pick<Claim, 'account' | 'id'>;

export const nameOf = ({ account, id }: OperationKey) => JSON.stringify([account, id]);

/** What this process knows of an id by itself. */
interface KnownHere {
  row: OperationRow;
  /** The service is being asked, or was. */
  asking?: Promise<OperationAnswer>;
  at: number;
}

/**
 * What this process sent or knows to be closed, beside what the store knows: that may not have the answer yet, or may lose all of it.
 */
export interface KnownIds {
  get: (key: OperationKey) => KnownHere | undefined;
  /** As it is by now, where this process knows it. */
  held: (key: OperationKey) => HeldOperation | undefined;
  keep: (row: OperationRow) => KnownHere;
  /** What the store knows, and what this process knows better. Rejects where the store does and this process knows nothing. */
  find: (key: OperationKey) => Promise<HeldOperation | undefined>;
  /** Who holds an id, where this process knows it. */
  holder: (key: OperationKey) => Promise<HeldOperation | undefined>;
}

export function createKnownIds({ record, service }: GatewayContext, keepMs: number): KnownIds {
  const { clock } = service;
  const here = createExpiringMap<KnownHere>(keepMs);
  const get = (key: OperationKey) => here.get(nameOf(key), clock.monotonic());
  const rowOf = ({ row, at }: KnownHere): HeldOperation => ({ ...row, ageMs: clock.monotonic() - at });

  const find = async (key: OperationKey) => {
    const known = get(key);
    try {
      const row = await record.read(key.account, (tx) => findOperation(tx, key.account, key.id));
      if (!known) return row;
      // That it was sent is more than that it was closed: the store forgot in between.
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
    held(key) {
      const known = get(key);
      return known && rowOf(known);
    },
    keep(row) {
      const at = clock.monotonic();
      const kept: KnownHere = { row, at };
      here.set(nameOf(row), kept, at);
      return kept;
    },
    async holder(key) {
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

/** A map that forgets what was set `keepMs` ago. Times are of one clock that never goes back. */
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
