import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DayReport } from 'tillkit';
import { PaymentsError, type RecordedReport } from 'tillkit/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createHarness } from '../../harness.tsx';

test('a report that cannot be counted anew says until when it was counted', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const report: RecordedReport = { rows: [], unknown: [], holds: [], legs: [] };
  let isAway = false;
  const getReport = () =>
    isAway ? Promise.reject(new PaymentsError('http', 'Away.')) : Promise.resolve(report);
  const { record } = createHarness().operations;
  const { wrapper, advance } = createHarness({ changes: { record: { ...record, getReport } } });
  const pass = (ms: number) => {
    vi.setSystemTime(Date.now() + ms);
    return act(() => advance(ms));
  };
  const user = userEvent.setup();
  render(<DayReport />, { wrapper });
  await pass(1000);
  expect(await screen.findByText('So far, until 9:30 AM')).toBeVisible(); // TanStack Query tells it by a timer of its own
  await pass(1000);
  await user.click(screen.getByRole('button', { name: 'Yesterday' }));
  isAway = true;
  await pass(60 * 60_000);
  await user.click(screen.getByRole('button', { name: 'Today' }));
  await pass(1000);
  expect(screen.getByRole('region')).toHaveTextContent('So far, until 9:30 AM');
});
