import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PaymentLinkForm, type PaymentLinkFormProps, PaymentsProvider } from 'tillkit';
import type { PaymentsEvent } from 'tillkit/core';
import { afterEach, describe, expect, test } from 'vitest';
import { createHarness, type HarnessOptions } from '../../harness.tsx';
import {
  addButton,
  amount,
  catalogue,
  createButton,
  createdHeading,
  creations,
  textbox,
  bodyOf,
  show,
  showAnswering,
} from '../linkForm.tsx';

/** A page of a host that has more than the form. */
function openPage(props: PaymentLinkFormProps = {}, options: HarnessOptions = {}) {
  const events: PaymentsEvent[] = [];
  const harness = createHarness({
    latencyMs: 0,
    ...options,
    provider: { onEvent: (event) => void events.push(event), ...options.provider },
  });
  const user = userEvent.setup({ delay: null });
  const at = (where: 'form' | 'elsewhere', changed: PaymentLinkFormProps = {}) => (
    <>{where === 'form' ? <PaymentLinkForm {...props} {...changed} /> : <h1>Elsewhere</h1>}</>
  );
  const view = render(at('form'), { wrapper: harness.wrapper });
  return {
    ...harness,
    ...view,
    user,
    events,
    leave: () => view.rerender(at('elsewhere')),
    comeBack: (changed?: PaymentLinkFormProps) => view.rerender(at('form', changed)),
  };
}

/** Whether the browser would ask before the page is left. */
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

afterEach(() => {
  const isAsking = asks();
  cleanup();
  if (isAsking) throw new Error('A test left something behind that the browser would ask about.');
});

describe('what is filled in', () => {
  test('stands there again after the person was elsewhere, and can be thrown away', async () => {
    const { user, leave, comeBack } = openPage({ customValues: catalogue });
    await user.type(amount(), '12.5');
    await user.click(screen.getByRole('checkbox', { name: 'Collect billing address' }));
    await user.click(addButton());
    await user.keyboard('7');
    await user.click(screen.getByRole('button', { name: 'Move Table up' }));
    leave();
    comeBack();
    expect(amount()).toHaveValue('12.50');
    expect(textbox('Table')).toHaveValue('7');
    expect(screen.getByRole('checkbox', { name: 'Collect billing address' })).toBeChecked();
    expect(
      screen
        .getAllByRole('textbox')
        .map((input) => input.closest('li')?.textContent)
        .filter(Boolean),
    ).toEqual(['Table', 'Invoice number']);
    expect(screen.getByText(/had filled in before/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Start afresh' }));
    expect(amount()).toHaveValue('');
    expect(amount()).toHaveFocus();
    expect(screen.queryByRole('textbox', { name: 'Table' })).toBeNull();
    leave();
    comeBack();
    expect(amount()).toHaveValue('');
  });

  test('of another form, or of another operator, is not there', async () => {
    const { user, leave, comeBack, client } = openPage();
    await user.type(amount(), '12');
    leave();
    const other = openPage({}, { provider: { client } });
    expect(amount()).toHaveValue('');
    other.unmount();
    comeBack({ formKey: 'other' });
    expect(amount()).toHaveValue('');
    leave();
    comeBack();
    await user.click(screen.getByRole('button', { name: 'Start afresh' }));
  });

  test('the browser asks before it is lost, and only while there is something to lose', async () => {
    const { user, leave, comeBack } = openPage();
    expect(asks()).toBe(false);
    await user.type(amount(), '1');
    expect(asks()).toBe(true);
    await user.clear(amount());
    expect(asks()).toBe(false);
    await user.type(amount(), '1');
    leave();
    expect(asks()).toBe(true);
    comeBack();
    await user.clear(amount());
    leave();
    expect(asks()).toBe(false);
  });

  test('is not kept where the host does not want it', async () => {
    const { user, leave, comeBack } = openPage({ keepDraft: false });
    await user.type(amount(), '1');
    expect(asks()).toBe(false);
    leave();
    comeBack();
    expect(amount()).toHaveValue('');
  });

  test('F101: is gone once the link is made, and no customer of a shared till finds that of the one before', async () => {
    const form = openPage({ customValues: catalogue });
    const { user, leave, comeBack, events } = form;
    await user.type(amount(), '48');
    await user.type(textbox('Invoice number'), 'Ada Lovelace{Enter}');
    await createdHeading();
    expect(asks()).toBe(false);
    leave();
    await act(() => Promise.resolve());
    comeBack();
    expect(amount()).toHaveValue('');
    expect(textbox('Invoice number')).toHaveValue('');
    const told = events.map(({ type }) => type);
    expect(told).toEqual(['link-created']);
    expect(form.container.innerHTML).not.toContain('Ada');
  });

  test('F101: stands in no event and no error, and in no storage', async () => {
    const { user, sandbox, events } = openPage({ customValues: catalogue });
    sandbox.setScenario('server-error', { operation: 'createPaymentLink' });
    await user.type(amount(), '48');
    await user.type(textbox('Invoice number'), 'Ada Lovelace{Enter}');
    await waitFor(() => expect(screen.getByText('Not known yet')).toHaveFocus());
    expect(events.map(({ type }) => type)).toEqual(['link-unknown']);
    const stored = [localStorage, sessionStorage].map((storage) => JSON.stringify(storage)).join('');
    expect(JSON.stringify(events) + stored).not.toContain('Ada');
    await user.click(screen.getByRole('button', { name: 'It is in the list' }));
  });
});

describe('a creation that is under way while the person is elsewhere', () => {
  const leaveWhileSending = async () => {
    const form = openPage({}, { latencyMs: 100 });
    await act(() => form.advance(200));
    await form.user.type(amount(), '48');
    await form.user.click(createButton());
    await screen.findByRole('button', { name: 'Creating…' });
    form.leave();
    return form;
  };

  test('is still under way when they come back, and sent once', async () => {
    const form = await leaveWhileSending();
    form.comeBack();
    expect(screen.getByRole('button', { name: 'Creating…' })).toBeVisible();
    await act(() => form.advance(200));
    await createdHeading();
    expect(creations(form)).toHaveLength(1);
  });

  test('shows its address when they come back later, and that once', async () => {
    const form = await leaveWhileSending();
    expect(asks()).toBe(true);
    await act(() => form.advance(200));
    expect(asks()).toBe(false);
    form.comeBack();
    expect(await createdHeading()).toBeVisible();
    form.leave();
    await act(() => Promise.resolve());
    form.comeBack();
    expect(amount()).toHaveValue('');
    expect(creations(form)).toHaveLength(1);
  });

  test('that got no answer waits for a person, as it was filled in', async () => {
    const form = await leaveWhileSending();
    form.comeBack();
    await act(() => form.advance(200));
    await createdHeading();
    form.sandbox.setScenario('lost-answer', { operation: 'createPaymentLink' });
    await form.user.click(screen.getByRole('button', { name: 'Create another' }));
    await form.user.type(amount(), '7{Enter}');
    form.leave();
    await act(() => form.advance(200));
    form.comeBack();
    expect(screen.getByText('Not known yet')).toBeVisible();
    expect(amount()).toHaveValue('7.00');
    form.leave();
    await act(() => Promise.resolve());
    form.comeBack();
    expect(screen.getByText('Not known yet')).toBeVisible();
    await form.user.click(screen.getByRole('button', { name: 'It is in the list' }));
    expect(creations(form)).toHaveLength(2);
  });

  test('that was refused says so when they come back', async () => {
    const form = openPage({}, { latencyMs: 100 });
    await act(() => form.advance(200));
    form.sandbox.setScenario('unauthorized', { operation: 'createPaymentLink' });
    await form.user.type(amount(), '48{Enter}');
    await screen.findByRole('button', { name: 'Creating…' });
    form.leave();
    await act(() => form.advance(200));
    form.comeBack();
    expect(screen.getByText('Not accepted')).toBeVisible();
    expect(amount()).toHaveValue('48.00');
    await form.user.click(screen.getByRole('button', { name: 'Create payment link' }));
    await screen.findByRole('button', { name: 'Creating…' });
    await act(() => form.advance(200));
    await form.user.clear(amount());
  });
});

const refusing = (errors: object[], props: PaymentLinkFormProps = {}) =>
  showAnswering(() => Response.json({ message: 'Bad', errors }, { status: 422 }), props);

const taxes = [
  { id: 'tax-standard', label: 'Standard rate', percent: 20 },
  { id: 'tax-reduced', label: 'Reduced rate', percent: 5 },
];

const fileInput = () => document.querySelector<HTMLInputElement>('input[type="file"]')!;

describe('F101: what one person filled in', () => {
  test('does not stand in the form of the operator who signs in while it is open', async () => {
    const { client, operations: ada } = createHarness({ latencyMs: 0 });
    const { operations: grace } = createHarness({ latencyMs: 0 });
    const at = (operations: typeof ada) => (
      <PaymentsProvider client={client} operations={operations} currency="USD">
        <PaymentLinkForm customValues={catalogue} />
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
    const { user, rerender } = show({ formKey: 'order 1' });
    await user.type(amount(), '48');
    rerender(<PaymentLinkForm formKey="order 2" />);
    expect(amount()).toHaveValue('');
    rerender(<PaymentLinkForm formKey="order 1" />);
    expect(amount()).toHaveValue('48.00');
    await user.click(screen.getByRole('button', { name: 'Start afresh' }));
  });
});

describe('a refusal', () => {
  test('of the custom values as a whole is read while there are rows', async () => {
    const { user } = refusing([{ field: 'customValues', message: 'are too many.' }], {
      customValues: catalogue,
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
    await user.type(textbox('Taxes'), 'x');
    rerender(<h1>Elsewhere</h1>);
    rerender(<PaymentLinkForm />);
    expect(textbox('Taxes')).toHaveValue('');
    await user.click(createButton());
    await createdHeading();
  });
});

describe('what the host gives later', () => {
  test('a required custom value has its row and is asked for', async () => {
    const form = show();
    form.rerender(<PaymentLinkForm customValues={catalogue} />);
    await form.user.type(amount(), '10{Enter}');
    await waitFor(() => expect(textbox('Invoice number')).toHaveFocus());
    expect(creations(form)).toEqual([]);
    form.rerender(<h1>Elsewhere</h1>);
    form.rerender(<PaymentLinkForm customValues={catalogue} />);
    expect(amount()).toHaveValue('10.00');
    await form.user.clear(amount());
    form.rerender(<h1>Elsewhere</h1>);
    form.rerender(<PaymentLinkForm customValues={catalogue} />);
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
    form.rerender(<PaymentLinkForm taxes={taxes} />);
    expect(screen.getByRole('checkbox', { name: 'Reduced rate (5%)' })).toBeVisible();
    form.rerender(<PaymentLinkForm key="other" />);
    await form.user.type(textbox('Taxes'), '3');
    form.rerender(<PaymentLinkForm key="other" taxes={taxes} />);
    expect(textbox('Taxes')).toHaveValue('3');
    await form.user.clear(textbox('Taxes'));
  });
});

test('a sum of taxes on the screen is sent, whatever way there was when the draft was left', async () => {
  const form = show({ taxes });
  await form.user.type(amount(), '10');
  form.rerender(<h1>Elsewhere</h1>);
  form.rerender(<PaymentLinkForm />);
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
