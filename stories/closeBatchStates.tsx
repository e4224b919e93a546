import { CloseBatch } from 'tillkit';
import type { ScenarioName } from 'tillkit/sandbox';
import type { Harness } from '../test/harness.tsx';
import { away, noticed, saleElsewhere, slowToWrite, unreadable, unwritable } from './endings.ts';
import type { State } from './gallery.tsx';
import { like } from './languages.ts';

const terminalId = 'terminal-1';

const sale =
  (scenario: ScenarioName, afterMs: number) =>
  async ({ operations, sandbox, advance }: Harness) => {
    sandbox.setScenario(scenario, { next: true });
    await operations.start('pay', { terminalId, amount: 4200, receipt: false });
    await advance(afterMs);
  };

const closes =
  (scenario: ScenarioName, afterMs = 500): State['act'] =>
  async (cell, user, { sandbox, advance }, { closeBatch }) => {
    sandbox.setScenario(scenario);
    await user.click(cell.getByRole('button', { name: closeBatch.close }));
    await user.click(cell.getByRole('button', { name: closeBatch.confirmYes }));
    await advance(afterMs);
  };

const one = { value: 1, text: '…' };
type Cell = Parameters<State['shows']>[0];
const heading = (cell: Cell, name: string) => cell.getByRole('heading', { name });
const notice = (cell: Cell, text: string) => cell.getByText(like(text), { selector: 'section *' });

const state = (name: string, shows: State['shows'], more: Partial<State> = {}): State => ({
  name,
  render: () => <CloseBatch terminalId={terminalId} />,
  shows,
  ...more,
});

/** A batch summary as a host might show it. */
export const summary = (
  <p className="tillkit-figures" style={{ margin: 0 }}>
    14 payments, $1,204.50, since 8:02 AM.
  </p>
);

export const closeBatchStates: State[] = [
  state('Ready', (cell, { closeBatch }) => cell.getByRole('button', { name: closeBatch.close })),
  state('With a summary', (cell) => cell.getByText(/14 payments/), {
    render: () => <CloseBatch terminalId={terminalId} summary={summary} />,
  }),
  state('Asked', (cell) => cell.getByRole('alertdialog'), {
    act: (cell, user, _, { closeBatch }) => user.click(cell.getByRole('button', { name: closeBatch.close })),
  }),
  state('Held up', (cell, { closeBatch }) => cell.getByText(like(closeBatch.inTheWay({ count: one }))), {
    prepare: sale('slow', 2000),
  }),
  state('Old doubt', (cell, { closeBatch }) => cell.getByText(closeBatch.notInTheWay), {
    prepare: sale('lost-request', 25 * 60 * 60_000),
  }),
  state(
    'Closed',
    (cell, { paymentStatus }) => heading(cell, paymentStatus.completeTitle({ kind: 'closeBatch' })),
    {
      act: closes('approved'),
    },
  ),
  state(
    'Unknown',
    (cell, { paymentStatus }) => heading(cell, paymentStatus.unknownSentence({ kind: 'closeBatch' })),
    {
      act: closes('lost-answer'),
    },
  ),
  state(
    'Busy elsewhere',
    (cell, { closeBatch }) => notice(cell, closeBatch.busyElsewhere({ terminal: '…' })),
    {
      sandbox: unreadable,
      prepare: saleElsewhere,
      act: closes('approved'),
    },
  ),
  state('Not recorded', (cell, { closeBatch }) => notice(cell, closeBatch.noJournal), {
    sandbox: unwritable,
    act: closes('approved'),
  }),
  state('Gateway away', (cell, { closeBatch }) => notice(cell, closeBatch.unreachable), {
    sandbox: away,
    prepare: noticed,
    act: closes('approved'),
  }),
  state('Too slow to record', (cell, { closeBatch }) => notice(cell, closeBatch.tooSlow), {
    sandbox: slowToWrite,
    act: closes('approved', 1000),
  }),
  state(
    'Not valid',
    (cell, { closeBatch }) =>
      notice(cell, closeBatch.refused({ code: 'invalid-request', field: 'terminalId' })),
    {
      render: () => <CloseBatch terminalId=".." />,
      act: closes('approved'),
    },
  ),
];
