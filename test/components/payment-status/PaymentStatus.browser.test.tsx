import { act, render, screen, waitFor } from '@testing-library/react';
import { PaymentStatus } from 'tillkit';
import 'tillkit/styles.css';
import { page } from 'vitest/browser';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { answer } from '../answer.ts';
import { createHarness } from '../../harness.tsx';
import { showTill } from '../checkoutTill.tsx';

afterEach(() => page.viewport(414, 896));

const region = () => screen.getByRole('region', { name: 'Payment status' });
const button = (name: string) => screen.getByRole('button', { name });

/** Whether one sees all of it: in the window, and with nothing over it. */
function isSeen(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth) return false;
  return [top + 2, bottom - 2].every((y) =>
    element.contains(document.elementFromPoint((left + right) / 2, y)),
  );
}

describe.each([
  [1024, 768],
  [360, 640],
])('what is not known, at %i × %i', (width, height) => {
  test('to decide later, and what stays busy, is in view all the way', async () => {
    await page.viewport(width, height);
    const till = await showTill({ defaultAmountCents: 1203 });
    await till.press();
    await till.pass(500);
    const later = await screen.findByRole('button', { name: 'Decide later' });
    const hint = screen.getByText('Front counter stays busy until then.');
    await waitFor(() => expect(isSeen(later)).toBe(true)); // it arrives
    const end = document.documentElement.scrollHeight - innerHeight;
    for (let y = 0; y <= end; y += 40) {
      scrollTo(0, y);
      expect([y, isSeen(later), isSeen(hint)]).toEqual([y, true, true]);
    }
    scrollTo(0, 0);
    expect(isSeen(screen.getByText(/asks for a card, wait/, { selector: 'section p' }))).toBe(true);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });

  test('an answer that gets the focus is not under it', async () => {
    await page.viewport(width, height);
    const till = await showTill({ defaultAmountCents: 1203 });
    await till.press();
    await till.pass(2500);
    await till.user.click(answer('elsewhere', 'Charged'));
    expect(isSeen(screen.getByRole('textbox', { name: 'Where and how' }))).toBe(true);
    for (const place of ['screen', 'receipt', 'back office', 'elsewhere'] as const) {
      const charged = answer(place, 'Charged');
      act(() => charged.focus());
      expect([place, isSeen(charged)]).toEqual([place, true]);
    }
  });
});

test.each([320, 414, 1024])('nothing jumps while one waits, at %i px', async (width) => {
  await page.viewport(width, 800);
  const till = await showTill({ defaultAmountCents: 1205, defaultTerminalId: 'terminal-1' });
  await till.press();
  const tall = () => Math.round(region().getBoundingClientRect().height);
  const heights: Record<string, number> = { sending: tall() };
  await till.pass(300);
  heights['waiting'] = tall();
  await till.pass(2500);
  heights['card'] = tall();
  expect(screen.queryByRole('button', { name: 'Check now' })).toBeNull();
  await till.user.click(button('Taking long?'));
  expect(button('Check now')).toBeVisible();
  heights['open'] = tall();
  const { open } = heights;
  expect(heights).toEqual({ sending: open, waiting: open, card: open, open });
});

test('neither the steps nor an outcome are cut where letters are twice as large on a phone', async () => {
  await page.viewport(360, 640);
  document.documentElement.style.font = '32px monospace';
  onTestFinished(() => void (document.documentElement.style.font = ''));
  const till = await showTill({ defaultAmountCents: 9_999_901, defaultTerminalId: 'terminal-1' });
  await till.press();
  await till.pass(3000);
  const steps = screen.getByText('Result').parentElement!;
  expect(steps.scrollWidth).toBe(steps.clientWidth);
  await till.pass(17_000);
  await screen.findByText('Not completed');
  const inside = region().getBoundingClientRect().right;
  const cut = [...region().querySelectorAll('*')].filter((part) => {
    const isDrawn = part.closest('.tillkit-visually-hidden') === null;
    return isDrawn && part.getBoundingClientRect().right > inside;
  });
  expect(cut.map(({ outerHTML }) => outerHTML)).toEqual([]);
});

test.each([
  ['1em', 'USD', 123_450],
  ['2em', 'USD', 123_450],
  ['1em', 'KWD', 1_234_567_890],
  ['2em', 'KWD', 1_234_567_890],
])('with text of %s on a narrow phone the amount is whole: %s %i', async (fontSize, currency, amount) => {
  const harness = createHarness({ scenario: 'slow', amountScale: 'iso', provider: { currency } });
  await harness.operations.start('pay', { terminalId: 'terminal-1', amount, receipt: false });
  await harness.advance(2000);
  const { id = '' } = harness.operations.list()[0] ?? {};
  render(
    <div style={{ fontSize, inlineSize: 272 }}>
      <PaymentStatus operationId={id} />
    </div>,
    { wrapper: harness.wrapper },
  );
  const shown = await screen.findByText((_, element) => element?.matches('p > .tillkit-figures') ?? false);
  expect(shown.getBoundingClientRect().right).toBeLessThan(region().getBoundingClientRect().right);
});
