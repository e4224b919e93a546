'use client';
import { SelectField } from '../field/SelectField.tsx';
import { TextField } from '../field/TextField.tsx';
import { definePart } from '../part/definePart.tsx';
import { customField } from './checkoutProblems.ts';
import { useCheckoutEntry } from './useCheckoutEntry.ts';

/** The custom values that are entered at the till, each with a control of its type. */
export const TerminalCheckoutCustomValues = definePart('fieldset', function TerminalCheckoutCustomValues() {
  const { sale, errors, labels, refFor } = useCheckoutEntry();
  const { customFields, draft, fields, change } = sale;
  const rule = fields.customValues;
  if (rule?.hidden || customFields.length === 0) return undefined;
  const children = customFields.map(({ key, label, type, required, choices = [] }) => {
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
  });
  return { className: 'tillkit-terminal-checkout-custom', 'aria-label': labels.customValues, children };
});
