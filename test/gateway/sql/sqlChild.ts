import { setTimeout } from 'node:timers/promises';
import Database from 'libsql';
import { Pool } from 'pg';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import { answer, claim } from '../store/storeEntries.ts';

/**
 * `fill`: claim and answer until the store refuses. `race`: once told to, claim as many ids as there are, in any order. `watch`: end
 * as soon as nothing else is to be done.
 */
export interface ChildPlan {
  kind: 'fill' | 'race' | 'watch';
  sqlite?: string | undefined;
  postgres?: { host: string; port: number; user: string; database: string } | undefined;
  ids?: number | undefined;
  /** The number of the first id, where it fills. */
  from?: number | undefined;
}

/** What a child tells: the number of an id that it holds, what was refused, or that it waits, or has done its work. */
export type ChildReport = { kept: number } | { refused: string } | 'ready' | 'done';

/** So many are written in one transaction. */
const atOnce = 3;

export const bigAnswer = { status: 200, body: 'ü'.repeat(50_000) };

export async function work({ kind, sqlite = '', postgres, ids = 0, from = 1 }: ChildPlan): Promise<void> {
  const store = createSqlStore(postgres ? new Pool(postgres) : new Database(sqlite), { timeoutMs: 20_000 });
  const tell = (report: ChildReport) => process.send?.(report);
  await store.open();
  if (kind === 'watch') {
    store.watch(() => undefined);
    process.disconnect();
    return;
  }
  if (kind === 'race') {
    tell('ready');
    await new Promise((resolve) => {
      process.once('message', resolve);
    });
    const numbers = Array.from({ length: ids }, (_, number) => number).toSorted(() => Math.random() - 0.5);
    for (const number of numbers) {
      const holder = await claim(store, number, { claimedBy: `${process.pid}` });
      if (!holder) tell({ kept: number });
      // A gateway asks the service in between.
      await setTimeout(1);
    }
  } else {
    try {
      for (let number = from; ; number += atOnce) {
        const numbers = Array.from({ length: atOnce }, (_, at) => number + at);
        await Promise.all(
          numbers.map(async (one) => {
            await claim(store, one);
            await answer(store, one, bigAnswer);
            tell({ kept: one });
          }),
        );
      }
    } catch (error) {
      tell({ refused: String(error) });
      await claim(store, 999_999).catch((later: unknown) => tell({ refused: String(later) }));
    }
  }
  tell('done');
}
