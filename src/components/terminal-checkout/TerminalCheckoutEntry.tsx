'use client';
import {
  type FormEvent,
  forwardRef,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefCallback,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { AmountField } from '../amount-field/AmountField.tsx';
import { useMoney } from '../amount-field/useAmountField.ts';
import { useAsking } from '../kit/Question.tsx';
import { CheckField, isLocked, isRequired, SelectField, TextField } from '../kit/fields.tsx';
import { Part, type PartProps } from '../kit/part.tsx';
import type { CustomValueOption } from '../payment-link-form/linkFormValues.ts';
import { TerminalPicker } from '../terminal-picker/TerminalPicker.tsx';
import type { TerminalChangeDetails } from '../terminal-picker/useTerminalPicker.ts';
import {
  type CheckoutDraft,
  checkoutErrors,
  type CheckoutProblems,
  customField,
  refusedField,
} from './checkoutDraft.ts';
import {
  type CheckoutEntry,
  CheckoutEntryContext,
  type Control,
  definePart,
  useCheckoutEntry,
  useHint,
  useIsHeld,
  type ReceiptAddress,
  useReceiptAddresses,
  useTerminalCheckoutContext,
} from './useCheckoutSale.ts';

export interface TerminalCheckoutEntryProps extends PartProps<'form'> {}

/** What a payment needs, in a form, until it is sent. */
export const TerminalCheckoutEntry = /*#__PURE__*/ forwardRef<HTMLFormElement, TerminalCheckoutEntryProps>(
  function TerminalCheckoutEntry(props, ref) {
    const { sale } = useTerminalCheckoutContext();
    return sale.shown ? null : <Entry {...props} ref={ref} />;
  },
);

/** The controls of a form by field, and how to get to the first one that is not right. */
function useFirstInvalid() {
  const [found] = useState(() => {
    const controls = new Map<string, Control>();
    const refs = new Map<string, RefCallback<Control>>();
    const refTo =
      (field: string): RefCallback<Control> =>
      (control) => {
        if (control) controls.set(field, control);
        else controls.delete(field);
      };
    /** Whether there was such a control. */
    const focus = (field: string | undefined): boolean => {
      const control = field === undefined ? undefined : controls.get(field);
      control?.focus();
      return control !== undefined;
    };
    return {
      /** The same for a field each time, so that the field need not be drawn again. */
      refFor: (field: string) => {
        const ref = refs.get(field) ?? refTo(field);
        refs.set(field, ref);
        return ref;
      },
      focus,
      focusFirst: (problems: CheckoutProblems) =>
        focus(Object.keys(problems).find((field) => controls.has(field))),
    };
  });
  return found;
}

const Entry = /*#__PURE__*/ forwardRef<HTMLFormElement, TerminalCheckoutEntryProps>(
  function Entry(props, ref) {
    const { sale, labels, quickAmountsCents, onTerminalChange, isAfterSale, keys } =
      useTerminalCheckoutContext();
    const { problems, fields, payment, kind, isAsking, submit } = sale;
    const { refusal } = payment;
    const [isTried, setIsTried] = useState(false);
    const { refFor, focus, focusFirst } = useFirstInvalid();
    const button = useRef<HTMLButtonElement>(null);
    const begunWith = useRef('');
    const hintId = useId();
    const refused = refusedField(refusal, fields);
    const errors = checkoutErrors(isTried ? problems : {}, refused, labels);
    const hint = useHint(sale, labels);
    const isAsked = isAsking || refusal?.code === 'needs-confirmation';
    const isHeld = useIsHeld(sale);
    useAsking(button, isAsked);

    useEffect(() => {
      keys.painted();
      if (isAfterSale && !isAsked && !focus('amount')) button.current?.focus();
      begunWith.current ||= keys.kept();
      keys.drop();
      typeInto(document.activeElement, begunWith.current);
      // oxlint-disable-next-line react/exhaustive-deps -- once, when the form appears
    }, []);
    useEffect(() => {
      focus(refused);
      // oxlint-disable-next-line react/exhaustive-deps -- once a refusal
    }, [refusal]);

    const own = {
      className: 'tillkit-terminal-checkout-form',
      'aria-label': kind === 'pay' ? labels.form : labels.formAuthorize,
      noValidate: true,
      // What is filled in already is sent by no key that was meant for what stood here before.
      onKeyDown: (event: KeyboardEvent) => {
        const isEarly = isAfterSale && begunWith.current === '' && !keys.isTouched() && !keys.hasStood();
        if (event.key === 'Enter' && (event.repeat || isEarly)) event.preventDefault();
      },
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        const isWhole = Object.keys(problems).length === 0;
        // Where no field is there to say it, the hint at the button stays.
        setIsTried(isWhole || focusFirst(problems));
        if (isWhole && !isAsked) submit();
      },
    };
    const entry = {
      sale,
      labels,
      quickAmountsCents,
      onTerminalChange,
      errors,
      refFor,
      focus,
      isTried,
      canCharge: !isAsked && !isHeld,
      hint: isTried ? undefined : hint,
      button,
      hintId,
    };
    return (
      <CheckoutEntryContext.Provider value={entry}>
        <Part as="form" ref={ref} own={own} given={props} />
      </CheckoutEntryContext.Provider>
    );
  },
);

/** Writes the digits that began a sale where the focus is, as if they were typed there. */
function typeInto(field: Element | null, digits: string): void {
  if (digits === '' || !(field instanceof HTMLInputElement)) return;
  // React hears of a value only where it was not set through its own property.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, digits);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

// A key in one field draws that field and the button: the others are drawn again where something of theirs changed.
const Picker = /*#__PURE__*/ memo(TerminalPicker);
const TextInput = /*#__PURE__*/ memo(TextField);
const Check = /*#__PURE__*/ memo(CheckField);

/** Puts one field into the draft. */
function useChange<Name extends keyof CheckoutDraft>(name: Name): (value: CheckoutDraft[Name]) => void {
  const { change } = useCheckoutEntry().sale;
  return useCallback((value) => change({ [name]: value }), [change, name]);
}

/** Where it is paid. */
export function TerminalCheckoutTerminal() {
  const { sale, errors, refFor, onTerminalChange } = useCheckoutEntry();
  const { draft, fields, change } = sale;
  const onValueChange = useCallback(
    (terminalId: string | null, details: TerminalChangeDetails) => {
      change({ terminalId });
      onTerminalChange?.(terminalId, details);
    },
    [change, onTerminalChange],
  );
  if (fields.terminalId?.hidden) return null;
  return (
    <Picker
      ref={refFor('terminalId')}
      required
      readOnly={fields.terminalId?.readOnly}
      value={draft.terminalId}
      error={errors['terminalId']}
      onValueChange={onValueChange}
    />
  );
}

/** How much. */
export function TerminalCheckoutAmountField() {
  const { sale, errors, refFor, isTried } = useCheckoutEntry();
  const rule = sale.fields.amount;
  if (rule?.hidden) return null;
  return (
    <AmountField
      ref={refFor('amount')}
      required
      readOnly={rule?.readOnly}
      value={sale.draft.amountCents}
      showError={isTried}
      error={errors['amount']}
      onValueChange={(amountCents) => sale.change({ amountCents })}
    />
  );
}

interface TerminalCheckoutQuickAmountProps {
  amountCents: number;
}

/** Enters its amount; pressed while that is the one. */
export const TerminalCheckoutQuickAmount = /*#__PURE__*/ definePart(
  'button',
  function TerminalCheckoutQuickAmount(_, { amountCents, ...props }: TerminalCheckoutQuickAmountProps) {
    const { sale } = useCheckoutEntry();
    const { format } = useMoney();
    return {
      type: 'button',
      className: 'tillkit-button',
      'data-size': 'small',
      'aria-pressed': amountCents === sale.draft.amountCents,
      onClick: () => sale.change({ amountCents }),
      children: <bdi className="tillkit-figures">{format(amountCents)}</bdi>,
      given: props,
    };
  },
);

interface TerminalCheckoutQuickAmountsProps {
  /** Draws one of them, in cents; default a `TerminalCheckout.QuickAmount`. */
  children?: ((amountCents: number) => ReactNode) | undefined;
}

/** Amounts that one press enters, while the amount can be changed. */
export const TerminalCheckoutQuickAmounts = /*#__PURE__*/ definePart(
  'fieldset',
  function TerminalCheckoutQuickAmounts(
    _,
    { children = drawAmount, ...props }: TerminalCheckoutQuickAmountsProps,
  ) {
    const { sale, labels, quickAmountsCents } = useCheckoutEntry();
    if (isLocked(sale.fields.amount) || quickAmountsCents.length === 0) return undefined;
    return {
      className: 'tillkit-terminal-checkout-quick',
      'aria-label': labels.quickAmounts,
      children: quickAmountsCents.map(children),
      given: props,
    };
  },
);

function drawAmount(amountCents: number): ReactNode {
  return <TerminalCheckoutQuickAmount key={amountCents} amountCents={amountCents} />;
}

/** How much, with the amounts that one press enters. */
export const TerminalCheckoutAmount = /*#__PURE__*/ definePart('div', function TerminalCheckoutAmount() {
  if (useCheckoutEntry().sale.fields.amount?.hidden) return undefined;
  const children = (
    <>
      <TerminalCheckoutAmountField />
      <TerminalCheckoutQuickAmounts />
    </>
  );
  return { className: 'tillkit-terminal-checkout-amount', children };
});

/** The number by which the payment is found again. */
export function TerminalCheckoutOrderNumber() {
  const { sale, errors, labels, refFor } = useCheckoutEntry();
  const change = useChange('orderNumber');
  const rule = sale.fields.orderNumber;
  if (rule?.hidden) return null;
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
    const { sale, errors, labels, refFor } = useCheckoutEntry();
    const { customFields, draft, fields, change } = sale;
    const { customValues } = draft;
    const onChange = useCallback(
      (key: string, value: string) => change({ customValues: { ...customValues, [key]: value } }),
      [change, customValues],
    );
    const rule = fields.customValues;
    if (rule?.hidden || customFields.length === 0) return undefined;
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

function AddressField({ name, type }: ReceiptAddress) {
  const { sale, errors, labels, refFor } = useCheckoutEntry();
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

/** Where a receipt goes, once it is wanted. */
export const TerminalCheckoutAddresses = /*#__PURE__*/ definePart(
  'div',
  function TerminalCheckoutAddresses() {
    const shown = useReceiptAddresses();
    if (shown.length === 0) return undefined;
    const children = shown.map((address) => <AddressField key={address.name} {...address} />);
    return { className: 'tillkit-terminal-checkout-pair', children };
  },
);

/** Whether a receipt is wanted. */
export function TerminalCheckoutReceiptWanted() {
  const { sale, errors, labels, refFor } = useCheckoutEntry();
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

/** Whether a receipt is wanted, and where to. */
export const TerminalCheckoutReceipt = /*#__PURE__*/ definePart('div', function TerminalCheckoutReceipt() {
  const { fields } = useCheckoutEntry().sale;
  const isEmpty = useReceiptAddresses().length === 0;
  if (fields.receipt?.hidden && isEmpty) return undefined;
  const children = (
    <>
      <TerminalCheckoutReceiptWanted />
      <TerminalCheckoutAddresses />
    </>
  );
  return { className: 'tillkit-terminal-checkout-receipt', children };
});

/**
 * Two fields, beside each other where there is room and else one under the other: in the drop-in the terminal and the
 * amount.
 */
export const TerminalCheckoutPair = /*#__PURE__*/ definePart('div', function TerminalCheckoutPair() {
  return { className: 'tillkit-terminal-checkout-pair' };
});

/** What is missing, until it is said at the fields. */
export const TerminalCheckoutHint = /*#__PURE__*/ definePart('p', function TerminalCheckoutHint() {
  const { canCharge, hint, hintId } = useCheckoutEntry();
  return canCharge && hint ? { className: 'tillkit-hint', id: hintId, children: hint } : undefined;
});

/** The button that sends, which names what it does. It is not there while something stands in its way. */
export const TerminalCheckoutCharge = /*#__PURE__*/ definePart('button', function TerminalCheckoutCharge() {
  const { sale, labels, canCharge, button, hint, hintId } = useCheckoutEntry();
  if (!canCharge) return undefined;
  const { kind, amountText: amount, terminalTitle: terminal } = sale;
  const nameOf = kind === 'pay' ? labels.charge : labels.authorize;
  return {
    type: 'submit',
    className: 'tillkit-button',
    'data-variant': 'primary',
    'data-size': 'large',
    'aria-describedby': hint ? hintId : undefined,
    children: <span className="tillkit-figures">{nameOf({ amount, terminal })}</span>,
    ref: button,
  };
});
