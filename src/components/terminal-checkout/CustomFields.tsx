'use client';
import { SelectField } from '../field/SelectField.tsx';
import { TextField } from '../field/TextField.tsx';
import type { CheckoutPartProps } from './checkoutPart.ts';
import { customField } from './checkoutProblems.ts';

/** The custom values that are entered at the till, each with a control of its type. */
export function CustomFields({ sale, errors, labels, refFor }: CheckoutPartProps) {
  const { customFields, draft, fields, change } = sale;
  const rule = fields.customValues;
  if (rule?.hidden || customFields.length === 0) return null;
  return (
    <fieldset className="tillkit-terminal-checkout-custom" aria-label={labels.customValues}>
      {customFields.map(({ key, label, type, required, choices = [] }) => {
        const shared = {
          label: <bdi>{label}</bdi>,
          required,
          value: draft.customValues[key] ?? '',
          error: errors[customField(key)],
          onValueChange: (value: string) => change({ customValues: { ...draft.customValues, [key]: value } }),
        };
        return type === 'choice' ? (
          <SelectField
            {...shared}
            key={key}
            ref={refFor(customField(key))}
            disabled={rule?.readOnly}
            placeholder={labels.choose}
            choices={choices}
          />
        ) : (
          <TextField
            {...shared}
            key={key}
            ref={refFor(customField(key))}
            type={type === 'date' ? 'date' : 'text'}
            inputMode={type === 'number' ? 'decimal' : undefined}
            autoComplete="off"
            readOnly={rule?.readOnly}
          />
        );
      })}
    </fieldset>
  );
}
