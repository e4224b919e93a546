import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import {
  type AmountChangeDetails,
  AmountField,
  AttachmentField,
  PaymentsProvider,
  TerminalPicker,
} from 'tillkit';
import { expect, test } from 'vitest';
import { allowConsole } from '../console.ts';
import { createHarness } from '../harness.tsx';

const breaks = () => {
  throw new Error('The host is broken.');
};

/** A page with the component, in a currency that the host may change. */
function show(component: ReactElement) {
  const { client, operations, advance } = createHarness({ latencyMs: 0 });
  const page = (currency: string) => (
    <PaymentsProvider client={client} operations={operations} currency={currency}>
      {component}
    </PaymentsProvider>
  );
  const { rerender } = render(page('USD'));
  return { pass: () => act(() => advance(100)), change: (currency: string) => rerender(page(currency)) };
}

// These callbacks are called in an effect: an error there would take the host's whole page away.
test('a terminal is chosen by itself though the host’s callback throws', async () => {
  allowConsole(/host is broken/);
  show(<TerminalPicker terminals={{ default: 'terminal-2' }} onValueChange={breaks} />);
  await waitFor(() => expect(screen.getByRole('combobox')).toHaveValue('Bar'));
});

test('a file is added though the host’s callback throws', async () => {
  allowConsole(/host is broken/);
  const { pass } = show(<AttachmentField onAttachmentsChange={breaks} />);
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await userEvent.upload(input, new File(['x'], 'menu.pdf', { type: 'application/pdf' }));
  await pass();
  expect(screen.getByRole('button', { name: /menu\.pdf/ })).toBeVisible();
});

test('a text that is no amount is dropped with its currency though the host’s callback throws', async () => {
  allowConsole(/host is broken/);
  const onValueChange = (_: number | null, { text }: AmountChangeDetails) => text === '' && breaks();
  const { change } = show(<AmountField value={null} onValueChange={onValueChange} />);
  await userEvent.type(screen.getByRole('textbox'), 'x');
  change('EUR');
  expect(screen.getByRole('textbox')).toHaveValue('');
});
