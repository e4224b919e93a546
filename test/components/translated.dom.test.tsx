import { act, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { OpenOperations, PaymentMirror, TransactionList } from 'tillkit';
import { describe, expect, test } from 'vitest';
import { createHarness, type HarnessOptions } from '../harness.tsx';
import { translate } from './translate.ts';

function show(page: ReactElement, options: HarnessOptions = {}) {
  const harness = createHarness(options);
  const { container } = render(page, { wrapper: harness.wrapper });
  return {
    ...harness,
    translate: () => translate(container),
    pass: (ms: number) => act(() => harness.advance(ms)),
    sell: (amount: number) =>
      act(() => harness.operations.start('pay', { terminalId: 'terminal-1', amount, receipt: false })),
  };
}

describe('on a page that the browser has translated', () => {
  test.each([
    ['the open operations', OpenOperations],
    ['the list of payments', TransactionList],
  ])('%s say how a payment goes on', async (_, Page) => {
    const { pass, sell, translate: translated } = show(<Page />, { latencyMs: 3000 });
    await pass(500);
    await sell(1250);
    for (const title of ['Being sent', 'At the terminal', 'Approved']) {
      await waitFor(async () => {
        await pass(250);
        expect(screen.getByRole('listitem')).toHaveTextContent(title);
      });
      translated();
    }
  });

  test('the customer’s screen has the amount that was approved', async () => {
    const page = <PaymentMirror terminalId="terminal-1" />;
    const { sandbox, pass, sell, translate: translated } = show(page);
    sandbox.setScenario('tip');
    await sell(1250);
    await pass(1000);
    translated();
    await pass(7000);
    expect(screen.getByRole('region', { name: 'Your payment' })).toHaveTextContent('$15.00');
  });
});
