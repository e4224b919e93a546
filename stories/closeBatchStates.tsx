import { CloseBatch } from 'tillkit';
import type { ScenarioName } from 'tillkit/sandbox';
import type { Harness } from '../test/harness.tsx';
import type { State } from './gallery.tsx';

const terminalId = 'terminal-1';

const sale =
  (scenario: ScenarioName, afterMs: number) =>
  async ({ operations, sandbox, advance }: Harness) => {
    sandbox.setScenario(scenario, { next: true });
    await operations.start('pay', { terminalId, amount: 4200, receipt: false });
    await advance(afterMs);
  };

const closes =
  (scenario: ScenarioName): State['act'] =>
  async (cell, user, { sandbox, advance }) => {
    sandbox.setScenario(scenario);
    await user.click(cell.getByRole('button', { name: 'Close batch' }));
    await user.click(cell.getByRole('button', { name: 'Yes, close the batch' }));
    await advance(500);
  };

const state = (name: string, shows: State['shows'], more: Partial<State> = {}): State => ({
  name,
  render: () => <CloseBatch terminalId={terminalId} />,
  shows,
  ...more,
});

/** A batch as a host might sum it up. */
export const summary = (
  <p className="tillkit-figures" style={{ margin: 0 }}>
    14 payments, $1,204.50, since 8:02 AM.
  </p>
);

/** Ready, held up, asked and closed. */
export const closeBatchStates: State[] = [
  state('Ready', (cell) => cell.getByRole('button', { name: 'Close batch' })),
  state('With a summary', (cell) => cell.getByText(/14 payments/), {
    render: () => <CloseBatch terminalId={terminalId} summary={summary} />,
  }),
  state('Asked', (cell) => cell.getByRole('alertdialog'), {
    act: (cell, user) => user.click(cell.getByRole('button', { name: 'Close batch' })),
  }),
  state('Held up', (cell) => cell.getByText(/One operation has no result yet/), {
    prepare: sale('slow', 2000),
  }),
  state('Old doubt', (cell) => cell.getByText(/does not hold up the batch/), {
    prepare: sale('lost-request', 25 * 60 * 60_000),
  }),
  state('Closed', (cell) => cell.getByRole('heading', { name: 'Batch closed' }), { act: closes('approved') }),
  state('Unknown', (cell) => cell.getByRole('heading', { name: 'Not known yet' }), {
    act: closes('lost-answer'),
  }),
];
