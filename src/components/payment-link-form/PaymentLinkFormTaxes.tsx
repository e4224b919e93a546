'use client';
import { useId } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import type { LinkTax } from '../../core/links/linkTotals.ts';
import { Icon } from '../icon/Icon.tsx';
import { LinkAmount } from './LinkAmount.tsx';
import { isRequired } from '../field/fieldRule.ts';
import type { LinkEntry } from './paymentLinkFormContext.ts';
import { percentText } from './percentText.ts';
import { useLinkEntry } from './useLinkEntry.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';

/** The taxes: one amount, the merchant's own to pick from, or a choice between the two. */
export function PaymentLinkFormTaxes() {
  const { form, setup } = useLinkEntry();
  const { taxes, fields, labels } = setup;
  const rule = fields.taxes;
  const by = useWatch({ control: form.control, name: 'taxesBy' });
  if (rule?.hidden) return null;
  // It goes with its input, and could not be mended there.
  const forgetBadText = () => {
    if (Number.isNaN(form.getValues('taxCents'))) form.setValue('taxCents', null);
  };
  const amount = (label: string) => (
    <LinkAmount form={form} name="taxCents" rule={rule} required={isRequired(rule)} label={label} min={0} />
  );
  if (by === 'amount' && (taxes.length === 0 || rule?.by !== 'either')) return amount(labels.taxes);
  return (
    <fieldset className="tillkit-field tillkit-payment-link-form-taxes">
      <legend className="tillkit-label">{labels.taxes}</legend>
      {rule?.by === 'either' && !rule.readOnly && (
        <div className="tillkit-payment-link-form-either">
          {(['list', 'amount'] as const).map((way) => (
            <label key={way} className="tillkit-check">
              <input type="radio" value={way} {...form.register('taxesBy', { onChange: forgetBadText })} />
              <span>{way === 'list' ? labels.taxesByList : labels.taxesByAmount}</span>
            </label>
          ))}
        </div>
      )}
      {by === 'amount' ? amount(labels.taxAmount) : <TaxList form={form} setup={setup} />}
    </fieldset>
  );
}

function TaxList({ form, setup: { taxes, fields } }: Pick<LinkEntry, 'form' | 'setup'>) {
  const { locale } = usePaymentsContext();
  const errorId = useId();
  const rule = fields.taxes;
  const given = typeof rule?.value === 'object' ? rule.value : [];
  const nameOf = ({ label, percent }: LinkTax) =>
    percent === undefined ? label : `${label} (${percentText(percent, locale)})`;
  const box = (tax: LinkTax, isChecked: boolean, onPick?: (isPicked: boolean) => void, error?: string) => (
    <label key={tax.id} className="tillkit-check" data-disabled={onPick ? undefined : ''}>
      <input
        type="checkbox"
        checked={isChecked}
        disabled={!onPick}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : errorId}
        onChange={(event) => onPick?.(event.target.checked)}
      />
      <bdi>{nameOf(tax)}</bdi>
    </label>
  );
  if (rule?.readOnly) return taxes.map((tax) => box(tax, given.includes(tax.id)));
  return (
    <Controller
      control={form.control}
      name="taxIds"
      render={({ field: { value, onChange }, fieldState: { error } }) => (
        <>
          {taxes.map((tax) =>
            box(
              tax,
              value.includes(tax.id),
              (isPicked) =>
                onChange(
                  taxes.map(({ id }) => id).filter((id) => (id === tax.id ? isPicked : value.includes(id))),
                ),
              error?.message,
            ),
          )}
          {error?.message !== undefined && (
            <p id={errorId} className="tillkit-error">
              <Icon name="alert" />
              <span>{error.message}</span>
            </p>
          )}
        </>
      )}
    />
  );
}
