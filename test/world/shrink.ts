import type { FaultKind } from './faults.ts';
import { workShift } from './shift.ts';
import type { Story } from './story.ts';

const mostRuns = 400;

/** The shortest story found in which the same check still fails: kinds of faults are left out, then steps, then rests. */
export async function shrink(given: Story, check: string): Promise<{ story: Story; runs: number }> {
  let [story, runs] = [given, 0];
  const take = async (shorter: Story): Promise<boolean> => {
    if (runs >= mostRuns) return false;
    runs += 1;
    const { findings } = await workShift(shorter);
    if (!findings.some((one) => one.check === check)) return false;
    story = shorter;
    return true;
  };
  for (let size = Math.ceil(story.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < story.steps.length;) {
      const steps = story.steps.toSpliced(at, size);
      if (!(await take({ ...story, steps }))) at += size;
    }
  for (const kind of Object.keys(story.faults) as FaultKind[]) {
    const { [kind]: _, ...faults } = story.faults;
    await take({ ...story, faults });
  }
  for (const part of ['hasPageAlone', 'hasNeighbour', 'hasReceiver'] as const)
    if (story[part]) await take({ ...story, [part]: false });
  for (let at = 0; at < story.steps.length; at += 1)
    if (story.steps[at]!.restMs > 0)
      await take({ ...story, steps: story.steps.with(at, { ...story.steps[at]!, restMs: 0 }) });
  return { story, runs };
}
