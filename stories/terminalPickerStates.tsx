import { TerminalPicker, type TerminalPickerProps } from 'tillkit';
import type { State } from './gallery.tsx';

const state = (
  name: string,
  props: TerminalPickerProps,
  shows: State['shows'],
  more: Partial<State> = {},
): State => ({ name, render: () => <TerminalPicker {...props} />, shows, ...more });

const twins = ['a-1', 'a-2'].map((id) => ({ id, name: 'Front desk', provider: 'alpha' as const }));

const shop = ['Front counter', 'Bar', 'Terrace', 'Kiosk'].map((name, index) => ({
  id: `terminal-${index + 1}`,
  name,
  provider: 'alpha' as const,
  status: name === 'Kiosk' ? 'offline' : 'online',
}));

const asChips = (
  name: string,
  props: TerminalPickerProps,
  shows: State['shows'],
  more: Partial<State> = {},
): State => state(name, { layout: 'chips', ...props }, shows, more);

const isBusy: State['prepare'] = async ({ operations, advance }) => {
  await operations.start('pay', { terminalId: 'terminal-1', amount: 1205, receipt: false });
  await advance(200);
};

/** Up to four terminals are chips, more are one chip. */
const chips: State[] = [
  asChips('Chips, waited for', {}, (cell, { terminalPicker }) => cell.getByText(terminalPicker.loading), {
    sandbox: { latencyMs: 600_000 },
  }),
  asChips('Chip, the only one', {}, (cell, { terminalPicker }) => cell.getByText(terminalPicker.free), {
    sandbox: { terminals: 1 },
  }),
  asChips(
    'Chips, one not reachable',
    { defaultValue: 'terminal-2' },
    (cell, { terminalPicker }) => cell.getByText(terminalPicker.unreachable),
    { sandbox: { terminals: shop } },
  ),
  asChips(
    'Chips, the chosen one busy',
    { defaultValue: 'terminal-1' },
    (cell, { terminalPicker }) => cell.getByText(terminalPicker.busy),
    { prepare: isBusy },
  ),
  asChips('Chips, invalid', { error: 'Choose a terminal.', required: true }, (cell) =>
    cell.getByText('Choose a terminal.'),
  ),
  asChips('Chips, disabled', { defaultValue: 'terminal-1', disabled: true }, (cell) =>
    cell.getByRole('radio', { checked: true }),
  ),
  asChips(
    'One chip, not reachable',
    { terminals: { lock: 'terminal-4' } },
    (cell, { terminalPicker }) => cell.getByRole('button', { name: terminalPicker.lookAgain }),
    { sandbox: { terminals: shop } },
  ),
  asChips(
    'One chip of many, busy',
    { defaultValue: 'terminal-1' },
    (cell, { terminalPicker }) => cell.getByRole('group', { name: terminalPicker.freeNow }),
    { sandbox: { terminals: 10 }, prepare: isBusy },
  ),
];

export const terminalPickerStates: State[] = [
  state('Loading', {}, (cell, { terminalPicker }) => cell.getByPlaceholderText(terminalPicker.loading), {
    sandbox: { latencyMs: 600_000 },
  }),
  state('None chosen', {}, (cell, { terminalPicker }) =>
    cell.getByPlaceholderText(terminalPicker.placeholder),
  ),
  state('Chosen', { defaultValue: 'terminal-2', hint: 'The one nearest to the door.' }, (cell) =>
    cell.getByDisplayValue('Bar'),
  ),
  state('One of two with one name', { defaultValue: 'a-2' }, (cell) => cell.getByDisplayValue(/A-4100201/), {
    sandbox: { terminals: twins },
  }),
  state('The only one', {}, (cell) => cell.getByDisplayValue('Front counter'), { sandbox: { terminals: 1 } }),
  state('Invalid', { error: 'Choose a terminal.', required: true }, (cell) =>
    cell.getByText('Choose a terminal.'),
  ),
  state('Disabled', { defaultValue: 'terminal-1', disabled: true }, (cell) =>
    cell.getByDisplayValue('Front counter'),
  ),
  state('Read-only', { defaultValue: 'terminal-1', readOnly: true }, (cell) =>
    cell.getByDisplayValue('Front counter'),
  ),
  state('Empty', {}, (cell, { terminalPicker }) => cell.getByText(terminalPicker.emptyHint), {
    sandbox: { terminals: 0 },
  }),
  state(
    'Not loaded',
    {},
    (cell, { terminalPicker }) => cell.getByRole('button', { name: terminalPicker.retry }),
    {
      prepare: async ({ sandbox }) => sandbox.setScenario('unauthorized', { operation: 'listTerminals' }),
    },
  ),
  state('No longer listed', { defaultValue: 'terminal-77' }, (cell, { terminalPicker }) =>
    cell.getByRole('button', { name: terminalPicker.useAnyway }),
  ),
  ...chips,
  state(
    'Open, one busy',
    { defaultValue: 'terminal-2' },
    (cell, { terminalPicker }) => cell.getByText(terminalPicker.busy),
    {
      prepare: isBusy,
      act: (cell, user) => user.click(cell.getByRole('combobox')),
    },
  ),
];
