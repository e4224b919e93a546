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

/** Simulates the cells, prints them and holds them against the goals. Returns whether none was missed. */
export async function main(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      section: { type: 'string' },
      quick: { type: 'boolean' },
      write: { type: 'boolean' },
    },
  });
  const table = createTable(values.write ?? false);
  const rows: Row[] = [];
  const sections = cellsFor({ ...values, isQuick: values.quick ?? false });
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
  const verdicts = judge(rows);
  console.log(table.verdicts(verdicts));
  console.log(`\nLoad of the machine as it ends: ${load()}.`);
  return verdicts.every(({ isMet }) => isMet !== false);
}
