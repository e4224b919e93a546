import { render, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode, useState } from 'react';
import { AmountField, type AmountFieldProps, PaymentsProvider } from 'tillkit';
import { createPaymentsClient, defineService } from 'tillkit/core';
import { vi } from 'vitest';
import { createHarness } from '../../harness.tsx';

interface Held extends Partial<AmountFieldProps> {
  setTo?: number | null;
}

/** A host that keeps the cents. */
export function AmountHost({ setTo = null, value: initial = null, onValueChange, ...props }: Held) {
  const [value, setValue] = useState(initial);
  return (
    <>
      <AmountField
        {...props}
        value={value}
        onValueChange={(cents, details) => {
          setValue(cents);
          onValueChange?.(cents, details);
        }}
      />
      <button type="button" onClick={() => setValue(setTo)}>
        Set
      </button>
    </>
  );
}

export interface Place {
  locale?: string;
  currency?: string;
}

/** The field in a form of a host, which can go on in another place: a locale or a currency. */
export function showAmount(props: Held = {}, start: Place = {}) {
  const client = createPaymentsClient({
    baseUrl: 'http://localhost:4010',
    service: defineService({ amountScale: 'iso' }),
  });
  const { operations } = createHarness();
  const onValueChange = vi.fn<AmountFieldProps['onValueChange']>();
  const at = ({ locale = 'en-US', currency = 'USD' }: Place, changed: Held = {}) => (
    <StrictMode>
      <PaymentsProvider client={client} operations={operations} currency={currency} locale={locale}>
        <form aria-label="Till">
          <AmountHost {...props} {...changed} onValueChange={onValueChange} />
        </form>
      </PaymentsProvider>
    </StrictMode>
  );
  const { rerender, container } = render(at(start));
  return {
    onValueChange,
    user: userEvent.setup(),
    field: within(container).getByRole<HTMLInputElement>('textbox'),
    move: (place: Place) => rerender(at(place)),
    change: (changed: Held) => rerender(at(start, changed)),
    /** The host has another amount. */
    set: () => within(container).getByRole('button', { name: 'Set' }).click(),
  };
}
