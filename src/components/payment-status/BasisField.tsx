'use client';
import { type Ref, useId } from 'react';
import type { ResolutionBasis } from '../../core/operations/terminalOperation.ts';
import { Icon } from '../icon/Icon.tsx';
import type { PaymentStatusLabels } from './paymentStatusLabels.ts';

export interface BasisFieldProps {
  value: ResolutionBasis | undefined;
  onValueChange: (basis: ResolutionBasis) => void;
  error: string | undefined;
  labels: PaymentStatusLabels;
  /** The first choice, for the focus. */
  inputRef: Ref<HTMLInputElement>;
}

/** Where a person saw what became of an operation. */
export function BasisField({ value, onValueChange, error, labels, inputRef }: BasisFieldProps) {
  const id = useId();
  const choices: [ResolutionBasis, string][] = [
    ['terminal-screen', labels.basisTerminalScreen],
    ['receipt', labels.basisReceipt],
    ['back-office', labels.basisBackOffice],
    ['other', labels.basisOther],
  ];
  return (
    <fieldset
      className="tillkit-field tillkit-payment-status-basis"
      aria-describedby={error ? `${id}error` : undefined}
      data-invalid={error ? '' : undefined}
    >
      <legend className="tillkit-label">{labels.basis}</legend>
      <div className="tillkit-payment-status-choices">
        {choices.map(([basis, label], index) => (
          <label key={basis} className="tillkit-check">
            <input
              ref={index === 0 ? inputRef : undefined}
              type="radio"
              name={id}
              checked={value === basis}
              onChange={() => onValueChange(basis)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {error && (
        <p className="tillkit-error" id={`${id}error`}>
          <Icon name="alert" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  );
}
