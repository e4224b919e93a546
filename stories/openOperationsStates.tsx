import { OpenOperations } from 'tillkit';
import type { ScenarioName } from 'tillkit/sandbox';
import type { Harness } from '../test/harness.tsx';
import type { State } from './gallery.tsx';
import { like } from './languages.ts';

const sales =
  (...all: [terminalId: string, amount: number, scenario: ScenarioName][]) =>
  async ({ operations, sandbox, advance }: Harness) => {
    for (const [terminalId, amount, scenario] of all) {
      sandbox.setScenario(scenario, { terminalId, next: true });
      await operations.start('pay', { terminalId, amount, receipt: false });
      await advance(scenario === 'slow' || scenario === 'lost-answer' ? 2000 : 9000);
    }
  };

const waiting = ['terminal-1', 123_450, 'slow'] as const;
const unknown = ['terminal-2', 4200, 'lost-answer'] as const;

const ended: Parameters<typeof sales> = [
  ['terminal-1', 1250, 'approved'],
  ['terminal-2', 4200, 'partly-approved'],
  ['terminal-3', 880, 'declined'],
];

/** More sales than a list shows at first. */
const many: Parameters<typeof sales> = Array.from({ length: 22 }, (_, place) => [
  'terminal-1',
  1250 + place * 100,
  'approved',
]);

const state = (name: string, shows: State['shows'], more: Partial<State> = {}): State => ({
  name,
  render: () => <OpenOperations />,
  shows,
  ...more,
});

type Words = Parameters<State['shows']>[1];

const waitingRow = (cell: Parameters<State['shows']>[0], { openOperations }: Words) =>
  cell.getByRole('button', { name: like(openOperations.waiting) });
const titled =
  (title: (words: Words['paymentStatus']) => string): State['shows'] =>
  (cell, { paymentStatus }) =>
    cell.getByRole('button', { name: like(title(paymentStatus)) });
const unknownRow = titled(({ unknownTitle }) => unknownTitle);

export const openOperationsStates: State[] = [
  state('Empty', (cell, { openOperations }) => cell.getByText(openOperations.emptyTitle)),
  state('Waiting', waitingRow, {
    prepare: sales([...waiting]),
  }),
  state('Unknown', unknownRow, {
    prepare: sales([...waiting], [...unknown]),
  }),
  state(
    'Ended',
    titled(({ failedTitle }) => failedTitle),
    { prepare: sales(...ended) },
  ),
  state('Many', (cell, { openOperations }) => cell.getByText(openOperations.more), {
    prepare: sales(...many),
  }),
  state('Ended, opened', (cell, { openOperations }) => cell.getByText(openOperations.acknowledge), {
    prepare: sales(...ended),
    act: (cell, user, _, words) => user.click(titled(({ failedTitle }) => failedTitle)(cell, words)),
  }),
  state('Waiting, opened', (cell, { paymentStatus }) => cell.getByText(paymentStatus.takingLong), {
    prepare: sales([...waiting]),
    act: (cell, user, _, words) => user.click(waitingRow(cell, words)),
  }),
  state('Unknown, opened', (cell, { paymentStatus }) => cell.getByText(paymentStatus.findOut), {
    prepare: sales([...unknown]),
    act: (cell, user, _, words) => user.click(unknownRow(cell, words)),
  }),
];
