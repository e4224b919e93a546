'use client';
import { forwardRef, memo, useCallback } from 'react';
import { OptionalFields, type OptionalField, useIsCollapsed } from '../kit/OptionalFields.tsx';
import { CheckField, isAsked, isRequired, SelectField, TextField } from '../kit/fields.tsx';
import type { PartProps } from '../kit/part.tsx';
import { invisible } from '../kit/shownText.ts';
import type { CustomValueOption } from '../payment-link-form/linkFormValues.ts';
import { type CheckoutDraft, customField } from './checkoutDraft.ts';
import { type CheckoutEntry, definePart, useEntry } from './useCheckoutContext.ts';

const addresses = [
  { name: 'email', type: 'email' },
  { name: 'phone', type: 'tel' },
] as const;

/** The fields to show for a receipt: e-mail address and phone number, or none if no receipt is wanted. */
function useReceiptAddresses() {
  const { draft, fields } = useEntry().sale;
  return draft.wantsReceipt ? addresses.filter(({ name }) => !fields[name]?.hidden) : [];
}

/** The optional fields. A field is shown without a press if the host asks for it, or if it has a value or an error. */
function useOptionalFields(): OptionalField[] {
  const { sale, errors, labels } = useEntry();
  const { fields, draft, customFields } = sale;
  const hasAddress = useReceiptAddresses().length > 0;
  const { orderNumber, customValues, wantsReceipt, email, phone } = draft;
  const isWrong = (field: string) => errors[field] !== undefined;
  const extras: (OptionalField & { isThere: boolean })[] = [
    {
      name: 'orderNumber',
      label: labels.orderNumber,
      isThere: !fields.orderNumber?.hidden,
      isOpen: isAsked(fields.orderNumber) || orderNumber !== '' || isWrong('orderNumber'),
    },
    {
      name: 'customValues',
      label: labels.customValues,
      isThere: !fields.customValues?.hidden && customFields.length > 0,
      isOpen:
        fields.customValues?.readOnly === true ||
        customFields.some(({ key, required }) => required || isWrong(customField(key))) ||
        Object.values(customValues).some((value) => value !== ''),
    },
    {
      name: 'receipt',
      label: labels.addReceipt,
      isThere: !fields.receipt?.hidden || hasAddress,
      isOpen:
        isAsked(fields.receipt) ||
        Boolean(fields.email?.value || fields.phone?.value || wantsReceipt || email || phone) ||
        ['receipt', 'email', 'phone'].some(isWrong),
      onAdd: () => sale.change({ wantsReceipt: true }),
    },
  ];
  return extras.filter(({ isThere }) => isThere);
}

/**
 * The optional fields: order number, custom values and receipt. Each has a button that shows it, unless the field is
 * required or filled in. A shown field stays shown.
 */
export const TerminalCheckoutAdd = /*#__PURE__*/ forwardRef<HTMLDivElement, PartProps<'div'>>(
  function TerminalCheckoutAdd({ children = allOptionalFields, ...given }, ref) {
    return (
      <OptionalFields ref={ref} extras={useOptionalFields()} label={useEntry().labels.add} given={given}>
        {children}
      </OptionalFields>
    );
  },
);

// Memoised, so that a key press in one field renders only that field and the button.
const TextInput = /*#__PURE__*/ memo(TextField);
const Check = /*#__PURE__*/ memo(CheckField);

/**
 * Returns a function that changes one field. Invisible characters are removed, so that equal-looking texts are equal.
 */
function useChange<Name extends keyof CheckoutDraft>(name: Name): (value: CheckoutDraft[Name]) => void {
  const { change } = useEntry().sale;
  return useCallback(
    (value) => change({ [name]: typeof value === 'string' ? value.replace(invisible, '') : value }),
    [change, name],
  );
}

/** The order number, by which the payment is found again. */
export function TerminalCheckoutOrderNumber() {
  const { sale, errors, labels, refFor } = useEntry();
  const change = useChange('orderNumber');
  const isCollapsed = useIsCollapsed()('orderNumber');
  const rule = sale.fields.orderNumber;
  if (rule?.hidden || isCollapsed) return null;
  return (
    <TextInput
      ref={refFor('orderNumber')}
      label={labels.orderNumber}
      autoComplete="off"
      readOnly={rule?.readOnly}
      required={isRequired(rule)}
      value={sale.draft.orderNumber}
      error={errors['orderNumber']}
      onValueChange={change}
    />
  );
}

interface CustomFieldProps extends Pick<CheckoutEntry, 'labels' | 'refFor'> {
  option: CustomValueOption;
  value: string;
  error: string | undefined;
  readOnly: boolean | undefined;
  onChange: (key: string, value: string) => void;
}

const CustomField = /*#__PURE__*/ memo(function CustomField(props: CustomFieldProps) {
  const { option, value, error, readOnly, labels, refFor, onChange } = props;
  const { key, label, type, required, choices = [] } = option;
  const shared = {
    ref: refFor(customField(key)),
    label: <bdi>{label}</bdi>,
    required,
    value,
    error,
    onValueChange: (next: string) => onChange(key, next),
  };
  return type === 'choice' ? (
    <SelectField {...shared} disabled={readOnly} placeholder={labels.choose} choices={choices} />
  ) : (
    <TextField
      {...shared}
      onValueChange={(next) => onChange(key, next.replace(invisible, ''))}
      type={type === 'date' ? 'date' : 'text'}
      inputMode={type === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      readOnly={readOnly}
    />
  );
});

/** The custom values that are entered at the till, each with a control of its type. */
export const TerminalCheckoutCustomValues = /*#__PURE__*/ definePart(
  'fieldset',
  function TerminalCheckoutCustomValues() {
    const { sale, errors, labels, refFor } = useEntry();
    const { customFields, draft, fields, change } = sale;
    const { customValues } = draft;
    const onChange = useCallback(
      (key: string, value: string) => change({ customValues: { ...customValues, [key]: value } }),
      [change, customValues],
    );
    const isCollapsed = useIsCollapsed()('customValues');
    const rule = fields.customValues;
    if (rule?.hidden || isCollapsed || customFields.length === 0) return undefined;
    const children = customFields.map((option) => (
      <CustomField
        key={option.key}
        option={option}
        value={customValues[option.key] ?? ''}
        error={errors[customField(option.key)]}
        readOnly={rule?.readOnly}
        labels={labels}
        refFor={refFor}
        onChange={onChange}
      />
    ));
    return { className: 'tillkit-terminal-checkout-custom', 'aria-label': labels.customValues, children };
  },
);

function AddressField({ name, type }: (typeof addresses)[number]) {
  const { sale, errors, labels, refFor } = useEntry();
  const { draft, fields } = sale;
  return (
    <TextInput
      ref={refFor(name)}
      type={type}
      autoComplete="off"
      label={labels[name]}
      readOnly={fields[name]?.readOnly}
      required={isRequired(fields[name])}
      value={draft[name]}
      error={errors[name]}
      onValueChange={useChange(name)}
    />
  );
}

/** The fields for an e-mail address and a phone number, if a receipt is wanted. */
export const TerminalCheckoutAddresses = /*#__PURE__*/ definePart(
  'div',
  function TerminalCheckoutAddresses() {
    const shown = useReceiptAddresses();
    if (shown.length === 0) return undefined;
    const children = shown.map((address) => <AddressField key={address.name} {...address} />);
    return { className: 'tillkit-terminal-checkout-pair', children };
  },
);

/** The checkbox that asks for a receipt. */
export function TerminalCheckoutReceiptWanted() {
  const { sale, errors, labels, refFor } = useEntry();
  const change = useChange('wantsReceipt');
  const rule = sale.fields.receipt;
  if (rule?.hidden) return null;
  return (
    <Check
      ref={refFor('receipt')}
      label={labels.receipt}
      checked={sale.draft.wantsReceipt}
      disabled={rule?.readOnly}
      required={isRequired(rule)}
      error={errors['receipt']}
      onCheckedChange={change}
    />
  );
}

/** The checkbox that asks for a receipt, and the fields for an e-mail address and a phone number. */
export const TerminalCheckoutReceipt = /*#__PURE__*/ definePart('div', function TerminalCheckoutReceipt() {
  const { fields } = useEntry().sale;
  const isEmpty = useReceiptAddresses().length === 0;
  const isCollapsed = useIsCollapsed()('receipt');
  if (isCollapsed || (fields.receipt?.hidden && isEmpty)) return undefined;
  const children = (
    <>
      <TerminalCheckoutReceiptWanted />
      <TerminalCheckoutAddresses />
    </>
  );
  return { className: 'tillkit-terminal-checkout-receipt', children };
});

const allOptionalFields = (
  <>
    <TerminalCheckoutOrderNumber />
    <TerminalCheckoutCustomValues />
    <TerminalCheckoutReceipt />
  </>
);
