'use client';
import { isRequired } from '../field/fieldRule.ts';
import { TextField } from '../field/TextField.tsx';
import { definePart } from '../part/definePart.tsx';
import { useCheckoutEntry } from './useCheckoutEntry.ts';
import { useReceiptAddresses } from './useReceiptAddresses.ts';

/** Where a receipt goes, once it is wanted. */
export const TerminalCheckoutAddresses = definePart('div', function TerminalCheckoutAddresses() {
  const { sale, errors, labels, refFor } = useCheckoutEntry();
  const { draft, fields, change } = sale;
  const shown = useReceiptAddresses();
  if (shown.length === 0) return undefined;
  const children = shown.map(({ name, type }) => (
    <TextField
      key={name}
      ref={refFor(name)}
      type={type}
      autoComplete="off"
      label={labels[name]}
      readOnly={fields[name]?.readOnly}
      required={isRequired(fields[name])}
      value={draft[name]}
      error={errors[name]}
      onValueChange={(value) => change({ [name]: value })}
    />
  ));
  return { className: 'tillkit-terminal-checkout-pair', children };
});
