import { screen, within } from '@testing-library/react';
import { expect, describe, test } from 'vitest';
import { amount, show, textbox } from './linkForm.tsx';

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
    expect(lines()).toEqual({ Amount: '—', Total: '—' });
    await user.type(amount(), '19.99');
    expect(lines()).toEqual({ Amount: '$19.99', Total: '$19.99' });
    await user.click(screen.getByRole('checkbox', { name: 'Standard rate (8.875%)' }));
    await user.click(screen.getByRole('checkbox', { name: 'Bottle deposit' }));
    await user.click(screen.getByRole('checkbox', { name: 'Apply discount' }));
    expect(lines()).toEqual({
      Amount: '$19.99',
      'Standard rate, 8.875%': '$1.77',
      'Bottle deposit': '$0.25',
      Total: '$22.01',
      'Discount, 2.5%': '-$0.55',
      'Paid by credit card': '$21.46',
    });
    expect(estimate()).toHaveTextContent('Each tax is rounded by itself, half up.');
    expect(estimate()).toHaveTextContent('The discount is taken off the total and rounded half up.');
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
      'Discount, 10%': '-$1.00',
    });
  });

  test('takes a sum of taxes, and shows no total while one of the sums is none', async () => {
    const { user } = show();
    await user.type(amount(), '10');
    await user.type(textbox('Taxes'), '1.5');
    expect(lines()).toEqual({ Amount: '$10.00', Taxes: '$1.50', Total: '$11.50' });
    await user.type(textbox('Taxes'), 'x');
    expect(lines()).toEqual({ Amount: '$10.00', Taxes: '—', Total: '—' });
  });

  test('without a percentage from the host the discount is a sentence, and no sum', async () => {
    const { user } = show();
    await user.type(amount(), '10');
    const discount = screen.getByRole('checkbox', { name: 'Apply discount' });
    await user.click(discount);
    expect(discount).toHaveAccessibleDescription(/^Takes a percentage off/);
    expect(lines()).toEqual({ Amount: '$10.00', Total: '$10.00' });
  });

  test("counts the host's hidden sums in", () => {
    show({
      fields: { amount: { hidden: true, value: 1000 }, taxes: { hidden: true, value: 99 } },
    });
    expect(lines()).toEqual({ Amount: '$10.00', Taxes: '$0.99', Total: '$10.99' });
  });
});
