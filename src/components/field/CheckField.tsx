'use client';
import { forwardRef, type ReactNode, useId } from 'react';
import { Icon } from '../icon/Icon.tsx';

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
export const CheckField = forwardRef<HTMLInputElement, CheckFieldProps>(function CheckField(props, ref) {
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
      {isInvalid && (
        <p className="tillkit-error" id={`${id}error`}>
          <Icon name="alert" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
});
