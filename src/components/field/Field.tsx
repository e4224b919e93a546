'use client';
import { type ReactNode, useId } from 'react';
import { Icon } from '../icon/Icon.tsx';

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
export function Field({ label, hint, error, id, describedBy, className, children }: FieldProps) {
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
      {isInvalid && (
        <p className="tillkit-error" id={errorId}>
          <Icon name="alert" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
