import { screen, within } from '@testing-library/react';
import type { TerminalOperation } from 'tillkit/core';
import { describe, expect, test } from 'vitest';
import { showOperation } from './shownOperation.tsx';

const doubt = (patch: Partial<TerminalOperation> = {}) =>
  showOperation({ phase: 'unknown', reason: 'no-response', ...patch });
const button = (name: string) => screen.getByRole('button', { name });
const basis = (name: string) => screen.getByRole('radio', { name });
const note = () => screen.queryByRole('textbox', { name: 'Where and how' });
const group = () => screen.getByRole('group', { name: 'Where did you see it?' });

describe('what a person saw', () => {
  test.each([
    ['Terminal screen', 'terminal-screen'],
    ['Receipt', 'receipt'],
    ['Back office', 'back-office'],
  ])('on "%s" is recorded as that, without a note', async (name, recorded) => {
    const { user, resolveUnknown } = doubt();
    await user.click(basis(name));
    expect(note()).toBeNull();
    await user.click(button('It was charged'));
    expect(resolveUnknown).toHaveBeenCalledExactlyOnceWith('operation-1', {
      charged: true,
      basis: recorded,
      note: undefined,
    });
  });

  test('elsewhere needs words, and spaces are none', async () => {
    const { user, resolveUnknown } = doubt();
    await user.click(basis('Elsewhere'));
    expect(note()).toBeValid();
    await user.type(note()!, '  ');
    await user.click(button('It was charged'));
    expect(note()).toBeInvalid();
    expect(note()).toHaveAccessibleDescription('Say where you saw it.');
    expect(note()).toHaveFocus();
    await user.type(note()!, 'Bank statement');
    expect(note()).toBeValid();
    expect(resolveUnknown).not.toHaveBeenCalled();
    await user.click(button('It was charged'));
    expect(resolveUnknown).toHaveBeenCalledExactlyOnceWith('operation-1', {
      charged: true,
      basis: 'other',
      note: '  Bank statement',
    });
  });

  test('words for another place are not sent with it', async () => {
    const { user, resolveUnknown } = doubt();
    await user.click(basis('Elsewhere'));
    await user.type(note()!, 'Bank statement');
    await user.click(basis('Receipt'));
    await user.click(button('It was charged'));
    expect(resolveUnknown.mock.lastCall?.[1]).toEqual({ charged: true, basis: 'receipt', note: undefined });
  });

  test('is one of four, of which none is chosen beforehand', async () => {
    const { user } = doubt();
    expect(within(group()).getAllByRole('radio', { checked: false })).toHaveLength(4);
    expect(
      new Set(
        within(group())
          .getAllByRole<HTMLInputElement>('radio')
          .map(({ name }) => name),
      ).size,
    ).toBe(1);
    expect(basis('Receipt')).toHaveAttribute('name', expect.stringMatching(/./));
    expect(group()).not.toHaveAttribute('data-invalid');
    expect(group()).not.toHaveAttribute('aria-describedby');
    expect(group().querySelector('p')).toBeNull();
    await user.click(basis('Receipt'));
    await user.click(basis('Back office'));
    expect(basis('Receipt')).not.toBeChecked();
    expect(basis('Back office')).toBeChecked();
  });

  test.each(['It was charged', 'It was not charged'])(
    '"%s" leads to it where it is missing',
    async (answer) => {
      const { user, resolveUnknown } = doubt();
      await user.click(button(answer));
      expect(basis('Terminal screen')).toHaveFocus();
      expect(group()).toHaveAttribute('data-invalid', '');
      expect(group()).toHaveAccessibleDescription('Choose where you saw it.');
      expect(screen.queryByRole('alertdialog')).toBeNull();
      await user.click(basis('Receipt'));
      expect(group()).not.toHaveAttribute('data-invalid');
      expect(group()).not.toHaveAccessibleDescription();
      expect(resolveUnknown).not.toHaveBeenCalled();
    },
  );
});

describe('"not charged"', () => {
  async function ask(patch: Partial<TerminalOperation> = {}, answer = 'It was not charged') {
    const shown = doubt(patch);
    await shown.user.click(basis('Receipt'));
    await shown.user.click(button(answer));
    return { ...shown, question: screen.getByRole('alertdialog') };
  }

  test('is recorded after a second yes only, once', async () => {
    const { user, resolveUnknown, question } = await ask();
    expect(question).toHaveAccessibleDescription('If it was, the customer pays twice when you charge again.');
    expect(screen.queryByRole('button', { name: /^It was/ })).toBeNull();
    expect(resolveUnknown).not.toHaveBeenCalled();
    await user.click(button('Yes, it was not charged'));
    expect(resolveUnknown).toHaveBeenCalledExactlyOnceWith('operation-1', {
      charged: false,
      basis: 'receipt',
      note: undefined,
    });
  });

  test('going back records nothing, and leaves the choice as it was', async () => {
    const { user, resolveUnknown } = await ask();
    await user.click(button('Go back'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(button('It was not charged')).toHaveFocus();
    expect(basis('Receipt')).toBeChecked();
    expect(resolveUnknown).not.toHaveBeenCalled();
  });

  test('is not recorded from a place that was taken back meanwhile', async () => {
    const { user, resolveUnknown } = await ask();
    await user.click(basis('Elsewhere'));
    await user.click(button('Yes, it was not charged'));
    expect(note()).toHaveFocus();
    expect(note()).toHaveAccessibleDescription('Say where you saw it.');
    expect(resolveUnknown).not.toHaveBeenCalled();
  });

  test('a result that comes meanwhile ends the question', async () => {
    const { learn } = await ask();
    learn({ phase: 'complete' });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Approved' })).toHaveFocus();
  });

  test.each(['capture', 'void', 'refund', 'closeBatch'] as const)(
    'of a %s has no word of a charge',
    async (kind) => {
      const { user, question, region, resolveUnknown } = await ask(
        { kind, amountCents: undefined },
        'It was not done',
      );
      expect(question).toHaveAccessibleName('Sure that it was not done?');
      expect(question).toHaveAccessibleDescription('If it was, doing it again does it twice.');
      expect(region).not.toHaveTextContent(/charged/);
      await user.click(button('Yes, it was not done'));
      expect(resolveUnknown.mock.lastCall?.[1]).toMatchObject({ charged: false });
    },
  );
});
