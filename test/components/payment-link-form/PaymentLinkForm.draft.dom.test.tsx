import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PaymentLinkForm, type PaymentLinkFormProps, PaymentsProvider } from 'tillkit';
import { createPaymentsClient, type PaymentsEvent } from 'tillkit/core';
import { afterEach, describe, expect, test } from 'vitest';
import { createHarness, type HarnessOptions } from '../../harness.tsx';
import {
  add,
  amount,
  bodyOf,
  catalogue,
  createButton,
  createdHeading,
  createHand,
  creations,
  textbox,
} from '../linkForm.tsx';

/** A page of a host that has more than the form. */
function openPage(props: PaymentLinkFormProps = {}, options: HarnessOptions = {}) {
  const events: PaymentsEvent[] = [];
  const harness = createHarness({
    latencyMs: 0,
    ...options,
    provider: { onEvent: (event) => void events.push(event), ...options.provider },
  });
  const user = createHand(harness);
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
    const { user, leave, comeBack } = openPage({ customFields: catalogue });
    await user.type(amount(), '12.5');
    await add(user, 'Billing address');
    await add(user, 'Details', 'Add detail');
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
    comeBack({ flowKey: 'other' });
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

  test('is none of what the host asks for after the form was opened', () => {
    const { leave, comeBack: ask } = openPage();
    ask({ customFields: catalogue });
    expect(textbox('Invoice number')).toHaveValue('');
    leave();
    expect(asks()).toBe(false);
    ask({ customFields: catalogue });
    expect(screen.queryByText(/had filled in before/)).toBeNull();
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
    const form = openPage({ customFields: catalogue });
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
    const { user, sandbox, events } = openPage({ customFields: catalogue });
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

test('files stay with the form when the host gives it a new client with the same options, as for a new token', async () => {
  const { client, sandbox } = createHarness({ latencyMs: 0 });
  const user = userEvent.setup({ delay: null });
  const withNewClient = () => (
    <PaymentsProvider client={createPaymentsClient({ ...client.options })} currency="USD">
      <PaymentLinkForm fields={{ amount: { value: 4800 } }} />
    </PaymentsProvider>
  );
  const { rerender } = render(withNewClient());
  await add(user, 'Files');
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  await user.upload(input!, new File(['one'], 'one.txt'));
  await screen.findByText('Uploaded');
  rerender(withNewClient());
  expect(screen.getByText('Uploaded')).toBeVisible();
  await user.click(createButton());
  await createdHeading();
  expect(bodyOf({ sandbox })).toHaveProperty('attachments.length', 1);
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
    await form.user.click(screen.getByRole('button', { name: /^Create payment link/ }));
    await screen.findByRole('button', { name: 'Creating…' });
    await act(() => form.advance(200));
    await form.user.clear(amount());
  });
});
