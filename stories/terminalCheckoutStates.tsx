import { TerminalCheckout, type TerminalCheckoutProps } from 'tillkit';
import type { State } from './gallery.tsx';

const filled: TerminalCheckoutProps = { defaultTerminalId: 'terminal-1', defaultAmountCents: 1250 };

const state = (
  name: string,
  props: TerminalCheckoutProps,
  shows: State['shows'],
  act?: State['act'],
): State => ({ name, render: () => <TerminalCheckout {...props} />, shows, act });

/** Presses the one button, and lets time pass. */
const sends =
  (afterMs: number): State['act'] =>
  async (cell, user, harness) => {
    await user.click(await cell.findByRole('button', { name: /^(Charge|Authorize) .+ on/ }));
    await harness.advance(afterMs);
  };

const presses =
  (...names: (string | RegExp)[]): State['act'] =>
  async (cell, user) => {
    for (const name of names) {
      const role = name === 'Send a receipt' ? 'checkbox' : 'button';
      await user.click(await cell.findByRole(role, { name }));
    }
  };

const heading = (name: string) => (cell: Parameters<State['shows']>[0]) =>
  cell.getByRole('heading', { name });
const button = (name: RegExp) => (cell: Parameters<State['shows']>[0]) => cell.getByRole('button', { name });
const charge = /^Charge .+ on Front counter/;

export const customFields = [
  { key: 'table', label: 'Table', required: true },
  {
    key: 'shift',
    label: 'Shift',
    type: 'choice' as const,
    choices: [
      { value: 'am', label: 'Morning' },
      { value: 'pm', label: 'Evening' },
    ],
  },
];

/** Entering, asking, refusing, and what comes of it. */
export const terminalCheckoutStates: State[] = [
  state('Empty', {}, button(/^Charge$/)),
  state('Filled', filled, button(charge)),
  state('Quick amounts', { ...filled, quickAmountsCents: [500, 1250, 2000, 5000] }, button(charge)),
  state('Pre-authorization', { ...filled, kind: 'preAuth' }, button(/^Authorize .+ on/)),
  state(
    'Incomplete',
    { fields: { orderNumber: { required: true } } },
    (cell) => cell.getByText('Enter an email or a phone number to send the receipt to.'),
    presses('Send a receipt', 'Charge'),
  ),
  state(
    'Fields of the host',
    {
      fields: {
        terminalId: { readOnly: true, value: 'terminal-1' },
        amount: { readOnly: true, value: 1250 },
        orderNumber: { readOnly: true, value: 'A-1042' },
        receipt: { readOnly: true, value: true },
        email: { value: 'ann@example.com' },
        phone: { hidden: true },
      },
    },
    button(charge),
  ),
  state('Custom values', { ...filled, customFields }, (cell) => cell.getByRole('group', { name: 'Details' })),
  state(
    'Asked first',
    { ...filled, confirm: 'always' },
    (cell) => cell.getByRole('alertdialog', { name: /on Front counter\?$/ }),
    presses(charge),
  ),
  {
    ...state('Terminal busy', filled, (cell) => cell.getByText(/Nothing was sent/, { selector: 'form p' })),
    prepare: ({ operations }) =>
      operations.start(
        'pay',
        { terminalId: 'terminal-1', amount: 4200, receipt: false },
        { flowKey: 'other' },
      ),
    act: sends(200),
  },
  state('Waiting', filled, (cell) => cell.getByText(/can now tap/, { selector: 'section *' }), sends(2500)),
  state('Approved', filled, heading('Approved'), sends(9000)),
  state('Authorized', { ...filled, kind: 'preAuth' }, heading('Authorized'), sends(9000)),
  state('Not completed', { ...filled, defaultAmountCents: 1201 }, heading('Not completed'), sends(9000)),
  state('Not accepted', { ...filled, defaultAmountCents: 1204 }, heading('Not accepted'), sends(500)),
  state('Unknown', { ...filled, defaultAmountCents: 1203 }, heading('Not known yet'), sends(500)),
];
