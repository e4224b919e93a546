import { act, screen, waitFor } from '@testing-library/react';
import { PaymentLinkForm, type PaymentLinkFormProps } from 'tillkit';
import { describe, expect, test } from 'vitest';
import type { HarnessOptions } from '../../harness.tsx';
import { amount, bodyOf, createButton, createdHeading, creations, show, textbox } from '../linkForm.tsx';

const taxes = [
  { id: 'tax-standard', label: 'Standard rate', percent: 20 },
  { id: 'tax-reduced', label: 'Reduced rate', percent: 5 },
];
const open = ({ fields, ...props }: PaymentLinkFormProps = {}, options?: HarnessOptions) =>
  show({ fields: { amount: { value: 4800 }, ...fields }, ...props }, options);
const box = (name: string | RegExp) => screen.getByRole('checkbox', { name });
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('taxes', () => {
  test('that were picked by mistake are taken off again', async () => {
    const form = open({ taxes });
    await form.user.click(box(/Standard/));
    await form.user.click(box(/Reduced/));
    await form.user.click(box(/Standard/));
    expect(box(/Standard/)).not.toBeChecked();
    await form.user.click(createButton());
    await createdHeading();
    expect(bodyOf(form)).toMatchObject({ taxes: ['tax-reduced'] });
  });

  test('that are required are asked for at each of them', async () => {
    const form = open({ taxes, fields: { taxes: { required: true } } });
    await form.user.click(createButton());
    await waitFor(() => expect(box(/Standard/)).toHaveFocus());
    for (const name of [/Standard/, /Reduced/]) {
      expect(box(name)).toBeInvalid();
      expect(box(name)).toHaveAccessibleDescription('Say which taxes there are.');
    }
    await form.user.click(box(/Reduced/));
    await waitFor(() => expect(box(/Standard/)).toBeValid());
    expect(screen.queryByText('Say which taxes there are.')).toBeNull();
    expect(creations(form)).toEqual([]);
    await form.user.click(box(/Reduced/));
  });

  test('as a sum that is required are asked for there', async () => {
    const form = open({ fields: { taxes: { required: true } } });
    expect(textbox('Taxes')).toBeRequired();
    await form.user.click(createButton());
    await waitFor(() => expect(textbox('Taxes')).toHaveFocus());
    await form.user.type(textbox('Taxes'), '0');
    await form.user.click(createButton());
    await createdHeading();
    expect(bodyOf(form)).toMatchObject({ taxes: 0 });
  });

  test('may be entered as a sum instead of being picked, and back: what is shown is what is sent', async () => {
    const form = open({ taxes, fields: { taxes: { by: 'either' } } });
    const { user } = form;
    await user.click(box(/Reduced/));
    await user.click(screen.getByRole('radio', { name: 'Enter an amount' }));
    expect(screen.queryByRole('checkbox', { name: /Reduced/ })).toBeNull();
    await user.type(textbox('Taxes (an amount)'), '3');
    await user.click(screen.getByRole('radio', { name: 'Pick from the list' }));
    expect(box(/Reduced/)).toBeChecked();
    await user.click(createButton());
    await createdHeading();
    expect(bodyOf(form)).toMatchObject({ taxes: ['tax-reduced'] });
  });

  test('that cannot be changed leave no choice of how to give them', () => {
    open({ taxes, fields: { taxes: { by: 'either', readOnly: true, value: ['tax-reduced'] } } });
    expect(screen.queryByRole('radio')).toBeNull();
    expect(box(/Reduced/)).toBeChecked();
    expect(box(/Reduced/)).toBeDisabled();
    expect(box(/Standard/)).not.toBeChecked();
  });

  test('wanted as a sum are no list, although there is one', () => {
    open({ taxes, fields: { taxes: { by: 'amount' } } });
    expect(textbox('Taxes')).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: /rate/ })).toBeNull();
  });
});

describe('what is wanted or not', () => {
  test('says what the discount comes to, and that of the discount alone', () => {
    open({ discount: { percent: 2.5 } });
    expect(box('Apply discount')).toHaveAccessibleDescription('Who pays by credit card pays 2.5% less.');
    expect(box('Collect billing address')).not.toHaveAccessibleDescription();
  });

  test("that cannot be changed shows the host's decision, and the one after it", () => {
    const fixed = (value?: boolean) => ({ showBilling: { readOnly: true, value } });
    const { rerender } = open({ fields: fixed() });
    expect(box('Collect billing address')).not.toBeChecked();
    expect(box('Collect billing address')).toBeDisabled();
    rerender(<PaymentLinkForm fields={fixed(true)} />);
    expect(box('Collect billing address')).toBeChecked();
    expect(box('Collect shipping address')).toBeEnabled();
  });

  test('has no place where all of it is hidden', () => {
    const hidden = { hidden: true };
    const { container } = open({
      fields: { showBilling: hidden, showShipping: hidden, applyDiscount: hidden },
    });
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(container.querySelector('.tillkit-payment-link-form-checks')).toBeNull();
  });
});

describe('what is left when the person goes elsewhere', () => {
  const leave = ({ rerender }: ReturnType<typeof open>) => rerender(<h1>Elsewhere</h1>);
  const comeBack = ({ rerender }: ReturnType<typeof open>, props: PaymentLinkFormProps = {}) =>
    rerender(<PaymentLinkForm {...props} />);
  const afresh = ({ user }: ReturnType<typeof open>) =>
    user.click(screen.getByRole('button', { name: 'Start afresh' }));

  test('stands there again: picked taxes, the way they are given, and what is ticked', async () => {
    const props = { taxes, fields: { taxes: { by: 'either' as const } } };
    const form = show(props);
    await form.user.click(box(/Reduced/));
    await form.user.click(box('Apply discount'));
    leave(form);
    comeBack(form, props);
    expect(box(/Reduced/)).toBeChecked();
    expect(box(/Standard/)).not.toBeChecked();
    expect(box('Apply discount')).toBeChecked();
    expect(box('Collect billing address')).not.toBeChecked();
    await form.user.click(screen.getByRole('radio', { name: 'Enter an amount' }));
    leave(form);
    comeBack(form, props);
    expect(textbox('Taxes (an amount)')).toBeVisible();
    await afresh(form);
    expect(box(/Reduced/)).not.toBeChecked();
  });

  test('says nothing of files where there were none', async () => {
    const form = open();
    await form.user.click(box('Apply discount'));
    leave(form);
    comeBack(form);
    expect(screen.getByText('This is what you had filled in before.')).toBeVisible();
    expect(screen.queryByText(/Files are not kept/)).toBeNull();
    await afresh(form);
    expect(screen.queryByText(/had filled in before/)).toBeNull();
  });

  test('is no text that was no sum', async () => {
    const form = show();
    await form.user.click(box('Apply discount'));
    await form.user.type(amount(), '12,34');
    leave(form);
    comeBack(form);
    expect(amount()).toHaveValue('');
    await form.user.click(createButton());
    expect(await screen.findByText('Enter an amount.')).toBeVisible();
    await afresh(form);
  });

  test('is nothing where only the host changed its mind', async () => {
    const fixed = (value: number) => ({ fields: { amount: { readOnly: true, value } } });
    const form = show(fixed(1250));
    comeBack(form, fixed(2000));
    leave(form);
    expect(asks()).toBe(false);
    comeBack(form, fixed(2000));
    expect(amount()).toHaveValue('20.00');
    expect(screen.queryByText(/had filled in before/)).toBeNull();
    await form.user.click(box('Apply discount'));
    leave(form);
    expect(asks()).toBe(true);
    comeBack(form, fixed(2500));
    expect(amount()).toHaveValue('25.00');
    expect(box('Apply discount')).toBeChecked();
    await afresh(form);
  });

  test('of one form holds the page while another is empty', async () => {
    const form = show({ formKey: 'one' });
    await form.user.click(box('Apply discount'));
    leave(form);
    comeBack(form, { formKey: 'two' });
    expect(box('Apply discount')).not.toBeChecked();
    expect(asks()).toBe(true);
    leave(form);
    expect(asks()).toBe(true);
    comeBack(form, { formKey: 'one' });
    await afresh(form);
    expect(asks()).toBe(false);
  });

  test('is not said to be there again while it is sent', async () => {
    const form = open({}, { latencyMs: 100 });
    await act(() => form.advance(200));
    await form.user.click(box('Apply discount'));
    await form.user.click(createButton());
    await screen.findByRole('button', { name: 'Creating…' });
    leave(form);
    comeBack(form);
    expect(screen.getByRole('button', { name: 'Creating…' })).toBeVisible();
    expect(screen.queryByText(/had filled in before/)).toBeNull();
    await act(() => form.advance(200));
    await createdHeading();
    expect(asks()).toBe(false);
    expect(creations(form)).toHaveLength(1);
  });
});
