import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TerminalPicker, type TerminalPickerProps } from 'tillkit';
import type { SandboxTerminal } from 'tillkit/sandbox';
import { expect, vi } from 'vitest';
import { createHarness, type HarnessOptions } from '../../harness.tsx';

type OnValueChange = NonNullable<TerminalPickerProps['onValueChange']>;

export const named = (name: string, more: Partial<SandboxTerminal> = {}): SandboxTerminal => ({
  id: name.toLowerCase(),
  name,
  provider: 'alpha',
  ...more,
});
export const [bar, terrace, counter] = ['Bar', 'Terrace', 'Counter'].map((name) => named(name)) as [
  SandboxTerminal,
  SandboxTerminal,
  SandboxTerminal,
];
export const ten = Array.from({ length: 10 }, (_, index) => named(`Till${index + 1}`));

/** A form with a picker of these terminals, as chips. */
export async function show(
  terminals: SandboxTerminal[],
  props: TerminalPickerProps = {},
  options: HarnessOptions = {},
) {
  const harness = createHarness({ latencyMs: 0, terminals, ...options });
  const onValueChange = vi.fn<OnValueChange>();
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
  const picker = (more: TerminalPickerProps = {}) => (
    <form aria-label="Till" onSubmit={onSubmit}>
      <TerminalPicker
        layout="chips"
        name="terminal"
        onValueChange={onValueChange}
        {...{ ...props, ...more }}
      />
    </form>
  );
  const view = render(picker(), { wrapper: harness.wrapper });
  await waitFor(() => expect(document.querySelector('[data-loading]')).toBeNull());
  return {
    ...harness,
    onValueChange,
    onSubmit,
    user: userEvent.setup(),
    rerender: (more: TerminalPickerProps) => view.rerender(picker(more)),
    unmount: view.unmount,
  };
}

export const group = () => screen.getByRole('radiogroup', { name: 'Terminal' });
export const chips = () => within(group()).getAllByRole('radio');
export const chip = (name: RegExp) => within(group()).getByRole('radio', { name });
export const chosen = () => new FormData(screen.getByRole<HTMLFormElement>('form')).get('terminal');
export const disclosure = () => screen.getByRole('button', { name: /^Terminal/ });
