'use client';
import type { KeyboardEvent, ReactNode } from 'react';
import type { TerminalPickerLabels } from '../../words/words.ts';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import { isReachable, type TerminalEntry, type TerminalState } from './useTerminalList.ts';
import { definePart, type UseTerminalPickerResult } from './useTerminalPicker.ts';

const words = { free: 'free', busy: 'busy', unknown: 'unresolved', unreachable: 'unreachable' } as const;

export const stateWord = (state: TerminalState, labels: TerminalPickerLabels) => labels[words[state]];

/** A terminal's name. If another terminal has the same name, a serial number or id follows, which is never truncated. */
export function TerminalName({ entry: { name, mark } }: { entry: Pick<TerminalEntry, 'name' | 'mark'> }) {
  if (mark === undefined) return <span className="tillkit-terminal-picker-name">{name}</span>;
  return (
    <span className="tillkit-terminal-picker-name" data-marked="">
      <span>{name}</span>
      {` · ${mark}`}
    </span>
  );
}

/** A chip's text: the terminal's name and, if the terminal is in the list or held by an operation, its state. */
function ChipText({ picker, entry }: { picker: UseTerminalPickerResult; entry: TerminalEntry }) {
  const { terminalState, labels, entries, holderOf } = picker;
  const state = terminalState(entry);
  return (
    <>
      <TerminalName entry={entry} />{' '}
      {(entries?.includes(entry) || holderOf(entry.id)) && (
        <span className="tillkit-terminal-picker-state" data-state={state}>
          {stateWord(state, labels)}
        </span>
      )}
    </>
  );
}

interface TerminalPickerChipProps {
  terminalId: string;
}

/** One of up to four terminals: its name, and a dot and a word for its state. */
export const TerminalPickerChip = /*#__PURE__*/ definePart(
  'button',
  function TerminalPickerChip(picker, { terminalId, ...props }: TerminalPickerChipProps) {
    const { chips, tabStop, chosenId, disabled, terminalState, titleOf, choose, chipRef } = picker;
    const entry = chips.find(({ id }) => id === terminalId);
    if (!entry) return undefined;
    const canChoose = !disabled && isReachable(entry);
    return {
      className: 'tillkit-terminal-picker-chip',
      role: 'radio',
      'aria-checked': terminalId === chosenId,
      'aria-disabled': canChoose ? undefined : true,
      tabIndex: tabStop === entry ? 0 : -1,
      title: titleOf(entry),
      state: { state: terminalState(entry) },
      onClick: () => canChoose && choose(terminalId),
      // On a chip, Enter neither chooses nor submits the form.
      onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault(),
      children: <ChipText picker={picker} entry={entry} />,
      ref: tabStop === entry ? chipRef : undefined,
      given: props,
    };
  },
);

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Handles the keys of a radio group (WAI-ARIA APG). A key moves to the next enabled chip and chooses that chip. */
function moveChoice(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget: group, ctrlKey, metaKey, altKey, shiftKey } = event;
  const isEnd = key === 'Home' || key === 'End';
  if (ctrlKey || metaKey || altKey || shiftKey || !(isEnd || Object.hasOwn(steps, key))) return;
  event.preventDefault();
  const chips = [...group.querySelectorAll<HTMLElement>('[role="radio"]:not([aria-disabled="true"])')];
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
  const isTurned = isSideways && getComputedStyle(group).direction === 'rtl';
  const at = chips.indexOf(group.ownerDocument.activeElement as HTMLElement);
  const next = at + (steps[key] ?? 0) * (isTurned ? -1 : 1);
  const to = key === 'Home' || next === chips.length ? 0 : key === 'End' ? -1 : Math.max(-1, next);
  const chip = chips.at(to);
  chip?.focus();
  chip?.click();
}

interface TerminalPickerChipsProps {
  /** Renders one of up to four terminals by its id; default `TerminalPicker.Chip`. */
  children?: ((terminalId: string) => ReactNode) | undefined;
}

/** With `layout="chips"` and up to four terminals: a group with one chip for each terminal. */
export const TerminalPickerChips = /*#__PURE__*/ definePart(
  'div',
  function TerminalPickerChips(
    { id, form, chips, options, disabled, describedBy },
    { children, ...props }: TerminalPickerChipsProps,
  ) {
    if (form !== 'each') return undefined;
    return {
      className: 'tillkit-terminal-picker-chips',
      role: 'radiogroup',
      'aria-labelledby': `${id}-label`,
      'aria-required': options.required,
      'aria-disabled': disabled || undefined,
      'aria-invalid': options.error ? true : undefined,
      'aria-describedby': describedBy,
      onKeyDown: moveChoice,
      children: chips.map((entry) =>
        children ? children(entry.id) : <TerminalPickerChip key={entry.id} terminalId={entry.id} />,
      ),
      given: props,
    };
  },
);

/** The text of the single chip while it has no terminal to show. Undefined hides the chip. */
function emptyText(picker: UseTerminalPickerResult): string | undefined {
  const { list, labels, chosenId, chosen, remembered } = picker;
  if (list.isEmpty) return labels.empty;
  if (list.entries) return labels.placeholder;
  const isLast = chosenId === null || chosenId === remembered?.id;
  const name = isLast ? remembered?.name : undefined;
  return list.hasFailed ? (name ?? chosen.shown?.name) : (name ?? labels.loading);
}

/** The props of the single chip, for `TerminalPicker.Fact` and `TerminalPicker.Change`. */
function oneChip(picker: UseTerminalPickerResult) {
  const { list, standing, terminalState, titleOf } = picker;
  const entry = list.entries && standing;
  const text = entry ? undefined : emptyText(picker);
  return {
    className: 'tillkit-terminal-picker-chip',
    state: { state: entry && terminalState(entry) },
    title: entry ? titleOf(entry) : undefined,
    children: entry ? (
      <ChipText picker={picker} entry={entry} />
    ) : (
      <span className="tillkit-terminal-picker-name">{text}</span>
    ),
    isEmpty: !entry && text === undefined,
  };
}

/**
 * With `layout="chips"`: one chip that a person cannot change. It appears while the list is loading, if the picker is
 * read-only, or if there is at most one terminal.
 */
export const TerminalPickerFact = /*#__PURE__*/ definePart('div', function TerminalPickerFact(picker) {
  const { isEmpty, ...own } = oneChip(picker);
  if (picker.form !== 'fact' || isEmpty) return undefined;
  const { id, list, describedBy } = picker;
  return {
    ...own,
    role: 'group',
    'aria-labelledby': `${id}-label`,
    'aria-describedby': describedBy,
    'aria-busy': list.isPending,
  };
});

/** With `layout="chips"` and more than four terminals: one chip that shows the chosen terminal and opens the list. */
export const TerminalPickerChange = /*#__PURE__*/ definePart('button', function TerminalPickerChange(picker) {
  const { isEmpty, children, ...own } = oneChip(picker);
  if (picker.form !== 'one' || isEmpty) return undefined;
  const { id, toggleProps, toggleRef, disabled, describedBy } = picker;
  return {
    ...toggleProps,
    ...own,
    id: `${id}-chip`,
    tabIndex: undefined,
    disabled,
    'aria-haspopup': 'listbox' as const,
    'aria-labelledby': `${id}-label ${id}-chip`,
    'aria-describedby': describedBy,
    children: (
      <>
        {children}
        <Icon name="chevron" />
      </>
    ),
    ref: toggleRef,
  };
});

const maxOffered = 3;

/**
 * Says why the chosen terminal cannot take a payment. With `layout="field"` the notice appears only if the terminal
 * cannot be reached. If there is a single chip for more than four terminals, the notice has buttons for up to three
 * free ones.
 */
export const TerminalPickerNotice = /*#__PURE__*/ definePart('div', function TerminalPickerNotice(picker) {
  const { form, trouble, isLost, list, labels, standing, terminalState, disabled } = picker;
  if (trouble === undefined) return undefined;
  const { isFetching, refetch } = list.pages;
  const isFree = (entry: TerminalEntry) => entry !== standing && terminalState(entry) === 'free';
  const free = form === 'one' && !disabled ? list.entries?.filter(isFree).slice(0, maxOffered) : undefined;
  const isWaiting = isFetching || list.isPausing;
  const press = (entry: TerminalEntry) => {
    picker.toggleRef.current?.focus(); // the button disappears
    picker.choose(entry.id);
  };
  return {
    className: 'tillkit-notice tillkit-terminal-picker-notice',
    'data-tone': 'attention',
    id: `${picker.id}-notice`,
    children: (
      <>
        <Icon name={isLost ? 'offline' : 'alert'} />
        <p>{trouble}</p>
        {isLost && (
          <Button data-size="small" aria-disabled={isWaiting} onClick={() => isWaiting || void refetch()}>
            <Icon name="retry" />
            {labels.lookAgain}
          </Button>
        )}
        {free && free.length > 0 && (
          <fieldset className="tillkit-terminal-picker-free" aria-labelledby={`${picker.id}-free`}>
            <span id={`${picker.id}-free`}>{labels.freeNow}</span>
            {free.map((entry) => (
              <Button key={entry.id} data-size="small" onClick={() => press(entry)}>
                {entry.title}
              </Button>
            ))}
          </fieldset>
        )}
      </>
    ),
  };
});

/** With `layout="chips"`: a hidden input that holds the form value, and passes the focus on to the chip. */
export const TerminalPickerValue = /*#__PURE__*/ definePart('input', function TerminalPickerValue(picker) {
  const { form, formRef, chipRef, toggleRef, options, chosenId, disabled } = picker;
  if (form === undefined) return undefined;
  return {
    className: 'tillkit-visually-hidden',
    type: 'text',
    name: options.name,
    form: options.form,
    value: chosenId ?? '',
    disabled,
    tabIndex: -1,
    'aria-hidden': true,
    autoComplete: 'off',
    onChange: () => undefined,
    onFocus: () => (form === 'each' ? chipRef : toggleRef).current?.focus(),
    ref: formRef,
  };
});
