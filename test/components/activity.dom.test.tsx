import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Activity, type ReactNode } from 'react';
import { PaymentLinkForm, PaymentsProvider, TerminalCheckout } from 'tillkit';
import { describe, expect, test } from 'vitest';
import { createHarness } from '../harness.tsx';
import { AmountHost } from './amount-field/amountTill.tsx';
import { add, amount, createHand, textbox } from './linkForm.tsx';

/** A part of a page that the host hides and shows again, as a router does with the pages that were left. */
function showHideable(part: ReactNode, harness = createHarness({ latencyMs: 0 })) {
  let shown = part;
  const at = (mode: 'visible' | 'hidden') => <Activity mode={mode}>{shown}</Activity>;
  const view = render(at('visible'), { wrapper: harness.wrapper });
  return {
    ...harness,
    user: createHand(harness),
    pass: (ms: number) => act(() => harness.advance(ms)),
    hideAndShow: () => {
      view.rerender(at('hidden'));
      view.rerender(at('visible'));
    },
    change: (next: ReactNode) => {
      shown = next;
      view.rerender(at('visible'));
    },
  };
}

// React 18 has no Activity.
describe.skipIf((Activity as unknown) === undefined)('what is hidden and shown again still has', () => {
  test('the files, the text and the amount of a payment link', async () => {
    const { user, hideAndShow } = showHideable(
      <PaymentLinkForm customFields={[{ key: 'table', label: 'Table', required: true }]} />,
    );
    await user.type(amount(), '48');
    await user.type(textbox('Table'), '7');
    await add(user, 'Files');
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    await user.upload(input!, new File(['one'], 'one.txt'));
    await screen.findByText('Uploaded');
    hideAndShow();
    expect(amount()).toHaveValue('48.00');
    expect(textbox('Table')).toHaveValue('7');
    expect(screen.getByText('Uploaded')).toBeVisible();
  });

  test('a file that was being uploaded, which is sent again', async () => {
    const form = showHideable(
      <PaymentLinkForm fields={{ attachments: { required: true } }} />,
      createHarness({ latencyMs: 800 }),
    );
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    await userEvent.setup({ delay: null }).upload(input!, new File(['one'], 'one.txt'));
    const uploads = () =>
      form.sandbox.ledger.requests.filter(({ operation }) => operation === 'uploadAttachments');
    await waitFor(() => expect(uploads()).toHaveLength(1));
    form.hideAndShow();
    await waitFor(() => expect(uploads()).toHaveLength(2));
    await form.pass(1000);
    expect(await screen.findByText('Uploaded')).toBeVisible();
  });

  test('the amount that is typed at the till', async () => {
    const { user, pass, hideAndShow } = showHideable(<TerminalCheckout defaultTerminalId="terminal-1" />);
    await pass(200);
    const field = screen.getByRole('textbox', { name: 'Amount' });
    await user.click(field);
    await user.type(field, '12.5');
    hideAndShow();
    expect(field).toHaveValue('12.5');
  });

  test('the amount that was typed after the currency changed', async () => {
    const { client, operations } = createHarness();
    const till = (currency: string) => (
      <PaymentsProvider client={client} operations={operations} currency={currency}>
        <AmountHost />
      </PaymentsProvider>
    );
    const { user, change, hideAndShow } = showHideable(till('USD'));
    const field = screen.getByRole('textbox');
    await user.type(field, '1.2.3');
    change(till('EUR'));
    expect(field).toHaveValue('');
    await user.type(field, '12.5');
    hideAndShow();
    expect(field).toHaveValue('12.5');
  });
});
