'use client';
import { type ReactNode, useId } from 'react';

export interface CheckFieldProps {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  name?: string | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

/** A checkbox with its label beside it. */
export function CheckField({
  label,
  hint,
  checked,
  onCheckedChange,
  name,
  disabled,
  className,
}: CheckFieldProps) {
  const id = useId();
  const hintId = `${id}hint`;
  return (
    <div className={['tillkit-check-field', className].filter(Boolean).join(' ')}>
      <label className="tillkit-check" data-disabled={disabled ? '' : undefined}>
        <input
          type="checkbox"
          name={name}
          checked={checked}
          disabled={disabled}
          aria-describedby={hint ? hintId : undefined}
          onChange={(event) => onCheckedChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p className="tillkit-hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}
