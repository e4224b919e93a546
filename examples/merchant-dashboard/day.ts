import { createIndexedDbJournal, type OperationRecord } from 'tillkit/core';

interface Day {
  shop: string;
  records: OperationRecord[];
}

/** For the demo only, whose server puts a day into the page. */
function seededDay(): Day | undefined {
  const json = document.querySelector('#day')?.textContent;
  return json ? (JSON.parse(json) as Day) : undefined;
}

/** When the demo's shop opened (epoch ms); undefined where no day was put into the page. */
export function openingTime(): number | undefined {
  const { records } = seededDay() ?? {};
  return records && Math.min(...records.map(({ createdAt }) => createdAt));
}

/**
 * What this till sold since the shop opened is found in its journal, as after a reload. A simulated shop that began anew takes
 * the place of the one before.
 */
export async function takeOverDay(): Promise<void> {
  const day = seededDay();
  if (!day) return;
  const { shop, records } = day;
  if (localStorage.getItem('day') === shop) return;
  const journal = createIndexedDbJournal();
  for (const { id } of await journal.list()) await journal.remove(id);
  for (const record of records.toSorted((a, b) => a.createdAt - b.createdAt)) {
    await journal.claim(record); // which holds the terminal, until an ending is written
    await journal.update(record.id, record, record.seq + 1);
  }
  localStorage.removeItem('trouble');
  localStorage.setItem('day', shop);
}
