import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import * as fc from 'fast-check';
import { type FormEvent, useState } from 'react';
import { AmountField, type AmountFieldProps, PaymentsProvider } from 'tillkit';
import { createPaymentsClient, defineService } from 'tillkit/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cdp, userEvent } from 'vitest/browser';
import { runs } from '../../runs.ts';
import { createHarness } from '../../harness.tsx';

interface Till {
  locale?: string;
  currency?: string;
  value?: number | null;
  layout?: AmountFieldProps['layout'];
}

/** The field in a form, beside a plain input that does with the same keys what the browser does. */
function show({ locale = 'en-US', currency = 'USD', value: initial = null, layout }: Till = {}) {
  const client = createPaymentsClient({
    baseUrl: 'http://localhost:4010',
    service: defineService({ amountScale: 'iso' }),
  });
  const { operations } = createHarness();
  const onValueChange = vi.fn<AmountFieldProps['onValueChange']>();
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault());
  function Host({ tag }: { tag: string }) {
    const [value, setValue] = useState(initial);
    return (
      <PaymentsProvider client={client} operations={operations} currency={currency} locale={tag}>
        <form onSubmit={onSubmit}>
          <AmountField
            value={value}
            layout={layout}
            onValueChange={(cents, details) => {
              setValue(cents);
              onValueChange(cents, details);
            }}
          />
          <input aria-label="Plain" />
          <button type="submit">Send</button>
        </form>
      </PaymentsProvider>
    );
  }
  const { rerender } = render(<Host tag={locale} />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
  const plain = screen.getByRole<HTMLInputElement>('textbox', { name: 'Plain' });
  const speak = (tag: string) => rerender(<Host tag={tag} />);
  return { field, plain, onValueChange, onSubmit, speak };
}

const stateOf = ({ value, selectionStart, selectionEnd }: HTMLInputElement) => ({
  value,
  selectionStart,
  selectionEnd,
});

/** Puts the caret somewhere and presses real keys. */
async function edit(input: HTMLInputElement, caret: number, keys: string) {
  input.focus();
  input.setSelectionRange(caret, caret);
  await userEvent.keyboard(keys);
}

describe('the caret', () => {
  test.each([
    { locale: 'en-US', currency: 'USD', text: '1234.50', keys: ['7', '.', '{Backspace}', '{Delete}', 'x'] },
    { locale: 'de-DE', currency: 'EUR', text: '1234,50', keys: ['7', ',', '{Backspace}', '{Delete}', '.'] },
    { locale: 'fr-FR', currency: 'EUR', text: '1234,50', keys: ['7', ' ', '{Backspace}', '{Delete}', ','] },
    { locale: 'ar-EG', currency: 'EGP', text: '١٢٣٤٫٥٠', keys: ['٧', '٫', '{Backspace}', '{Delete}', '7'] },
    { locale: 'hi-IN-u-nu-deva', currency: 'INR', text: '१२३४.५०', keys: ['७', '{Backspace}', '{Delete}'] },
    { locale: 'ja-JP', currency: 'JPY', text: '1234', keys: ['7', '{Backspace}', '{Delete}', '.'] },
    { locale: 'ar-KW', currency: 'KWD', text: '١٢٫٣٤٥', keys: ['٧', '{Backspace}', '{Delete}'] },
  ])(
    'F82: never jumps while one types in the middle ($locale, $currency)',
    async ({ text, keys, ...till }) => {
      const { field, plain } = show(till);
      const steps = fc.array(
        fc.record({ caret: fc.nat(text.length), key: fc.constantFrom(...keys), again: fc.boolean() }),
        { minLength: 1, maxLength: 5 },
      );
      await fc.assert(
        fc.asyncProperty(steps, async (edits) => {
          // One after the other: leaving the field would write its amount anew.
          const trace = async (input: HTMLInputElement) => {
            fireEvent.input(input, { target: { value: text } });
            const states = [];
            for (const { caret, key, again } of edits) {
              await edit(input, Math.min(caret, input.value.length), again ? key + key : key);
              states.push(stateOf(input));
            }
            return states;
          };
          const expected = await trace(plain);
          expect(await trace(field)).toEqual(expected);
        }),
        { numRuns: runs(2, 30) },
      );
    },
  );

  test('F82: stays beside its digit when the locale changes in mid-edit, and the cents stay', async () => {
    const { field, speak, onValueChange } = show();
    await userEvent.click(field);
    await userEvent.keyboard('1,234.5{ArrowLeft}{ArrowLeft}');
    onValueChange.mockClear();
    speak('de-DE');
    expect(stateOf(field)).toEqual({ value: '1234,50', selectionStart: 4, selectionEnd: 4 });
    await userEvent.keyboard('9');
    expect(onValueChange).toHaveBeenLastCalledWith(1_234_950, { text: '12349,50', error: undefined });
    speak('ar-EG');
    expect(stateOf(field)).toEqual({ value: '١٢٣٤٩٫٥٠', selectionStart: 5, selectionEnd: 5 });
    expect(onValueChange).toHaveBeenCalledOnce();
  });

  test('F82: a text that was no amount is not read in another locale: it goes, and the host hears of it', async () => {
    const { field, speak, onValueChange } = show();
    await userEvent.click(field);
    await userEvent.keyboard('1,23');
    expect(onValueChange).toHaveBeenLastCalledWith(null, { text: '1,23', error: 'bad-grouping' });
    speak('de-DE'); // where it would be 1.23
    expect(field).toHaveValue('');
    await waitFor(() => expect(onValueChange).toHaveBeenLastCalledWith(null, { text: '', error: 'empty' }));
  });
});

describe('composition', () => {
  const compose = (text: string) =>
    act(() =>
      cdp().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length }),
    );
  const commit = (text: string) => act(() => cdp().send('Input.insertText', { text }));

  test('F82: what an input method composes is read as it stands and never written over', async () => {
    const { field, onValueChange, onSubmit } = show({ locale: 'ja-JP', currency: 'JPY' });
    await userEvent.click(field);
    await compose('１');
    await compose('１２');
    expect(field).toHaveValue('１２');
    expect(onValueChange).toHaveBeenLastCalledWith(12, { text: '１２', error: undefined });
    await commit('１２５０');
    expect(field).toHaveValue('１２５０');
    expect(onValueChange).toHaveBeenLastCalledWith(1250, { text: '１２５０', error: undefined });
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('F82: nothing is complained about, and no other locale written, until it is composed', async () => {
    const { field, speak } = show({ locale: 'ja-JP', currency: 'JPY', value: 500 });
    await edit(field, 3, 'x');
    await userEvent.click(screen.getByRole('textbox', { name: 'Plain' }));
    expect(field).toBeInvalid();
    await userEvent.click(field);
    await userEvent.keyboard('{Control>}a{/Control}');
    await compose('いち');
    expect(field).toBeValid();
    speak('ar-EG-u-nu-arab');
    expect(field).toHaveValue('いち');
    await commit('１２');
    await waitFor(() => expect(field).toHaveValue('١٢'));
  });

  test('F82: Enter that only confirms it submits nothing, in Safari neither', async () => {
    const { field, onSubmit } = show({ value: 1250 });
    field.focus();
    // Safari: the composition is over, and the key's code alone says what it was for.
    expect(fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })).toBe(false);
    expect(fireEvent.keyDown(field, { key: 'Enter', isComposing: true })).toBe(false);
    expect(onSubmit).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    expect(onSubmit).toHaveBeenCalledOnce();
  });
});

describe('what is not typed', () => {
  /** Through the real clipboard. */
  async function paste(text: string, input: HTMLInputElement) {
    const area = document.createElement('textarea');
    document.body.append(area);
    area.value = text;
    area.select();
    await userEvent.copy();
    area.remove();
    input.focus();
    input.select();
    await userEvent.paste();
  }

  test.each([
    { text: '$1,234.50', cents: 123_450 },
    { text: ' 1234.50\n', cents: 123_450 },
    { text: '12,34,567.89', locale: 'en-IN', currency: 'INR', cents: null },
    { text: '1,23,456.78', locale: 'en-IN', currency: 'INR', cents: 12_345_678 },
    { text: '1\u202f234,56', locale: 'fr-FR', currency: 'EUR', cents: 123_456 },
    { text: '1 234,56', locale: 'fr-FR', currency: 'EUR', cents: 123_456 },
    { text: '1\u00a0234,56 €', locale: 'fr-FR', currency: 'EUR', cents: 123_456 },
    { text: "1'234.50", locale: 'de-CH', currency: 'CHF', cents: 123_450 },
    { text: '1’234.50', locale: 'de-CH', currency: 'CHF', cents: 123_450 },
    { text: '12 34', cents: null },
    { text: '1.234,56', cents: null },
    { text: '\u200f١٢٫٣٤\u200f', locale: 'ar-EG', currency: 'EGP', cents: 1234 },
    { text: '12\n34', cents: null },
    { text: '12\r\n345', locale: 'fr-FR', currency: 'EUR', cents: null },
    { text: '12\t34', cents: null },
  ])('F82: "$text" pasted is $cents, or refused ($locale)', async ({ text, cents, ...till }) => {
    const { field, onValueChange } = show(till);
    await paste(text, field);
    expect(onValueChange).toHaveBeenLastCalledWith(cents, {
      text: field.value,
      error: cents === null ? expect.any(String) : undefined,
    });
  });

  test('F82: two lines dropped are not joined into one number', () => {
    const { field, onValueChange } = show();
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', '12\n34');
    const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
    act(() => void field.dispatchEvent(drop));
    expect(drop.defaultPrevented).toBe(true);
    expect(onValueChange).toHaveBeenLastCalledWith(null, { text: '12; 34', error: 'invalid-char' });
  });

  test('F82: the wheel over the field changes nothing and scrolls the page', async () => {
    const { field, onValueChange } = show({ value: 1250 });
    const long = document.createElement('div');
    long.style.blockSize = '5000px';
    document.body.append(long);
    field.focus();
    await userEvent.wheel(field, { delta: { y: 200 } });
    await waitFor(() => expect(window.scrollY).toBeGreaterThan(0));
    long.remove();
    expect(field).toHaveValue('12.50');
    expect(onValueChange).not.toHaveBeenCalled();
  });

  test('F82: a value that a program fills in is heard, whichever event it sends', () => {
    const { field, onValueChange } = show({ value: 1250 });
    const fill = (value: string, event?: Event) => {
      act(() => {
        field.value = value; // past React: its onChange stays silent
        if (event) field.dispatchEvent(event);
      });
    };
    fill('20.00', new InputEvent('input', { bubbles: true }));
    expect(onValueChange).toHaveBeenLastCalledWith(2000, { text: '20.00', error: undefined });
    field.focus();
    fill('30.00');
    act(() => field.blur());
    expect(onValueChange).toHaveBeenLastCalledWith(3000, { text: '30.00', error: undefined });
    expect(field).toHaveValue('30.00');
  });
});

describe('the keypad under fingers', () => {
  const touch = (enabled: boolean) =>
    cdp().send('Emulation.setTouchEmulationEnabled', { enabled, maxTouchPoints: 5 });
  const key = (name: string) => screen.getByRole('button', { name });

  /** Puts fingers down on keys (`1+`), moves them to the next key (`1>`) and lifts them (`1-`). */
  async function finger(steps: string) {
    const frame = window.frameElement!.getBoundingClientRect();
    const scale = frame.width / window.innerWidth;
    for (const [name = '', step = ''] of steps.split(' ')) {
      const type = ({ '+': 'touchStart', '>': 'touchMove', '-': 'touchEnd' } as const)[step]!;
      const { left, top, width, height } = key(name).getBoundingClientRect();
      const x = frame.left + scale * (left + width * (step === '>' ? 1.5 : 0.5));
      const touchPoints = [{ x, y: frame.top + scale * (top + height / 2), id: Number(name) }];
      await act(() => cdp().send('Input.dispatchTouchEvent', { type, touchPoints }));
    }
    // What a browser makes of the touches comes after them.
    await act(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  }

  beforeEach(() => touch(true));
  afterEach(() => touch(false));

  test.each([
    ['1+ 1- 2+ 2-', '12'],
    ['1+ 2+ 1- 2-', '12'],
    ['1+ 2+ 2- 1-', '12'],
    ['1+ 2+ 3+ 2- 3- 1-', '123'],
    ['1+ 2+ 1- 3+ 2- 3- 4+ 4-', '1,234'],
    ['1+ 2+ 3+ 1- 2- 3- 1+ 1-', '1,231'],
    ['1+ 2+ 1- 2- 2+ 2- 2+ 2-', '1,222'],
  ])('takes each press once, in the order they were pressed: %s', async (steps, text) => {
    const { field } = show({ layout: 'keypad' });
    await finger(steps);
    expect(field).toHaveValue(text);
  });

  test('takes no press of fingers that zoom the page', async () => {
    const { field } = show({ layout: 'keypad' });
    await finger('1+ 2+ 1> 1- 2-');
    expect(field).toHaveValue('');
  });

  test('takes a press once if the browser makes a click of it nevertheless', async () => {
    const { field } = show({ layout: 'keypad' });
    await finger('1+ 2+ 1- 2-');
    fireEvent.click(key('2'), { detail: 1 });
    expect(field).toHaveValue('12');
    await userEvent.click(key('2'));
    expect(field).toHaveValue('122');
  });
});
