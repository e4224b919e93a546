import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { Controller, useForm } from 'react-hook-form';
import { PaymentsProvider, TerminalPicker, type TerminalPickerProps } from 'tillkit';
import { createPaymentsClient } from 'tillkit/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createHarness, type HarnessOptions } from '../harness.tsx';

type OnValueChange = NonNullable<TerminalPickerProps['onValueChange']>;

function show(props: TerminalPickerProps = {}, options: HarnessOptions = {}) {
  const harness = createHarness({ latencyMs: 0, ...options });
  const onValueChange = vi.fn<OnValueChange>();
  const view = render(<TerminalPicker onValueChange={onValueChange} {...props} />, {
    wrapper: harness.wrapper,
  });
  return { ...harness, ...view, onValueChange, user: userEvent.setup() };
}

async function loaded() {
  const combobox = screen.getByRole('combobox');
  await waitFor(() => expect(combobox).toHaveAttribute('aria-busy', 'false'));
  return combobox;
}

async function chooseBar() {
  const { user, unmount } = show();
  await user.type(await loaded(), 'bar{Enter}');
  unmount();
}

afterEach(() => vi.restoreAllMocks());

describe('the last one used', () => {
  test('is chosen again, and the host is told why', async () => {
    await chooseBar();
    const { onValueChange } = show();
    expect(await loaded()).toHaveValue('Bar');
    expect(onValueChange).toHaveBeenCalledExactlyOnceWith('terminal-2', {
      terminal: expect.objectContaining({ id: 'terminal-2', name: 'Bar' }),
      reason: 'remembered',
    });
  });

  test('is another client’s own', async () => {
    await chooseBar();
    const harness = createHarness({ latencyMs: 0 });
    const client = createPaymentsClient({ ...harness.client.options, clientId: 'other' });
    render(
      <PaymentsProvider client={client} operations={harness.operations} currency="USD">
        <TerminalPicker />
      </PaymentsProvider>,
    );
    expect(await loaded()).toHaveValue('');
  });

  test('overrides neither a controlled value nor a default', async () => {
    await chooseBar();
    const { onValueChange, unmount } = show({ value: 'terminal-1' });
    expect(await loaded()).toHaveValue('Front counter');
    unmount();
    show({ defaultValue: 'terminal-3', onValueChange });
    expect(await loaded()).toHaveValue('Terrace');
    expect(onValueChange).not.toHaveBeenCalled();
  });

  test('is offered, once, where a controlled value is none', async () => {
    await chooseBar();
    const { onValueChange } = show({ value: null });
    const combobox = await loaded();
    await waitFor(() => expect(onValueChange).toHaveBeenCalledOnce());
    expect(combobox).toHaveValue('');
  });

  test('is not chosen where it is gone, nor where the host does not want it', async () => {
    await chooseBar();
    const { unmount } = show(
      {},
      { terminals: [1, 3].map((n) => ({ id: `t${n}`, name: `T${n}`, provider: 'alpha' })) },
    );
    expect(await loaded()).toHaveValue('');
    expect(screen.queryByText(/no longer in your list/)).toBeNull();
    unmount();
    show({ remembers: false });
    expect(await loaded()).toHaveValue('');
  });

  test.each(['nothing', '{"id":7}', '[]', '{"id":"terminal-2"}'])(
    'is nobody where storage says %j',
    async (kept) => {
      await chooseBar();
      const [key = ''] = Object.keys(localStorage);
      localStorage.setItem(key, kept);
      const { onValueChange } = show();
      expect(await loaded()).toHaveValue('');
      expect(onValueChange).not.toHaveBeenCalled();
    },
  );

  test('storage that fails changes nothing else', async () => {
    const fail = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(fail);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(fail);
    const { user } = show();
    const combobox = await loaded();
    await user.type(combobox, 'bar{Enter}');
    expect(combobox).toHaveValue('Bar');
  });

  test('is read only once the page has hydrated', async () => {
    await chooseBar();
    const { wrapper: Wrapper } = createHarness({ latencyMs: 0 });
    const page = (
      <Wrapper>
        <TerminalPicker />
      </Wrapper>
    );
    const read = vi.spyOn(Storage.prototype, 'getItem');
    const container = document.createElement('div');
    container.innerHTML = renderToString(page);
    expect(read).not.toHaveBeenCalled();
    document.body.append(container);
    const root = await act(async () => hydrateRoot(container, page));
    await waitFor(() => expect(screen.getByRole('combobox')).toHaveValue('Bar'));
    act(() => root.unmount());
    container.remove();
  });
});

describe('in a form', () => {
  test('a required one holds up the form until it is chosen', async () => {
    const { wrapper } = createHarness({ latencyMs: 0 });
    const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
    render(
      <form onSubmit={onSubmit} aria-label="Till">
        <TerminalPicker name="terminal" required />
        <button>Send</button>
      </form>,
      { wrapper },
    );
    const user = userEvent.setup();
    const combobox = await loaded();
    const form = screen.getByRole<HTMLFormElement>('form');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(onSubmit).not.toHaveBeenCalled();
    expect(form.checkValidity()).toBe(false);
    expect((combobox as HTMLInputElement).validationMessage).toBe('Choose a terminal.');
    await user.type(combobox, 'bar');
    expect(form.checkValidity()).toBe(false);
    await user.keyboard('{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  test('belongs to a form elsewhere, and hears of its reset only', async () => {
    const { wrapper } = createHarness({ latencyMs: 0 });
    const onValueChange = vi.fn<OnValueChange>();
    render(
      <>
        <form id="far" aria-label="Far" />
        <form aria-label="Near">
          <TerminalPicker
            name="terminal"
            form="far"
            defaultValue="terminal-3"
            onValueChange={onValueChange}
          />
        </form>
      </>,
      { wrapper },
    );
    await loaded();
    const [far, near] = screen.getAllByRole<HTMLFormElement>('form');
    expect(new FormData(far).get('terminal')).toBe('terminal-3');
    expect(new FormData(near).has('terminal')).toBe(false);
    act(() => near!.reset());
    expect(onValueChange).not.toHaveBeenCalled();
    act(() => far!.reset());
    expect(onValueChange).toHaveBeenCalledOnce();
  });

  test('the only one is chosen again after a reset', async () => {
    const { wrapper } = createHarness({ latencyMs: 0, terminals: 1 });
    render(
      <form aria-label="Till">
        <TerminalPicker name="terminal" />
      </form>,
      { wrapper },
    );
    const combobox = await loaded();
    const form = screen.getByRole<HTMLFormElement>('form');
    await waitFor(() => expect(combobox).toHaveValue('Front counter'));
    act(() => form.reset());
    expect(new FormData(form).get('terminal')).toBe('terminal-1');
  });

  test('works in a Controller of react-hook-form', async () => {
    const { wrapper } = createHarness({ latencyMs: 0 });
    const sent = vi.fn();
    function Till() {
      const { control, handleSubmit, reset } = useForm<{ terminal: string | null }>({
        defaultValues: { terminal: null },
      });
      return (
        <form onSubmit={(event) => void handleSubmit(sent)(event)}>
          <Controller
            control={control}
            name="terminal"
            rules={{ required: 'Which terminal?' }}
            render={({ field: { onChange, ...field }, fieldState: { error } }) => (
              <TerminalPicker {...field} onValueChange={onChange} error={error?.message} />
            )}
          />
          <button>Send</button>
          <button type="button" onClick={() => reset()}>
            Clear
          </button>
        </form>
      );
    }
    render(<Till />, { wrapper });
    const user = userEvent.setup();
    const combobox = await loaded();
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Which terminal?')).toBeVisible();
    expect(combobox).toHaveFocus();
    expect(combobox).toBeInvalid();
    expect(combobox).toHaveAccessibleDescription('Which terminal?');
    await user.keyboard('bar{Enter}');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    expect(sent.mock.lastCall?.[0]).toEqual({ terminal: 'terminal-2' });
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(combobox).toHaveValue('');
    expect(screen.queryByText('Which terminal?')).toBeNull();
  });
});
