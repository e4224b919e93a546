'use client';
import { forwardRef, useEffect, useId, useMemo } from 'react';
import { useAllTerminals } from '../../hooks/useAllTerminals.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { useOperations } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { Field } from '../field/Field.tsx';
import { Icon } from '../icon/Icon.tsx';
import { shownText, terminalEntries, type TerminalEntry } from './terminalEntries.ts';
import { TerminalList } from './TerminalList.tsx';
import { TerminalLoadError } from './TerminalLoadError.tsx';
import { type TerminalPickerLabels, terminalPickerLabels } from './terminalPickerLabels.ts';
import { type ChosenTerminalOptions, useChosenTerminal } from './useChosenTerminal.ts';
import { TerminalFormValue } from './TerminalFormValue.tsx';
import { useTerminalCombobox } from './useTerminalCombobox.ts';

export interface TerminalPickerProps extends ChosenTerminalOptions {
  /** Puts the chosen id into the form around it, under this name. */
  name?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  label?: string | undefined;
  hint?: string | undefined;
  /** The sentence that says what is wrong with the choice. */
  error?: string | undefined;
  id?: string | undefined;
  className?: string | undefined;
  labels?: Partial<TerminalPickerLabels> | undefined;
}

const none: readonly TerminalEntry[] = [];

/**
 * A combobox of the merchant's terminals. The ref is its input.
 *
 * @example
 * <TerminalPicker onValueChange={(terminalId) => setTerminalId(terminalId)} />
 */
export const TerminalPicker = forwardRef<HTMLInputElement, TerminalPickerProps>(
  function TerminalPicker(props, ref) {
    const { name, required, disabled, hint, error, className } = props;
    const labels = useLabels('terminalPicker', terminalPickerLabels, props.labels);
    const { announce } = usePaymentsContext();
    const { data, isPending, isError, isFetching, refetch } = useAllTerminals();
    const openOperations = useOperations({ open: true });
    const ownId = useId();
    const inputId = props.id ?? ownId;

    const entries = data && terminalEntries(data);
    const { chosenId, choose, reset } = useChosenTerminal(props, entries);
    const listed = entries?.find(({ id }) => id === chosenId);
    const chosen = useMemo(
      () => listed ?? (chosenId === null ? null : unlistedEntry(chosenId)),
      [listed, chosenId],
    );
    const combobox = useTerminalCombobox({
      entries: entries ?? none,
      chosen,
      inputId,
      onChoose: ({ id }) => choose(id, 'user'),
    });
    const { isOpen, count, getInputProps, getToggleButtonProps, query, setQuery } = combobox;

    const isEmpty = entries?.length === 0;
    const hasFailed = isError && !data;
    const spoken = isOpen && data ? labels.resultCount({ count }) : hasFailed ? labels.loadError : '';
    useEffect(() => {
      if (spoken) announce(spoken);
    }, [announce, spoken]);

    return (
      <div
        className={['tillkit-terminal-picker', className].filter(Boolean).join(' ')}
        data-tillkit="terminal-picker"
        data-open={isOpen ? '' : undefined}
        data-loading={isPending ? '' : undefined}
        data-empty={isEmpty ? '' : undefined}
        data-invalid={error ? '' : undefined}
        data-disabled={disabled ? '' : undefined}
      >
        <Field
          id={inputId}
          label={props.label ?? labels.label}
          hint={isEmpty ? labels.emptyHint : data && chosen && !listed ? labels.unlisted : hint}
          error={error}
        >
          {(control) => (
            <div className="tillkit-terminal-picker-anchor">
              <div className="tillkit-input-group">
                <input
                  {...getInputProps({
                    ...control,
                    ref,
                    disabled,
                    ...(combobox.items.length === 0 && { 'aria-activedescendant': '' }),
                    onChange: (event) => setQuery(event.currentTarget.value),
                    // What is typed next replaces the name; a click would take the selection of the focus away.
                    onFocus: (event) => event.currentTarget.select(),
                    onClick: (event) => query === null && event.currentTarget.select(),
                  })}
                  className="tillkit-input"
                  type="text"
                  spellCheck={false}
                  aria-required={required}
                  aria-busy={isPending}
                  placeholder={isPending ? labels.loading : isEmpty ? labels.empty : labels.placeholder}
                />
                <button
                  {...getToggleButtonProps()}
                  type="button"
                  disabled={disabled}
                  className="tillkit-terminal-picker-toggle"
                  aria-label={labels.toggle}
                >
                  <Icon name="chevron" />
                </button>
              </div>
              <TerminalList
                combobox={combobox}
                chosenId={chosenId}
                isLoading={isPending}
                openOperations={openOperations}
                labels={labels}
              />
            </div>
          )}
        </Field>
        {hasFailed && (
          <TerminalLoadError labels={labels} isLoading={isFetching} onRetry={() => void refetch()} />
        )}
        {name !== undefined && (
          <TerminalFormValue name={name} value={chosenId} disabled={disabled} onReset={reset} />
        )}
      </div>
    );
  },
);

function unlistedEntry(id: string): TerminalEntry {
  const title = shownText(id);
  return { id, title, details: [], search: title, terminal: { id, name: title, raw: undefined } };
}
