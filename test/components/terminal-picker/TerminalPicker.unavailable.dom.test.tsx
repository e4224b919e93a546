import { act, screen, waitFor, within } from '@testing-library/react';
import { QueryClient } from '@tanstack/react-query';
import { paymentsKeys } from 'tillkit/core';
import { type TerminalPickerProps } from 'tillkit';
import type { SandboxTerminal } from 'tillkit/sandbox';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Harness } from '../../harness.tsx';
import { said } from '../../said.ts';
import { bar, terrace, counter, chip, chosen, disclosure, show, ten } from './pickers.tsx';

const offline = (terminal: SandboxTerminal): SandboxTerminal => ({ ...terminal, status: 'OFFLINE' });
const sell = async ({ operations, advance }: Harness, terminalId: string, amount = 1250) => {
  await act(() => operations.start('pay', { terminalId, amount, receipt: false }));
  await act(() => advance(200));
};

beforeEach(() => localStorage.clear());

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
    expect(screen.getByText('It is not known yet how the last payment on Bar ended.')).toBeVisible();
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
