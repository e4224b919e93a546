import { screen, waitFor } from '@testing-library/react';
import { PaymentLinkForm, type PaymentLinkFormProps } from 'tillkit';
import * as parts from 'tillkit/parts';
import { describe, expect, test } from 'vitest';
import {
  add,
  amount,
  bodyOf,
  catalogue,
  createButton,
  createdHeading,
  show,
  showAnswering,
  textbox,
} from '../linkForm.tsx';

const optional = catalogue.slice(1);
const buttons = () =>
  [...screen.getByRole('group', { name: 'Add' }).querySelectorAll('button')].map(
    ({ textContent }) => textContent,
  );
const all = ['Details', 'Taxes', 'Files', 'Discount', 'Billing address', 'Shipping address'];

describe('a form for links', () => {
  test('asks for the amount alone, and has a button for each other thing', async () => {
    const form = show({ customFields: optional, taxes: [{ id: 'vat', label: 'VAT', percent: 20 }] });
    expect(screen.getAllByRole('textbox')).toEqual([amount()]);
    for (const role of ['checkbox', 'combobox', 'region'])
      expect(screen.queryAllByRole(role).filter((found) => found.closest('form'))).toEqual([]);
    expect(buttons()).toEqual(all);
    await form.user.type(amount(), '48{Enter}');
    await createdHeading();
    expect(bodyOf(form)).toEqual({
      amount: 4800,
      showBilling: false,
      showShipping: false,
      applyDiscount: false,
      customValues: [],
    });
  });

  test.each<[string, PaymentLinkFormProps, () => HTMLElement]>([
    ['Taxes', {}, () => textbox('Taxes')],
    ['Taxes', { taxes: [{ id: 'vat', label: 'VAT' }] }, () => screen.getByRole('checkbox', { name: 'VAT' })],
    ['Details', { customFields: optional }, () => screen.getByRole('combobox', { name: 'Kind of detail' })],
    ['Details', { customFields: optional.slice(1) }, () => textbox('Note')],
    ['Files', {}, () => screen.getByRole('button', { name: 'Add files' })],
    ['Discount', {}, () => screen.getByRole('checkbox', { name: 'Apply discount' })],
  ])('%s: the focus goes into what opens, and its button is gone', async (name, props, control) => {
    const { user } = show(props);
    screen.getByRole('button', { name }).focus();
    await user.keyboard('{Enter}');
    expect(control()).toHaveFocus();
    expect(buttons()).not.toContain(name);
  });

  test('has ticked what was wanted, which can be taken back and stays in view', async () => {
    const form = show();
    await form.user.type(amount(), '48');
    await add(form.user, 'Billing address', 'Shipping address');
    const shipping = screen.getByRole('checkbox', { name: 'Collect shipping address' });
    expect(shipping).toBeChecked();
    await form.user.click(shipping);
    expect(shipping).toBeVisible();
    await form.user.click(createButton());
    await createdHeading();
    expect(bodyOf(form)).toMatchObject({ showBilling: true, showShipping: false });
  });

  test.each<[string, PaymentLinkFormProps['fields'], string[]]>([
    ['requires', { taxes: { required: true }, attachments: { required: true } }, ['Taxes', 'Files']],
    ['has filled in', { taxes: { value: 0 }, showBilling: { value: true } }, ['Taxes', 'Billing address']],
    ['only shows', { applyDiscount: { readOnly: true } }, ['Discount']],
    ['hides', { showShipping: { hidden: true }, taxes: { hidden: true } }, ['Taxes', 'Shipping address']],
  ])('has no button for what the host %s', (_, fields, missing) => {
    show({ customFields: optional, fields });
    expect(buttons()).toEqual(all.filter((name) => !missing.includes(name)));
  });

  test('has no buttons at all where nothing is left to add', () => {
    const hidden = { hidden: true };
    show({
      customFields: catalogue.slice(0, 1),
      fields: {
        taxes: { value: 100 },
        showBilling: hidden,
        showShipping: hidden,
        applyDiscount: hidden,
        attachments: hidden,
      },
    });
    expect(screen.queryByRole('group', { name: 'Add' })).toBeNull();
    expect(textbox('Invoice number')).toBeRequired();
  });

  test('has the required details, and a button for the others', async () => {
    const { user } = show({ customFields: catalogue });
    expect(screen.getAllByRole('textbox')).toEqual([amount(), textbox('Invoice number')]);
    expect(screen.getByRole('group', { name: 'Details' })).toContainElement(textbox('Invoice number'));
    expect(screen.queryByRole('button', { name: 'Add detail' })).toBeNull();
    await add(user, 'Details');
    expect(screen.getByRole('combobox', { name: 'Kind of detail' })).toHaveFocus();
    expect(buttons()).not.toContain('Details');
  });

  test('shows details that the host alone fills in, without a catalogue', () => {
    show({ fields: { customValues: { readOnly: true, value: [{ key: 'table', value: '7' }] } } });
    expect(textbox('table')).toHaveValue('7');
    expect(buttons()).not.toContain('Details');
  });

  test('that is come back to keeps the way to add a detail, also once the last one is removed', async () => {
    const props = { customFields: optional.slice(1) };
    const { user, rerender } = show(props);
    await add(user, 'Details');
    await user.keyboard('Lunch');
    rerender(<h1>Elsewhere</h1>);
    rerender(<PaymentLinkForm {...props} />);
    expect(textbox('Note')).toHaveValue('Lunch');
    await add(user, 'Remove Note');
    expect(screen.getByRole('button', { name: 'Add detail' })).toHaveFocus();
  });

  test('shows a field that a refusal is about, with the focus', async () => {
    const errors = [{ field: 'taxes', message: 'are missing.' }];
    const { user } = showAnswering(() => Response.json({ message: 'Bad', errors }, { status: 422 }));
    await user.type(amount(), '48{Enter}');
    await waitFor(() => expect(textbox('Taxes')).toHaveFocus());
    expect(textbox('Taxes')).toHaveAccessibleDescription(/The service says: are missing\.$/);
  });

  test('begun anew asks for the amount alone again; come back to, it shows what it has', async () => {
    const { user, rerender } = show();
    await user.type(amount(), '48');
    await add(user, 'Taxes', 'Discount', 'Billing address');
    await user.type(textbox('Taxes'), '3');
    await user.click(screen.getByRole('checkbox', { name: 'Collect billing address' }));
    rerender(<h1>Elsewhere</h1>);
    rerender(<PaymentLinkForm />);
    expect(textbox('Taxes')).toHaveValue('3.00');
    expect(screen.getByRole('checkbox', { name: 'Apply discount' })).toBeChecked();
    expect(buttons()).toEqual(['Files', 'Billing address', 'Shipping address']);
    await add(user, 'Start afresh');
    expect(screen.getAllByRole('textbox')).toEqual([amount()]);
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('composed by hand without Add shows every field', () => {
    const { rerender } = show();
    rerender(
      <parts.PaymentLinkForm.Root>
        <parts.PaymentLinkForm.Entry>
          <parts.PaymentLinkForm.Taxes />
          <parts.PaymentLinkForm.Flags />
        </parts.PaymentLinkForm.Entry>
      </parts.PaymentLinkForm.Root>,
    );
    expect(textbox('Taxes')).toBeVisible();
    expect(screen.getAllByRole('checkbox')).toHaveLength(3);
  });
});

describe('the button that creates', () => {
  const text = () => createButton().textContent;

  test('names the total, and none where there is no sum or only the service knows it', async () => {
    const { user } = show({
      taxes: [
        { id: 'tax-standard', label: 'VAT', percent: 20 },
        { id: 'tax-reduced', label: 'City tax' },
      ],
    });
    expect(text()).toBe('Create payment link');
    await user.type(amount(), '48');
    expect(text()).toBe('Create payment link for $48.00');
    await add(user, 'Taxes');
    await user.click(screen.getByRole('checkbox', { name: /VAT/ }));
    expect(text()).toBe('Create payment link for $57.60');
    await user.click(screen.getByRole('checkbox', { name: 'City tax' }));
    expect(text()).toBe('Create payment link');
    await user.click(screen.getByRole('button', { name: /^Create payment link/ }));
    await createdHeading();
  });
});
