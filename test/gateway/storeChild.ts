import { createFileStore } from '../../src/gateway/node/createFileStore.ts';
import { entryOf } from './storeEntries.ts';

export type ChildWork = 'claim' | 'fill';

/** What a child tells: the number of an entry whose claim and answer were acknowledged, or what was refused. */
export type ChildReport = { kept: number } | { refused: string };

export const bigAnswer = { status: 200, body: 'ü'.repeat(150_000) };

/** Claims as fast as it can until the store refuses, or the process is killed. */
export async function work(kind: ChildWork, path: string): Promise<void> {
  const store = createFileStore(path);
  const tell = (report: ChildReport) => process.send?.(report);
  try {
    for (let number = 1; ; number += 1) {
      await store.claim(entryOf(number));
      if (kind === 'fill') await store.answer(entryOf(number).id, bigAnswer);
      tell({ kept: number });
    }
  } catch (error) {
    tell({ refused: String(error) });
    await store.claim(entryOf(999_999)).catch((later: unknown) => tell({ refused: String(later) }));
    await store.close();
    process.disconnect?.();
  }
}
