import { afterAll, beforeAll, expect, test } from 'vitest';
import example from '../../stories/failing-seeds/example.json' with { type: 'json' };
import { chargesAt, readFailingSeed, screensAt } from '../../stories/failingSeed.ts';
import { chainMutants } from '../mutants/chainMutants.ts';
import { createRecorder } from './recorder.ts';
import { workShift } from './shift.ts';
import type { Story } from './story.ts';
import { takeOverGlobals } from './worldGlobals.ts';

let undo = () => undefined as void;
beforeAll(() => {
  undo = takeOverGlobals();
});
afterAll(() => undo());

const story: Story = {
  seed: 1,
  faults: { 'service-answer-lost': 1 },
  store: 'memory',
  hasReceiver: false,
  hasPageAlone: false,
  hasNeighbour: false,
  tabs: 1,
  steps: [{ name: 'sale', seed: 7, restMs: 0 }],
};

test('what a world shows and charges can be read at each step, and recording changes nothing', async () => {
  const recorder = createRecorder();
  const shift = await workShift(story, recorder);
  expect((await workShift(story)).trace).toBe(shift.trace);
  const { steps } = recorder;
  const seed = readFailingSeed(
    JSON.parse(JSON.stringify({ seed: '1', kinds: Object.keys(story.faults), check: 'shown', steps })),
  );
  const at = (what: RegExp) => steps.findIndex((step) => what.test(step.what));
  const phases = (index: number) => [...screensAt(seed, index).values()].flat().map(({ phase }) => phase);
  expect(phases(at(/^presses pay/))).toEqual([]);
  expect(at(/^fault service-answer-lost/)).toBeGreaterThan(at(/^presses pay/));
  const chargedAt = at(/^charges pay/);
  expect(chargesAt(seed, chargedAt - 1)).toEqual([]);
  expect(chargesAt(seed, chargedAt)).toHaveLength(1);
  expect(phases(chargedAt)).toEqual(['unknown', 'unknown']); // the till's and the office's page
});

test('the example is of a change of the kit that the simulated shop finds, and a file of another kind is refused', () => {
  const { brokenKit, steps, check } = readFailingSeed(example);
  expect(chainMutants.map(({ name }) => name)).toContain(brokenKit);
  expect(steps.map((step) => step.check)).toContain(check);
  expect(() => readFailingSeed({ ...example, steps: [{ at: 1 }] })).toThrow(/"who"/);
});
