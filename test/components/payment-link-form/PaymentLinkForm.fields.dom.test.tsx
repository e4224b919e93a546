import { act, screen, waitFor, within } from '@testing-library/react';
import { PaymentLinkForm, PaymentsProvider } from 'tillkit';
import { createSandboxPayments } from 'tillkit/sandbox';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import {
  add,
  addButton,
  amount,
  bodyOf,
  catalogue,
  createButton,
  createdHeading,
  creations,
  show,
  textbox,
} from '../linkForm.tsx';
import { said } from '../../said.ts';
import { runs } from '../../runs.ts';

const customValuesGroup = () => screen.getByRole('group', { name: 'Details' });
const labelsInOrder = () =>
  within(customValuesGroup())
    .getAllByRole('listitem')
    .map((row) => row.querySelector('label')?.textContent);

/** The service takes 500. */
const many = runs(100, 500);

describe('custom values', () => {
  test('without a catalogue there is no such section', () => {
    show();
    expect(screen.queryByRole('group', { name: 'Details' })).toBeNull();
  });

  test('each kind can be added once', async () => {
    const { user } = show({ customFields: catalogue });
    await add(user, 'Details', 'Add detail');
    expect(screen.queryByRole('combobox')).toBeNull();
    await user.click(addButton());
    expect(labelsInOrder()).toEqual(['Invoice number', 'Table', 'Note']);
    expect(addButton()).toHaveAttribute('aria-disabled', 'true');
    await user.click(addButton());
    expect(labelsInOrder()).toHaveLength(3);
  });

  test('an amount of the host that is no whole number of cents is not shown, and not sent', async () => {
    const form = show({ fields: { amount: { value: 1998.9999999999998 } } });
    expect(amount()).toHaveValue('');
    expect(amount()).toHaveAccessibleDescription(/filled in for you cannot be read/);
    await form.user.click(createButton());
    expect(creations(form)).toEqual([]);
    await form.user.type(amount(), '19.99{Enter}');
    await createdHeading();
    expect(bodyOf(form)).toMatchObject({ amount: 1999 });
  });

  test('a row is moved by the keyboard: the focus stays on its button, and its place is said', async () => {
    const form = show({ customFields: catalogue });
    const { user } = form;
    await user.type(amount(), '1');
    await user.type(textbox('Invoice number'), 'one');
    await add(user, 'Details', 'Add detail');
    await user.keyboard('two');
    await user.click(addButton());
    await user.keyboard('three');
    await act(() => form.advance(60));
    const up = screen.getByRole('button', { name: 'Move Note up' });
    up.focus();
    await user.keyboard('{Enter}');
    expect(up).toHaveFocus();
    await said('Note is now 2 of 3.');
    await user.keyboard('{Enter}');
    expect(up).toHaveFocus();
    expect(up).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{Enter}');
    expect(labelsInOrder()).toEqual(['Note', 'Invoice number', 'Table']);
    await user.click(screen.getByRole('button', { name: 'Move Invoice number down' }));
    await user.click(createButton());
    await createdHeading();
    expect(bodyOf(form)).toMatchObject({
      customValues: [{ value: 'three' }, { value: 'two' }, { value: 'one' }],
    });
  });

  test('a removed row is not sent, and the focus goes to the next one, at last to the button that adds', async () => {
    const form = show({ customFields: catalogue.slice(1) });
    const { user } = form;
    await user.type(amount(), '1');
    await add(user, 'Details', 'Add detail');
    await user.keyboard('gone');
    await user.click(addButton());
    await user.click(screen.getByRole('button', { name: 'Remove Table' }));
    expect(screen.getByRole('button', { name: 'Remove Note' })).toHaveFocus();
    await said('Table was removed.');
    await user.keyboard('{Enter}');
    expect(addButton()).toHaveFocus();
    await user.click(createButton());
    await createdHeading();
    expect(bodyOf(form)).toMatchObject({ customValues: [] });
  });

  test('what was typed in a removed row does not come back with its kind', async () => {
    const { user } = show({ customFields: catalogue.slice(1, 2) });
    await add(user, 'Details');
    await user.keyboard('gone');
    await user.click(screen.getByRole('button', { name: 'Remove Table' }));
    await user.click(addButton());
    expect(textbox('Table')).toHaveValue('');
  });

  test('a required one stands there and cannot be removed', () => {
    show({ customFields: catalogue });
    expect(textbox('Invoice number')).toBeRequired();
    expect(screen.queryByRole('button', { name: 'Remove Invoice number' })).toBeNull();
  });

  test('each type has its control and its rule', async () => {
    const options = [
      { key: 'note', label: 'Note', required: true },
      { key: 'table', label: 'Table', required: true, type: 'number' as const },
      { key: 'customer-reference', label: 'Due', required: true, type: 'date' as const },
      {
        key: 'invoice-number',
        label: 'Floor',
        required: true,
        type: 'choice' as const,
        choices: [
          { value: 'g', label: 'Ground floor' },
          { value: 'f', label: 'First floor' },
        ],
      },
    ];
    const form = show({ customFields: options });
    const { user } = form;
    await user.type(amount(), '1');
    await user.type(textbox('Note'), 'x');
    await user.type(textbox('Table'), '1,5');
    await user.click(createButton());
    expect(await screen.findByText('Enter a number, such as 12 or 12.5.')).toBeVisible();
    expect(screen.getByLabelText('Due')).toHaveAccessibleDescription('Enter a value.');
    const floor = screen.getByRole('combobox', { name: 'Floor' });
    expect(floor).toHaveAccessibleDescription('Choose one.');
    await user.clear(textbox('Table'));
    await user.type(textbox('Table'), '1.5');
    await user.type(screen.getByLabelText('Due'), '2026-02-28');
    await user.selectOptions(floor, 'First floor');
    await user.click(createButton());
    await createdHeading();
    expect(bodyOf(form)).toMatchObject({
      customValues: [
        { key: 'note', value: 'x' },
        { key: 'table', value: '1.5' },
        { key: 'customer-reference', value: '2026-02-28' },
        { key: 'invoice-number', label: 'Floor', value: 'f', valueLabel: 'First floor' },
      ],
    });
  });

  test('a key can be typed only where the host says so, and not twice', async () => {
    const form = show(
      { customFields: catalogue.slice(1, 2), fields: { customValues: { freeKeys: true } } },
      { customValueKeys: ['table', 'my key'] },
    );
    const { user } = form;
    await user.type(amount(), '1');
    await add(user, 'Details', 'Add detail');
    await user.keyboard('7');
    await user.click(addButton());
    expect(textbox('Name')).toHaveFocus();
    await user.click(createButton());
    expect(await screen.findByText('Enter a name.')).toBeVisible();
    await user.type(textbox('Name'), 'table');
    await user.type(textbox('Value'), '8');
    await user.click(createButton());
    expect(await screen.findByText('This name is there already.')).toBeVisible();
    await user.clear(textbox('Name'));
    await user.type(textbox('Name'), ' my key ');
    await user.click(createButton());
    await createdHeading();
    expect(bodyOf(form)).toMatchObject({
      customValues: [
        { key: 'table', value: '7' },
        { key: 'my key', value: '8' },
      ],
    });
  });

  test(
    `F84: ${many} of them, and keys that objects inherit, are sent as they are`,
    { timeout: 30_000 },
    async () => {
      const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
      const keys = [
        ...inherited,
        ...Array.from({ length: many - inherited.length }, (_, index) => `key-${index}`),
      ];
      const form = show(
        {
          customFields: keys.map((key) => ({ key, label: `Label of ${key}` })),
          fields: {
            amount: { value: 100 },
            customValues: { value: keys.map((key) => ({ key, value: `Value of ${key}` })) },
          },
          taxes: [{ id: '__proto__', label: 'Odd tax', percent: 10 }],
        },
        { customValueKeys: keys },
      );
      // By role or label it would take minutes: jsdom walks the page for the name of each control.
      const label = screen.getByText('Label of __proto__').closest('label');
      expect(label?.control).toHaveValue('Value of __proto__');
      await form.user.click(screen.getByText(/^Create payment link/));
      await screen.findByText('Payment link created', { selector: 'h2' });
      const { customValues } = bodyOf(form) as { customValues: { key: string; value: string }[] };
      expect(customValues.map(({ key }) => key)).toEqual(keys);
      expect(customValues.every(({ key, value }) => value === `Value of ${key}`)).toBe(true);
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
  );
});

describe('fields', () => {
  test('a hidden one is not shown and has its value sent; without a value it is left out', async () => {
    const form = show({
      customFields: catalogue,
      fields: {
        amount: { hidden: true, value: 1250 },
        taxes: { hidden: true, value: 250 },
        showBilling: { hidden: true, value: true },
        showShipping: { hidden: true },
        applyDiscount: { hidden: true, value: true },
        customValues: { hidden: true, value: [{ key: 'table', value: '7' }] },
        attachments: { hidden: true },
      },
    });
    for (const role of ['textbox', 'checkbox', 'combobox']) expect(screen.queryByRole(role)).toBeNull();
    await form.user.click(createButton());
    await createdHeading();
    expect(bodyOf(form)).toEqual({
      amount: 1250,
      taxes: 250,
      showBilling: true,
      applyDiscount: true,
      customValues: [{ key: 'table', label: 'Table', value: '7' }],
    });
  });

  test("a read-only one cannot be changed, and follows the host's value", async () => {
    const fields = (value: number) => ({
      amount: { readOnly: true, value },
      taxes: { readOnly: true, value: ['tax-reduced'] },
      showBilling: { readOnly: true, value: true },
      customValues: { readOnly: true, value: [{ key: 'table', value: '7' }] },
      attachments: { readOnly: true },
    });
    const taxes = [
      { id: 'tax-standard', label: 'Standard rate' },
      { id: 'tax-reduced', label: 'Reduced rate' },
    ];
    const form = show({ customFields: catalogue, taxes, fields: fields(1250) });
    expect(amount()).toHaveValue('12.50');
    form.rerender(<PaymentLinkForm customFields={catalogue} taxes={taxes} fields={fields(2000)} />);
    expect(amount()).toHaveValue('20.00');
    expect(amount()).toHaveAttribute('readonly');
    expect(textbox('Table')).toHaveAttribute('readonly');
    expect(screen.getByRole('checkbox', { name: 'Collect billing address' })).toBeDisabled();
    expect(screen.getByRole('checkbox', { name: 'Reduced rate' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Standard rate' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Add detail' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add files' })).toBeNull();
    await form.user.click(createButton());
    await createdHeading();
    expect(bodyOf(form)).toMatchObject({
      amount: 2000,
      taxes: ['tax-reduced'],
      showBilling: true,
      customValues: [{ key: 'table', value: '7' }],
    });
  });

  test('one that is filled in can be changed', async () => {
    const form = show({
      customFields: catalogue,
      fields: {
        amount: { value: 1250 },
        taxes: { value: 250 },
        applyDiscount: { value: true },
        customValues: { value: [{ key: 'note', value: 'Lunch' }] },
      },
    });
    const { user } = form;
    expect(
      [amount(), textbox('Taxes'), textbox('Note')].map((input) => (input as HTMLInputElement).value),
    ).toEqual(['12.50', '2.50', 'Lunch']);
    await user.type(textbox('Invoice number'), '1');
    await user.clear(textbox('Taxes'));
    await user.type(textbox('Note'), ' for two');
    await user.click(screen.getByRole('checkbox', { name: 'Apply discount' }));
    await user.click(createButton());
    await createdHeading();
    expect(bodyOf(form)).toMatchObject({
      amount: 1250,
      applyDiscount: false,
      customValues: [{ key: 'invoice-number' }, { key: 'note', value: 'Lunch for two' }],
    });
    expect(bodyOf(form)).not.toHaveProperty('taxes');
  });

  test('a required one is complained about on its control', async () => {
    const form = show({
      customFields: catalogue.slice(1),
      fields: {
        amount: { value: 100 },
        taxes: { required: true },
        showBilling: { required: true },
        customValues: { required: true },
        attachments: { required: true },
      },
    });
    await form.user.click(createButton());
    await waitFor(() => expect(addButton()).toHaveFocus());
    expect(textbox('Taxes')).toBeInvalid();
    expect(screen.getByRole('checkbox', { name: 'Collect billing address' })).toHaveAccessibleDescription(
      'Tick this to go on.',
    );
    expect(customValuesGroup()).toHaveAccessibleDescription('Add a detail.');
    expect(screen.getByText('Add a file.')).toBeVisible();
    expect(creations(form)).toEqual([]);
  });

  test('a hidden amount without a value is told to the host', () => {
    const { client, operations } = createSandboxPayments();
    const form = (
      <PaymentsProvider client={client} operations={operations} currency="USD">
        <PaymentLinkForm fields={{ amount: { hidden: true } }} />
      </PaymentsProvider>
    );
    expect(() => renderToString(form)).toThrow(/The amount is hidden and has no value/);
  });

  test('nothing in it is filled in by the browser', () => {
    show({ customFields: catalogue, fields: { customValues: { value: [{ key: 'note', value: '' }] } } });
    const form = screen.getByRole('form', { name: 'New payment link' });
    expect(form).toHaveAttribute('autocomplete', 'off');
    for (const input of within(form).getAllByRole('textbox')) {
      expect(input).toHaveAttribute('autocomplete', 'off');
    }
  });
});

describe('taxes', () => {
  const taxes = [
    { id: 'tax-standard', label: 'Standard rate', percent: 20 },
    { id: 'tax-reduced', label: 'Reduced rate', percent: 5 },
  ];

  test('an amount is sent as a number', async () => {
    const form = show();
    await add(form.user, 'Taxes');
    await form.user.type(textbox('Taxes'), '0.07');
    await form.user.type(amount(), '1{Enter}');
    await createdHeading();
    expect(bodyOf(form)).toMatchObject({ amount: 100, taxes: 7 });
  });

  test('picked ones are sent as a list, in the order of the list', async () => {
    const form = show({ taxes });
    await add(form.user, 'Taxes');
    await form.user.click(screen.getByRole('checkbox', { name: 'Reduced rate (5%)' }));
    await form.user.click(screen.getByRole('checkbox', { name: 'Standard rate (20%)' }));
    await form.user.type(amount(), '10{Enter}');
    await createdHeading();
    expect(bodyOf(form)).toMatchObject({ taxes: ['tax-standard', 'tax-reduced'] });
    expect(form.sandbox.ledger.links[0]).toMatchObject({ totalAmount: 1250 });
  });

  test('the host may leave the choice to the person', async () => {
    const form = show({ taxes, fields: { taxes: { by: 'either' } } });
    await add(form.user, 'Taxes');
    await form.user.click(screen.getByRole('checkbox', { name: 'Standard rate (20%)' }));
    await form.user.click(screen.getByRole('radio', { name: 'Enter an amount' }));
    await form.user.type(textbox('Taxes (an amount)'), '3');
    await form.user.type(amount(), '10{Enter}');
    await createdHeading();
    expect(bodyOf(form)).toMatchObject({ taxes: 300 });
  });
});

/** The lines of the estimate: what stands beside each name. */
function lines() {
  const section = screen.getByRole('region', { name: 'Estimate' });
  return Object.fromEntries(
    within(section)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
}
const estimate = () => screen.getByRole('region', { name: 'Estimate' });

describe('the estimate', () => {
  test('F84: adds up to the cent while it is typed, and names how it rounds', async () => {
    const { user } = show({
      taxes: [
        { id: 'tax-standard', label: 'Standard rate', percent: '8.875' },
        { id: 'tax-fixed', label: 'Bottle deposit', amountCents: 25 },
      ],
      discount: { percent: 2.5 },
    });
    await user.type(amount(), '19.99');
    expect(screen.queryByRole('region', { name: 'Estimate' })).toBeNull();
    expect(createButton()).toHaveTextContent(/^Create payment link for \$19\.99$/);
    await add(user, 'Taxes');
    await user.click(screen.getByRole('checkbox', { name: 'Standard rate (8.875%)' }));
    await user.click(screen.getByRole('checkbox', { name: 'Bottle deposit' }));
    await add(user, 'Discount');
    expect(createButton()).toHaveTextContent(/^Create payment link for \$22\.01$/);
    expect(lines()).toEqual({
      Amount: '$19.99',
      'Standard rate, 8.875%': '$1.77',
      'Bottle deposit': '$0.25',
      Total: '$22.01',
      'Discount, 2.5%': '−$0.55',
      'By credit card': '$21.46',
    });
    expect(estimate()).toHaveTextContent('Each tax is rounded on its own.');
    expect(estimate()).toHaveTextContent('The discount comes off the total and is rounded.');
  });

  test('of taxes that only the service can work out there is no total: it says "plus taxes"', async () => {
    const { user } = show({
      taxes: [
        { id: 'a', label: 'City tax' },
        { id: 'b', label: 'Standard rate', percent: 20 },
      ],
      discount: { percent: 10, of: 'amount' },
      fields: { applyDiscount: { value: true }, taxes: { value: ['a', 'b'] } },
    });
    await user.type(amount(), '10');
    expect(lines()).toEqual({
      Amount: '$10.00',
      'Standard rate, 20%': '$2.00',
      'plus taxes': 'City tax',
      'Discount, 10%': '−$1.00',
    });
    expect(createButton()).toHaveTextContent(/^Create payment link$/);
  });

  test('takes a sum of taxes, and shows no total while one of the sums is none', async () => {
    const { user } = show();
    await user.type(amount(), '10');
    await add(user, 'Taxes');
    await user.type(textbox('Taxes'), '1.5');
    expect(lines()).toEqual({ Amount: '$10.00', Taxes: '$1.50', Total: '$11.50' });
    await user.type(textbox('Taxes'), 'x');
    expect(lines()).toEqual({ Amount: '$10.00', Taxes: '—', Total: '—' });
  });

  test('without a percentage from the host the discount is a sentence, and no sum', async () => {
    const { user } = show();
    await user.type(amount(), '10');
    await add(user, 'Discount');
    const discount = screen.getByRole('checkbox', { name: 'Apply discount' });
    expect(discount).toBeChecked();
    expect(discount).toHaveAccessibleDescription(/^Takes a percentage off/);
    expect(screen.queryByRole('region', { name: 'Estimate' })).toBeNull();
  });

  test("counts the host's hidden sums in", () => {
    show({
      fields: { amount: { hidden: true, value: 1000 }, taxes: { hidden: true, value: 99 } },
    });
    expect(lines()).toEqual({ Amount: '$10.00', Taxes: '$0.99', Total: '$10.99' });
  });
});
