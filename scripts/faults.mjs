import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} folder @returns {string[]} */
const filesUnder = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));

/** The rows of docs/faults.md, in order. */
function readRows() {
  const page = readFileSync(join(root, 'docs/faults.md'), 'utf8');
  return [...page.matchAll(/^\| (F\d+) +\| ([^|]+)\|/gm)].map(([, row = '', fault = '']) => ({
    row,
    fault: fault.trim(),
  }));
}

/** Returns, by row, the reasons why some rows cannot have a test. */
function readReasons() {
  const page = readFileSync(join(root, 'docs/faults.md'), 'utf8');
  return new Map([...page.matchAll(/^- (F\d+): (.+)$/gm)].map(([, row = '', reason = '']) => [row, reason]));
}

/** Returns, by row, the files of tests and stories that name the row. */
function readCarriers() {
  /** @type {Map<string, Set<string>>} */
  const carriers = new Map();
  for (const file of [...filesUnder('test'), ...filesUnder('stories')]) {
    if (!/\.(test|stories)\.tsx?$/.test(file) || file.includes('node_modules')) continue;
    for (const [row] of readFileSync(join(root, file), 'utf8').matchAll(/\bF\d{1,3}\b/g)) {
      carriers.set(row, (carriers.get(row) ?? new Set()).add(file));
    }
  }
  return carriers;
}

const carriers = readCarriers();
const rows = readRows();
const reasons = readReasons();
for (const { row, fault } of rows) {
  const files = [...(carriers.get(row) ?? [])].map((file) => file.replace(/^(test|stories)\//, ''));
  console.log(
    `${row.padEnd(5)} ${fault.slice(0, 60).padEnd(62)} ${files.join(', ') || reasons.get(row) || '-'}`,
  );
}
const carried = rows.filter(({ row }) => carriers.has(row)).length;
console.log(`${carried} of ${rows.length} rows are carried by a test or story.`);
