import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FailingSeed } from '../../stories/failingSeed.ts';
import { type FaultKind, faultKinds } from './faults.ts';
import { createRecorder } from './recorder.ts';
import { shrink } from './shrink.ts';
import { kindsIn, workShift, type WorkedShift } from './shift.ts';
import { type Story, tellStory } from './story.ts';

/** What was reached in many shifts. */
export interface Coverage {
  shifts: number;
  presses: number;
  virtualMs: number;
  /** By kind and phase. */
  delivered: Map<string, number>;
  /** Shifts in which two kinds met something, by `kind+kind`. */
  pairs: Map<string, number>;
  withoutFaults: number;
}

const pairsOf = (kinds: readonly FaultKind[]): string[] => {
  const sorted = kinds.toSorted();
  return sorted.flatMap((kind, at) => sorted.slice(at + 1).map((other) => `${kind}+${other}`));
};
const allPairs = pairsOf(faultKinds);

const createCoverage = (): Coverage => ({
  shifts: 0,
  presses: 0,
  virtualMs: 0,
  delivered: new Map(),
  pairs: new Map(),
  withoutFaults: 0,
});

function add(coverage: Coverage, shift: WorkedShift): void {
  coverage.shifts += 1;
  coverage.presses += shift.presses;
  coverage.virtualMs += shift.virtualMs;
  if (shift.delivered.size === 0) coverage.withoutFaults += 1;
  const increase = (map: Map<string, number>, name: string, by: number) =>
    map.set(name, (map.get(name) ?? 0) + by);
  for (const [kind, phases] of shift.delivered)
    for (const [phase, times] of phases) increase(coverage.delivered, `${kind} ${phase}`, times);
  for (const pair of pairsOf(kindsIn(shift))) increase(coverage.pairs, pair, 1);
}

/** A pair of kinds that no shift has reached yet. */
const missingPair = ({ pairs }: Coverage, seed: number): FaultKind[] => {
  const missing = allPairs.filter((pair) => !pairs.has(pair));
  return missing.length === 0 ? [] : (missing[seed % missing.length]!.split('+') as FaultKind[]);
};

/** The story of a seed such as `12`, or `12+page-freezes+commit-fails` if kinds were aimed at. */
export function storyOf(seed: string): Story {
  const [number, ...aim] = seed.split('+');
  return tellStory(Number(number), aim as FaultKind[]);
}

/**
 * Works shifts of seeds in a row, from `seed` on. If `seed` names kinds of faults to aim at, each shift aims at them; otherwise every third
 * one aims at a pair of kinds that was not reached yet. Stops after `most` that fail.
 */
export async function workShifts(seed: string, count: number, most: number) {
  const [number, ...aimed] = seed.split('+');
  const first = Number(number);
  const coverage = createCoverage();
  const failures: string[] = [];
  for (let at = first; at < first + count && failures.length < most; at += 1) {
    const aim = aimed.length > 0 || at % 3 > 0 ? aimed : missingPair(coverage, at);
    const own = [at, ...aim].join('+');
    const shift = await workShift(storyOf(own));
    add(coverage, shift);
    if (shift.findings.length > 0) failures.push(await tellFailure(own, shift));
  }
  return { coverage, failures };
}

async function tellFailure(seed: string, { findings }: WorkedShift): Promise<string> {
  const told = findings.map(({ check, text }) => `- ${check}: ${text}`).join('\n');
  if (process.env['TILLKIT_SHRINK'] === '0') return `seed ${seed}:\n${told}`;
  const { check } = findings[0]!;
  const { story, runs } = await shrink(storyOf(seed), check);
  const file = await writeFailingSeed(seed, story, check);
  const steps = story.steps.map(({ name, restMs, aim }) => `${name}${aim ? ` (${aim})` : ''}, ${restMs} ms`);
  return `seed ${seed}:\n${told}\nThe shortest story of it, after ${runs} shifts, has ${Object.keys(story.faults).join(', ') || 'no faults'}:\n${steps.map((line) => `  ${line}`).join('\n')}\nStorybook shows it (Reliability/A failing seed): ${file}`;
}

/** Works the shortest story of a seed once more, and writes what happened for Storybook. Returns the file's path. */
async function writeFailingSeed(seed: string, story: Story, check: string): Promise<string> {
  const recorder = createRecorder();
  await workShift(story, recorder);
  const brokenKit = process.env['TILLKIT_BROKEN_KIT'];
  const kinds = Object.keys(story.faults);
  const { steps } = recorder;
  const told: FailingSeed = { seed, kinds, check, ...(brokenKit && { brokenKit }), steps };
  const folder = process.env['TILLKIT_FAILING_SEEDS'] ?? 'stories/failing-seeds';
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${seed}.json`);
  await writeFile(file, `${JSON.stringify(told, null, 1)}\n`);
  return file;
}
