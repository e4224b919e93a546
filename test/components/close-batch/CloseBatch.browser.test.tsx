import { act, render, screen, waitFor } from '@testing-library/react';
import { CloseBatch } from 'tillkit';
import 'tillkit/styles.css';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { createHarness } from '../../harness.tsx';

test.each([280, 320, 390])(
  'at %i px the hint that comes late stands below the button, which keeps its place',
  async (inlineSize) => {
    const { wrapper, operations, advance } = createHarness();
    await operations.start('closeBatch', { terminalId: 'terminal-1' });
    await advance(10_000);
    render(
      <div style={{ inlineSize }}>
        <CloseBatch terminalId="terminal-1" />
      </div>,
      { wrapper },
    );
    const hint = await screen.findByText(/No new payments are known/);
    const button = screen.getByRole('button', { name: 'Close the day' });
    const place = button.getBoundingClientRect();
    expect(hint.getBoundingClientRect().top).toBeGreaterThanOrEqual(place.bottom);
    expect(place.width).toBe(button.parentElement?.getBoundingClientRect().width);
  },
);

test.each([320, 900])(
  'at %i px Escape takes back the question that a double click opened',
  async (inlineSize) => {
    const { wrapper, advance } = createHarness();
    render(
      <div style={{ inlineSize }}>
        <CloseBatch terminalId="terminal-1" />
      </div>,
      { wrapper },
    );
    const button = screen.getByRole('button', { name: 'Close the day' });
    await act(() => advance(1000));
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'));
    await userEvent.dblClick(button, { timeout: 5000 });
    expect(screen.getByRole('alertdialog')).toContainElement(document.activeElement as HTMLElement);
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Close the day' })).toHaveFocus();
  },
);
