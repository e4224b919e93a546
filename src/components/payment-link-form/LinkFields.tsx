'use client';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { CustomValueFields } from './CustomValueFields.tsx';
import { LinkAmount } from './LinkAmount.tsx';
import { LinkEstimate } from './LinkEstimate.tsx';
import { LinkFiles } from './LinkFiles.tsx';
import { LinkFlag } from './LinkFlag.tsx';
import type { LinkSetup } from './linkFormValues.ts';
import { percentText } from './percentText.ts';
import { TaxFields } from './TaxFields.tsx';
import type { CustomRows } from './useCustomRows.ts';
import type { LinkForm } from './useLinkForm.ts';

export interface LinkFieldsProps {
  form: LinkForm;
  setup: LinkSetup;
  customRows: CustomRows;
  /** While it is sent, and while nobody knows what became of it. */
  isLocked: boolean;
  onTouch: () => void;
}

/** Everything that goes into the request, and what it comes to. */
export function LinkFields({ form, setup, customRows, isLocked, onTouch }: LinkFieldsProps) {
  const { locale } = usePaymentsContext();
  const { fields, labels, discount } = setup;
  const discountHint = discount
    ? labels.discountHint({ percent: percentText(discount.percent, locale) })
    : labels.applyDiscountHint;
  const flags = (['showBilling', 'showShipping', 'applyDiscount'] as const).filter(
    (name) => !fields[name]?.hidden,
  );
  return (
    <fieldset className="tillkit-payment-link-form-fields" disabled={isLocked}>
      <div className="tillkit-stack">
        {!fields.amount?.hidden && (
          <LinkAmount
            form={form}
            name="amountCents"
            rule={fields.amount}
            required
            className="tillkit-payment-link-form-amount-field"
          />
        )}
        <TaxFields form={form} setup={setup} />
        <CustomValueFields form={form} setup={setup} customRows={customRows} onTouch={onTouch} />
      </div>
      <div className="tillkit-stack">
        {flags.length > 0 && (
          <div className="tillkit-payment-link-form-checks">
            {flags.map((name) => (
              <LinkFlag
                key={name}
                form={form}
                name={name}
                rule={fields[name]}
                label={labels[name]}
                hint={name === 'applyDiscount' ? discountHint : undefined}
              />
            ))}
          </div>
        )}
        <LinkFiles form={form} setup={setup} isLocked={isLocked} onTouch={onTouch} />
        <LinkEstimate form={form} setup={setup} />
      </div>
    </fieldset>
  );
}
