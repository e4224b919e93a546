import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { showAmount } from './amountTill.tsx';

/** Past React and without an event, as scripts of other people do. */
function put(field: HTMLInputElement, value: string) {
  field.value = value;
}
const carrying = (text: string) => ({ getData: (type: string) => (type === 'text/plain' ? text : '') });

describe('composition', () => {
  test('F82: nothing is complained about until the text is composed', () => {
    const { field } = showAmount({ value: 1250, showError: true });
    fireEvent.compositionStart(field);
    fireEvent.input(field, { target: { value: '12k' } });
    expect(field).toBeValid();
    fireEvent.compositionEnd(field);
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription(/Use digits only/);
  });

  test('F82: a sentence of the host stays on the screen meanwhile', () => {
    const { field } = showAmount({ value: 1250, error: 'Too much for today' });
    fireEvent.compositionStart(field);
    fireEvent.input(field, { target: { value: '12k' } });
    expect(field).toHaveAccessibleDescription('USD Too much for today');
  });

  test('F82: what is composed is told as it stands, and no other locale written until it is over', () => {
    const { field, move, onValueChange } = showAmount({ value: 500 });
    fireEvent.compositionStart(field);
    fireEvent.input(field, { target: { value: '12.5' } });
    expect(onValueChange).toHaveBeenLastCalledWith(1250, { text: '12.5', error: undefined });
    move({ locale: 'de-DE' });
    expect(field).toHaveValue('12.5');
    fireEvent.compositionEnd(field);
    expect(field).toHaveValue('12,50');
    expect(onValueChange).toHaveBeenCalledOnce();
  });

  test('F82: an amount of the host waits until it is over', () => {
    const { field, set } = showAmount({ value: 500, setTo: 4200 });
    fireEvent.compositionStart(field);
    fireEvent.input(field, { target: { value: '12k' } });
    act(set);
    expect(field).toHaveValue('12k');
    fireEvent.compositionEnd(field);
    expect(field).toHaveValue('42.00');
  });

  test('F82: leaving the field ends it, where a browser does not say so', () => {
    const { field } = showAmount({ value: 500 });
    act(() => field.focus());
    fireEvent.compositionStart(field);
    fireEvent.input(field, { target: { value: '12k' } });
    act(() => field.blur());
    expect(field).toBeInvalid();
  });

  test('F82: Enter that only confirms it does nothing else', () => {
    const { field } = showAmount({ value: 500 });
    expect(fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })).toBe(false);
    expect(fireEvent.keyDown(field, { key: 'Enter', isComposing: true })).toBe(false);
    expect(fireEvent.keyDown(field, { key: '1', keyCode: 229 })).toBe(true);
    expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true);
  });
});

describe('pasted and dropped', () => {
  test.each([
    ['paste', (field: HTMLElement, data: object) => createEvent.paste(field, { clipboardData: data })],
    ['drop', (field: HTMLElement, data: object) => createEvent.drop(field, { dataTransfer: data })],
  ] as const)('F82: two lines of a %s take the place of what is selected, and are no amount', (_, make) => {
    const { field, onValueChange } = showAmount({ value: 123_450 });
    act(() => field.focus());
    field.setSelectionRange(1, 6);
    const event = make(field, carrying('12\n34'));
    fireEvent(field, event);
    expect(event.defaultPrevented).toBe(true);
    expect(field).toHaveValue('112; 340');
    expect(onValueChange).toHaveBeenCalledExactlyOnceWith(null, { text: '112; 340', error: 'invalid-char' });
  });

  test('one line is left to the browser', () => {
    const { field, onValueChange } = showAmount({ value: 500 });
    expect(fireEvent.paste(field, { clipboardData: carrying('12.50') })).toBe(true);
    expect(fireEvent.drop(field, { dataTransfer: carrying('12.50\n') })).toBe(true);
    expect(onValueChange).not.toHaveBeenCalled();
  });

  test.each([{ readOnly: true }, { disabled: true }])('nothing gets into a field that is %j', (props) => {
    const { field, onValueChange } = showAmount({ value: 500, ...props });
    fireEvent.paste(field, { clipboardData: carrying('12\n34') });
    fireEvent.drop(field, { dataTransfer: carrying('12\n34') });
    expect(field).toHaveValue('5.00');
    expect(onValueChange).not.toHaveBeenCalled();
  });
});

describe('filled in by a program', () => {
  test.each([
    ['input', fireEvent.input],
    ['change', fireEvent.change],
  ])('F82: a value with only "%s" is heard, once', (_, send) => {
    const { field, onValueChange } = showAmount({ value: 500 });
    send(field, { target: { value: '20.00' } });
    expect(field).toHaveValue('20.00');
    expect(onValueChange).toHaveBeenCalledExactlyOnceWith(2000, { text: '20.00', error: undefined });
  });

  test('F82: one without any event is heard when the field is left, and stays on the screen', () => {
    const { field, onValueChange } = showAmount({ value: 500 });
    act(() => field.focus());
    put(field, '30');
    act(() => field.blur());
    expect(onValueChange).toHaveBeenCalledExactlyOnceWith(3000, { text: '30', error: undefined });
    expect(parseFloat(field.value)).toBe(30);
  });

  test('F82: one that is no amount is complained about when the field is left', () => {
    const { field, onValueChange } = showAmount({ value: 500 });
    act(() => field.focus());
    put(field, 'thirty');
    act(() => field.blur());
    expect(onValueChange).toHaveBeenCalledExactlyOnceWith(null, { text: 'thirty', error: 'invalid-char' });
    expect(field).toBeInvalid();
  });

  test('leaving a field that was not changed tells nothing', async () => {
    const { field, user, onValueChange } = showAmount({ value: 500 });
    await user.click(field);
    await user.tab();
    expect(field).toHaveValue('5.00');
    expect(onValueChange).not.toHaveBeenCalled();
  });
});

describe('leaving', () => {
  test('only the window neither writes the amount anew nor complains', async () => {
    const { field, user } = showAmount();
    await user.type(field, '1,234.5');
    fireEvent.blur(field); // it is still the page's active element
    expect(field).toHaveValue('1,234.5');
    await user.type(field, '67');
    fireEvent.blur(field);
    expect(field).toBeValid();
    await user.tab();
    expect(field).toBeInvalid();
  });

  test('with something that is no amount keeps it as it was typed', async () => {
    const { field, user } = showAmount();
    await user.type(field, '1,23');
    await user.tab();
    expect(field).toHaveValue('1,23');
    expect(field).toHaveAccessibleDescription(
      /A separator is in the wrong place\. Write it like \$1,234\.56/,
    );
  });

  test('a mistake that goes on is complained about until it is mended', async () => {
    const { field, user } = showAmount();
    await user.type(field, '12.345');
    await user.tab();
    await user.type(field, '6');
    expect(field).toBeInvalid();
    await user.keyboard('{Backspace}{Backspace}');
    expect(field).toBeValid();
  });

  test('after a mistake was mended, the next one may be typed in peace', async () => {
    const { field, user } = showAmount();
    await user.type(field, '12.345');
    await user.tab();
    expect(field).toBeInvalid();
    await user.type(field, '{Backspace}', { initialSelectionStart: 6 });
    await user.type(field, '9', { initialSelectionStart: 5 });
    expect(field).toHaveValue('12.349');
    expect(field).toBeValid();
    await user.tab();
    expect(field).toBeInvalid();
  });
});

describe('in another locale or currency', () => {
  test('F82: an amount is written anew, and the host is told of no change', () => {
    const { field, move, onValueChange } = showAmount({ value: 123_450 });
    move({ locale: 'de-DE' });
    expect(field).toHaveValue('1234,50');
    move({ locale: 'ar-EG' });
    expect(field).toHaveValue('١٢٣٤٫٥٠');
    move({ locale: 'ar-EG', currency: 'KWD' });
    expect(field).toHaveValue('١٢٣٫٤٥٠'); // the same integer counts something else
    expect(onValueChange).not.toHaveBeenCalled();
  });

  test('F82: a text that was no amount goes, and the host hears of it once', async () => {
    const { field, user, move, onValueChange } = showAmount();
    await user.type(field, '1,23');
    onValueChange.mockClear();
    move({ locale: 'de-DE' }); // where it would be 1.23
    expect(field).toHaveValue('');
    await waitFor(() => expect(onValueChange).toHaveBeenCalled());
    expect(onValueChange).toHaveBeenCalledExactlyOnceWith(null, { text: '', error: 'empty' });
    await user.type(field, '1.23x');
    onValueChange.mockClear();
    move({ locale: 'en-US' });
    await waitFor(() =>
      expect(onValueChange).toHaveBeenCalledExactlyOnceWith(null, { text: '', error: 'empty' }),
    );
  });

  test('F82: an empty field stays empty in silence', async () => {
    const { field, user, move, onValueChange } = showAmount();
    move({ locale: 'de-DE' });
    await user.type(field, ' ');
    onValueChange.mockClear();
    move({ locale: 'fr-FR' });
    await act(async () => undefined);
    expect(onValueChange).not.toHaveBeenCalled();
  });

  test('F82: the caret stays beside its digit, and what is selected selected', async () => {
    const { field, user, move } = showAmount();
    await user.type(field, '1,234.5');
    field.setSelectionRange(3, 6);
    fireEvent.select(field);
    move({ locale: 'de-DE' });
    expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['1234,50', 2, 5]);
  });

  test('a field that is not being edited does not draw the caret to it', async () => {
    const { field, user, move } = showAmount();
    await user.type(field, '1,234.5');
    await user.tab();
    const draw = vi.spyOn(field, 'setSelectionRange');
    move({ locale: 'de-DE' });
    expect(field).toHaveValue('1234,50');
    expect(draw).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Set' })).toHaveFocus();
  });

  test('typing alone moves no caret', async () => {
    const { field, user } = showAmount();
    await user.click(field);
    const draw = vi.spyOn(field, 'setSelectionRange');
    fireEvent.input(field, { target: { value: '12' } });
    fireEvent.input(field, { target: { value: '12.5' } });
    expect(draw).not.toHaveBeenCalled();
  });
});
