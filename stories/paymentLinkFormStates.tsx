import { PaymentLinkForm, type PaymentLinkFormProps } from 'tillkit';
import type { ScenarioName } from 'tillkit/sandbox';
import { waitFor } from 'storybook/test';
import type { Harness } from '../test/harness.tsx';
import type { State } from './gallery.tsx';
import { like } from './languages.ts';

type Act = NonNullable<State['act']>;
type Cell = Parameters<Act>[0];
type Words = Parameters<Act>[3];
type Text = (words: Words['paymentLinkForm']) => string;

const taxes = [
  { id: 'tax-standard', label: 'Standard rate', percent: 20 },
  { id: 'tax-reduced', label: 'Reduced rate', percent: 5 },
];
const customFields = [
  { key: 'invoice-number', label: 'Invoice number', required: true },
  { key: 'note', label: 'Note' },
];

const shown = (props: PaymentLinkFormProps) => () => <PaymentLinkForm {...props} />;
const amount = (cell: Cell, { amountField }: Words) => cell.getByRole('textbox', { name: amountField.label });
const says =
  (text: Text, selector = '*') =>
  (cell: Cell, { paymentLinkForm }: Words) =>
    cell.getByText(like(text(paymentLinkForm)), { selector });
const button =
  (text: Text) =>
  (cell: Cell, { paymentLinkForm }: Words) =>
    cell.getByRole('button', { name: text(paymentLinkForm) });
const press =
  (text: Text): Act =>
  async (cell, user, _, words) =>
    user.click(button(text)(cell, words));
const createButton = (cell: Cell, { paymentLinkForm: { create } }: Words) =>
  cell.queryByRole('button', {
    name: (name: string) =>
      name === create({ amount: undefined }) || like(create({ amount: '…' })).test(name),
  });
const pressCreate: Act = async (cell, user, _, words) => user.click(createButton(cell, words) as HTMLElement);

/** Lets time pass until a text appears. */
const until = (harness: Harness, look: () => unknown) =>
  waitFor(async () => {
    await harness.advance(100);
    look();
  });

/** Fills in an amount, submits, and waits until the form has an answer. */
const create: Act = async (cell, user, harness, words) => {
  const { creating } = words.paymentLinkForm;
  await user.type(amount(cell, words), '48');
  await pressCreate(cell, user, harness, words);
  await until(harness, () => {
    if (cell.queryByRole('button', { name: creating })) throw new Error('It is still being created.');
    if (createButton(cell, words)) throw new Error('Not yet.');
  });
};
const createWith =
  (scenario: ScenarioName): Act =>
  async (cell, user, harness, words) => {
    harness.sandbox.setScenario(scenario, { operation: 'createPaymentLink' });
    await create(cell, user, harness, words);
  };

const pressLook = press((words) => words.lookInList);
const serviceSays = says((words) => words.serviceSays('…'), '.tillkit-error *');
const rejected = says((words) => words.rejectedTitle, 'form *');
const isThisOne = button((words) => words.isThisOne('PL-1004'));
const noneLike = says((words) => words.noneLike({ amount: '…' }), 'form *');

export const paymentLinkFormStates: State[] = [
  { name: 'Empty', render: shown({}), shows: amount },
  {
    name: 'Filled in',
    render: shown({ taxes, customFields, discount: { percent: 2.5 } }),
    async act(cell, user, harness, words) {
      await user.type(amount(cell, words), '1250');
      await press((labels) => labels.taxes)(cell, user, harness, words);
      await press((labels) => labels.addDiscount)(cell, user, harness, words);
      await user.click(cell.getByRole('checkbox', { name: /^Standard rate/ }));
      await user.type(cell.getByRole('textbox', { name: 'Invoice number' }), '2026-001');
    },
    shows: says(({ cardTotal }) => cardTotal, 'bdi'),
  },
  {
    name: 'Plus taxes',
    render: shown({ taxes: [{ id: 'tax-standard', label: 'Standard rate' }] }),
    async act(cell, user, harness, words) {
      await user.type(amount(cell, words), '48');
      await press((labels) => labels.taxes)(cell, user, harness, words);
      await user.click(cell.getByRole('checkbox', { name: 'Standard rate' }));
    },
    shows: says(({ plusTaxes }) => plusTaxes),
  },
  {
    name: 'Invalid',
    render: shown({ customFields, fields: { attachments: { required: true } } }),
    act: pressCreate,
    shows: (cell, { amountField }) => cell.getByText(amountField.empty),
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
    async act(cell, user, harness, words) {
      await user.type(amount(cell, words), '48');
      await pressCreate(cell, user, harness, words);
    },
    shows: button((words) => words.creating),
  },
  {
    name: 'Created',
    render: shown({}),
    act: create,
    shows: (cell, { paymentLinkForm }) => cell.getByRole('heading', { name: paymentLinkForm.createdTitle }),
  },
  {
    name: 'A field refused',
    render: shown({ customFields: [{ key: 'not-configured', label: 'Loyalty number', required: true }] }),
    async act(cell, user, harness, words) {
      await user.type(cell.getByRole('textbox', { name: 'Loyalty number' }), '77120');
      await user.type(amount(cell, words), '48');
      await pressCreate(cell, user, harness, words);
      await until(harness, () => serviceSays(cell, words));
    },
    shows: serviceSays,
  },
  {
    name: 'Not accepted',
    render: shown({}),
    async act(cell, user, harness, words) {
      harness.sandbox.setScenario('unauthorized', { operation: 'createPaymentLink' });
      await user.type(amount(cell, words), '48');
      await pressCreate(cell, user, harness, words);
      await until(harness, () => rejected(cell, words));
    },
    shows: rejected,
  },
  {
    name: 'Not known',
    render: shown({}),
    act: createWith('lost-answer'),
    shows: says(({ unknownTitle }) => unknownTitle, 'form *'),
  },
  {
    name: 'Not known, and one like it in the list',
    render: shown({}),
    async act(cell, user, harness, words) {
      await createWith('lost-answer')(cell, user, harness, words);
      await pressLook(cell, user, harness, words);
      await until(harness, () => isThisOne(cell, words));
    },
    shows: isThisOne,
  },
  {
    name: 'Not known, and nothing like it in the list',
    render: shown({}),
    async act(cell, user, harness, words) {
      await createWith('lost-request')(cell, user, harness, words);
      await pressLook(cell, user, harness, words);
      await until(harness, () => noneLike(cell, words));
    },
    shows: noneLike,
  },
];
