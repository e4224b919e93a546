import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TerminalPicker, type TerminalPickerProps } from 'tillkit';
import { describe, expect, test, vi } from 'vitest';
import { createHarness, type HarnessOptions } from '../../harness.tsx';
import { said } from '../../said.ts';

type OnValueChange = NonNullable<TerminalPickerProps['onValueChange']>;

async function show(props: TerminalPickerProps = {}, options: HarnessOptions = {}) {
  const harness = createHarness({ latencyMs: 0, ...options });
  const onValueChange = vi.fn<OnValueChange>();
  const view = render(<TerminalPicker onValueChange={onValueChange} {...props} />, {
    wrapper: harness.wrapper,
  });
  const combobox = screen.getByRole<HTMLInputElement>('combobox');
  await waitFor(() => expect(combobox).toHaveAttribute('aria-busy', 'false'));
  return { ...harness, ...view, combobox, onValueChange, user: userEvent.setup() };
}

const options = () => screen.queryAllByRole('option');
const active = () => options().find((option) => option.hasAttribute('data-active'));
const toggle = () => screen.getByRole('button', { name: 'Show terminals' });
const list = () => screen.getByRole('listbox', { hidden: true });

describe('with assistive technology', () => {
  test('the input names its list and the active option, and each option its place', async () => {
    const { combobox, user } = await show({ defaultValue: 'terminal-2' });
    expect(combobox).toHaveAttribute('aria-autocomplete', 'list');
    expect(combobox).toHaveAttribute('aria-controls', list().id);
    expect(combobox).not.toHaveAttribute('aria-activedescendant');
    expect(toggle()).toHaveAttribute('aria-controls', list().id);
    expect(toggle()).toHaveAttribute('aria-expanded', 'false');
    await user.click(combobox);
    expect(toggle()).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('listbox', { name: 'Terminal' })).toBe(list());
    expect(combobox.getAttribute('aria-activedescendant')).toBe(active()?.id);
    expect(options().map((option) => option.getAttribute('aria-posinset'))).toEqual(['1', '2', '3']);
    expect(options().map((option) => option.getAttribute('aria-setsize'))).toEqual(['3', '3', '3']);
    expect(options().map((option) => option.getAttribute('aria-selected'))).toEqual([
      'false',
      'true',
      'false',
    ]);
    await user.keyboard('{ArrowDown}');
    expect(active()).toHaveTextContent('Terrace');
    expect(combobox.getAttribute('aria-activedescendant')).toBe(active()?.id);
  });

  test('an id with spaces and signs is still one id', async () => {
    const terminals = ['a b', 'a%20b', 'a%b'].map((id, at) => ({
      id,
      name: `T${at}`,
      provider: 'alpha' as const,
    }));
    const { combobox, user, onValueChange } = await show({}, { terminals });
    await user.click(combobox);
    const ids = options().map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).not.toMatch(/\s/);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onValueChange).toHaveBeenLastCalledWith('a b', expect.anything());
  });

  test('the error, the hint and what it needs are its description and its state', async () => {
    const { combobox, rerender } = await show({
      hint: 'On the wall',
      error: 'Choose another.',
      required: true,
    });
    expect(combobox).toHaveAccessibleDescription('On the wall Choose another.');
    expect(combobox).toBeInvalid();
    expect(combobox).toHaveAttribute('aria-required', 'true');
    rerender(<TerminalPicker />);
    expect(combobox).not.toHaveAttribute('aria-describedby');
    expect(combobox).not.toHaveAttribute('aria-invalid');
  });

  test('the list is not left to the browser’s own memory of what was typed', async () => {
    const { combobox } = await show();
    expect(combobox).toHaveAttribute('autocomplete', 'off');
    expect(combobox).toHaveAttribute('spellcheck', 'false');
    expect(toggle()).toHaveAttribute('tabindex', '-1');
    expect(toggle()).toHaveAttribute('type', 'button');
  });
});

describe('typing', () => {
  test('a space finds nothing in particular, so that Enter chooses nothing', async () => {
    const { combobox, user, onValueChange } = await show();
    await user.type(combobox, ' ');
    expect(options()).toHaveLength(3);
    expect(active()).toBeUndefined();
    await user.keyboard('{Enter}');
    expect(onValueChange).not.toHaveBeenCalled();
  });

  test('what was typed and left alone after Escape is opened again by Enter, not sent', async () => {
    const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
    const { wrapper } = createHarness({ latencyMs: 0 });
    render(
      <form onSubmit={onSubmit}>
        <TerminalPicker defaultValue="terminal-1" />
      </form>,
      { wrapper },
    );
    const user = userEvent.setup();
    const combobox = screen.getByRole('combobox');
    await waitFor(() => expect(combobox).toHaveValue('Front counter'));
    await user.type(combobox, 'bar{Escape}{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
    expect(combobox).toHaveAttribute('aria-expanded', 'true');
    expect(combobox).toHaveValue('bar');
  });

  test('replaces the name that stands there, and goes on in what was typed', async () => {
    const { combobox, user } = await show({ defaultValue: 'terminal-1' });
    await user.click(combobox);
    expect([combobox.selectionStart, combobox.selectionEnd]).toEqual([0, 'Front counter'.length]);
    await user.keyboard('ba');
    await user.click(combobox);
    expect(combobox.selectionStart).toBe(combobox.selectionEnd);
    await user.keyboard('r');
    expect(combobox).toHaveValue('bar');
  });

  test('replaces the name that was just chosen', async () => {
    const { combobox, user } = await show({ defaultValue: 'terminal-1' });
    await user.click(combobox);
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(combobox).toHaveValue('Terrace'));
    await user.keyboard('ba');
    expect(combobox).toHaveValue('ba');
  });

  test('nothing matches: it says so, and neither arrow nor Enter does anything', async () => {
    const { combobox, user, onValueChange } = await show();
    await user.type(combobox, 'kitchen{ArrowDown}{ArrowUp}{Enter}');
    expect(screen.getByText('No terminal matches “kitchen”')).toBeVisible();
    expect(combobox).not.toHaveAttribute('aria-activedescendant');
    expect(onValueChange).not.toHaveBeenCalled();
    expect(combobox).toHaveAttribute('aria-expanded', 'true');
  });

  test('the arrow up opens the list at its end', async () => {
    const { user } = await show();
    await user.tab();
    await user.keyboard('{ArrowUp}');
    expect(active()).toHaveTextContent('Terrace');
  });

  test.each(['{Control>}{ArrowDown}{/Control}', '{Shift>}{ArrowDown}{/Shift}', '{ArrowLeft}', '{PageDown}'])(
    '%s leaves the closed list alone',
    async (keys) => {
      const { user } = await show();
      await user.tab();
      await user.keyboard(keys);
      expect(options()).toEqual([]);
    },
  );

  test('direction of what is typed is its own, and of what is offered the page’s', async () => {
    const { combobox, user } = await show();
    expect(combobox).not.toHaveAttribute('dir');
    await user.type(combobox, 'b');
    expect(combobox).toHaveAttribute('dir', 'auto');
  });
});

describe('with a pointer', () => {
  const over = (name: RegExp, init: object) =>
    fireEvent.pointerMove(screen.getByRole('option', { name }), init);
  // jsdom's events have no movement.
  const moving = (
    name: RegExp,
    movement: { movementX?: number; movementY?: number },
    pointerType = 'mouse',
  ) => {
    const event = new MouseEvent('pointermove', { bubbles: true });
    Object.defineProperties(event, {
      movementX: { value: movement.movementX ?? 0 },
      movementY: { value: movement.movementY ?? 0 },
      pointerType: { value: pointerType },
    });
    act(() => void screen.getByRole('option', { name }).dispatchEvent(event));
  };

  test('one that moves points at what is under it', async () => {
    const { combobox, user } = await show();
    await user.click(combobox);
    moving(/Terrace/, { movementX: 1 });
    expect(active()).toHaveTextContent('Terrace');
    moving(/Bar/, { movementY: -1 });
    expect(active()).toHaveTextContent('Bar');
  });

  test('one that rests while the list moves under it does not, nor does a finger', async () => {
    const { combobox, user } = await show();
    await user.click(combobox);
    await user.keyboard('{ArrowDown}');
    moving(/Terrace/, {});
    moving(/Terrace/, { movementY: 5 }, 'touch');
    over(/Terrace/, { pointerType: 'touch' });
    expect(active()).toHaveTextContent('Front counter');
  });

  test('a press beside the options of the list chooses nothing', async () => {
    const { combobox, user, onValueChange } = await show();
    await user.click(combobox);
    fireEvent.click(list());
    expect(onValueChange).not.toHaveBeenCalled();
    expect(options()).toHaveLength(3);
  });

  test('a press on an option does not take the focus from the input', async () => {
    const { combobox, user } = await show();
    await user.click(combobox);
    const option = screen.getByRole('option', { name: /Bar/ });
    expect(fireEvent.mouseDown(option)).toBe(false);
    expect(fireEvent.mouseDown(toggle())).toBe(false);
    await user.click(option);
    expect(combobox).toHaveFocus();
    expect(combobox).toHaveValue('Bar');
  });

  test('after a finger has opened it, a press of the mouse on the toggle takes the focus again', async () => {
    const { combobox, user } = await show();
    await user.pointer({ keys: '[TouchA]', target: toggle() });
    expect(options()).toHaveLength(3);
    expect(combobox).not.toHaveFocus();
    fireEvent.click(toggle());
    expect(combobox).toHaveFocus();
    expect(options()).toEqual([]);
  });

  test('what was opened by a finger closes by a press beside it, not by one in it', async () => {
    const { user } = await show();
    await user.pointer({ keys: '[TouchA]', target: toggle() });
    fireEvent.pointerDown(list());
    expect(options()).toHaveLength(3);
    fireEvent.pointerDown(document.body);
    expect(options()).toEqual([]);
  });
});

describe('states', () => {
  const root = () => document.querySelector('[data-tillkit="terminal-picker"]');

  test('stand on the element around it', async () => {
    const { user, combobox, rerender } = await show({ error: 'Choose another.' });
    expect(root()).toHaveAttribute('data-invalid', '');
    expect(root()).not.toHaveAttribute('data-open');
    expect(root()).not.toHaveAttribute('data-loading');
    expect(root()).not.toHaveAttribute('data-empty');
    await user.click(combobox);
    expect(root()).toHaveAttribute('data-open', '');
    rerender(<TerminalPicker disabled />);
    expect(root()).toHaveAttribute('data-disabled', '');
    rerender(<TerminalPicker readOnly />);
    expect(root()).toHaveAttribute('data-readonly', '');
    expect(root()).not.toHaveAttribute('data-invalid');
    expect(combobox).toHaveAttribute('readonly');
    expect(toggle()).toBeDisabled();
  });

  test('a list without terminals opens, and says why it is empty', async () => {
    const { user, combobox } = await show({}, { terminals: 0 });
    expect(root()).toHaveAttribute('data-empty', '');
    expect(combobox).toHaveAttribute('placeholder', 'No terminals yet');
    expect(combobox).toHaveAccessibleDescription(/Ask your payment provider/);
    await user.click(combobox);
    expect(screen.getByText('No terminals yet')).toBeVisible();
  });

  test('a list that could not be loaded opens, and says so in both places', async () => {
    const harness = createHarness({ latencyMs: 0, authorization: 'sandbox' });
    harness.sandbox.setScenario('unauthorized', { operation: 'listTerminals' });
    render(<TerminalPicker hint="On the wall" />, { wrapper: harness.wrapper });
    expect(await screen.findByRole('button', { name: 'Load again' })).toHaveAttribute(
      'aria-disabled',
      'false',
    );
    await userEvent.click(screen.getByRole('combobox'));
    expect(screen.getAllByText('The terminals could not be loaded.', { selector: 'p' })).toHaveLength(2);
    expect(screen.queryByText(/No terminal/)).toBeNull();
    // What the service says of it may be what helps.
    expect(screen.getByText('The authorization is not valid.')).toBeVisible();
    await act(() => harness.advance(400));
    await said('The terminals could not be loaded.');
  });

  test('a busy terminal that is chosen is marked at the picker too', async () => {
    const { operations, advance } = await show({ defaultValue: 'terminal-1' });
    expect(root()).not.toHaveAttribute('data-busy');
    await act(
      async () =>
        void (await operations.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false })),
    );
    await act(() => advance(200));
    expect(root()).toHaveAttribute('data-busy', '');
    await act(() => advance(20_000));
    expect(root()).not.toHaveAttribute('data-busy');
  });

  test('the service’s own word for a terminal is not shown: no shop knows it', async () => {
    const terminals = [
      { id: 'a', name: 'Bar', provider: 'alpha' as const, status: 'on\u202eline now' },
      { id: 'b', name: 'Desk', provider: 'alpha' as const },
    ];
    const { user, combobox } = await show({}, { terminals });
    await user.click(combobox);
    expect(within(screen.getByRole('option', { name: /Bar/ })).getByText('Free')).toBeVisible();
    expect(screen.queryByText(/line/)).toBeNull();
  });

  test('the value of a form is empty until one is chosen, and none where it is disabled', async () => {
    const harness = createHarness({ latencyMs: 0 });
    const at = (props: TerminalPickerProps) => (
      <form aria-label="Till">
        <TerminalPicker name="terminal" {...props} />
      </form>
    );
    const { rerender } = render(at({}), { wrapper: harness.wrapper });
    const combobox = screen.getByRole('combobox');
    await waitFor(() => expect(combobox).toHaveAttribute('aria-busy', 'false'));
    const value = () => new FormData(screen.getByRole<HTMLFormElement>('form')).get('terminal');
    expect(value()).toBe('');
    await userEvent.type(combobox, 'bar{Enter}');
    expect(value()).toBe('terminal-2');
    rerender(at({ disabled: true, required: true }));
    expect(value()).toBeNull();
    expect(screen.getByRole<HTMLFormElement>('form').checkValidity()).toBe(true);
  });

  test('a reset that the page prevents changes nothing', async () => {
    const harness = createHarness({ latencyMs: 0 });
    const onValueChange = vi.fn<OnValueChange>();
    render(
      <form aria-label="Till" onReset={(event) => event.preventDefault()}>
        <TerminalPicker defaultValue="terminal-1" onValueChange={onValueChange} />
      </form>,
      { wrapper: harness.wrapper },
    );
    await waitFor(() => expect(screen.getByRole('combobox')).toHaveValue('Front counter'));
    act(() => screen.getByRole<HTMLFormElement>('form').reset());
    expect(onValueChange).not.toHaveBeenCalled();
  });
});
