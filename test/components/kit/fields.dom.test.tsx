import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import {
  CheckField,
  type CheckFieldProps,
  SelectField,
  TextField,
  type TextFieldProps,
} from '../../../src/components/kit/fields.tsx';

const user = userEvent.setup({ delay: null });

function Text({ onValueChange, ...props }: Partial<TextFieldProps>) {
  const [value, setValue] = useState(props.value ?? '');
  return (
    <TextField
      label="Order"
      {...props}
      value={value}
      onValueChange={(next) => {
        setValue(next);
        onValueChange?.(next);
      }}
    />
  );
}
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Order' });

describe('a line of text', () => {
  test('is named by its label and told as text', async () => {
    const onValueChange = vi.fn<(value: string) => void>();
    render(<Text onValueChange={onValueChange} />);
    await user.click(screen.getByText('Order'));
    expect(input()).toHaveFocus();
    await user.keyboard('A7');
    expect(onValueChange.mock.calls).toEqual([['A'], ['A7']]);
  });

  test.each([
    [{}, ''],
    [{ hint: 'As on the slip.' }, 'As on the slip.'],
    [{ error: 'Enter one.' }, 'Enter one.'],
    [{ hint: 'As on the slip.', error: 'Enter one.' }, 'As on the slip. Enter one.'],
  ])('is described by what stands under it: %j', (props, description) => {
    render(<Text {...props} />);
    if (description) expect(input()).toHaveAccessibleDescription(description);
    else expect(input()).not.toHaveAttribute('aria-describedby');
    const isWrong = 'error' in props;
    expect(input().getAttribute('aria-invalid')).toBe(isWrong ? 'true' : null);
    const field = input().closest('.tillkit-field');
    expect(field?.getAttribute('data-invalid')).toBe(isWrong ? '' : null);
  });

  test.each([
    ['', {}, null],
    ['طلب', {}, 'auto'],
    ['12', { inputMode: 'numeric' as const }, null],
    ['https://pay.test', { type: 'url' }, null],
    ['x', { dir: 'ltr' }, 'ltr'],
  ])('with %j and %j has the direction %s', (value, props, direction) => {
    render(<Text value={value} {...props} />);
    expect(screen.getByLabelText('Order').getAttribute('dir')).toBe(direction);
  });

  test("takes the host's id, class, ref and attributes", () => {
    const ref = createRef<HTMLInputElement>();
    render(
      <TextField
        ref={ref}
        id="order"
        className="mine"
        maxLength={5}
        label="Order"
        value=""
        onValueChange={() => undefined}
      />,
    );
    expect(ref.current).toBe(input());
    expect(input()).toHaveAttribute('id', 'order');
    expect(input()).toHaveAttribute('maxlength', '5');
    expect(input().closest('.tillkit-field')).toHaveClass('mine');
  });

  test('two of them have their own sentences', () => {
    render(
      <>
        <Text hint="First." />
        <Text label="Table" hint="Second." />
      </>,
    );
    expect(input()).toHaveAccessibleDescription('First.');
    expect(screen.getByRole('textbox', { name: 'Table' })).toHaveAccessibleDescription('Second.');
  });
});

describe('Enter', () => {
  const press = (init: object) => {
    const event = createEvent.keyDown(input(), { key: 'Enter', ...init });
    fireEvent(input(), event);
    return event.defaultPrevented;
  };

  test.each([
    ['submits', {}, false],
    ['only confirms what an input method composes', { isComposing: true }, true],
    ['only confirms what Safari has just composed', { keyCode: 229 }, true],
  ])('%s', (_, init, isPrevented) => {
    render(<Text />);
    expect(press(init)).toBe(isPrevented);
  });

  test('is the only such key', () => {
    render(<Text />);
    const event = createEvent.keyDown(input(), { key: 'a', isComposing: true, keyCode: 229 });
    fireEvent(input(), event);
    expect(event.defaultPrevented).toBe(false);
  });

  test('is told to the host all the same', () => {
    const onKeyDown = vi.fn<(event: { key: string }) => void>();
    render(<Text onKeyDown={onKeyDown} />);
    press({ isComposing: true });
    expect(onKeyDown).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ key: 'Enter' }));
  });
});

describe('a choice', () => {
  const choices = [
    { value: 'a', label: 'First' },
    { value: 'b', label: 'Second' },
  ];
  test('can be made and taken back, and says what is wrong with it', async () => {
    const onValueChange = vi.fn<(value: string) => void>();
    const ref = createRef<HTMLSelectElement>();
    render(
      <SelectField
        ref={ref}
        label="Drawer"
        hint="Where it is counted."
        error="Choose one."
        placeholder="Choose…"
        choices={choices}
        value="a"
        required
        onValueChange={onValueChange}
      />,
    );
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Drawer' });
    expect(ref.current).toBe(select);
    expect(select).toBeRequired();
    expect(select).toBeInvalid();
    expect(select).toHaveAccessibleDescription('Where it is counted. Choose one.');
    expect(Array.from(select.options, ({ value, text }) => `${value}: ${text}`)).toEqual([
      ': Choose…',
      'a: First',
      'b: Second',
    ]);
    await user.selectOptions(select, 'Second');
    expect(onValueChange).toHaveBeenLastCalledWith('b');
    expect(select).toHaveValue('a');
    await user.selectOptions(select, 'Choose…');
    expect(onValueChange).toHaveBeenLastCalledWith('');
  });
});

describe('a checkbox', () => {
  const show = (props: Partial<CheckFieldProps> = {}) => {
    const onCheckedChange = vi.fn<(isChecked: boolean) => void>();
    const ref = createRef<HTMLInputElement>();
    render(
      <CheckField ref={ref} label="Receipt" checked={false} onCheckedChange={onCheckedChange} {...props} />,
    );
    const box = screen.getByRole('checkbox', { name: 'Receipt' });
    expect(ref.current).toBe(box);
    return { box, onCheckedChange };
  };

  test('tells what it becomes, by its label too', async () => {
    const { box, onCheckedChange } = show();
    await user.click(screen.getByText('Receipt'));
    expect(onCheckedChange).toHaveBeenCalledExactlyOnceWith(true);
    expect(box).not.toBeChecked();
    expect(box).not.toBeInvalid();
    expect(box).not.toHaveAttribute('aria-describedby');
  });

  test('that is ticked tells that it is not any more', async () => {
    const { box, onCheckedChange } = show({ checked: true });
    expect(box).toBeChecked();
    await user.click(box);
    expect(onCheckedChange).toHaveBeenCalledExactlyOnceWith(false);
  });

  test.each([
    [{ hint: 'By mail.' }, 'By mail.'],
    [{ error: 'Tick it.' }, 'Tick it.'],
    [{ hint: 'By mail.', error: 'Tick it.' }, 'By mail. Tick it.'],
  ])('is described by what stands under it: %j', (props, description) => {
    const { box } = show(props);
    expect(box).toHaveAccessibleDescription(description);
    const isWrong = 'error' in props;
    expect(box.getAttribute('aria-invalid')).toBe(isWrong ? 'true' : null);
    const field = box.closest('.tillkit-check-field');
    expect(field?.getAttribute('data-invalid')).toBe(isWrong ? '' : null);
  });

  test('can be switched off, named and required', async () => {
    const { box, onCheckedChange } = show({
      disabled: true,
      name: 'receipt',
      required: true,
      className: 'mine',
    });
    await user.click(screen.getByText('Receipt'));
    expect(onCheckedChange).not.toHaveBeenCalled();
    expect(box).toBeDisabled();
    expect(box).toBeRequired();
    expect(box).toHaveAttribute('name', 'receipt');
    expect(box.closest('label')).toHaveAttribute('data-disabled', '');
    expect(box.closest('.tillkit-check-field')).toHaveClass('mine');
  });
});
