'use client';
import { type CSSProperties, type FocusEventHandler, forwardRef } from 'react';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import { errorContent } from '../kit/fields.tsx';
import { Part, type PartProps } from '../kit/part.tsx';
import {
  TerminalPickerChange,
  TerminalPickerChips,
  TerminalPickerFact,
  TerminalPickerNotice,
  TerminalPickerValue,
} from './TerminalPickerChips.tsx';
import {
  TerminalPickerMessage,
  TerminalPickerOptions,
  TerminalPickerPopup,
  TerminalPickerProgress,
} from './TerminalPickerPopup.tsx';
import {
  definePart,
  stateOf,
  TerminalPickerContext,
  useTerminalPicker,
  type UseTerminalPickerOptions,
} from './useTerminalPicker.ts';

/** Contains the control and the popup. With chips, the anchor is rendered only while the list is open. */
export const TerminalPickerAnchor = /*#__PURE__*/ definePart(
  'div',
  function TerminalPickerAnchor({ form, isOpen }) {
    return (form === undefined || isOpen) && { className: 'tillkit-terminal-picker-anchor' };
  },
);

/** The input and the toggle, drawn as one. */
export const TerminalPickerControl = /*#__PURE__*/ definePart('div', function TerminalPickerControl() {
  return { className: 'tillkit-input-group' };
});

/** The error sentence. */
export const TerminalPickerError = /*#__PURE__*/ definePart(
  'p',
  function TerminalPickerError({ id, options }) {
    if (!options.error) return undefined;
    return { className: 'tillkit-error', id: `${id}-error`, children: errorContent(options.error) };
  },
);

/** A hint under the control. If the merchant has no terminal, it says what to do. */
export const TerminalPickerHint = /*#__PURE__*/ definePart(
  'p',
  function TerminalPickerHint({ id, hintText }) {
    if (!hintText) return undefined;
    return { className: 'tillkit-hint', id: `${id}-hint`, children: hintText };
  },
);

/** Shows the chosen terminal, and takes text to find another. */
export const TerminalPickerInput = /*#__PURE__*/ definePart(
  'input',
  function TerminalPickerInput({ id, form, inputProps, inputRef, options, list, labels, ...picker }) {
    const { isPending, isEmpty } = list;
    const { disabled, readOnly, describedBy } = picker;
    return {
      ...inputProps,
      className: 'tillkit-input',
      type: 'text',
      dir: inputProps.value === '' ? undefined : 'auto', // otherwise a placeholder could get the wrong direction
      spellCheck: false,
      disabled,
      readOnly,
      form: options.form,
      placeholder: isPending ? labels.loading : isEmpty ? labels.empty : labels.placeholder,
      // With chips, the picker's label belongs to the group of chips, so this input refers to the label by its id.
      'aria-labelledby': form === undefined ? undefined : `${id}-label`,
      'aria-required': options.required,
      'aria-busy': isPending,
      'aria-invalid': options.error ? true : undefined,
      'aria-describedby': describedBy,
      ref: inputRef,
    };
  },
);

/** The label of the picker. */
export const TerminalPickerLabel = /*#__PURE__*/ definePart(
  'label',
  function TerminalPickerLabel({ id, options, labels, form }) {
    return {
      className: 'tillkit-label',
      id: `${id}-label`,
      htmlFor: form === undefined ? id : undefined,
      children: options.label ?? labels.label,
    };
  },
);

/** Says that the list could not be loaded, with a button to load it again. */
export const TerminalPickerLoadError = /*#__PURE__*/ definePart(
  'div',
  function TerminalPickerLoadError({ list, labels, retry }) {
    if (!list.hasFailed) return undefined;
    const { isFetching, error } = list.pages;
    return {
      className: 'tillkit-notice tillkit-terminal-picker-notice',
      'data-tone': 'danger',
      children: (
        <>
          <Icon name="offline" />
          <div>
            <p>{labels.loadError}</p>
            {error?.serviceMessage && (
              <p className="tillkit-hint">
                <bdi>{error.serviceMessage}</bdi>
              </p>
            )}
          </div>
          <Button
            data-size="small"
            aria-disabled={isFetching || list.isPausing}
            data-busy={isFetching ? '' : undefined}
            onClick={() => !isFetching && !list.isPausing && retry()}
          >
            <Icon name="retry" />
            {isFetching ? labels.loading : labels.retry}
          </Button>
        </>
      ),
    };
  },
);

export interface TerminalPickerRootProps
  extends
    UseTerminalPickerOptions,
    Omit<PartProps<'div'>, keyof UseTerminalPickerOptions | 'onChange' | 'defaultChecked'> {}

/** Provides the choice, the list and the form value to the parts inside. */
export const TerminalPickerRoot = /*#__PURE__*/ forwardRef<HTMLDivElement, TerminalPickerRootProps>(
  function TerminalPickerRoot(props, ref) {
    const {
      value,
      defaultValue,
      onValueChange,
      remembers,
      terminals,
      holders,
      layout,
      name,
      form,
      required,
      disabled,
      readOnly,
      label,
      hint,
      error,
      id,
      labels,
      children,
      ...given
    } = props;
    const picker = useTerminalPicker(props);
    const own = {
      className: 'tillkit-terminal-picker tillkit-field',
      'data-tillkit': 'terminal-picker',
      children: (
        <>
          {children}
          {name !== undefined && picker.form === undefined && (
            <input type="hidden" name={name} value={picker.chosenId ?? ''} form={form} disabled={disabled} />
          )}
        </>
      ),
    };
    return (
      <TerminalPickerContext.Provider value={picker}>
        <Part as="div" ref={ref} own={own} given={given} state={stateOf(picker)} />
      </TerminalPickerContext.Provider>
    );
  },
);

/** The button that opens and closes the list. Not rendered with chips: there, a chip opens the list. */
export const TerminalPickerToggle = /*#__PURE__*/ definePart(
  'button',
  function TerminalPickerToggle({ toggleProps, toggleRef, disabled, readOnly, labels, form }) {
    if (form !== undefined) return undefined;
    return {
      ...toggleProps,
      className: 'tillkit-terminal-picker-toggle',
      disabled: disabled || readOnly,
      'aria-label': labels.toggle,
      children: <Icon name="chevron" />,
      ref: toggleRef,
    };
  },
);

/** Warns that the merchant's list no longer has the chosen terminal, until a person chooses to use it anyway. */
export const TerminalPickerUnlisted = /*#__PURE__*/ definePart(
  'div',
  function TerminalPickerUnlisted({ chosen, labels, form, formRef, inputRef }) {
    if (!chosen.isUnlisted) return undefined;
    const press = () => {
      (form === undefined ? inputRef : formRef).current?.focus(); // the button disappears
      chosen.accept();
    };
    return {
      className: 'tillkit-notice tillkit-terminal-picker-notice',
      'data-tone': 'attention',
      children: (
        <>
          <Icon name="alert" />
          <p>{labels.unlisted}</p>
          <Button data-size="small" onClick={press}>
            {labels.useAnyway}
          </Button>
        </>
      ),
    };
  },
);

export interface TerminalPickerProps extends UseTerminalPickerOptions {
  className?: string | undefined;
  style?: CSSProperties | undefined;
  /** Handlers of the input, or of a chip. */
  onFocus?: FocusEventHandler<HTMLElement> | undefined;
  onBlur?: FocusEventHandler<HTMLElement> | undefined;
}

/**
 * Lets a person choose one of the merchant's terminals, in a combobox or as chips. The `ref` is the combobox's input.
 * With chips the `ref` is a hidden input, which passes the focus on to a chip.
 *
 * @example
 * <TerminalPicker onValueChange={(terminalId) => setTerminalId(terminalId)} />
 */
export const TerminalPicker = /*#__PURE__*/ forwardRef<HTMLInputElement, TerminalPickerProps>(
  function TerminalPicker({ onFocus, onBlur, ...props }, ref) {
    const isField = props.layout !== 'chips';
    return (
      <TerminalPickerRoot {...props}>
        <TerminalPickerLabel />
        <TerminalPickerValue ref={ref} />
        <TerminalPickerFact />
        <TerminalPickerChips onFocus={onFocus} onBlur={onBlur} />
        <TerminalPickerChange onFocus={onFocus} onBlur={onBlur} />
        <TerminalPickerAnchor>
          <TerminalPickerControl>
            <TerminalPickerInput ref={isField ? ref : undefined} onFocus={onFocus} onBlur={onBlur} />
            <TerminalPickerToggle />
          </TerminalPickerControl>
          <TerminalPickerPopup>
            <TerminalPickerOptions />
            <TerminalPickerMessage />
            <TerminalPickerProgress />
          </TerminalPickerPopup>
        </TerminalPickerAnchor>
        <TerminalPickerHint />
        <TerminalPickerError />
        <TerminalPickerNotice />
        <TerminalPickerUnlisted />
        <TerminalPickerLoadError />
      </TerminalPickerRoot>
    );
  },
);
