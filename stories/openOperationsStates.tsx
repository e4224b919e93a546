import { OpenOperations } from 'tillkit';
import type { ScenarioName } from 'tillkit/sandbox';
import type { Harness } from '../test/harness.tsx';
import type { State } from './gallery.tsx';

const sales =
  (...all: [terminalId: string, amount: number, scenario: ScenarioName][]) =>
  async ({ operations, sandbox, advance }: Harness) => {
    for (const [terminalId, amount, scenario] of all) {
      sandbox.setScenario(scenario, { terminalId, next: true });
      await operations.start('pay', { terminalId, amount, receipt: false });
      await advance(2000);
    }
  };

const waiting = ['terminal-1', 123_450, 'slow'] as const;
const unknown = ['terminal-2', 4200, 'lost-answer'] as const;

const state = (name: string, shows: State['shows'], more: Partial<State> = {}): State => ({
  name,
  render: () => <OpenOperations />,
  shows,
  ...more,
});

/** Nothing, something under way, a doubt, and a row that is open. */
export const openOperationsStates: State[] = [
  state('Empty', (cell) => cell.getByText('Nothing is open')),
  state('Waiting', (cell) => cell.getByRole('button', { name: /At the terminal/ }), {
    prepare: sales([...waiting]),
  }),
  state('Unknown', (cell) => cell.getByRole('button', { name: /Not known yet/ }), {
    prepare: sales([...waiting], [...unknown]),
  }),
  state('Waiting, opened', (cell) => cell.getByText(/can now tap/, { selector: 'section *' }), {
    prepare: sales([...waiting]),
    act: (cell, user) => user.click(cell.getByRole('button', { name: /At the terminal/ })),
  }),
  state('Unknown, opened', (cell) => cell.getByText('How to find out'), {
    prepare: sales([...unknown]),
    act: (cell, user) => user.click(cell.getByRole('button', { name: /Not known yet/ })),
  }),
];
