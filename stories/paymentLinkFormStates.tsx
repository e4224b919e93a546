import { PaymentLinkForm, type PaymentLinkFormProps } from 'tillkit';
import type { ScenarioName } from 'tillkit/sandbox';
import { waitFor } from 'storybook/test';
import type { Harness } from '../test/harness.tsx';
import type { State } from './gallery.tsx';

type Act = NonNullable<State['act']>;
type Cell = Parameters<Act>[0];

const taxes = [
  { id: 'tax-standard', label: 'Standard rate', percent: 20 },
  { id: 'tax-reduced', label: 'Reduced rate', percent: 5 },
];
const customValues = [
  { key: 'invoice-number', label: 'Invoice number', required: true },
  { key: 'note', label: 'Note' },
];

const shown = (props: PaymentLinkFormProps) => () => <PaymentLinkForm {...props} />;
const amount = (cell: Cell) => cell.getByRole('textbox', { name: 'Amount' });
const press =
  (name: string): Act =>
  async (cell, user) =>
    user.click(cell.getByRole('button', { name }));

/** Lets time pass until something is there. */
const until = (harness: Harness, look: () => unknown) =>
  waitFor(async () => {
    await harness.advance(100);
    look();
  });

/** Fills in an amount and presses, once the list was read that a new link is told from. */
const create: Act = async (cell, user, harness) => {
  await user.type(amount(cell), '48');
  await press('Create payment link')(cell, user, harness);
  await until(harness, () => {
    if (cell.queryByRole('button', { name: /^(Create payment link|Creating)/ }))
      throw new Error('It is still being created.');
  });
};
const createWith =
  (scenario: ScenarioName): Act =>
  async (cell, user, harness) => {
    harness.sandbox.setScenario(scenario, { operation: 'createPaymentLink' });
    await create(cell, user, harness);
  };

/** What a form for links looks like, empty, filled in, refused, and after. */
export const paymentLinkFormStates: State[] = [
  { name: 'Empty', render: shown({}), shows: amount },
  {
    name: 'Filled in',
    render: shown({ taxes, customValues, discount: { percent: 2.5 } }),
    async act(cell, user) {
      await user.type(amount(cell), '1250');
      await user.click(cell.getByRole('checkbox', { name: 'Standard rate (20%)' }));
      await user.type(cell.getByRole('textbox', { name: 'Invoice number' }), '2026-001');
      await user.click(cell.getByRole('checkbox', { name: 'Apply discount' }));
    },
    shows: (cell) => cell.getByText('$1,462.50'),
  },
  {
    name: 'Plus taxes',
    render: shown({ taxes: [{ id: 'tax-standard', label: 'Standard rate' }] }),
    async act(cell, user) {
      await user.type(amount(cell), '48');
      await user.click(cell.getByRole('checkbox', { name: 'Standard rate' }));
    },
    shows: (cell) => cell.getByText('plus taxes'),
  },
  {
    name: 'Invalid',
    render: shown({ customValues, fields: { attachments: { required: true } } }),
    act: press('Create payment link'),
    shows: (cell) => cell.getByText('Enter an amount.'),
  },
  {
    name: 'Read-only',
    render: shown({
      taxes,
      fields: {
        amount: { readOnly: true, value: 12_500 },
        taxes: { readOnly: true, value: ['tax-standard'] },
        showBilling: { readOnly: true, value: true },
        attachments: { readOnly: true, value: [{ name: 'terms-of-hire.pdf' }] },
      },
    }),
    shows: (cell) => cell.getByText('terms-of-hire.pdf'),
  },
  {
    name: 'Creating',
    sandbox: { latencyMs: 5000 },
    render: shown({}),
    async act(cell, user, harness) {
      await user.type(amount(cell), '48');
      await press('Create payment link')(cell, user, harness);
    },
    shows: (cell) => cell.getByRole('button', { name: 'Creating…' }),
  },
  {
    name: 'Created',
    render: shown({}),
    act: create,
    shows: (cell) => cell.getByRole('heading', { name: 'Payment link created' }),
  },
  {
    name: 'A field refused',
    render: shown({ customValues: [{ key: 'not-configured', label: 'Loyalty number', required: true }] }),
    async act(cell, user, harness) {
      await user.type(cell.getByRole('textbox', { name: 'Loyalty number' }), '77120');
      await user.type(amount(cell), '48');
      await press('Create payment link')(cell, user, harness);
      await until(harness, () => cell.getByText(/^The service says:/));
    },
    shows: (cell) => cell.getByText(/^The service says:/),
  },
  {
    name: 'Not accepted',
    render: shown({}),
    async act(cell, user, harness) {
      harness.sandbox.setScenario('unauthorized', { operation: 'createPaymentLink' });
      await user.type(amount(cell), '48');
      await press('Create payment link')(cell, user, harness);
      await until(harness, () => cell.getByText('Not accepted', { selector: 'form *' }));
    },
    shows: (cell) => cell.getByText('Not accepted', { selector: 'form *' }),
  },
  {
    name: 'Not known',
    render: shown({}),
    act: createWith('lost-answer'),
    shows: (cell) => cell.getByText('Not known yet', { selector: 'form *' }),
  },
  {
    name: 'Not known, and one like it in the list',
    render: shown({}),
    async act(cell, user, harness) {
      await createWith('lost-answer')(cell, user, harness);
      await press('Look in the list')(cell, user, harness);
      await until(harness, () => cell.getByRole('button', { name: 'It is PL-1004' }));
    },
    shows: (cell) => cell.getByRole('button', { name: 'It is PL-1004' }),
  },
  {
    name: 'Not known, and nothing like it in the list',
    render: shown({}),
    async act(cell, user, harness) {
      await createWith('lost-request')(cell, user, harness);
      await press('Look in the list')(cell, user, harness);
      await until(harness, () => cell.getByText(/^There is no new link/, { selector: 'form *' }));
    },
    shows: (cell) => cell.getByText(/^There is no new link/, { selector: 'form *' }),
  },
];
