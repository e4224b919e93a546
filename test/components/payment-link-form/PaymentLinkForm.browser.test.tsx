import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PaymentLinkForm } from 'tillkit';
import { expect, onTestFinished, test } from 'vitest';
import { createHarness } from '../../harness.tsx';

function show() {
  const harness = createHarness();
  const user = userEvent.setup();
  render(<PaymentLinkForm />, { wrapper: harness.wrapper });
  const until = (check: () => void) =>
    waitFor(async () => {
      await act(() => harness.advance(100));
      check();
    });
  const upload = async (...names: string[]) => {
    await user.click(screen.getByRole('button', { name: 'Files' }));
    await user.upload(
      screen.getByLabelText('Add files', { selector: 'input' }),
      names.map((name) => new File(['%PDF-', name], name)),
    );
  };
  const sent = (operation: string) =>
    harness.sandbox.ledger.requests.filter((request) => request.operation === operation);
  const create = () => user.click(screen.getByRole('button', { name: /^Create payment link/ }));
  return { ...harness, user, until, upload, sent, create };
}
const amount = () => screen.getByRole('textbox', { name: 'Amount' });

test('a link with two files, one of them retried: one upload a file and press, one creation with all that is on the screen', async () => {
  const { user, until, upload, sent, create } = show();
  await user.type(amount(), '75');
  await user.click(screen.getByRole('button', { name: 'Billing address' }));
  await upload('one.pdf', 'fails-once.pdf');
  await until(() => expect(screen.getByText('Not uploaded')).toBeVisible());

  await create();
  expect(await screen.findByText('Retry or remove every file that was not uploaded.')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add files' })).toHaveFocus());
  expect(sent('createPaymentLink')).toEqual([]);

  await user.click(screen.getByRole('button', { name: 'Retry fails-once.pdf' }));
  await until(() => expect(screen.getAllByText('Uploaded')).toHaveLength(2));
  expect(screen.queryByText(/Retry or remove every file/)).toBeNull();
  await create();
  await until(() => expect(screen.getByRole('heading', { name: 'Payment link created' })).toHaveFocus());

  expect(sent('uploadAttachments')).toHaveLength(3);
  expect(sent('createPaymentLink')).toHaveLength(1);
  expect(sent('createPaymentLink')[0]?.body).toMatchObject({
    amount: 7500,
    showBilling: true,
    showShipping: false,
    applyDiscount: false,
    customValues: [],
    attachments: [
      { name: 'one.pdf', path: expect.stringMatching(/one\.pdf$/) },
      { name: 'fails-once.pdf', path: expect.stringMatching(/fails-once\.pdf$/) },
    ],
  });
});

test('while a file is under way it says why it cannot be sent, and nothing is sent later by itself', async () => {
  const { user, until, upload, sent, create } = show();
  await user.type(amount(), '75');
  await upload('one.pdf');
  await create();
  expect(await screen.findByText('Wait until every file is uploaded, or remove it.')).toBeVisible();
  await until(() => expect(screen.getByText('Uploaded')).toBeVisible());
  expect(screen.queryByText(/Wait until/)).toBeNull();
  expect(sent('createPaymentLink')).toEqual([]);
});

test('a removed file is not handed back', async () => {
  const { user, until, upload, sent, create } = show();
  await user.type(amount(), '75');
  await upload('one.pdf', 'two.pdf');
  await until(() => expect(screen.getAllByText('Uploaded')).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Remove one.pdf' }));
  await create();
  await until(() => expect(screen.getByRole('heading', { name: 'Payment link created' })).toBeVisible());
  expect(sent('createPaymentLink')[0]?.body).toMatchObject({ attachments: [{ name: 'two.pdf' }] });
});

test('in a shadow root a moved row keeps the focus on its button', async () => {
  const { wrapper } = createHarness({ latencyMs: 0 });
  const place = document.body.appendChild(document.createElement('div'));
  onTestFinished(() => place.remove());
  const root = place.attachShadow({ mode: 'open' });
  const customFields = ['Table', 'Guest', 'Course'].map((label) => ({ key: label, label, required: true }));
  const form = <PaymentLinkForm customFields={customFields} />;
  render(form, { wrapper, container: root.appendChild(document.createElement('div')) });
  const down = root.querySelector<HTMLElement>('[aria-label="Move Table down"]')!;
  down.focus();
  act(() => down.click());
  expect(root.activeElement).toBe(down);
});
