import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TerminalPicker, type TerminalPickerProps } from 'tillkit';
import { useTerminalPicker } from 'tillkit/parts';
import type { SandboxTerminal } from 'tillkit/sandbox';
import { beforeEach, describe, expect, test } from 'vitest';
import { createHarness } from '../../harness.tsx';
import {
  bar,
  terrace,
  counter,
  chip,
  chips,
  chosen,
  disclosure,
  group,
  named,
  show,
  ten,
} from './pickers.tsx';

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

  test('allow: a function that a host of the hook writes anew at each render, with terminals of one name', async () => {
    const terminals = ['one', 'two', 'other'].map((id) => named('Till', { id }));
    const { wrapper } = createHarness({ latencyMs: 0, terminals });
    const { result } = renderHook(
      () => useTerminalPicker({ defaultValue: 'two', terminals: { allow: ({ id }) => id !== 'other' } }),
      { wrapper },
    );
    await waitFor(() => expect(result.current.entries?.map(({ id }) => id)).toEqual(['one', 'two']));
    expect(result.current.chosen.shown).toMatchObject({ id: 'two', name: 'Till' });
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
