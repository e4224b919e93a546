import { assertDay } from './assertDay.ts';
import { playDay } from './day.ts';
import type { Seat } from './dayShop.ts';

/** Every second day is a page alone's. SQLite takes its time, so every fortieth day has it. */
const seatOf = (seed: number): Seat => (seed % 2 === 0 ? 'alone' : seed % 40 === 1 ? 'sqlite' : 'memory');

/** Plays the days of seeds in a row. Stops after ten of which a figure is not the ledger's. */
export async function playDays(first: number, days: number) {
  const reached = new Map<string, number>();
  const failures: string[] = [];
  const count = (what: string) => void reached.set(what, (reached.get(what) ?? 0) + 1);
  for (let seed = first; seed < first + days && failures.length < 10; seed += 1) {
    count(seatOf(seed));
    const book = await playDay(seed, seatOf(seed), count);
    try {
      await assertDay(book);
    } catch (error) {
      failures.push(
        `seed ${seed}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    } finally {
      book.shop.end();
    }
  }
  return { reached, failures };
}
