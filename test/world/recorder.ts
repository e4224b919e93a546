import type { TerminalOperation } from '../../src/exports/core.ts';
import type { LedgerCharge } from '../../src/exports/sandbox.ts';
import type { SeedStep } from '../../stories/failingSeed.ts';

/** Readings, commits, and lines that `show` replaces. */
const isQuiet = (who: string, what: string) =>
  / GET \//.test(what) || what.startsWith('commit ') || who === 'step' || who === 'shown';
const shortened = (text: string) =>
  text
    .replace(/^- /, '')
    .replace(/\b([0-9a-f]{6})[0-9a-f]{26}\b/g, '$1…')
    .trim();
const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
/** What a person sees of an operation. Times of polls change without that. */
const lineOf = ({ id, kind, amountCents, phase, reason }: TerminalOperation) =>
  `${kind} ${id} of ${dollars(amountCents ?? 0)} as ${phase}${reason ? ` (${reason})` : ''}`;

/** Notes step by step what happens in a world, for a story in Storybook. It changes nothing of the world. */
export function createRecorder() {
  const steps: SeedStep[] = [];
  const lines = new Map<string, string[]>();
  const push = (step: SeedStep) => void steps.push({ ...step, what: shortened(step.what) });
  return {
    steps,
    add(at: number, who: string, what: string) {
      if (!isQuiet(who, what)) push({ at, who, what });
    },
    fail: (at: number, check: string, text: string) => push({ at, who: 'check', what: text, check }),
    /** A page shows these operations. */
    show(at: number, who: string, operations: readonly TerminalOperation[]) {
      const before = lines.get(who) ?? [];
      const now = operations.map(lineOf);
      lines.set(who, now);
      const added = now.filter((line) => !before.includes(line));
      if (added.length === 0 && now.length === before.length) return;
      push({
        at,
        who,
        what: `shows ${added.join(', ') || `${now.length} operations`}`,
        shows: [...operations],
      });
    },
    /** At the end, adds all that the service charged, each at its own time: the service notes some charges only when it is asked. */
    charge(charges: readonly LedgerCharge[]) {
      const inOrder = charges.toSorted((one, other) => one.at - other.at);
      for (const [index, { at, kind, operationId, amount }] of inOrder.entries()) {
        const what = shortened(`charges ${kind} ${operationId} of ${dollars(amount)}`);
        const place = steps.findIndex((step) => step.at > at);
        const step = { at, who: 'service', what, charges: inOrder.slice(0, index + 1) };
        steps.splice(place < 0 ? steps.length : place, 0, step);
      }
    },
  };
}
export type Recorder = ReturnType<typeof createRecorder>;
