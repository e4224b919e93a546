import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TerminalCheckout } from 'tillkit';
import 'tillkit/styles.css';
import { cdp, page } from 'vitest/browser';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createHarness } from '../../harness.tsx';
import { catalogues, type Language, locales } from '../../words/languages.ts';

const touch = (enabled: boolean) => cdp().send('Emulation.setTouchEmulationEnabled', { enabled });

beforeEach(() => touch(true));
afterEach(async () => {
  await touch(false);
  await page.viewport(414, 896);
});

/** A keypad till of three terminals on a page with a bar above it, as on a telephone. */
async function showPhone(width: number, height: number, language: Language = 'en', terminal = 'terminal-1') {
  await page.viewport(width, height);
  const labels = catalogues[language];
  const harness = createHarness({ provider: { locale: locales[language], labels } });
  render(
    <div
      lang={language}
      dir={language === 'ar' ? 'rtl' : 'ltr'}
      style={{ position: 'absolute', inset: '48px 12px auto', paddingBlock: 12 }}
    >
      <TerminalCheckout
        defaultTerminalId={terminal}
        defaultAmountCents={123_450}
        entry="cents"
        layout="keypad"
      />
    </div>,
    { wrapper: harness.wrapper },
  );
  const user = userEvent.setup();
  const pass = (ms: number) => act(() => harness.advance(ms));
  expect(matchMedia('(pointer: coarse)').matches).toBe(true);
  await pass(200);
  await waitFor(() => expect(document.querySelector('[data-loading]')).toBeNull());
  const till = within(document.querySelector<HTMLElement>('[data-tillkit="terminal-checkout"]')!);
  const { operations, sandbox } = harness;
  return {
    ...harness,
    pass,
    user,
    chips: () => till.getAllByRole('radio'),
    charge: () => document.querySelector<HTMLElement>('[type="submit"]')!,
    pill: () => till.getByRole('button', { expanded: false }),
    /** A payment that was sent elsewhere becomes unknown. */
    async becomesUnknown(terminalId = 'terminal-2') {
      sandbox.setScenario('late-result', { next: true });
      const request = { terminalId, amount: 2007, receipt: false };
      await operations.start('pay', request, { flowKey: 'other' });
      await pass(20_000);
      await waitFor(() => till.getByRole('button', { expanded: false }));
    },
  };
}

const box = (element: Element) => element.getBoundingClientRect();
const isInLine = (elements: readonly Element[]) =>
  new Set(elements.map((element) => box(element).top)).size === 1;

describe.each([
  [360, 740],
  [320, 640],
])('a telephone of %i × %i', (width, height) => {
  test.each(['en', 'de', 'ar'] as const)(
    'shows amount, keys and Charge in one screen, with a pill and three terminals: %s',
    async (language) => {
      const till = await showPhone(width, height, language);
      await till.becomesUnknown();
      expect(till.chips()).toHaveLength(3);
      expect(isInLine(till.chips())).toBe(true);
      expect(box(till.charge()).bottom).toBeLessThanOrEqual(height);
      const targets = [
        ...till.chips(),
        till.pill(),
        till.charge(),
        ...document.querySelectorAll('.tillkit-keypad-key'),
      ];
      expect(Math.min(...targets.map((target) => box(target).height))).toBeGreaterThanOrEqual(44);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      till.operations.dispose();
    },
  );
});

test.each(['terminal-1', 'terminal-2'])(
  'nothing jumps when the pill comes and goes: %s',
  async (terminalId) => {
    const till = await showPhone(360, 740);
    const parts = () => [...till.chips(), screen.getByRole('textbox', { name: 'Amount' }), till.charge()];
    const places = () => parts().map((part) => box(part).top);
    const before = places();
    await till.becomesUnknown(terminalId);
    expect(places()).toEqual(before);
    await till.user.click(till.pill());
    await till.user.click(screen.getByRole('button', { name: 'Decide later' }));
    expect(places()).toEqual(before);
    // Its result takes the pill's place.
    await till.pass(60_000);
    expect(box(await screen.findByRole('group', { name: 'Last payment' })).height).toBe(44);
    expect(places()).toEqual(before);
    await till.user.click(screen.getByRole('button', { name: 'OK' }));
    expect(places()).toEqual(before);
    expect(screen.queryByRole('button', { expanded: false })).toBeNull();
    till.operations.dispose();
  },
);

test.each(['en', 'de', 'ar'] as const)(
  'the pill is as high as a key, and shows all of its words: %s',
  async (language) => {
    const till = await showPhone(320, 640, language, 'terminal-2');
    await till.becomesUnknown('terminal-1');
    const words = till.pill().querySelector('span')!;
    expect(words).toHaveTextContent(/Front counter/);
    expect([words.scrollWidth, words.scrollHeight]).toEqual([words.clientWidth, words.clientHeight]);
    expect(box(till.pill()).height).toBe(44);
    till.operations.dispose();
  },
);

test.each(['en', 'ar'] as const)(
  'the chosen terminal is in view, though it is the last: %s',
  async (language) => {
    const till = await showPhone(320, 640, language, 'terminal-3');
    const [first, , last] = till.chips();
    const row = box(last!.parentElement!);
    const isSeen = (chip: Element) => box(chip).left >= row.left - 0.5 && box(chip).right <= row.right + 0.5;
    expect(last).toBeChecked();
    expect([isSeen(first!), isSeen(last!)]).toEqual([true, true]);
    act(() => last!.focus());
    expect(isSeen(last!)).toBe(true);
    till.operations.dispose();
  },
);
