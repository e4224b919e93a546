'use client';
import { type ComponentPropsWithoutRef, forwardRef, type KeyboardEvent, type ReactNode, useId } from 'react';
import { Icon } from './Icon.tsx';

/** What is wrong with a field, under it. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="tillkit-error" id={id}>
      <Icon name="alert" />
      <span>{children}</span>
    </p>
  );
}

export interface CheckFieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** The sentence that says what is wrong; its presence makes the field invalid. */
  error?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  name?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

/** A checkbox with its label beside it. The ref is the checkbox. */
export const CheckField = /*#__PURE__*/ forwardRef<HTMLInputElement, CheckFieldProps>(
  function CheckField(props, ref) {
    const { label, hint, error, checked, onCheckedChange, name, required, disabled, className } = props;
    const id = useId();
    const isInvalid = Boolean(error);
    const described = [hint && `${id}hint`, isInvalid && `${id}error`].filter(Boolean).join(' ');
    return (
      <div
        className={['tillkit-check-field', className].filter(Boolean).join(' ')}
        data-invalid={isInvalid ? '' : undefined}
      >
        <label className="tillkit-check" data-disabled={disabled ? '' : undefined}>
          <input
            ref={ref}
            type="checkbox"
            name={name}
            checked={checked}
            required={required}
            disabled={disabled}
            aria-invalid={isInvalid || undefined}
            aria-describedby={described || undefined}
            onChange={(event) => onCheckedChange(event.target.checked)}
          />
          <span>{label}</span>
        </label>
        {hint && (
          <p className="tillkit-hint" id={`${id}hint`}>
            {hint}
          </p>
        )}
        {isInvalid && <FieldError id={`${id}error`}>{error}</FieldError>}
      </div>
    );
  },
);

/** What a field's control must carry to belong to its label, hint and error. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** The sentence that says what is wrong; its presence makes the field invalid. */
  error?: ReactNode;
  /** The control's id; default a new one. */
  id?: string | undefined;
  /** An id of something else that describes the control, as its currency. */
  describedBy?: string | undefined;
  className?: string | undefined;
  /** Draws the control; spread what it is given on it. */
  children: (control: FieldControl) => ReactNode;
}

/** A label over a control, and a hint or an error under it, wired for assistive technology. */
function Field({ label, hint, error, id, describedBy, className, children }: FieldProps) {
  const ownId = useId();
  const controlId = id ?? `${ownId}control`;
  const hintId = `${ownId}hint`;
  const errorId = `${ownId}error`;
  const isInvalid = Boolean(error);
  const described = [describedBy, hint && hintId, isInvalid && errorId].filter(Boolean).join(' ');
  return (
    <div
      className={['tillkit-field', className].filter(Boolean).join(' ')}
      data-invalid={isInvalid ? '' : undefined}
    >
      <label className="tillkit-label" htmlFor={controlId} id={`${controlId}-label`}>
        {label}
      </label>
      {children({
        id: controlId,
        'aria-describedby': described || undefined,
        'aria-invalid': isInvalid || undefined,
      })}
      {hint && (
        <p className="tillkit-hint" id={hintId}>
          {hint}
        </p>
      )}
      {isInvalid && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

export interface SelectFieldProps
  extends
    Omit<ComponentPropsWithoutRef<'select'>, 'value' | 'onChange' | 'children' | 'className' | 'id'>,
    Pick<FieldProps, 'label' | 'hint' | 'error' | 'id' | 'className'> {
  value: string;
  onValueChange: (value: string) => void;
  /** The words for no choice. */
  placeholder: string;
  choices: readonly { value: string; label: string }[];
}

/** One of a few choices, with its label, hint and error. The ref is the select. */
export const SelectField = /*#__PURE__*/ forwardRef<HTMLSelectElement, SelectFieldProps>(
  function SelectField(props, ref) {
    const { label, hint, error, id, className, value, onValueChange, placeholder, choices, ...rest } = props;
    return (
      <Field label={label} hint={hint} error={error} id={id} className={className}>
        {(control) => (
          <span className="tillkit-select">
            <select
              {...rest}
              {...control}
              ref={ref}
              className="tillkit-input"
              value={value}
              onChange={(event) => onValueChange(event.target.value)}
            >
              <option value="">{placeholder}</option>
              {choices.map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ))}
            </select>
            <Icon name="chevron" />
          </span>
        )}
      </Field>
    );
  },
);

/**
 * Whether Enter only confirms what an input method composes, so that it must not submit the form. Safari ends the
 * composition before that key comes, and says so by the key code alone.
 */
export function confirmsComposition({ key, keyCode, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && (nativeEvent.isComposing || keyCode === 229);
}

export interface TextFieldProps
  extends
    Omit<ComponentPropsWithoutRef<'input'>, 'value' | 'onChange' | 'children' | 'className' | 'id'>,
    Pick<FieldProps, 'label' | 'hint' | 'error' | 'id' | 'className'> {
  value: string;
  onValueChange: (value: string) => void;
}

// Numbers, addresses and dates are written one way; what people write in words is not. Where there is nothing yet, the page's
// direction holds.
const isWords = ({ type = 'text', inputMode }: Pick<TextFieldProps, 'type' | 'inputMode'>) =>
  type === 'text' && inputMode === undefined;

/** One line of text with its label, hint and error. The ref is the input. */
export const TextField = /*#__PURE__*/ forwardRef<HTMLInputElement, TextFieldProps>(
  function TextField(props, ref) {
    const { label, hint, error, id, className, value, onValueChange, ...rest } = props;
    return (
      <Field label={label} hint={hint} error={error} id={id} className={className}>
        {(control) => (
          <input
            type="text"
            dir={value !== '' && isWords(rest) ? 'auto' : undefined}
            {...rest}
            {...control}
            ref={ref}
            className="tillkit-input"
            value={value}
            onKeyDown={(event) => {
              rest.onKeyDown?.(event);
              if (confirmsComposition(event)) event.preventDefault();
            }}
            onChange={(event) => onValueChange(event.target.value)}
          />
        )}
      </Field>
    );
  },
);

/** What a host decides about one field. A hidden or read-only one has the host's value, always the current one. */
export interface FieldRule<Value> {
  /** Not shown; its value is sent all the same. */
  hidden?: boolean | undefined;
  /** Shown, and not to be changed. */
  readOnly?: boolean | undefined;
  /** Not to be left empty; a checkbox has to be ticked. */
  required?: boolean | undefined;
  /** What stands in it at first. */
  value?: Value | undefined;
}

/** Whether the person cannot change a field, so that its value is the host's. */
export function isLocked(rule: FieldRule<unknown> | undefined): boolean {
  return Boolean(rule?.hidden || rule?.readOnly);
}

/** Whether an empty field is to be complained about: of a hidden one nobody could do anything. */
export function isRequired(rule: FieldRule<unknown> | undefined): boolean {
  return Boolean(rule?.required && !rule.hidden);
}

/** Whether the host wants a field to be seen: it asks for it, or has filled it in. */
export function isAsked(rule: FieldRule<unknown> | undefined): boolean {
  return Boolean(rule && !rule.hidden && (rule.required || rule.readOnly || rule.value));
}
