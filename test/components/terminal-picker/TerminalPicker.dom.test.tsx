import { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TerminalPicker, type TerminalPickerProps } from 'tillkit';
import { useTerminalPicker } from 'tillkit/parts';
import { describe, expect, test, vi } from 'vitest';
import { createHarness, type HarnessOptions } from '../../harness.tsx';
import { said } from '../../said.ts';

function show(props: TerminalPickerProps = {}, options: HarnessOptions = {}) {
  const harness = createHarness({ latencyMs: 0, ...options });
  const onValueChange = vi.fn<NonNullable<TerminalPickerProps['onValueChange']>>();
  const view = render(<TerminalPicker onValueChange={onValueChange} {...props} />, {
    wrapper: harness.wrapper,
  });
  return { ...harness, ...view, onValueChange, user: userEvent.setup() };
}

async function loaded() {
  const combobox = screen.getByRole('combobox', { name: 'Terminal' });
  await waitFor(() => expect(combobox).toHaveAttribute('aria-busy', 'false'));
  return combobox;
}

const titles = () => screen.getAllByRole('option').map((option) => option.firstChild?.textContent);

describe('choosing', () => {
  test('goes through the list with the keyboard', async () => {
    const { user, onValueChange } = show();
    const combobox = await loaded();
    await user.tab();
    expect(combobox).toHaveFocus();
    await user.keyboard('{ArrowDown}{End}{ArrowUp}{Enter}');
    expect(onValueChange).toHaveBeenCalledExactlyOnceWith('terminal-2', {
      terminal: expect.objectContaining({ id: 'terminal-2', name: 'Bar' }),
      reason: 'user',
    });
    expect(combobox).toHaveValue('Bar');
    expect(combobox).toHaveAttribute('aria-expanded', 'false');
    await user.keyboard('{ArrowDown}{Home}{Enter}');
    expect(combobox).toHaveValue('Front counter');
  });

  test('with the mouse, and shows what is chosen', async () => {
    const { user } = show();
    await user.click(await loaded());
    await user.click(screen.getByRole('option', { name: /Terrace/ }));
    await user.click(screen.getByRole('combobox'));
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Terrace');
  });

  test('with the mouse, in elements of the host’s own, as docs/hooks/useTerminalPicker.md spreads the props', async () => {
    function Picker() {
      const picker = useTerminalPicker();
      const { isOpen, items, optionProps, inputProps, inputRef, popupProps, popupRef, listProps, listRef } =
        picker;
      return (
        <div>
          <input {...inputProps} ref={inputRef} aria-label="Terminal" />
          <div {...popupProps} ref={popupRef}>
            <ul {...listProps} ref={listRef}>
              {isOpen &&
                items.map(({ id, title }, index) => (
                  <li key={id} {...optionProps(index)}>
                    {title}
                  </li>
                ))}
            </ul>
          </div>
        </div>
      );
    }
    render(<Picker />, { wrapper: createHarness({ latencyMs: 0 }).wrapper });
    const combobox = screen.getByRole('combobox', { name: 'Terminal' });
    await userEvent.click(combobox);
    await userEvent.click(await screen.findByRole('option', { name: 'Terrace' }));
    expect(combobox).toHaveValue('Terrace');
    expect(combobox).toHaveFocus();
  });

  test('Escape and leaving change nothing', async () => {
    const { user, onValueChange } = show({ defaultValue: 'terminal-2' });
    const combobox = await loaded();
    await user.click(combobox);
    await user.keyboard('terr{Escape}{Escape}');
    expect(combobox).toHaveValue('Bar');
    await user.click(combobox);
    await user.keyboard('terr');
    expect(titles()).toEqual(['Terrace']);
    await user.tab();
    expect(combobox).toHaveValue('Bar');
    expect(onValueChange).not.toHaveBeenCalled();
  });

  test('Escape closes the list and then takes back what was typed; neither closes a dialog around it', async () => {
    const { user } = show({ defaultValue: 'terminal-2' });
    const combobox = await loaded();
    const onKeyDown = vi.fn();
    document.addEventListener('keydown', onKeyDown);
    await user.click(combobox);
    await user.keyboard('terr');
    onKeyDown.mockClear();
    await user.keyboard('{Escape}');
    expect(combobox).toHaveAttribute('aria-expanded', 'false');
    expect(combobox).toHaveValue('terr');
    expect(onKeyDown).not.toHaveBeenCalled();
    await user.keyboard('{Escape}');
    expect(combobox).toHaveValue('Bar');
    await user.keyboard('{Escape}');
    expect(onKeyDown.mock.lastCall?.[0].defaultPrevented).toBe(false);
    document.removeEventListener('keydown', onKeyDown);
  });

  test('Alt and an arrow open and close it without choosing', async () => {
    const { user, onValueChange } = show({ defaultValue: 'terminal-2' });
    const combobox = await loaded();
    await user.tab();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(screen.getByRole('option', { selected: true })).toHaveAttribute('data-active');
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(combobox).toHaveAttribute('aria-expanded', 'false');
    expect(onValueChange).not.toHaveBeenCalled();
  });

  test('Enter while a word is being composed chooses nothing', async () => {
    const { user, onValueChange } = show();
    const combobox = await loaded();
    await user.type(combobox, 'bar');
    fireEvent.keyDown(combobox, { key: 'Enter', isComposing: true });
    fireEvent.keyDown(combobox, { key: 'Enter', keyCode: 229 });
    expect(onValueChange).not.toHaveBeenCalled();
    fireEvent.keyDown(combobox, { key: 'Enter' });
    expect(onValueChange).toHaveBeenCalledOnce();
  });

  test('the toggle and a press beside it open and close the list', async () => {
    const { user } = show();
    const combobox = await loaded();
    const toggle = screen.getByRole('button', { name: 'Show terminals' });
    await user.click(toggle);
    expect(combobox).toHaveFocus();
    expect(screen.getAllByRole('option')).toHaveLength(3);
    await user.click(toggle);
    expect(screen.queryByRole('option')).toBeNull();
    await user.click(toggle);
    await user.click(document.body);
    expect(combobox).toHaveAttribute('aria-expanded', 'false');
  });

  test('a finger opens it without the keyboard on the screen', async () => {
    const { user } = show();
    const combobox = await loaded();
    await user.pointer({ keys: '[TouchA]', target: screen.getByRole('button', { name: 'Show terminals' }) });
    expect(combobox).not.toHaveFocus();
    await user.pointer({ keys: '[TouchA]', target: screen.getByRole('option', { name: /Bar/ }) });
    expect(combobox).toHaveValue('Bar');
  });

  test('what is disabled or read-only stays closed', async () => {
    const { user, rerender } = show({ readOnly: true, defaultValue: 'terminal-1' });
    const combobox = await loaded();
    await user.click(combobox);
    await user.keyboard('{ArrowDown}x');
    expect(screen.queryByRole('option')).toBeNull();
    expect(combobox).toHaveValue('Front counter');
    rerender(<TerminalPicker disabled />);
    await user.click(combobox);
    expect(screen.queryByRole('option')).toBeNull();
  });

  test('Enter in the closed list submits the form around it', async () => {
    const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
    const { wrapper } = createHarness({ latencyMs: 0 });
    render(
      <form onSubmit={onSubmit}>
        <TerminalPicker name="terminal" defaultValue="terminal-1" />
      </form>,
      { wrapper },
    );
    const combobox = await loaded();
    const user = userEvent.setup();
    await user.click(combobox);
    await user.keyboard('{Escape}{Enter}');
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  test('a controlled value is what the host says, whatever is pressed', async () => {
    const { user, onValueChange } = show({ value: 'terminal-1' });
    const combobox = await loaded();
    await user.type(combobox, 'bar{Enter}');
    expect(onValueChange).toHaveBeenCalledOnce();
    expect(combobox).toHaveValue('Front counter');
  });

  test('the only terminal is chosen by itself, once', async () => {
    const { onValueChange } = show({}, { terminals: 1 });
    await waitFor(() => expect(screen.getByRole('combobox')).toHaveValue('Front counter'));
    expect(onValueChange).toHaveBeenCalledExactlyOnceWith(
      'terminal-1',
      expect.objectContaining({ reason: 'single' }),
    );
  });

  test('the only terminal does not override a controlled value', async () => {
    const { onValueChange } = show({ value: 'terminal-9' }, { terminals: 1 });
    const combobox = await loaded();
    await screen.findByText(/no longer in your list/);
    expect(combobox).toHaveValue('terminal-9');
    expect(onValueChange).not.toHaveBeenCalled();
  });

  test('is a value of the form, and goes back on its reset', async () => {
    const { wrapper } = createHarness({ latencyMs: 0 });
    const onValueChange = vi.fn<NonNullable<TerminalPickerProps['onValueChange']>>();
    render(
      <form aria-label="Till">
        <TerminalPicker name="terminal" defaultValue="terminal-1" onValueChange={onValueChange} />
      </form>,
      { wrapper },
    );
    const combobox = await loaded();
    const form = screen.getByRole<HTMLFormElement>('form');
    await userEvent.type(combobox, 'bar{Enter}');
    expect(new FormData(form).get('terminal')).toBe('terminal-2');
    act(() => form.reset());
    expect(new FormData(form).get('terminal')).toBe('terminal-1');
    expect(onValueChange).toHaveBeenLastCalledWith(
      'terminal-1',
      expect.objectContaining({ reason: 'reset' }),
    );
  });
});

describe('finding', () => {
  test.each([
    ['name', 'FRONT c', 'Front counter'],
    ['serial number', '4100202', 'Terrace'],
    ['model', 'p400', 'Bar'],
    ['id', 'terminal-3', 'Terrace'],
    ['provider', 'beta', 'Bar'],
    ['words in any order', 'a920 terrace', 'Terrace'],
  ])('by %s', async (_, text, title) => {
    const { user } = show();
    await user.type(await loaded(), text);
    expect(titles()).toEqual([title]);
  });

  test('says how many there are once typing rests, and when there is none', async () => {
    const { user, advance } = show();
    const combobox = await loaded();
    await user.type(combobox, 'a920');
    await act(() => advance(399));
    expect(screen.getByRole('status')).toHaveTextContent(/^$/);
    await act(() => advance(1));
    await said('2 terminals');
    await user.type(combobox, ' kitchen');
    expect(screen.getByText('No terminal matches “a920 kitchen”')).toBeVisible();
    await act(() => advance(400));
    await said('0 terminals');
  });

  test('shows everything again when it is opened, whatever is chosen', async () => {
    const { user } = show({ defaultValue: 'terminal-2' });
    await user.click(await loaded());
    expect(titles()).toEqual(['Front counter', 'Bar', 'Terrace']);
  });
});

describe('what is known', () => {
  test('dates are in the zone of the provider', async () => {
    const { user } = show({}, { provider: { timeZone: 'Asia/Tokyo' } });
    await user.click(await loaded());
    expect(screen.getByRole('option', { name: /Bar/ })).toHaveTextContent('Last seen 6:30 PM');
  });

  test('each fact has its own direction, and they stand in the order of the page', async () => {
    const { user } = show({}, { provider: { timeZone: 'Asia/Tokyo' } });
    await user.click(await loaded());
    const bar = within(screen.getByRole('option', { name: /Bar/ }));
    const facts = ['Beta P400', 'B-4100201', 'beta', 'Last seen 6:30 PM'];
    const isolated = facts.map((fact) => `\u2068${fact}\u2069`).join(' · ');
    expect(bar.getByText(/P400/).textContent.replace(/\s/g, ' ')).toBe(isolated);
  });

  test('a time of another day has its date', async () => {
    const { user, advance } = show({}, { provider: { timeZone: 'Asia/Tokyo' } });
    const combobox = await loaded();
    await act(() => advance(6 * 60 * 60_000));
    await user.click(combobox);
    expect(screen.getByRole('option', { name: /Bar/ })).toHaveTextContent('Last seen Jan 15, 2026, 6:30 PM');
  });

  test('F39: one that is listed twice is one row', async () => {
    const twice = ['Front desk', 'Front desk'].map((name) => ({ id: 'a', name, provider: 'alpha' }) as const);
    const { user } = show(
      { value: null },
      { terminals: [...twice, { id: 'b', name: 'Bar', provider: 'beta' }] },
    );
    await user.click(await loaded());
    expect(titles()).toEqual(['Front desk', 'Bar']);
  });

  test('two with the same name are told apart by serial number', async () => {
    const twins = ['terminal-1', 'terminal-2'].map(
      (id) => ({ id, name: 'Front desk', provider: 'alpha' }) as const,
    );
    const { user } = show({}, { terminals: twins });
    await user.click(await loaded());
    expect(titles()).toEqual(['Front desk · A-4100200', 'Front desk · A-4100201']);
  });

  test('a name cannot disguise itself with invisible characters', async () => {
    const name = `Bar\u202e\u200b ${'x'.repeat(300)}`;
    const { user } = show({}, { terminals: [{ id: 'a', name, provider: 'alpha' }] });
    await user.click(await loaded());
    expect(titles()[0]).toMatch(/^Bar x{76}…$/);
  });

  test('a busy one is marked, also where its outcome is unknown', async () => {
    const { user, operations, advance } = show();
    await operations.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false });
    await operations.start('pay', { terminalId: 'terminal-2', amount: 1203, receipt: false });
    await act(() => advance(200));
    await user.click(await loaded());
    expect(screen.getByRole('option', { name: /Front counter/ })).toHaveTextContent('Busy');
    expect(screen.getByRole('option', { name: /Bar/ })).toHaveTextContent('Not known yet');
    expect(screen.getByRole('option', { name: /Terrace/ })).not.toHaveAttribute('data-busy');
    await act(() => advance(20_000));
    expect(screen.getByRole('option', { name: /Front counter/ })).toHaveTextContent('Free');
  });
});

describe('loading', () => {
  test('has words while it waits', async () => {
    const { user, advance } = show({}, { latencyMs: 100 });
    const combobox = screen.getByRole('combobox');
    expect(combobox).toHaveAttribute('placeholder', 'Loading terminals…');
    await user.click(combobox);
    expect(screen.getByText('Loading terminals…')).toBeVisible();
    await act(() => advance(100));
    expect(await screen.findAllByRole('option')).toHaveLength(3);
  });

  test('is begun again if the host cancels all its queries meanwhile', async () => {
    const queryClient = new QueryClient();
    const { user, advance } = show({}, { latencyMs: 100, provider: { queryClient } });
    await user.click(screen.getByRole('combobox'));
    await act(() => queryClient.cancelQueries());
    expect(screen.getByText('Loading terminals…')).toBeVisible();
    await waitFor(async () => {
      await act(() => advance(100)); // TanStack Query tells of the end by a timer of its own, and only then it begins again
      expect(screen.getAllByRole('option')).toHaveLength(3);
    });
  });

  test('has words where there is none', async () => {
    show({}, { terminals: 0 });
    expect(await screen.findByText(/Ask your payment provider/)).toBeVisible();
  });

  test('says that it went wrong, and loads again', async () => {
    const { sandbox, user } = show({}, { authorization: 'sandbox' });
    sandbox.setScenario('unauthorized', { operation: 'listTerminals' });
    await user.click(await screen.findByRole('button', { name: 'Load again' }));
    sandbox.setScenario(undefined, { operation: 'listTerminals' });
    await user.click(screen.getByRole('button', { name: /Load/ }));
    await user.click(screen.getByRole('combobox'));
    expect(await screen.findAllByRole('option')).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Load again' })).toBeNull();
  });
});
