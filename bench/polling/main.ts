import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { cellsFor } from './cells.ts';
import { judge, type Row } from './goals.ts';
import { simulate } from './simulate.ts';
import { createTable } from './table.ts';

const load = () =>
  loadavg()
    .map((value) => value.toFixed(1))
    .join(' ');

/**
 * Simulates the cells, prints them and compares them with the goals. Returns whether every goal was met. For a short
 * run it returns whether every cell measured something and the service was never asked too often.
 */
export async function main(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      section: { type: 'string' },
      quick: { type: 'boolean' },
      short: { type: 'boolean' },
      write: { type: 'boolean' },
    },
  });
  const table = createTable(values.write ?? false);
  const rows: Row[] = [];
  const { short: isShort = false } = values;
  const amount = isShort ? 'short' : values.quick ? 'quick' : 'all';
  const sections = cellsFor({ ...values, amount });
  if (sections.length === 0) throw new Error('No strategy or section is called so.');
  console.log(`Load of the machine as it begins: ${load()}. Time is virtual: it changes no figure.`);
  for (const { title, cells } of sections) {
    console.log(table.head(title));
    for (const cell of cells) {
      const row = { cell, measured: await simulate(cell) };
      rows.push(row);
      console.log(table.row(row));
    }
  }
  const all = judge(rows);
  // A short run shows only that the service was never asked too often.
  const verdicts = isShort ? all.slice(0, 1) : all;
  console.log(table.verdicts(verdicts));
  console.log(`\nLoad of the machine as it ends: ${load()}.`);
  const isMeasured = rows.every(({ measured: { count } }) => count > 0);
  return isMeasured && verdicts.every(({ isMet }) => isMet !== false);
}
