import { QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TerminalPicker, type TerminalPickerProps } from 'tillkit';
import { createPaymentsClient, paymentsKeys } from 'tillkit/core';
import { describe, expect, test } from 'vitest';
import { createHarness } from '../harness.tsx';
import { said } from '../said.ts';

const terminalsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `terminal-${index + 1}`,
    name: `Till ${index + 1}`,
    provider: 'alpha' as const,
  }));

function show(count: number, props: TerminalPickerProps = {}) {
  const queryClient = new QueryClient();
  const harness = createHarness({ terminals: terminalsOf(count), latencyMs: 100, provider: { queryClient } });
  render(<TerminalPicker {...props} />, { wrapper: harness.wrapper });
  return { ...harness, queryClient, user: userEvent.setup(), combobox: screen.getByRole('combobox') };
}

async function loadFirst(harness: ReturnType<typeof show>) {
  await act(() => harness.advance(100));
  await waitFor(() => expect(harness.combobox).toHaveAttribute('aria-busy', 'false'));
}

const pagesAsked = ({ sandbox }: ReturnType<typeof show>) =>
  sandbox.ledger.requests.map(({ query }) => Number(query['page']));

/** Lets time pass until something holds: the list takes turns of the event loop that no clock counts. */
const eventually = (harness: ReturnType<typeof show>, check: () => void) =>
  waitFor(async () => {
    await act(() => harness.advance(50));
    check();
  });

describe('pages', () => {
  test('only the first is loaded until more are needed', async () => {
    const harness = show(1150);
    await loadFirst(harness);
    await harness.user.click(harness.combobox);
    expect(screen.getByText('100 of 1,150 shown. Type to find others.')).toBeVisible();
    expect(screen.getAllByRole('option')[0]).toHaveAttribute('aria-setsize', '1150');
    await act(() => harness.advance(400));
    await said('1,150 terminals');
    expect(pagesAsked(harness)).toEqual([1]);
  });

  test('the next come when the end of the list comes into sight', async () => {
    const harness = show(1150);
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
    const harness = show(1150);
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
    expect(await screen.findByRole('option', { name: 'Till 20' })).toBeVisible();
    expect(asked).toHaveLength(20);
  });

  test('a search stops where the service asks for a pause, says so, and goes on after it', async () => {
    const harness = show(1150);
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
    const harness = show(230);
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
    const harness = show(1150, { value: 'terminal-250' });
    await loadFirst(harness);
    expect(harness.combobox).toHaveValue('terminal-250');
    await eventually(harness, () => expect(harness.combobox).toHaveValue('Till 250'));
    expect(pagesAsked(harness)).toEqual([1, 2, 3]);
  });

  test('only what is in view is drawn of a long list, and the active one wherever it is', async () => {
    const harness = show(230, { defaultValue: 'terminal-60' });
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
    const harness = show(230);
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
    const harness = show(3, { value: 'gone-1' });
    await loadFirst(harness);
    expect(await screen.findByText(/no longer in your list/)).toBeVisible();
    expect(harness.combobox).toHaveValue('gone-1');
    await harness.user.click(screen.getByRole('button', { name: 'Use it anyway' }));
    expect(screen.queryByText(/no longer in your list/)).toBeNull();
    expect(harness.combobox).toHaveFocus();
  });

  test('F39: nothing where the list is not whole, or old', async () => {
    const harness = show(230, { value: 'gone-1' });
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
