import { useSyncExternalStore } from 'react';
import { scenariosIn } from '../.storybook/docProps.ts';
import { createHarness, type Harness, type HarnessOptions } from '../test/harness.tsx';
import './scenarios.css';

const [page = ''] = Object.values(
  import.meta.glob<string>('../docs/sandbox.md', { query: '?raw', import: 'default', eager: true }),
);

const rows = scenariosIn(page);

export interface StoryHarness extends Harness {
  /** The scenarios that the story set or chose by an amount's last digits, except `approved`. */
  usedScenarios: () => string[];
  onScenario: (listener: () => void) => () => void;
}

/** A story's harness, which notes the scenarios that the story uses. */
export function createStoryHarness(options: HarnessOptions = {}): StoryHarness {
  const harness = createHarness(options);
  const { sandbox, operations } = harness;
  const set = new Set<string>([options.scenario ?? 'approved']);
  const listeners = new Set<() => void>();
  const ofAmount = ({ amount = 0 }: { amount?: number | undefined }) =>
    rows.find(({ digits }) => digits !== '' && Number(digits) === amount % 100)?.name ?? 'approved';
  return {
    ...harness,
    sandbox: {
      ...sandbox,
      setScenario: (name, target) => {
        sandbox.setScenario(name, target);
        if (name) set.add(name);
        for (const listener of listeners) listener();
      },
    },
    usedScenarios: () => {
      const used = new Set([...set, ...sandbox.ledger.requests.map(ofAmount)]);
      return rows.map(({ name }) => name).filter((name) => name !== 'approved' && used.has(name));
    },
    onScenario: (listener) => {
      listeners.add(listener);
      const leave = operations.subscribe(listener);
      return () => {
        listeners.delete(listener);
        leave();
      };
    },
  };
}

const useUsed = (harness: StoryHarness) => {
  const names = useSyncExternalStore(harness.onScenario, () => harness.usedScenarios().join(' ')).split(' ');
  return rows.filter(({ name }) => names.includes(name));
};

/** The names of the scenarios that a state of a gallery has used. */
export const ScenarioNames = ({ harness }: { harness: StoryHarness }) =>
  useUsed(harness).map(({ name }) => <code key={name}> {name}</code>);

/** The scenarios that a story has used, each in the words of the sandbox's page. */
export const Scenarios = ({ harness, theme }: { harness: StoryHarness; theme: string }) =>
  useUsed(harness).map(({ name, words }) => (
    <p key={name} className="scenario" data-theme={theme} lang="en" dir="ltr">
      Scenario <code>{name}</code>: {words}
    </p>
  ));
