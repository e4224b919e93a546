'use client';
import { type ComponentPropsWithoutRef, forwardRef, type KeyboardEvent, type ReactNode, useId } from 'react';
import { Icon } from './Icon.tsx';

export const errorContent = (sentence: ReactNode) => (
  <>
    <Icon name="alert" />
    <span>{sentence}</span>
  </>
);

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="tillkit-error" id={id}>
      {errorContent(children)}
    </p>
  );
}

/** The hint and error below a control, and the `aria` attributes that connect the control with them. */
function useDescription(hint: ReactNode, error: ReactNode) {
  const id = useId();
  const isInvalid = Boolean(error);
  const described = [hint && `${id}hint`, isInvalid && `${id}error`].filter(Boolean).join(' ');
  return {
    id,
    isInvalid,
    control: { 'aria-describedby': described || undefined, 'aria-invalid': isInvalid || undefined },
    below: (
      <>
        {hint && (
          <p className="tillkit-hint" id={`${id}hint`}>
            {hint}
          </p>
        )}
        {isInvalid && <FieldError id={`${id}error`}>{error}</FieldError>}
      </>
    ),
  };
}

export interface CheckFieldProps
  extends ComponentPropsWithoutRef<'input'>, Pick<FieldProps, 'label' | 'hint' | 'error'> {
  onCheckedChange?: ((checked: boolean) => void) | undefined;
}

/** A checkbox with its label beside it. The ref is the checkbox. */
export const CheckField = /*#__PURE__*/ forwardRef<HTMLInputElement, CheckFieldProps>(
  function CheckField(props, ref) {
    const { label, hint, error, onCheckedChange, className, ...input } = props;
    const { control, below, isInvalid } = useDescription(hint, error);
    return (
      <div
        className={['tillkit-check-field', className].filter(Boolean).join(' ')}
        data-invalid={isInvalid ? '' : undefined}
      >
        <label className="tillkit-check" data-disabled={input.disabled ? '' : undefined}>
          <input
            onChange={(event) => onCheckedChange?.(event.target.checked)}
            {...input}
            ref={ref}
            type="checkbox"
            {...control}
          />
          <span>{label}</span>
        </label>
        {below}
      </div>
    );
  },
);

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** The error sentence; if present, the field is invalid. */
  error?: ReactNode;
  /** The control's id; default a new one. */
  id?: string | undefined;
  className?: string | undefined;
  /** Renders the control; spread the given props on it. */
  children: (
    control: Pick<ComponentPropsWithoutRef<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'>,
  ) => ReactNode;
}

/** A label, a control and a hint or an error, connected for assistive technology. */
export function Field({ label, hint, error, id, className, children }: FieldProps) {
  const { id: ownId, control, below, isInvalid } = useDescription(hint, error);
  const controlId = id ?? `${ownId}control`;
  return (
    <div
      className={['tillkit-field', className].filter(Boolean).join(' ')}
      data-invalid={isInvalid ? '' : undefined}
    >
      <label className="tillkit-label" htmlFor={controlId} id={`${controlId}-label`}>
        {label}
      </label>
      {children({ id: controlId, ...control })}
      {below}
    </div>
  );
}

type ValueField<Tag extends 'input' | 'select'> = Omit<FieldProps, 'children'> &
  Omit<ComponentPropsWithoutRef<Tag>, keyof FieldProps | 'value' | 'onChange'> & {
    value: string;
    onValueChange: (value: string) => void;
  };

interface SelectFieldProps extends ValueField<'select'> {
  /** The text of the empty option. */
  placeholder: string;
  choices: readonly { value: string; label: string }[];
}

/** A select with its label, hint and error. The ref is the select. */
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
 * Whether Enter ends a composition of an input method. Such an Enter must not submit the form. In Safari the composition
 * ends before the key event, so only the key code 229 tells.
 */
export function confirmsComposition({ key, keyCode, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && (nativeEvent.isComposing || keyCode === 229);
}

export type TextFieldProps = ValueField<'input'>;

// Whether a field is for words. If it has text, it takes the text's direction. Other fields get no `dir`.
const isProse = ({ type = 'text', inputMode }: Pick<TextFieldProps, 'type' | 'inputMode'>) =>
  type === 'text' && !inputMode;

/** One line of text with its label, hint and error. The ref is the input. */
export const TextField = /*#__PURE__*/ forwardRef<HTMLInputElement, TextFieldProps>(
  function TextField(props, ref) {
    const { label, hint, error, id, className, value, onValueChange, ...rest } = props;
    return (
      <Field label={label} hint={hint} error={error} id={id} className={className}>
        {(control) => (
          <input
            type="text"
            dir={value && isProse(rest) ? 'auto' : undefined}
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

/** The host's rule for one field. A hidden or read-only field always has the host's current value. */
export interface FieldRule<Value> {
  /** Not shown; its value is sent all the same. */
  hidden?: boolean | undefined;
  /** Shown, but not editable. */
  readOnly?: boolean | undefined;
  /** The field must be filled in; a checkbox must be ticked. */
  required?: boolean | undefined;
  /** The initial value. */
  value?: Value | undefined;
}

/** Whether the host has locked the field (hidden or read-only). A locked field has the host's value. */
export function isLocked(rule: FieldRule<unknown> | undefined): boolean {
  return Boolean(rule?.hidden || rule?.readOnly);
}

/** Whether an empty field is an error. A hidden field never is, because the person could not fill it in. */
export function isRequired(rule: FieldRule<unknown> | undefined): boolean {
  return Boolean(rule?.required && !rule.hidden);
}

/** Whether the host asks for the field: it is not hidden, and is required, read-only or has a value. */
export function isAsked(rule: FieldRule<unknown> | undefined): boolean {
  return Boolean(rule && !rule.hidden && (rule.required || rule.readOnly || rule.value));
}
