import { act, screen, waitFor, render } from '@testing-library/react';
import { PaymentLinkForm, type PaymentLinkFormProps, PaymentsProvider } from 'tillkit';
import { describe, expect, test } from 'vitest';
import { type HarnessOptions, createHarness } from '../../harness.tsx';
import {
  add,
  amount,
  bodyOf,
  createButton,
  createdHeading,
  creations,
  show,
  textbox,
  catalogue,
  showAnswering,
} from '../linkForm.tsx';
import userEvent from '@testing-library/user-event';

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
    await add(form.user, 'Taxes');
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
      expect(box(name)).toHaveAccessibleDescription('Enter the taxes.');
    }
    await form.user.click(box(/Reduced/));
    await waitFor(() => expect(box(/Standard/)).toBeValid());
    expect(screen.queryByText('Enter the taxes.')).toBeNull();
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
    await add(user, 'Taxes');
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

  test('wanted as a sum are no list, although there is one', async () => {
    const { user } = open({ taxes, fields: { taxes: { by: 'amount' } } });
    await add(user, 'Taxes');
    expect(textbox('Taxes')).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: /rate/ })).toBeNull();
  });
});

describe('what is wanted or not', () => {
  test('says what the discount comes to, and that of the discount alone', async () => {
    const { user } = open({ discount: { percent: 2.5 } });
    await add(user, 'Discount', 'Billing address');
    expect(box('Apply discount')).toHaveAccessibleDescription(
      'Customers who pay by credit card pay 2.5% less.',
    );
    expect(box('Collect billing address')).not.toHaveAccessibleDescription();
    await user.click(box('Apply discount'));
    await user.click(box('Collect billing address'));
  });

  test("that cannot be changed shows the host's decision, and the one after it", () => {
    const fixed = (value?: boolean) => ({ showBilling: { readOnly: true, value } });
    const { rerender } = open({ fields: fixed() });
    expect(box('Collect billing address')).not.toBeChecked();
    expect(box('Collect billing address')).toBeDisabled();
    rerender(<PaymentLinkForm fields={fixed(true)} />);
    expect(box('Collect billing address')).toBeChecked();
    expect(screen.getByRole('button', { name: 'Shipping address' })).toBeEnabled();
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
    await add(form.user, 'Taxes');
    await form.user.click(box(/Reduced/));
    await add(form.user, 'Discount');
    leave(form);
    comeBack(form, props);
    expect(box(/Reduced/)).toBeChecked();
    expect(box(/Standard/)).not.toBeChecked();
    expect(box('Apply discount')).toBeChecked();
    expect(screen.queryByRole('checkbox', { name: 'Collect billing address' })).toBeNull();
    await form.user.click(screen.getByRole('radio', { name: 'Enter an amount' }));
    leave(form);
    comeBack(form, props);
    expect(textbox('Taxes (an amount)')).toBeVisible();
    await afresh(form);
    await add(form.user, 'Taxes');
    expect(box(/Reduced/)).not.toBeChecked();
  });

  test('says nothing of files where there were none', async () => {
    const form = open();
    await add(form.user, 'Discount');
    leave(form);
    comeBack(form);
    expect(screen.getByText('This is what you had filled in before.')).toBeVisible();
    expect(screen.queryByText(/Files are not kept/)).toBeNull();
    await afresh(form);
    expect(screen.queryByText(/had filled in before/)).toBeNull();
  });

  test('is no text that was no sum', async () => {
    const form = show();
    await add(form.user, 'Discount');
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
    await add(form.user, 'Discount');
    leave(form);
    expect(asks()).toBe(true);
    comeBack(form, fixed(2500));
    expect(amount()).toHaveValue('25.00');
    expect(box('Apply discount')).toBeChecked();
    await afresh(form);
  });

  test('of one form holds the page while another is empty', async () => {
    const form = show({ flowKey: 'one' });
    await add(form.user, 'Discount');
    leave(form);
    comeBack(form, { flowKey: 'two' });
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(asks()).toBe(true);
    leave(form);
    expect(asks()).toBe(true);
    comeBack(form, { flowKey: 'one' });
    await afresh(form);
    expect(asks()).toBe(false);
  });

  test('is not said to be there again while it is sent', async () => {
    const form = open({}, { latencyMs: 100 });
    await act(() => form.advance(200));
    await add(form.user, 'Discount');
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

const refusing = (errors: object[], props: PaymentLinkFormProps = {}) =>
  showAnswering(() => Response.json({ message: 'Bad', errors }, { status: 422 }), props);

const fileInput = () => document.querySelector<HTMLInputElement>('input[type="file"]')!;

describe('F101: what one person filled in', () => {
  test('does not stand in the form of the operator who signs in while it is open', async () => {
    const { client, operations: ada } = createHarness({ latencyMs: 0 });
    const { operations: grace } = createHarness({ latencyMs: 0 });
    const at = (operations: typeof ada) => (
      <PaymentsProvider client={client} operations={operations} currency="USD">
        <PaymentLinkForm customFields={catalogue} />
      </PaymentsProvider>
    );
    const view = render(at(ada));
    await userEvent.type(amount(), '48');
    await userEvent.type(textbox('Invoice number'), 'Ada Lovelace');
    view.rerender(at(grace));
    expect(amount()).toHaveValue('');
    expect(textbox('Invoice number')).toHaveValue('');
    view.rerender(at(ada));
    expect(textbox('Invoice number')).toHaveValue('Ada Lovelace');
    await userEvent.click(screen.getByRole('button', { name: 'Start afresh' }));
  });

  test('stays with its form when the same place shows another', async () => {
    const { user, rerender } = show({ flowKey: 'order 1' });
    await user.type(amount(), '48');
    rerender(<PaymentLinkForm flowKey="order 2" />);
    expect(amount()).toHaveValue('');
    rerender(<PaymentLinkForm flowKey="order 1" />);
    expect(amount()).toHaveValue('48.00');
    await user.click(screen.getByRole('button', { name: 'Start afresh' }));
  });
});

describe('a refusal', () => {
  test('of the custom values as a whole is read while there are rows', async () => {
    const { user } = refusing([{ field: 'customValues', message: 'are too many.' }], {
      customFields: catalogue,
    });
    await user.type(amount(), '48');
    await user.type(textbox('Invoice number'), '1{Enter}');
    await waitFor(() => expect(screen.getByText('Not accepted')).toHaveFocus());
    expect(screen.getByText('customValues: are too many.')).toBeVisible();
  });

  test('of taxes that cannot be changed is read', async () => {
    const { user } = refusing([{ field: 'taxes', message: 'are not yours.' }], {
      taxes,
      fields: { taxes: { readOnly: true, value: ['tax-reduced'] } },
    });
    await user.type(amount(), '48{Enter}');
    await waitFor(() => expect(screen.getByText('Not accepted')).toHaveFocus());
    expect(screen.getByText('taxes: are not yours.')).toBeVisible();
  });

  test('with two sentences about one field loses neither', async () => {
    const { user } = refusing(
      [
        { field: 'taxes.0', message: 'is not yours.' },
        { field: 'taxes.1', message: 'is too old.' },
      ],
      { taxes, fields: { taxes: { value: ['tax-standard', 'tax-reduced'] } } },
    );
    await user.type(amount(), '48{Enter}');
    await waitFor(() => expect(screen.getByRole('checkbox', { name: /Standard/ })).toBeInvalid());
    expect(document.body).toHaveTextContent('Standard rate: is not yours.');
    expect(document.body).toHaveTextContent('Reduced rate: is too old.');
  });

  test("of the host's hidden taxes, which are no cents, is told and nothing leaves", async () => {
    const fields = { amount: { value: 100 }, taxes: { hidden: true, value: 0.5 } };
    const form = show({ fields });
    await form.user.click(createButton());
    await waitFor(() => expect(screen.getByText('Not accepted')).toHaveFocus());
    expect(screen.getByText('It did not leave this page: an entry is not valid (taxes).')).toBeVisible();
    expect(creations(form)).toEqual([]);
  });

  test('of an amount that is gone with its way of entering it does not hold the form up', async () => {
    const form = show({ taxes, fields: { taxes: { by: 'either' } } });
    const { user } = form;
    await add(user, 'Taxes');
    await user.click(screen.getByRole('radio', { name: 'Enter an amount' }));
    await user.type(textbox('Taxes (an amount)'), 'x');
    await user.click(screen.getByRole('radio', { name: 'Pick from the list' }));
    await user.click(screen.getByRole('radio', { name: 'Enter an amount' }));
    expect(textbox('Taxes (an amount)')).toHaveValue('');
    await user.type(amount(), '10{Enter}');
    await createdHeading();
    expect(bodyOf(form)).not.toHaveProperty('taxes');
  });

  test('of taxes that were no amount does not hold the form up when it comes back', async () => {
    const form = show();
    const { user, rerender } = form;
    await user.type(amount(), '10');
    await add(user, 'Taxes');
    await user.type(textbox('Taxes'), 'x');
    rerender(<h1>Elsewhere</h1>);
    rerender(<PaymentLinkForm />);
    await add(user, 'Taxes');
    expect(textbox('Taxes')).toHaveValue('');
    await user.click(createButton());
    await createdHeading();
  });
});

describe('what the host gives later', () => {
  test('a required custom value has its row and is asked for', async () => {
    const form = show();
    form.rerender(<PaymentLinkForm customFields={catalogue} />);
    await form.user.type(amount(), '10{Enter}');
    await waitFor(() => expect(textbox('Invoice number')).toHaveFocus());
    expect(creations(form)).toEqual([]);
    form.rerender(<h1>Elsewhere</h1>);
    form.rerender(<PaymentLinkForm customFields={catalogue} />);
    expect(amount()).toHaveValue('10.00');
    await form.user.clear(amount());
    form.rerender(<h1>Elsewhere</h1>);
    form.rerender(<PaymentLinkForm customFields={catalogue} />);
    expect(screen.queryByText(/had filled in before/)).toBeNull();
  });

  test('taxes can be picked, and those that were filled in are sent', async () => {
    const fields = { taxes: { value: ['tax-reduced'] } };
    const form = show({ fields });
    form.rerender(<PaymentLinkForm taxes={taxes} fields={fields} />);
    expect(screen.getByRole('checkbox', { name: 'Reduced rate (5%)' })).toBeChecked();
    await form.user.type(amount(), '10{Enter}');
    await createdHeading();
    expect(bodyOf(form)).toMatchObject({ taxes: ['tax-reduced'] });
  });

  test('taxes without a catalogue stand on the screen as they are sent', async () => {
    const form = show({ fields: { taxes: { value: ['tax-reduced'] } } });
    expect(screen.getByRole('checkbox', { name: 'tax-reduced' })).toBeChecked();
    await form.user.type(amount(), '10{Enter}');
    await createdHeading();
    expect(bodyOf(form)).toMatchObject({ taxes: ['tax-reduced'] });
  });

  test('taxes take the place of an empty sum, and leave one that was entered', async () => {
    const form = show();
    await add(form.user, 'Taxes');
    form.rerender(<PaymentLinkForm taxes={taxes} />);
    expect(screen.getByRole('checkbox', { name: 'Reduced rate (5%)' })).toBeVisible();
    form.rerender(<PaymentLinkForm key="other" />);
    await add(form.user, 'Taxes');
    await form.user.type(textbox('Taxes'), '3');
    form.rerender(<PaymentLinkForm key="other" taxes={taxes} />);
    expect(textbox('Taxes')).toHaveValue('3');
    await form.user.clear(textbox('Taxes'));
  });
});

test('a picked tax that the host has no longer is neither counted nor sent', async () => {
  const form = show({ taxes });
  await form.user.type(amount(), '10');
  await add(form.user, 'Taxes');
  await form.user.click(screen.getByRole('checkbox', { name: 'Reduced rate (5%)' }));
  expect(createButton()).toHaveTextContent('$10.50');
  form.rerender(<PaymentLinkForm taxes={taxes.filter(({ id }) => id !== 'tax-reduced')} />);
  expect(createButton()).toHaveTextContent('$10.00');
  await form.user.click(createButton());
  await createdHeading();
  expect(bodyOf(form)).not.toHaveProperty('taxes');
});

test('a sum of taxes on the screen is sent, whatever way there was when the draft was left', async () => {
  const form = show({ taxes });
  await form.user.type(amount(), '10');
  form.rerender(<h1>Elsewhere</h1>);
  form.rerender(<PaymentLinkForm />);
  await add(form.user, 'Taxes');
  await form.user.type(textbox('Taxes'), '2');
  await form.user.click(createButton());
  await createdHeading();
  expect(bodyOf(form)).toMatchObject({ amount: 1000, taxes: 200 });
});

test('read-only taxes stand there as they are sent when the host changes how it gives them', async () => {
  const fields = (value: number | string[]) => ({ taxes: { readOnly: true, value } });
  const form = show({ taxes, fields: fields(200) });
  form.rerender(<PaymentLinkForm taxes={taxes} fields={fields(['tax-reduced'])} />);
  expect(screen.getByRole('checkbox', { name: 'Reduced rate (5%)' })).toBeChecked();
  form.rerender(<PaymentLinkForm taxes={taxes} fields={fields(300)} />);
  expect(textbox('Taxes')).toHaveValue('3.00');
});

test('files whose field went away are not sent once it is back', async () => {
  const form = show({ fields: { attachments: {} } });
  await add(form.user, 'Files');
  await form.user.upload(fileInput(), new File(['one'], 'one.txt'));
  await screen.findByText('Uploaded');
  form.rerender(<PaymentLinkForm fields={{ attachments: { hidden: true } }} />);
  form.rerender(<PaymentLinkForm fields={{ attachments: {} }} />);
  expect(screen.queryByText('Uploaded')).toBeNull();
  await form.user.type(amount(), '10{Enter}');
  await createdHeading();
  expect(bodyOf(form)).not.toHaveProperty('attachments');
});

test('F101: a refusal that came while the person was elsewhere says that the files are gone', async () => {
  const form = show({}, { latencyMs: 100 });
  await act(() => form.advance(200));
  form.sandbox.setScenario('unauthorized', { operation: 'createPaymentLink' });
  await form.user.type(amount(), '48');
  await add(form.user, 'Files');
  await form.user.upload(fileInput(), new File(['one'], 'one.txt'));
  await waitFor(async () => {
    await act(() => form.advance(200));
    expect(screen.getByText('Uploaded')).toBeVisible();
  });
  await form.user.click(createButton());
  await screen.findByRole('button', { name: 'Creating…' });
  form.rerender(<h1>Elsewhere</h1>);
  await act(() => form.advance(200));
  form.rerender(<PaymentLinkForm />);
  expect(screen.getByText('Not accepted')).toBeVisible();
  expect(screen.getByText(/Files are not kept/)).toBeVisible();
  await form.user.clear(amount());
});
