import { act, render, screen } from '@testing-library/react';
import { PaymentStatus } from 'tillkit';
import { expect, test } from 'vitest';
import { createHarness } from '../../harness.tsx';

test.each([
  ['ar-EG', 'arabic-indic'],
  ['ar-MA', ''],
  ['en-US', ''],
])('steps are numbered in the digits of the sums beside them: %s', async (locale, listStyle) => {
  const harness = createHarness({ scenario: 'lost-answer', provider: { locale } });
  await harness.operations.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false });
  await harness.advance(500);
  const id = harness.operations.list()[0]?.id ?? '';
  render(<PaymentStatus operationId={id} />, { wrapper: harness.wrapper });
  await act(() => harness.advance(300));
  expect(screen.getByRole('list').style.listStyleType).toBe(listStyle);
});
