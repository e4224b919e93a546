import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { Controller, useForm } from 'react-hook-form';
import { PaymentsProvider, TerminalPicker, type TerminalPickerProps } from 'tillkit';
import { createPaymentsClient, paymentsKeys } from 'tillkit/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createHarness, type HarnessOptions } from '../../harness.tsx';
import { QueryClient } from '@tanstack/react-query';
import { said } from '../../said.ts';

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
    const combobox = await loaded();
    await waitFor(() => expect(combobox).toHaveValue('Bar'));
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
    'is undefined where storage says %j',
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

const terminalsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `terminal-${index + 1}`,
    name: `Till ${index + 1}`,
    provider: 'alpha' as const,
  }));

function showMany(count: number, props: TerminalPickerProps = {}) {
  const queryClient = new QueryClient();
  const harness = createHarness({ terminals: terminalsOf(count), latencyMs: 100, provider: { queryClient } });
  render(<TerminalPicker {...props} />, { wrapper: harness.wrapper });
  return { ...harness, queryClient, user: userEvent.setup(), combobox: screen.getByRole('combobox') };
}

async function loadFirst(harness: ReturnType<typeof showMany>) {
  await act(() => harness.advance(100));
  await waitFor(() => expect(harness.combobox).toHaveAttribute('aria-busy', 'false'));
}

const pagesAsked = ({ sandbox }: ReturnType<typeof showMany>) =>
  sandbox.ledger.requests.map(({ query }) => Number(query['page']));

/** Lets time pass until something holds: the list takes turns of the event loop that no clock counts. */
const eventually = (harness: ReturnType<typeof showMany>, check: () => void) =>
  waitFor(async () => {
    await act(() => harness.advance(50));
    check();
  });

describe('pages', () => {
  test('only the first is loaded until more are needed', async () => {
    const harness = showMany(1150);
    await loadFirst(harness);
    await harness.user.click(harness.combobox);
    expect(screen.getByText('100 of 1,150 shown. Type to find others.')).toBeVisible();
    expect(screen.getAllByRole('option')[0]).toHaveAttribute('aria-setsize', '1150');
    await act(() => harness.advance(400));
    await said('1,150 terminals');
    expect(pagesAsked(harness)).toEqual([1]);
  });

  test('the next come when the end of the list comes into sight', async () => {
    const harness = showMany(1150);
    await loadFirst(harness);
    await harness.user.click(harness.combobox);
    await harness.user.keyboard('{End}');
    expect(screen.getByText('Loading more…')).toBeVisible();
    await eventually(harness, () => screen.getByText('300 of 1,150 shown. Type to find others.'));
    expect(pagesAsked(harness)).toEqual([1, 2, 3]);
    expect(screen.getByRole('option', { name: /^Till 100/ })).toHaveAttribute('data-active');
    await harness.user.keyboard('{ArrowDown}{Enter}');
    expect(harness.combobox).toHaveValue('Till 101');
  });

  test('a search goes through all of them, at most two at a time', async () => {
    const harness = showMany(1150);
    await loadFirst(harness);
    await harness.user.type(harness.combobox, 'till 1149');
    expect(screen.getByText('Searching… 1 of 12 pages')).toBeVisible();
    expect(screen.queryByText(/No terminal matches/)).toBeNull();
    await eventually(harness, () => expect(screen.queryByText(/pages/)).toBeNull());
    expect(screen.getByRole('option', { name: /^Till 1149/ })).toBeVisible();
    expect(pagesAsked(harness)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    const starts = harness.sandbox.ledger.requests.map(({ at }) => at);
    for (const start of starts) expect(starts.filter((at) => at === start).length).toBeLessThanOrEqual(2);
  });

  test('a service that answers at once is searched to the end as well', async () => {
    const asked: string[] = [];
    const client = createPaymentsClient({
      baseUrl: 'http://localhost:4010',
      fetcher: ({ url }) => {
        const page = new URL(url).searchParams.get('page')!;
        asked.push(page);
        const items = [{ id: page, name: `Till ${page}` }];
        return Promise.resolve(Response.json({ items, total: 20, page: Number(page), limit: 1 }));
      },
    });
    const { wrapper } = createHarness({ provider: { client } });
    render(<TerminalPicker />, { wrapper });
    await userEvent.setup().type(screen.getByRole('combobox'), 'till 20');
    expect(await screen.findByRole('option', { name: /^Till 20 / })).toBeVisible();
    expect(asked).toHaveLength(20);
  });

  test('a search stops where the service asks for a pause, says so, and goes on after it', async () => {
    const harness = showMany(1150);
    await loadFirst(harness);
    await harness.user.click(harness.combobox);
    await harness.user.keyboard('{End}');
    await eventually(harness, () => screen.getByText('300 of 1,150 shown. Type to find others.'));
    harness.sandbox.setScenario('rate-limited', { operation: 'listTerminals' });
    await harness.user.clear(harness.combobox);
    await harness.user.keyboard('till 12');
    const stopped = 'Searched 3 of 12 pages. The service asked for a pause.';
    await eventually(harness, () => screen.getByText(stopped));
    const asked = pagesAsked(harness).length;
    await act(() => harness.advance(400));
    await said(`16 terminals. ${stopped}`);
    harness.sandbox.setScenario(undefined, { operation: 'listTerminals' });
    await harness.user.keyboard('4');
    const goOn = screen.getByRole('button', { name: 'Search the rest' });
    expect(goOn).toHaveAttribute('aria-disabled', 'true');
    await harness.user.click(goOn);
    expect(pagesAsked(harness)).toHaveLength(asked);
    await act(() => harness.advance(7000));
    expect(pagesAsked(harness)).toHaveLength(asked);
    expect(goOn).toHaveAttribute('aria-disabled', 'false');
    await harness.user.click(goOn);
    expect(harness.combobox).toHaveFocus();
    await eventually(harness, () => expect(screen.queryByText(/pages/)).toBeNull());
    expect(screen.getAllByRole('option')[0]).toHaveAttribute('aria-setsize', '13');
  });

  test('the button that goes on is reached by Tab, and Escape leads back', async () => {
    const harness = showMany(230);
    await loadFirst(harness);
    harness.sandbox.setScenario('unauthorized', { operation: 'listTerminals' });
    await harness.user.type(harness.combobox, 'till 22');
    const stopped = 'Searched 1 of 3 pages. The others could not be loaded.';
    await eventually(harness, () => screen.getByText(stopped));
    await harness.user.tab();
    expect(screen.getByRole('button', { name: 'Search the rest' })).toHaveFocus();
    await harness.user.keyboard('{Escape}');
    expect(harness.combobox).toHaveFocus();
    expect(harness.combobox).toHaveAttribute('aria-expanded', 'false');
  });

  test('a chosen one on a later page is looked for, named, and stays chosen', async () => {
    const harness = showMany(1150, { value: 'terminal-250' });
    await loadFirst(harness);
    expect(harness.combobox).toHaveValue('terminal-250');
    await eventually(harness, () => expect(harness.combobox).toHaveValue('Till 250'));
    expect(pagesAsked(harness)).toEqual([1, 2, 3]);
  });

  test('only what is in view is drawn of a long list, and the active one wherever it is', async () => {
    const harness = showMany(230, { defaultValue: 'terminal-60' });
    await loadFirst(harness);
    await harness.user.click(harness.combobox);
    expect(screen.getAllByRole('option').length).toBeLessThan(20);
    const active = screen.getByRole('option', { selected: true });
    expect(active).toHaveAttribute('aria-posinset', '60');
    expect(harness.combobox).toHaveAttribute('aria-activedescendant', active.id);
  });
});

describe('refreshing', () => {
  test('keeps the list, says so, and says where it failed', async () => {
    const harness = showMany(230);
    const { queryClient, sandbox, user, combobox } = harness;
    await loadFirst(harness);
    await user.click(combobox);
    const refresh = () => act(async () => void queryClient.invalidateQueries({ queryKey: paymentsKeys.all }));
    await refresh();
    expect(await screen.findByText('Refreshing…')).toBeVisible();
    expect(screen.getAllByRole('option').length).toBeGreaterThan(5);
    await eventually(harness, () => expect(screen.queryByText('Refreshing…')).toBeNull());

    sandbox.setScenario('unauthorized', { operation: 'listTerminals' });
    await refresh();
    await eventually(harness, () => screen.getByText(/could not be refreshed/));
    expect(screen.getAllByRole('option').length).toBeGreaterThan(5);
    sandbox.setScenario(undefined, { operation: 'listTerminals' });
    await user.click(screen.getByRole('button', { name: 'Load again' }));
    await eventually(harness, () => expect(screen.queryByText(/could not be refreshed/)).toBeNull());
  });
});

describe('a chosen one that is not the merchant’s any more', () => {
  test('F39: one warning, until it is used anyway', async () => {
    const harness = showMany(3, { value: 'gone-1' });
    await loadFirst(harness);
    expect(await screen.findByText(/no longer in your list/)).toBeVisible();
    expect(harness.combobox).toHaveValue('gone-1');
    await harness.user.click(screen.getByRole('button', { name: 'Use it anyway' }));
    expect(screen.queryByText(/no longer in your list/)).toBeNull();
    expect(harness.combobox).toHaveFocus();
  });

  test('F39: nothing where the list is not whole, or old', async () => {
    const harness = showMany(230, { value: 'gone-1' });
    harness.sandbox.setScenario('unauthorized', { operation: 'listTerminals' });
    await act(() => harness.advance(100));
    await screen.findByRole('button', { name: 'Load again' });
    expect(screen.queryByText(/no longer in your list/)).toBeNull();
    harness.sandbox.setScenario(undefined, { operation: 'listTerminals' });
    await harness.user.click(screen.getByRole('button', { name: 'Load again' }));
    await eventually(harness, () => screen.getByText(/no longer in your list/));
    await act(() => harness.advance(300_000));
    expect(screen.queryByText(/no longer in your list/)).toBeNull();
  });
});
