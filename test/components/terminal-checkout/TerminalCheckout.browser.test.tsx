import { render, screen, waitFor } from '@testing-library/react';
import { CloseBatch, OpenOperations, PaymentsProvider, PaymentStatus, TerminalCheckout } from 'tillkit';
import { createMemoryJournal, createPaymentsClient, createTerminalOperations } from 'tillkit/core';
import { createSandbox } from 'tillkit/sandbox';
import 'tillkit/styles.css';
import { expect, test } from 'vitest';

const names = [
  ['10 kB without a space', 'W'.repeat(10_000)],
  ['a direction override', '\u202eretnuoc tnorF\u202c 99.00'],
  ['Hebrew before a number', 'דלפק 12'],
  ['zero-width characters', 'Front\u200b\u2060\ufeff counter'],
] as const;

/** A till 320 px wide whose terminals have one name, with an operation on one of them. */
async function show(name: string) {
  const sandbox = createSandbox({ latencyMs: 0 });
  const client = createPaymentsClient({
    baseUrl: sandbox.baseUrl,
    headers: { authorization: 'sandbox' },
    fetcher: async (request, init) => {
      const response = await sandbox.fetch(request, init);
      if (!new URL(request.url).pathname.endsWith('/terminals')) return response;
      const renamed = (key: string, value: unknown) => (key === 'name' || key === 'label' ? name : value);
      return Response.json(JSON.parse(await response.text(), renamed));
    },
  });
  const operations = createTerminalOperations({ client, journal: createMemoryJournal() });
  const request = { terminalId: 'terminal-2', amount: 1200, receipt: false, orderNumber: name };
  const result = await operations.start('pay', request);
  const id = result.started ? result.operation.id : '';
  const { container } = render(
    <PaymentsProvider client={client} operations={operations} currency="USD">
      <div style={{ inlineSize: 320 }}>
        <TerminalCheckout defaultTerminalId="terminal-1" defaultAmountCents={1250} flowKey="other" />
        <PaymentStatus operationId={id} />
        <OpenOperations />
        <CloseBatch terminalId="terminal-2" />
      </div>
    </PaymentsProvider>,
  );
  const frame = container.firstElementChild as HTMLElement;
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Charge/ })).not.toHaveTextContent('terminal-1'),
  );
  return { frame, operations };
}

test.each([
  [280, 'en-US', 'USD'],
  [320, 'de-DE', 'EUR'],
  [320, 'ar-EG', 'USD'],
  [360, 'en-IN', 'INR'],
  [700, 'en-US', 'USD'],
])('at %i px the figure is the largest thing, and whole: %s, %s', async (inlineSize, locale, currency) => {
  const sandbox = createSandbox({ latencyMs: 0 });
  const client = createPaymentsClient({ baseUrl: sandbox.baseUrl, fetcher: sandbox.fetch });
  const operations = createTerminalOperations({ client, journal: createMemoryJournal() });
  const till = (amountCents: number) => (
    <PaymentsProvider client={client} operations={operations} currency={currency} locale={locale}>
      <div style={{ inlineSize }}>
        <TerminalCheckout
          key={amountCents}
          fields={{ amount: { value: amountCents } }}
          layout="keypad"
          quickAmountsCents={[500, 1000]}
        />
      </div>
    </PaymentsProvider>
  );
  const { container, rerender } = render(till(1));
  for (const amountCents of [1, 123_456, 99_999_999]) {
    rerender(till(amountCents));
    const figure = screen.getByRole('textbox', { name: 'Amount' });
    expect(figure.scrollWidth).toBeLessThanOrEqual(figure.clientWidth);
    const sizes = Array.from(container.querySelectorAll('*'), (element) =>
      parseFloat(getComputedStyle(element).fontSize),
    );
    expect(parseFloat(getComputedStyle(figure).fontSize)).toBe(Math.max(...sizes));
    if (inlineSize === 700) expect(getComputedStyle(figure).fontSize).toBe('48px');
  }
  operations.dispose();
});

/** Where a text stands on the screen. */
function placeOf(element: HTMLElement, text: string): DOMRect {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.textContent?.indexOf(text) ?? -1;
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + text.length);
    return range.getBoundingClientRect();
  }
  throw new Error(`There is no ${text}.`);
}

test.each(names)('F105: %s neither widens the till nor changes places with the amount', async (_, name) => {
  const { frame, operations } = await show(name);
  expect(frame.scrollWidth).toBeLessThanOrEqual(320);
  for (const element of frame.querySelectorAll('*'))
    expect(element.getBoundingClientRect().right).toBeLessThanOrEqual(
      frame.getBoundingClientRect().right + 1,
    );
  const button = screen.getByRole('button', { name: /^Charge/ });
  const [charge, amount, on] = ['Charge', '$12.50', ' on '].map((text) => placeOf(button, text));
  expect(amount!.left).toBeGreaterThan(charge!.left);
  expect(amount!.top < on!.top || amount!.right <= on!.left + 1).toBe(true);
  operations.dispose();
});
