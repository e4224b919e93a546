import { expect, test } from 'vitest';
import type { GatewayStore, StoreSteps, StoreTransaction } from '../../../src/gateway/gatewayStore.ts';
import { createShop } from '../shop.ts';
import { createTestStore } from './testStore.ts';

/** A store that counts how often a database on another machine would be asked in each transaction that writes. */
function counting(store: GatewayStore) {
  const trips: number[] = [];
  const counted = (
    tx: StoreTransaction,
    count: (what: () => StoreSteps<unknown>) => StoreSteps<unknown>,
  ): StoreTransaction => {
    const tables = Object.entries(tx).map(([name, table]: [string, unknown]) => {
      if (typeof table !== 'object' || table === null) return [name, table];
      const verbs = Object.entries(table).map(([verb, run]) => [
        verb,
        (...given: unknown[]) => count(() => (run as (...all: unknown[]) => StoreSteps<unknown>)(...given)),
      ]);
      return [name, Object.fromEntries(verbs)];
    });
    const together = (...all: StoreSteps<unknown>[]) => count(() => tx.together(...all));
    return {
      ...(Object.fromEntries(tables) as StoreTransaction),
      together: together as StoreTransaction['together'],
    };
  };
  return {
    trips,
    store: {
      ...store,
      transact: <T>(
        account: string,
        access: Parameters<GatewayStore['transact']>[1],
        steps: (tx: StoreTransaction) => StoreSteps<T>,
      ) => {
        let number = 0;
        let depth = 0;
        function* count(what: () => StoreSteps<unknown>): StoreSteps<unknown> {
          if (depth === 0) number += 1;
          depth += 1;
          try {
            return yield* what();
          } finally {
            depth -= 1;
          }
        }
        return store
          .transact(account, access, (tx) => steps(counted(tx, count)))
          .finally(() => access === 'durable' && trips.push(number));
      },
    },
  };
}

test('a payment reads once and writes once for its claim, and for its answer', async () => {
  const { store, trips } = counting(createTestStore({}));
  const { send, posted } = createShop({ store });
  await send('pay', { orderNumber: 'A 7' });
  expect([posted.length, trips]).toEqual([1, [2, 2]]);
});
