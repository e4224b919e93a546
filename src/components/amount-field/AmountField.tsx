'use client';
import {
  createContext,
  type CSSProperties,
  forwardRef,
  memo,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useStableObject } from '../../hooks/useStableObject.ts';
import type { AmountFieldLabels } from '../../words/words.ts';
import { Icon } from '../kit/Icon.tsx';
import { errorContent } from '../kit/fields.tsx';
import { Part, type PartProps, usePartContext, partsOf } from '../kit/part.tsx';
import { useMoney } from '../kit/useMoney.ts';
import { type AmountEntry, type AmountLayout, typeInto } from './amountTyping.ts';
import { useAmountField, type UseAmountFieldOptions, type UseAmountFieldResult } from './useAmountField.ts';

type Shared = Omit<UseAmountFieldResult, 'inputProps'>;

/** What the parts of an amount field share, except the input's props, which change at each key press. */
const AmountFieldContext = /*#__PURE__*/ createContext<Shared | null>(null);
const AmountInputContext = /*#__PURE__*/ createContext<UseAmountFieldResult['inputProps'] | null>(null);

const rootName = 'AmountField.Root';
const useShared = () => usePartContext(AmountFieldContext, rootName);
const useInputProps = () => usePartContext(AmountInputContext, rootName);

/** The amount field that a part belongs to. Throws outside of an `AmountField.Root`. */
export function useAmountFieldContext(): UseAmountFieldResult {
  return { ...useShared(), inputProps: useInputProps() };
}

export interface AmountFieldState {
  invalid: boolean;
  disabled: boolean;
  readonly: boolean;
  /** False for the layout `field`, which has no `data-layout`. */
  layout: Exclude<AmountLayout, 'field'> | false;
}

const stateOf = ({ error, disabled, readOnly, layout }: Shared): AmountFieldState => ({
  invalid: Boolean(error),
  disabled,
  readonly: readOnly,
  layout: layout !== 'field' && layout,
});

const definePart = /*#__PURE__*/ partsOf(useShared, stateOf);

export interface AmountFieldControlState {
  /** Whether the currency's sign is before or after the number. */
  sign: 'before' | 'after';
  /** Whether the amount is so long that it is drawn in smaller digits. */
  long: boolean;
}

const maxLargeDigits = 8;

/** The frame around the currency and the input. */
export const AmountFieldControl = /*#__PURE__*/ definePart('div', function AmountFieldControl(field) {
  const { sign, layout } = field;
  const long = String(useInputProps().value).length > maxLargeDigits && layout !== 'field';
  return { className: 'tillkit-input-group', state: { sign: sign.position, long } };
});

/** The currency's sign. Assistive technology reads the currency's code instead. */
export const AmountFieldCurrency = /*#__PURE__*/ definePart('span', function AmountFieldCurrency({ sign }) {
  return {
    className: 'tillkit-amount-field-currency',
    'aria-hidden': true,
    children: <bdi>{sign.text}</bdi>,
  };
});

/** The error sentence of the amount. */
export const AmountFieldError = /*#__PURE__*/ definePart('p', function AmountFieldError({ errorId, error }) {
  return error ? { className: 'tillkit-error', id: errorId, children: errorContent(error) } : undefined;
});

/** A hint under the field. */
export const AmountFieldHint = /*#__PURE__*/ definePart('p', function AmountFieldHint({ hintId, hint }) {
  return hint ? { className: 'tillkit-hint', id: hintId, children: hint } : undefined;
});

/** The input of the amount. */
export const AmountFieldInput = /*#__PURE__*/ definePart('input', function AmountFieldInput() {
  const props = useInputProps();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Text typed before React hydrated the page is unknown to React, which would empty the input.
    if (input.current && input.current.value !== props.value)
      input.current.dispatchEvent(new InputEvent('input', { bubbles: true }));
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, []);
  return {
    ...props,
    ref: input,
    type: 'text',
    autoComplete: 'off',
    className: 'tillkit-input tillkit-amount-field-input',
  };
});

interface KeysProps {
  inputId: string;
  entry: AmountEntry;
  labels: AmountFieldLabels;
}

const keepFocus = (event: MouseEvent) => event.preventDefault();

/** Finds the element with this id in the document or shadow root that contains `element`. */
const inRootOf = (element: Element, id: string) =>
  (element.getRootNode() as Document | ShadowRoot).getElementById(id);

type KeyPointer = PointerEvent<HTMLElement>;

/**
 * The handlers of a keypad, for several fingers at once: the browser then clicks none of the keys, so the handlers
 * click them in the order of the presses. A press that becomes a scroll or a zoom clicks nothing.
 */
function createFingers() {
  const down = new Map<number, HTMLElement>();
  let areSeveral = false;
  return {
    /** Whether to ignore a click of the browser, because these handlers have already clicked the key. */
    wasClicked: ({ detail }: MouseEvent) => areSeveral && detail > 0,
    handlers: {
      onPointerDown({ pointerId, isPrimary, currentTarget }: KeyPointer) {
        areSeveral = !isPrimary;
        if (isPrimary) down.clear();
        down.set(pointerId, currentTarget);
      },
      onPointerUp({ pointerId }: KeyPointer) {
        // Clicks the keys pressed before this key, then this key. If only one finger presses, the browser clicks.
        for (const [id, key] of areSeveral ? down : []) {
          if (!down.has(pointerId)) break;
          down.delete(id);
          key.click();
        }
      },
      onPointerCancel: ({ pointerId }: KeyPointer) => void down.delete(pointerId),
    },
  };
}

const Keys = /*#__PURE__*/ memo(function Keys({ inputId, entry, labels }: KeysProps) {
  const [fingers] = useState(createFingers);
  const { locale, digits: decimals, parts } = useMoney();
  const numbers = new Intl.NumberFormat(locale, { useGrouping: false });
  const keyOf = (digit: number) => numbers.format(digit);
  const separator = parts(0).find(({ type }) => type === 'decimal')?.value ?? '';
  const isWritten = entry === 'decimal' && decimals > 0;
  const keys: [text: string | null, label?: string][] = [
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit): [string] => [keyOf(digit)]),
    isWritten ? [separator, labels.decimalKey] : [keyOf(0) + keyOf(0)],
    [keyOf(0)],
    [null, labels.deleteKey],
  ];
  return keys.map(([text, label]) => (
    // A person with a keyboard types into the input itself, so the Tab key skips these buttons.
    <button
      key={text}
      type="button"
      className="tillkit-keypad-key"
      tabIndex={-1}
      aria-label={label}
      onMouseDown={keepFocus}
      {...fingers.handlers}
      onClick={(event) => fingers.wasClicked(event) || typeInto(inRootOf(event.currentTarget, inputId), text)}
    >
      {text ?? <Icon name="backspace" />}
    </button>
  ));
});

/** The props of an element that shows a keypad. The keys type into the input with the id `inputId`. */
export function keypadOf(props: KeysProps) {
  return {
    className: 'tillkit-keypad',
    role: 'group',
    'aria-label': props.labels.keypad,
    children: <Keys {...props} />,
  };
}

/** A keypad for the amount, in telephone order; only with `layout="keypad"`. */
export const AmountFieldKeypad = /*#__PURE__*/ definePart('div', function AmountFieldKeypad(field) {
  const { id, entry, labels, layout, disabled, readOnly } = field;
  if (layout !== 'keypad' || disabled || readOnly) return undefined;
  return keypadOf({ inputId: id, entry, labels });
});

/** The label of the input. */
export const AmountFieldLabel = /*#__PURE__*/ definePart('label', function AmountFieldLabel({ id, label }) {
  return { className: 'tillkit-label', htmlFor: id, id: `${id}-label`, children: label };
});

export interface AmountFieldRootProps
  extends
    UseAmountFieldOptions,
    Omit<PartProps<'div', AmountFieldState>, keyof UseAmountFieldOptions | 'onChange' | 'defaultValue'> {}

/** Provides an amount to the parts inside. The input gets the `id` that the host sets here. */
export const AmountFieldRoot = /*#__PURE__*/ forwardRef<HTMLDivElement, AmountFieldRootProps>(
  function AmountFieldRoot(props, ref) {
    const { value, onValueChange, label, hint, error, showError, min, max, required, ...rest } = props;
    const { disabled, readOnly, entry, layout, id, name, labels, children, ...given } = rest;
    const { inputProps, ...field } = useAmountField(props);
    const shared = useStableObject(field);
    const own = {
      className: 'tillkit-amount-field tillkit-field',
      'data-tillkit': 'amount-field',
      children: (
        <>
          {children}
          <span className="tillkit-visually-hidden" id={field.currencyId}>
            {field.currency}
          </span>
        </>
      ),
    };
    return (
      <AmountFieldContext.Provider value={shared}>
        <AmountInputContext.Provider value={inputProps}>
          <Part as="div" ref={ref} own={own} given={given} state={stateOf(field)} />
        </AmountInputContext.Provider>
      </AmountFieldContext.Provider>
    );
  },
);

export interface AmountFieldProps extends UseAmountFieldOptions {
  className?: string | undefined;
  style?: CSSProperties | undefined;
}

/**
 * Money input in the provider's locale. The ref is the input.
 *
 * @example
 * <AmountField value={cents} onValueChange={setCents} />
 */
export const AmountField = /*#__PURE__*/ forwardRef<HTMLInputElement, AmountFieldProps>(
  function AmountField(props, ref) {
    return (
      <AmountFieldRoot {...props}>
        <AmountFieldLabel />
        <AmountFieldControl>
          <AmountFieldCurrency />
          <AmountFieldInput ref={ref} />
        </AmountFieldControl>
        <AmountFieldHint />
        <AmountFieldError />
        <AmountFieldKeypad />
      </AmountFieldRoot>
    );
  },
);
