import { createIndexedDbJournal, type OperationRecord } from 'tillkit/core';

interface Day {
  shop: string;
  records: OperationRecord[];
}

/**
 * For the demo only, whose server puts a day into the page: what this till sold since the morning is then found in its journal,
 * as after a reload. A simulated shop that began anew takes the place of the one before.
 */
export async function takeOverDay(): Promise<void> {
  const json = document.querySelector('#day')?.textContent;
  if (!json) return;
  const { shop, records } = JSON.parse(json) as Day;
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
