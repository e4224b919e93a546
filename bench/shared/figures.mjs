import { availableParallelism, loadavg } from 'node:os';
import { isShort } from './args.mjs';

/** The load of the machine: figures in ms depend on it, ratios within one run less. */
export function tellLoad() {
  const [lastMinute, , longer] = loadavg().map((load) => load.toFixed(1));
  const cores = availableParallelism();
  console.log(
    `Load of the machine: ${lastMinute} in the last minute, ${longer} in 15 minutes, ${cores} cores.`,
  );
}

/** @param {readonly number[]} values @param {number} part */
export function quantile(values, part) {
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted((one, other) => one - other);
  const place = (sorted.length - 1) * part;
  const [low = Number.NaN, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place % 1);
}

/** @param {readonly number[]} values */
export const median = (values) => quantile(values, 0.5);

/** The median, with minimum and maximum. @param {readonly number[]} values @param {number} digits */
export function spread(values, digits) {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits));
  const middle = median(values).toFixed(digits);
  return least === most ? middle : `${middle} (${least}-${most})`;
}

/** Aligns rows of cells: each column is as wide as its widest cell. @param {readonly (readonly string[])[]} rows */
export function aligned(rows) {
  const widthOf = (/** @type {number} */ column) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widthOf(column))).join('  ')).join('\n');
}

/**
 * Prints for each goal whether it is met, and how busy the machine was. A missed goal fails the process. A short run
 * is judged only by what must never happen.
 *
 * @param {readonly { goal: string, value: number, limit: number }[]} goals
 */
export function tellGoals(goals) {
  tellLoad();
  for (const { goal, value, limit } of goals) {
    const isHeld = !isShort || limit === 0;
    const isFailed = isHeld ? !(value <= limit) : Number.isNaN(value);
    if (isFailed) process.exitCode = 1;
    const word = isFailed ? 'FAIL' : isHeld ? 'pass' : 'ran ';
    console.log(`${word}  ${goal}: ${value.toFixed(2)}, at most ${limit}`);
  }
}
