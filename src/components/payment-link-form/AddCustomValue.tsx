'use client';
import { useState } from 'react';
import { Icon } from '../icon/Icon.tsx';
import type { CustomValueOption } from './linkFormValues.ts';
import type { PaymentLinkFormLabels } from './paymentLinkFormLabels.ts';

export interface AddCustomValueProps {
  /** Those that no row has. */
  options: readonly CustomValueOption[];
  hasFreeKeys: boolean;
  labels: PaymentLinkFormLabels;
  /** Without a key: it is typed. */
  onAdd: (key?: string) => void;
}

/** Picks the kind of the next custom value and adds its row. */
export function AddCustomValue({ options, hasFreeKeys, labels, onAdd }: AddCustomValueProps) {
  const [chosen, setChosen] = useState('');
  // By place in the list: a key may be any text, also an empty one's stand-in.
  const choices = [
    ...options.map(({ key, label }) => ({ name: `key ${key}`, key, label })),
    ...(hasFreeKeys ? [{ name: 'free', key: undefined, label: labels.otherKey }] : []),
  ];
  const next = choices.find(({ name }) => name === chosen) ?? choices[0];
  return (
    <div className="tillkit-payment-link-form-add">
      {choices.length > 1 && (
        <span className="tillkit-payment-link-form-select">
          <select
            className="tillkit-input"
            aria-label={labels.customKey}
            value={next?.name}
            onChange={(event) => setChosen(event.target.value)}
          >
            {choices.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
          <Icon name="chevron" />
        </span>
      )}
      <button
        type="button"
        className="tillkit-button tillkit-payment-link-form-next"
        aria-disabled={next ? undefined : true}
        onClick={() => next && onAdd(next.key)}
      >
        <Icon name="plus" />
        {labels.addCustomValue}
      </button>
    </div>
  );
}
