import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import {
  Question,
  RefusalNotice,
  useReturnFocus,
  useStatusFocus,
} from '../../../src/components/kit/Question.tsx';
import { createHarness } from '../../harness.tsx';

const button = (name: string) => screen.getByRole('button', { name });

describe('a question', () => {
  const ask = () => {
    const onYes = vi.fn<() => void>();
    const onNo = vi.fn<() => void>();
    const onSubmit = vi.fn<() => void>();
    const { wrapper, advance } = createHarness();
    render(
      <form onSubmit={onSubmit}>
        <Question
          title="Void it?"
          text="It cannot be undone."
          yes="Yes, void"
          no="Back"
          onYes={onYes}
          onNo={onNo}
        />
      </form>,
      { wrapper },
    );
    return { onYes, onNo, onSubmit, advance, user: userEvent.setup() };
  };

  test('has a name and says what follows, with the focus on not doing it', () => {
    ask();
    const dialog = screen.getByRole('alertdialog', { name: 'Void it?' });
    expect(dialog).toHaveAccessibleDescription('It cannot be undone.');
    expect(button('Back')).toHaveFocus();
    // What comes first in the order of the keyboard is not doing it, too.
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Back',
      'Yes, void',
    ]);
  });

  test('is answered by its buttons, which send no form', async () => {
    const { onYes, onNo, onSubmit, user } = ask();
    await user.click(button('Yes, void'));
    expect([onYes.mock.calls.length, onNo.mock.calls.length]).toEqual([1, 0]);
    await user.click(button('Back'));
    expect([onYes.mock.calls.length, onNo.mock.calls.length]).toEqual([1, 1]);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('F68: the second press of a double click is no yes, and does not take the question away', () => {
    const { onYes, onNo } = ask();
    fireEvent.click(button('Yes, void'), { detail: 2 });
    fireEvent.click(button('Back'), { detail: 2 });
    expect(onYes).not.toHaveBeenCalled();
    expect(onNo).not.toHaveBeenCalled();
    fireEvent.click(button('Yes, void'), { detail: 1 });
    expect(onYes).toHaveBeenCalledOnce();
  });

  test.each(['{Enter}', ' '])(
    'F68: a key says yes once it was pressed anew, after a moment: %j',
    async (key) => {
      const { onYes, advance, user } = ask();
      await user.tab();
      expect(button('Yes, void')).toHaveFocus();
      await user.keyboard(key);
      expect(onYes).not.toHaveBeenCalled();
      await advance(1000);
      await user.keyboard(key);
      expect(onYes).toHaveBeenCalledOnce();
    },
  );

  test.each(['Back', 'Yes, void'])('Escape on "%s" is a no', (name) => {
    const { onYes, onNo } = ask();
    fireEvent.keyDown(button(name), { key: 'Escape' });
    expect(onNo).toHaveBeenCalledOnce();
    expect(onYes).not.toHaveBeenCalled();
  });

  test('Escape is a no also after a press beside the buttons, such as the second of a double click', async () => {
    const { onNo, user } = ask();
    await user.click(screen.getByText('It cannot be undone.'));
    await user.keyboard('{Escape}');
    expect(onNo).toHaveBeenCalledOnce();
  });

  test('an Enter that opened it does not answer it, and other keys neither', () => {
    const { onYes, onNo } = ask();
    for (const key of ['Enter', 'y', 'Tab', 'ArrowRight'])
      for (const name of ['Back', 'Yes, void']) fireEvent.keyDown(button(name), { key });
    expect(onNo).not.toHaveBeenCalled();
    expect(onYes).not.toHaveBeenCalled();
  });
});

test('a refusal is seen, and said at once and once, in the region for what is urgent', () => {
  const { wrapper } = createHarness();
  const { rerender } = render(<RefusalNotice sentence="Nothing was sent." />, { wrapper });
  expect(screen.getByText('Nothing was sent.', { selector: 'p' })).toBeVisible();
  const said = screen.getByRole('alert').firstElementChild;
  expect(said).toHaveTextContent('Nothing was sent.');
  rerender(<RefusalNotice sentence="Nothing was sent." />);
  expect(screen.getByRole('alert').firstElementChild).toBe(said);
  rerender(<RefusalNotice sentence="The terminal is busy." />);
  expect(screen.getByRole('alert')).toHaveTextContent(/^The terminal is busy\.$/);
});

describe('the focus', () => {
  function Status({ shown }: { shown: string | undefined }) {
    const status = useStatusFocus(shown);
    return shown === undefined ? (
      <button>Pay</button>
    ) : (
      <section ref={status} tabIndex={-1} aria-label="Status" />
    );
  }
  const region = () => screen.getByRole('region', { name: 'Status' });

  test('goes to a status that takes the place of a form', () => {
    const { rerender } = render(<Status shown={undefined} />);
    rerender(<Status shown="1" />);
    expect(region()).toHaveFocus();
    region().blur();
    rerender(<Status shown="1" />);
    expect(region()).not.toHaveFocus();
    rerender(<Status shown={undefined} />);
    rerender(<Status shown="2" />);
    expect(region()).toHaveFocus();
  });

  test('goes to a status that follows another one whose button is gone, and stays where a person works', () => {
    const page = (shown: string) => (
      <>
        <input aria-label="Note" />
        <Status shown={shown} />
      </>
    );
    const { rerender } = render(page('1'));
    rerender(page('2'));
    expect(region()).toHaveFocus();
    screen.getByRole('textbox').focus();
    rerender(page('3'));
    expect(screen.getByRole('textbox')).toHaveFocus();
  });

  test('is not taken by a status that is there from the beginning', () => {
    render(<Status shown="1" />);
    expect(document.body).toHaveFocus();
  });

  test.each([true, false])('is on the heading of a form that comes back, and only then: %j', (isBack) => {
    function Form() {
      return (
        <h2 ref={useReturnFocus(isBack)} tabIndex={-1}>
          Pay
        </h2>
      );
    }
    render(<Form />);
    expect(document.activeElement === screen.getByRole('heading')).toBe(isBack);
  });
});
