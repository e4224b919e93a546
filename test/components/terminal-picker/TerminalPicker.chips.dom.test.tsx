import { act, render, screen, waitFor, within } from '@testing-library/react';
import { QueryClient } from '@tanstack/react-query';
import userEvent from '@testing-library/user-event';
import { paymentsKeys } from 'tillkit/core';
import { TerminalPicker, type TerminalPickerProps } from 'tillkit';
import type { SandboxTerminal } from 'tillkit/sandbox';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createHarness, type Harness, type HarnessOptions } from '../../harness.tsx';
import { said } from '../../said.ts';

type OnValueChange = NonNullable<TerminalPickerProps['onValueChange']>;

const named = (name: string, more: Partial<SandboxTerminal> = {}): SandboxTerminal => ({
  id: name.toLowerCase(),
  name,
  provider: 'alpha',
  ...more,
});
const [bar, terrace, counter] = ['Bar', 'Terrace', 'Counter'].map((name) => named(name)) as [
  SandboxTerminal,
  SandboxTerminal,
  SandboxTerminal,
];
const offline = (terminal: SandboxTerminal): SandboxTerminal => ({ ...terminal, status: 'OFFLINE' });
const ten = Array.from({ length: 10 }, (_, index) => named(`Till${index + 1}`));

async function show(
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

const group = () => screen.getByRole('radiogroup', { name: 'Terminal' });
const chips = () => within(group()).getAllByRole('radio');
const chip = (name: RegExp) => within(group()).getByRole('radio', { name });
const chosen = () => new FormData(screen.getByRole<HTMLFormElement>('form')).get('terminal');
const disclosure = () => screen.getByRole('button', { name: /^Terminal/ });
const sell = async ({ operations, advance }: Harness, terminalId: string, amount = 1250) => {
  await act(() => operations.start('pay', { terminalId, amount, receipt: false }));
  await act(() => advance(200));
};

beforeEach(() => localStorage.clear());

describe('up to four', () => {
  test('are chips with a name and a word for their state', async () => {
    await show([bar, terrace, counter]);
    expect(chips().map(({ textContent }) => textContent)).toEqual([
      'Bar Free',
      'Terrace Free',
      'Counter Free',
    ]);
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.queryByText('online')).toBeNull();
  });

  test('are chosen by a press, and the choice is remembered', async () => {
    const { user, onValueChange, unmount } = await show([bar, terrace, counter]);
    await user.click(chip(/Terrace/));
    expect(chip(/Terrace/)).toBeChecked();
    expect(onValueChange).toHaveBeenCalledExactlyOnceWith('terrace', {
      terminal: expect.objectContaining({ name: 'Terrace' }),
      reason: 'user',
    });
    unmount();
    await show([bar, terrace, counter]);
    await waitFor(() => expect(chip(/Terrace/)).toBeChecked());
  });

  test('are one stop for the keyboard; arrows choose round the ends, Home and End the outer ones', async () => {
    const { user } = await show([bar, terrace, counter], { defaultValue: 'terrace' });
    await user.tab();
    expect(chip(/Terrace/)).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(chip(/Counter/)).toHaveFocus();
    expect(chosen()).toBe('counter');
    await user.keyboard('{ArrowDown}');
    expect(chosen()).toBe('bar');
    await user.keyboard('{ArrowLeft}{ArrowUp}');
    expect(chosen()).toBe('terrace');
    await user.keyboard('{End}');
    expect(chosen()).toBe('counter');
    await user.keyboard('{Home}');
    expect(chosen()).toBe('bar');
    await user.tab();
    expect(group()).not.toContainElement(document.activeElement as HTMLElement);
  });

  test('go the other way where one writes from right to left', async () => {
    const { user } = await show([bar, terrace, counter], {
      style: { direction: 'rtl' },
      defaultValue: 'bar',
    });
    await user.tab();
    await user.keyboard('{ArrowLeft}');
    expect(chosen()).toBe('terrace');
  });

  test('take Space, and no Enter: it neither chooses nor sends', async () => {
    const { user, onValueChange, onSubmit } = await show([bar, terrace, counter]);
    await user.tab();
    await user.keyboard('{Enter}');
    expect(onValueChange).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
    await user.keyboard(' ');
    expect(chosen()).toBe('bar');
  });

  test('hold up a form that needs one, and go back on its reset', async () => {
    await show([bar, terrace, counter], { required: true });
    const form = screen.getByRole<HTMLFormElement>('form');
    expect(group()).toBeRequired();
    expect(form.checkValidity()).toBe(false);
    await userEvent.click(chip(/Bar/));
    expect(form.checkValidity()).toBe(true);
    act(() => form.reset());
    expect(chosen()).toBe('');
    act(() => (form.elements.namedItem('terminal') as HTMLInputElement).focus());
    expect(chip(/Bar/)).toHaveFocus();
  });

  test('say what is wrong with the choice', async () => {
    await show([bar, terrace, counter], { error: 'Choose one.', hint: 'Where the customer stands' });
    expect(group()).toBeInvalid();
    expect(group()).toHaveAccessibleDescription('Where the customer stands Choose one.');
  });

  test('with one name are told apart, and a long name is whole in the title', async () => {
    const name = 'The counter beside the stairs to the first floor';
    await show([named(name, { id: 'a' }), named(name, { id: 'b' })]);
    expect(chips().map(({ textContent }) => textContent)).toEqual([
      `${name} · A-4100200 Free`,
      `${name} · A-4100201 Free`,
    ]);
    expect(chips()[0]).toHaveAttribute('title', expect.stringContaining(`${name} · A-4100200`));
  });

  test('show one that is chosen and not in the list', async () => {
    await show([bar, terrace], { value: 'gone' });
    expect(chip(/gone/)).toBeChecked();
    expect(await screen.findByText(/no longer in your list/)).toBeVisible();
  });
});

describe('a fact', () => {
  test.each<[string, SandboxTerminal[], TerminalPickerProps]>([
    ['the only one', [bar], {}],
    ['one that is read-only', [bar, terrace], { value: 'bar', readOnly: true }],
    ['one that the host fixes', [bar, terrace], { terminals: { lock: 'bar' } }],
  ])('is %s: a chip without a control', async (_, terminals, props) => {
    await show(terminals, props);
    await waitFor(() => expect(screen.getByText('Free')).toBeVisible());
    expect(screen.getByText('Bar')).toBeVisible();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    expect(chosen()).toBe('bar');
  });

  test('is no fact where the host takes the only one away: it can be chosen again', async () => {
    const { user, onValueChange } = await show([bar], { value: null });
    await waitFor(() => expect(onValueChange).toHaveBeenCalledOnce());
    await user.click(chip(/Bar/));
    expect(onValueChange).toHaveBeenLastCalledWith('bar', expect.objectContaining({ reason: 'user' }));
  });

  test('is what is waited for, by the name that is known', async () => {
    const { user, unmount } = await show([bar, terrace]);
    await user.click(chip(/Terrace/));
    unmount();
    const harness = createHarness({ latencyMs: 100, terminals: [bar, terrace] });
    render(<TerminalPicker layout="chips" />, { wrapper: harness.wrapper });
    expect(screen.getByText('Terrace')).toBeVisible();
    expect(screen.queryByText('Free')).toBeNull();
  });

  test('has words where the list is loaded, is empty, or could not be loaded', async () => {
    const { wrapper } = createHarness({ latencyMs: 100, terminals: [bar] });
    const { unmount } = render(<TerminalPicker layout="chips" />, { wrapper });
    expect(screen.getByText('Loading terminals…')).toBeVisible();
    unmount();
    await show([]);
    expect(screen.getByText('No terminals yet')).toBeVisible();
    expect(screen.getByText(/Ask your payment provider/)).toBeVisible();
  });
});

describe('more than four', () => {
  test('are one chip that opens the list, and gets the focus back', async () => {
    const { user } = await show(ten, { defaultValue: 'till3' });
    expect(disclosure()).toHaveAccessibleName('Terminal Till3 Free');
    expect(screen.queryByRole('combobox')).toBeNull();
    await user.click(disclosure());
    expect(screen.getByRole('combobox', { name: 'Terminal' })).toHaveFocus();
    expect(disclosure()).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('till7{Enter}');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(disclosure()).toHaveFocus();
    expect(chosen()).toBe('till7');
    await user.keyboard(' ');
    await user.keyboard('till9{Escape}');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(disclosure()).toHaveFocus();
    expect(chosen()).toBe('till7');
    await user.keyboard(' ');
    expect(screen.getByRole('combobox')).toHaveValue('Till7');
    await user.click(disclosure());
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(disclosure()).toHaveFocus();
  });

  test('open once and choose nothing while Enter is held', async () => {
    const { user, onValueChange } = await show(ten, { defaultValue: 'till3' });
    await user.tab();
    await user.keyboard('{Enter>5/}');
    expect(screen.getByRole('combobox')).toHaveFocus();
    expect(onValueChange).not.toHaveBeenCalled();
    await user.keyboard('{Enter}');
    expect(onValueChange).toHaveBeenCalledOnce();
  });

  test('close where the focus goes on, or a press is beside them', async () => {
    const { user, onSubmit } = await show(ten);
    await user.click(disclosure());
    await user.tab();
    expect(screen.queryByRole('combobox')).toBeNull();
    await user.click(disclosure());
    await user.click(document.body);
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('open under a finger without the keyboard on the screen', async () => {
    const { user } = await show(ten);
    await user.pointer({ keys: '[TouchA]', target: disclosure() });
    expect(screen.getByRole('combobox')).not.toHaveFocus();
    await user.pointer({ keys: '[TouchA]', target: screen.getByRole('option', { name: /Till2/ }) });
    expect(chosen()).toBe('till2');
  });

  test('hold up a form, whose complaint leads to the chip', async () => {
    await show(ten, { required: true });
    const { elements } = screen.getByRole<HTMLFormElement>('form');
    act(() => (elements.namedItem('terminal') as HTMLInputElement).focus());
    expect(disclosure()).toHaveFocus();
    expect(disclosure()).toHaveTextContent('Choose a terminal');
  });
});

describe('a chosen one that is not free', () => {
  test('says so, live, and the others are one press away', async () => {
    const till = await show([bar, terrace, counter], { defaultValue: 'bar' });
    expect(screen.queryByText(/^Bar is busy/)).toBeNull();
    await sell(till, 'bar');
    expect(chip(/Bar/)).toHaveAccessibleName('Bar Busy');
    expect(chip(/Bar/)).toHaveAttribute('data-state', 'busy');
    expect(screen.getByText('Bar is busy with another payment.')).toBeVisible();
    await act(() => till.advance(400));
    await said('Bar is busy with another payment.');
    await till.user.click(chip(/Terrace/));
    expect(screen.queryByText(/is busy/, { selector: 'p' })).toBeNull();
    await till.user.click(chip(/Bar/));
    await act(() => till.advance(20_000));
    expect(chip(/Bar/)).toHaveAccessibleName('Bar Free');
    expect(screen.queryByText(/is busy/, { selector: 'p' })).toBeNull();
  });

  test('says that a payment on it is not known yet', async () => {
    const till = await show([bar, terrace], { defaultValue: 'bar' });
    await sell(till, 'bar', 1203);
    expect(chip(/Bar/)).toHaveAccessibleName('Bar Not known yet');
    expect(screen.getByText('Nobody knows yet how the last payment on Bar ended.')).toBeVisible();
  });

  test('of many offers free ones, one press each', async () => {
    const till = await show([...ten.slice(0, 4), offline(ten[4]!), ...ten.slice(5)], {
      defaultValue: 'till1',
    });
    await sell(till, 'till1');
    await sell(till, 'till2', 1350);
    const free = within(screen.getByRole('group', { name: 'Free now' })).getAllByRole('button');
    expect(free.map(({ textContent }) => textContent)).toEqual(['Till3', 'Till4', 'Till6']);
    await till.user.click(free[1]!);
    expect(chosen()).toBe('till4');
    expect(disclosure()).toHaveFocus();
    expect(screen.queryByRole('group', { name: 'Free now' })).toBeNull();
  });

  test('that the host fixes says so, and offers no other', async () => {
    const till = await show(ten, { terminals: { lock: 'till1' } });
    await sell(till, 'till1');
    expect(screen.getByText('Till1 is busy with another payment.')).toBeVisible();
    expect(screen.queryByRole('group', { name: 'Free now' })).toBeNull();
  });
});

describe('one that is not reachable', () => {
  test('is chosen neither by mouse nor by keyboard', async () => {
    const { user, onValueChange } = await show([bar, offline(terrace), counter], { defaultValue: 'bar' });
    expect(chip(/Terrace/)).toHaveAccessibleName('Terrace Not reachable');
    expect(chip(/Terrace/)).toHaveAttribute('aria-disabled', 'true');
    await user.click(chip(/Terrace/));
    expect(onValueChange).not.toHaveBeenCalled();
    chip(/Terrace/).focus();
    await user.keyboard(' ');
    expect(onValueChange).not.toHaveBeenCalled();
    chip(/Bar/).focus();
    await user.keyboard('{ArrowRight}');
    expect(chosen()).toBe('counter');
  });

  test.each<TerminalPickerProps['layout']>(['chips', 'field'])(
    'is not chosen in the list of %s',
    async (layout) => {
      const { user, onValueChange } = await show([offline(ten[0]!), ...ten.slice(1)], { layout });
      if (layout === 'chips') await user.click(disclosure());
      else await user.click(screen.getByRole('combobox'));
      await user.keyboard('till1');
      const option = screen.getByRole('option', { name: /^Till1 / });
      expect(option).toHaveAttribute('aria-disabled', 'true');
      expect(option).toHaveTextContent('Not reachable');
      await user.keyboard('{Enter}');
      await user.click(option);
      expect(onValueChange).not.toHaveBeenCalled();
    },
  );

  test('is not chosen by memory, nor is another one in its place: it is shown', async () => {
    const { user, unmount } = await show([bar, terrace, counter]);
    await user.click(chip(/Terrace/));
    unmount();
    const till = await show([bar, offline(terrace), counter], { terminals: { default: 'bar' } });
    expect(till.onValueChange).not.toHaveBeenCalled();
    expect(chosen()).toBe('');
    expect(
      screen.getByText('Terrace cannot be reached. See that it is switched on and connected.'),
    ).toBeVisible();
    await till.user.click(chip(/Counter/));
    expect(chosen()).toBe('counter');
    expect(screen.queryByText(/cannot be reached/)).toBeNull();
  });

  test('is said of a field as well, which stays empty', async () => {
    const { user, unmount } = await show([bar, terrace]);
    await user.click(chip(/Terrace/));
    unmount();
    await show([bar, offline(terrace)], { layout: 'field' });
    expect(screen.getByRole('combobox')).toHaveValue('');
    expect(screen.getByRole('combobox')).toHaveAccessibleDescription(/^Terrace cannot be reached/);
    expect(screen.getByText(/^Terrace cannot be reached/, { selector: 'p' })).toBeVisible();
  });

  test('of many is shown in the chip, with the free ones', async () => {
    const { user, unmount } = await show(ten);
    await user.click(disclosure());
    await user.keyboard('till1{Enter}');
    unmount();
    await show([offline(ten[0]!), ...ten.slice(1)]);
    expect(disclosure()).toHaveAccessibleName('Terminal Till1 Not reachable');
    expect(chosen()).toBe('');
    await user.click(screen.getByRole('button', { name: 'Till2' }));
    expect(chosen()).toBe('till2');
  });

  test('that is the only one is not chosen', async () => {
    const till = await show([offline(bar)]);
    expect(screen.getByText('Not reachable')).toBeVisible();
    expect(till.onValueChange).not.toHaveBeenCalled();
  });

  test('is looked at again on request, and then chosen as it was', async () => {
    const { user, unmount } = await show([bar, terrace]);
    await user.click(chip(/Terrace/));
    unmount();
    const till = await show([bar, offline(terrace)]);
    till.answerWith(async (response) => {
      const text = await response.text();
      return new Response(text.replace('OFFLINE', 'online'), response);
    });
    await till.user.click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(chip(/Terrace/)).toBeChecked());
    expect(till.onValueChange).toHaveBeenCalledExactlyOnceWith(
      'terrace',
      expect.objectContaining({ reason: 'remembered' }),
    );
  });

  test('stays chosen where it is lost meanwhile, and says so', async () => {
    const queryClient = new QueryClient();
    const till = await show([bar, terrace], { defaultValue: 'bar' }, { provider: { queryClient } });
    till.answerWith(async (response) => {
      const text = await response.text();
      return new Response(text.replace('online', 'Offline'), response);
    });
    await act(() => queryClient.invalidateQueries({ queryKey: paymentsKeys.all }));
    expect(await screen.findByText(/^Bar cannot be reached/, { selector: 'p' })).toBeVisible();
    expect(chip(/Bar/)).toBeChecked();
    expect(chosen()).toBe('bar');
    await till.user.tab();
    expect(chip(/Terrace/)).toHaveFocus();
  });
});

describe('terminals', () => {
  test.each<[string, NonNullable<TerminalPickerProps['terminals']>['allow']]>([
    ['ids', ['bar', 'counter']],
    ['a function', ({ name }) => name !== 'Terrace'],
  ])('allow: only those are there, by %s', async (_, allow) => {
    const { rerender } = await show([bar, terrace, counter], { terminals: { allow } });
    expect(chips().map(({ textContent }) => textContent)).toEqual(['Bar Free', 'Counter Free']);
    rerender({ layout: 'field' });
    await userEvent.click(screen.getByRole('combobox'));
    expect(screen.getAllByRole('option')).toHaveLength(2);
  });

  test('allow: ten of which three are allowed are three chips, and one of one name has no mark', async () => {
    await show([...ten, named('Till1', { id: 'other' })], {
      terminals: { allow: ['till1', 'till2', 'till3'] },
    });
    expect(chips().map(({ textContent }) => textContent)).toEqual(['Till1 Free', 'Till2 Free', 'Till3 Free']);
  });

  test('allow: what is remembered and not allowed is not chosen', async () => {
    const { user, unmount } = await show([bar, terrace, counter]);
    await user.click(chip(/Terrace/));
    unmount();
    const till = await show([bar, terrace, counter], { terminals: { allow: ['bar', 'counter'] } });
    expect(till.onValueChange).not.toHaveBeenCalled();
  });

  test('lock: comes before all else, in a field too', async () => {
    const till = await show([bar, terrace], {
      value: 'terrace',
      terminals: { lock: 'bar' },
      layout: 'field',
    });
    expect(screen.getByRole('combobox')).toHaveValue('Bar');
    expect(screen.getByRole('combobox')).toHaveAttribute('readonly');
    expect(chosen()).toBe('bar');
    expect(till.onValueChange).not.toHaveBeenCalled();
  });

  test('default: is chosen where none is remembered, and the one remembered comes before it', async () => {
    const { user, onValueChange, unmount } = await show([bar, terrace], { terminals: { default: 'bar' } });
    await waitFor(() => expect(chip(/Bar/)).toBeChecked());
    expect(onValueChange).toHaveBeenCalledExactlyOnceWith(
      'bar',
      expect.objectContaining({ reason: 'default' }),
    );
    await user.click(chip(/Terrace/));
    unmount();
    await show([bar, terrace], { terminals: { default: 'bar' } });
    await waitFor(() => expect(chip(/Terrace/)).toBeChecked());
  });

  test('default: comes after a value of the host, and is chosen where the one remembered is gone', async () => {
    const { user, unmount } = await show([bar, terrace, counter]);
    await user.click(chip(/Terrace/));
    unmount();
    const first = await show([bar, counter], { terminals: { default: 'counter' } });
    await waitFor(() => expect(chip(/Counter/)).toBeChecked());
    first.unmount();
    await show([bar, counter], { defaultValue: 'bar', terminals: { default: 'counter' } });
    expect(chip(/Bar/)).toBeChecked();
  });
});

test('ArrowDown while the list is loaded leads to its first row once it is there', async () => {
  const harness = createHarness({ latencyMs: 100, terminals: [bar, terrace] });
  render(<TerminalPicker />, { wrapper: harness.wrapper });
  const user = userEvent.setup();
  const combobox = screen.getByRole('combobox');
  await user.click(combobox);
  await user.keyboard('{Escape}{ArrowDown}');
  await act(() => harness.advance(100));
  expect(await screen.findByRole('option', { name: /Bar/ })).toHaveAttribute('data-active');
  await user.keyboard('{Enter}');
  expect(combobox).toHaveValue('Bar');
});
