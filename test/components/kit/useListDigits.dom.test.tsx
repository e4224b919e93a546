import { act, render, renderHook, screen } from '@testing-library/react';
import { PaymentStatus } from 'tillkit';
import { expect, test } from 'vitest';
import { useListDigits } from '../../../src/components/kit/useListDigits.ts';
import { createHarness } from '../../harness.tsx';

test.each([
  ['en-US', undefined],
  ['ar-EG', 'arabic-indic'],
  ['fa-IR', 'persian'],
  ['bn-BD', 'bengali'],
  ['mr-IN', 'devanagari'],
  ['my-MM', 'myanmar'],
  ['th-TH-u-nu-thai', 'thai'],
  ['hi-IN-u-nu-gujr', 'gujarati'],
  ['pa-IN-u-nu-guru', 'gurmukhi'],
  ['km-KH-u-nu-khmr', 'khmer'],
  ['lo-LA-u-nu-laoo', 'lao'],
  ['ta-IN-u-nu-tamldec', 'tamil'],
  ['te-IN-u-nu-telu', 'telugu'],
])('the steps of a list have the digits of the sums beside them: %s', (locale, listStyleType) => {
  const { wrapper } = createHarness({ provider: { locale } });
  const { result } = renderHook(() => useListDigits(), { wrapper });
  expect(result.current).toEqual(listStyleType === undefined ? undefined : { listStyleType });
});

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
