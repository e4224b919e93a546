'use client';
import {
  type ClipboardEvent,
  type ComponentPropsWithoutRef,
  type DragEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { runHostCallback } from '../../core/errors.ts';
import { formatCentsPlain } from '../../core/money/formatCents.ts';
import { parseCents } from '../../core/money/parseCents.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { amountField, type AmountProblem } from '../../words/en.ts';
import { countIn } from '../../words/plural.ts';
import type { AmountFieldLabels } from '../../words/words.ts';
import { confirmsComposition } from '../kit/fields.tsx';
import { type Money, useMoney } from '../kit/useMoney.ts';
import {
  type AmountEntry,
  type AmountLayout,
  asciiDigits,
  caretBeside,
  caretFromEnd,
  centsFirst,
  type Change,
  isKeyed,
  regroup,
} from './amountTyping.ts';

function sentenceOf(
  problem: AmountProblem,
  labels: AmountFieldLabels,
  { money, min, max }: AmountLimits,
): string {
  switch (problem) {
    case 'empty':
      return labels.empty;
    case 'invalid-char':
      return labels.invalidCharacter;
    case 'mixed-digits':
      return labels.mixedDigits;
    case 'bad-grouping':
      return labels.badGrouping({ example: money.format(123_456) });
    case 'too-many-decimals':
      return labels.tooManyDecimals({ digits: countIn(money.locale)(money.digits) });
    case 'negative':
      return labels.negative;
    case 'too-small':
      return labels.tooSmall({ min: money.format(min) });
    case 'too-large':
      return labels.tooLarge({ max: money.format(max) });
    case 'currency-mismatch':
      return labels.currencyMismatch({ currency: money.currency });
    case 'inexact':
      return labels.inexact;
  }
}

/**
 * Joins several pasted lines by semicolons, so that they are not read as one amount. The browser would paste the cells
 * 12 and 34 of a table as 1234. Undefined for a single line.
 */
export function pastedLines(text: string): string | undefined {
  const lines = text.trim().split(/[\r\n]+/);
  return lines.length > 1 ? lines.map((line) => line.trim()).join('; ') : undefined;
}

interface AmountLimits {
  money: Money;
  min: number;
  max: number;
}

interface AmountReading {
  cents: number | null;
  error: AmountProblem | undefined;
}

/**
 * The text of an amount field whose host has the `value` in cents. While a person edits it, only grouping and
 * cents-first typing change the text. It is written anew from the cents if the host changes the cents, if the format
 * changes and when the person leaves the field (`settle`), but never during a composition.
 */
function useAmountText(
  value: number | null,
  { money, min, max, entry, layout }: AmountLimits & { entry: AmountEntry; layout: AmountLayout },
) {
  const { locale, currency } = money;
  const isCents = entry === 'cents';
  const isGrouped = isCents || layout !== 'field';
  // A value that is not a whole number of cents, such as a product of floats, is not shown.
  const isUnreadable = typeof value === 'number' && !Number.isSafeInteger(value);
  const format = { locale, currency };
  const written = () =>
    value === null || isUnreadable ? '' : formatCentsPlain(value, { ...format, useGrouping: isGrouped });
  const formatKey = `${locale} ${currency}`;
  const [state, setState] = useState(() => ({
    text: written(),
    formatKey,
    value,
    reported: value,
    /** During a composition of an input method: the text when it began, and the text to show when it ends. */
    composed: undefined as { from: string; into: string } | undefined,
    isTyped: false,
    /** How many times a text that was not an amount was dropped because the format changed. */
    lost: 0,
  }));

  let { text } = state;
  const isReformatted = state.formatKey !== formatKey;
  if ((isReformatted || !Object.is(state.value, value)) && !state.composed) {
    const isOwnChange = !isReformatted && value === state.reported;
    if (!isOwnChange) text = written();
    const isTyped = isOwnChange && state.isTyped;
    const lost = state.lost + Number(isReformatted && value === null && state.text.trim() !== '');
    setState({ ...state, text, formatKey, value, reported: value, isTyped, lost });
  }

  const read = (typed: string): AmountReading => {
    const result = parseCents(typed, { locale, currency, min, max });
    if (!result.ok) return { cents: null, error: result.reason };
    if (!money.toAmount(result.cents).ok) return { cents: null, error: 'inexact' };
    return { cents: result.cents, error: undefined };
  };

  /** The text to show after a change. */
  const shaped = (typed: string, change: Change): string => {
    if (!isGrouped) return typed;
    const before = state.composed?.from ?? text;
    // After a text that no person typed, a digit typed at the end starts a new amount, as on a card terminal.
    const data = change.data ?? '';
    const begins = !state.isTyped && asciiDigits(data) !== '' && typed === before + data;
    if (isCents && isKeyed(change)) return centsFirst(begins ? data : typed, format);
    if (!isCents) return begins ? regroup('', data, format, change) : regroup(before, typed, format, change);
    const { cents } = read(typed);
    return cents === null ? typed : formatCentsPlain(cents, { ...format, useGrouping: true });
  };

  return {
    text,
    reading: read(text),
    /** The host's value is not a whole number of cents, and the field is empty. */
    isUnreadable: isUnreadable && text === '',
    isComposing: state.composed !== undefined,
    lost: state.lost,
    isCents,
    /** Stores a changed text. Returns the text to show and what the text reads as: cents or an error. */
    type: (typed: string, change: Change): [text: string, AmountReading] => {
      const next = shaped(typed, change);
      const reading = read(next);
      const composed = state.composed && { ...state.composed, into: next };
      const shown = composed ? typed : next;
      // `isTyped` stays until the composition ends, so that each of its changes replaces the old amount.
      const isTyped = composed ? state.isTyped : true;
      setState((before) => ({ ...before, text: shown, composed, reported: reading.cents, isTyped }));
      return [shown, reading];
    },
    compose: (isComposing: boolean) =>
      setState((before) => {
        if (isComposing) return { ...before, composed: { from: before.text, into: before.text } };
        if (!before.composed) return before;
        const isTyped = before.isTyped || before.text !== before.composed.from;
        return { ...before, composed: undefined, text: before.composed.into, isTyped };
      }),
    settle: () => {
      if (value === null) return;
      const settled = written();
      setState((before) => ({
        ...before,
        text: settled,
        isTyped: before.isTyped && before.text === settled,
      }));
    },
  };
}

/** Keeps the caret beside the same digit when the text is rewritten, for example in another locale. */
function useKeptCaret(text: string, isFromEnd: boolean): (input: HTMLInputElement) => void {
  const held = useRef<{ input: HTMLInputElement; text: string; start: number; end: number }>(undefined);
  useEffect(() => {
    if (!held.current || held.current.text === text) return;
    const { input, text: before, start, end } = held.current;
    if (input.ownerDocument.activeElement !== input) return;
    const beside = isFromEnd ? caretFromEnd : caretBeside;
    input.setSelectionRange(beside(before, start, text), beside(before, end, text));
  }, [text, isFromEnd]);
  return (input) => {
    const { value, selectionStart, selectionEnd } = input;
    held.current = { input, text: value, start: selectionStart ?? 0, end: selectionEnd ?? 0 };
  };
}

/** The input's props: typing, composition, paste, drop and autofill. */
function useAmountInput(
  field: ReturnType<typeof useAmountText>,
  isEditable: boolean,
  /** Called with the changed text, whether a person or a program changed it. */
  take: (typed: string, change?: Change) => void,
  onLeave: () => void,
): ComponentPropsWithoutRef<'input'> {
  const { text, isCents } = field;
  const noteCaret = useKeptCaret(text, isCents);
  const insert = (event: DragEvent | ClipboardEvent, input: HTMLInputElement, data: DataTransfer) => {
    const pasted = data.getData('text/plain').trim();
    const lines = isEditable ? pastedLines(pasted) : undefined;
    const isWhole = isEditable && isCents && lines === undefined && pasted !== '';
    if (lines === undefined && !isWhole) return;
    event.preventDefault();
    // A pasted amount is read as it is written, even if the field is typed cents first.
    if (isWhole) return take(pasted);
    const { value, selectionStart, selectionEnd } = input;
    take(value.slice(0, selectionStart ?? 0) + lines + value.slice(selectionEnd ?? 0));
  };

  return {
    value: text,
    // If a program sets the value, React's onChange is not called for the "input" event, and onInput is not called for
    // the "change" event. So both are used.
    onInput: ({ currentTarget, nativeEvent }) => {
      noteCaret(currentTarget);
      take(currentTarget.value, nativeEvent);
    },
    onChange: ({ currentTarget, nativeEvent }) =>
      nativeEvent.type === 'change' && take(currentTarget.value, nativeEvent),
    onCompositionStart: () => field.compose(true),
    onCompositionEnd: () => field.compose(false),
    onPaste: (event) => insert(event, event.currentTarget, event.clipboardData),
    onDrop: (event) => insert(event, event.currentTarget, event.dataTransfer),
    onSelect: ({ currentTarget }) => noteCaret(currentTarget),
    onKeyDown: (event) => {
      if (confirmsComposition(event)) event.preventDefault();
    },
    onBlur: ({ currentTarget }) => {
      field.compose(false);
      if (currentTarget.value !== text) take(currentTarget.value);
      if (currentTarget.ownerDocument.activeElement === currentTarget) return; // only the window lost focus
      if (currentTarget.value === text) field.settle();
      onLeave();
    },
  };
}

export interface AmountChangeDetails {
  text: string;
  /** Why the text is not an amount; `empty` if there is no text. */
  error: AmountProblem | undefined;
}

export interface UseAmountFieldOptions {
  /** Cents, minor units of the provider's currency; null while there is no valid amount. */
  value: number | null;
  onValueChange: (cents: number | null, details: AmountChangeDetails) => void;
  label?: string | undefined;
  hint?: string | undefined;
  /** The host's error sentence. While the field has an error of its own to show, that error replaces the host's. */
  error?: string | undefined;
  /**
   * Shows the error before the person leaves the field, for example after a submit. If a required field is empty, its
   * error is shown only with `showError`.
   */
  showError?: boolean | undefined;
  /** The smallest valid amount (cents). Default 1. */
  min?: number | undefined;
  /** The largest valid amount (cents). Default 99 999 999. */
  max?: number | undefined;
  /** `cents`: cents first, as on a card terminal: 1 2 5 0 is 12.50. `decimal` (default): as an amount is written. */
  entry?: AmountEntry | undefined;
  /**
   * `field` (default): like the other fields. `display`: a large figure, grouped while typing. `keypad`: a large figure
   * with a keypad under it.
   */
  layout?: AmountLayout | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  id?: string | undefined;
  name?: string | undefined;
  labels?: Partial<AmountFieldLabels> | undefined;
}

export type UseAmountFieldResult = ReturnType<typeof useAmountField>;

/** Errors that a person cannot remove by typing more digits. */
const unfixableProblems: readonly (AmountProblem | undefined)[] = ['too-many-decimals', 'too-large'];

/** The state of `AmountField` and the props of its input, for your own elements. */
export function useAmountField(options: UseAmountFieldOptions) {
  const { value, onValueChange, hint, error, showError, min = 1, max = 99_999_999, required } = options;
  const { disabled = false, readOnly = false, name, entry = 'decimal', layout = 'field' } = options;
  const labels = useLabels('amountField', amountField, options.labels);
  const money = useMoney();
  const sign = useMemo(() => currencySign(money.parts(0)), [money]);
  const field = useAmountText(value, { money, min, max, entry, layout });
  const [wasLeft, setWasLeft] = useState(false);
  const ownId = useId();
  const id = options.id ?? `${ownId}control`;

  const take = (typed: string, change: Change = {}) => {
    const [text, { cents, error: found }] = field.type(typed, change);
    if (cents !== null) setWasLeft(false);
    onValueChange(cents, { text, error: found });
  };
  const input = useAmountInput(field, !disabled && !readOnly, take, () => setWasLeft(true));
  const reportedLost = useRef(0);
  useEffect(() => {
    if (reportedLost.current === field.lost) return; // React runs effects again when it shows a hidden tree
    reportedLost.current = field.lost;
    runHostCallback(() => onValueChange(null, { text: '', error: 'empty' }));
  }, [field.lost, onValueChange]);

  const problem = field.reading.error;
  // A person who uses the keypad does not leave the field, so these errors are shown at once.
  const isUnfixable = layout === 'keypad' && unfixableProblems.includes(problem);
  const isTold = problem === 'empty' ? showError && required : showError || wasLeft || isUnfixable;
  const found = isTold && problem && !field.isComposing && sentenceOf(problem, labels, { money, min, max });
  const sentence = field.isUnreadable ? labels.unreadable : found || error;

  const currencyId = `${ownId}currency`;
  const hintId = `${ownId}hint`;
  const errorId = `${ownId}error`;
  const described = [currencyId, hint && hintId, sentence && errorId];
  const inputProps: ComponentPropsWithoutRef<'input'> = {
    ...input,
    id,
    inputMode: layout === 'keypad' ? 'none' : entry === 'cents' ? 'numeric' : 'decimal',
    'aria-describedby': described.filter(Boolean).join(' '),
    'aria-invalid': sentence ? true : undefined,
    name,
    required,
    disabled,
    readOnly,
  };
  return {
    id,
    label: options.label ?? labels.label,
    hint,
    /** The error sentence; undefined while none is shown. */
    error: sentence,
    disabled,
    readOnly,
    entry,
    layout,
    labels,
    currency: money.currency,
    currencyId,
    hintId,
    errorId,
    sign,
    inputProps,
  };
}

/** The currency's sign, and whether the locale writes it before or after the number. */
function currencySign(parts: readonly Intl.NumberFormatPart[]) {
  const at = parts.findIndex(({ type }) => type === 'currency');
  const number = parts.findIndex(({ type }) => type === 'integer');
  const position: 'before' | 'after' = at < number ? 'before' : 'after';
  return { text: parts[at]?.value ?? '', position };
}
