import { countCommits } from '../shared/commits.ts';
import { rendered, shownAs } from './counter.ts';
import { tickMs, ticks, trackers } from './plan.ts';
import { createTransport, type Transport } from './transport.ts';

countCommits();
const { createRoot } = await import('react-dom/client');
const { floorStore } = await import('./subjects/floorStore.tsx');
const { tanStack } = await import('./subjects/tanStack.tsx');
const { tillkit } = await import('./subjects/tillkit.tsx');

const subjects: Record<string, (transport: Transport) => React.ReactNode> = {
  'floor-store': floorStore,
  'tq-select': tanStack(false),
  'tq-select-stop': tanStack(true),
  tillkit: tillkit(false),
  'tillkit-whole': tillkit(true),
};

const warmUpTicks = 10;
const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
let transport: Transport;

/** Shows a subject until each tracker has its first answers. */
async function prepare(name: string, seed: number): Promise<void> {
  const subject = subjects[name];
  if (!subject) throw new Error(`There is no subject ${name}.`);
  transport = createTransport(seed);
  createRoot(document.querySelector('ul')!).render(subject(transport));
  while (shownAs('received') < trackers) await pass(tickMs);
  await pass(warmUpTicks * tickMs);
}

export interface Counts {
  polls: number;
  changes: number;
  renders: number;
  idleRenders: number;
  commits: number;
  complete: number;
}

/** Starts the messages, and counts the renders. */
async function run(): Promise<Counts> {
  const before = rendered();
  transport.begin();
  await pass(ticks * tickMs);
  const after = rendered();
  return {
    ...transport.counts(),
    renders: after.renders - before.renders,
    idleRenders: after.idleRenders - before.idleRenders,
    commits: after.commits - before.commits,
    complete: shownAs('complete'),
  };
}

Object.assign(window, { prepare, run });
