'use client';
import { forwardRef, useEffect, useId } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import type { LinkTax } from '../../core/links/linkTotals.ts';
import { textFieldOrUndefined } from '../../core/wire/read.ts';
import { useCount } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { UploadQueueContext } from '../../hooks/useUploadAttachments.ts';
import { AmountField, type AmountFieldProps } from '../amount-field/AmountField.tsx';
import { AttachmentField } from '../attachment-field/AttachmentField.tsx';
import { OptionalFields, type OptionalField, useIsCollapsed } from '../kit/OptionalFields.tsx';
import { CheckField, FieldError, isAsked, isLocked, isRequired } from '../kit/fields.tsx';
import type { PartProps } from '../kit/part.tsx';
import { PaymentLinkFormCustomValues, unusedKinds } from './customValues.tsx';
import {
  type CustomRow,
  type LinkFieldRule,
  type LinkFlagName,
  linkFlags,
  percentText,
} from './linkFormValues.ts';
import { definePart, useLinkEntry } from './useSubmitLink.ts';

interface LinkAmountProps extends Pick<AmountFieldProps, 'required' | 'label' | 'min' | 'layout'> {
  name: 'amountCents' | 'taxCents';
  rule: LinkFieldRule<unknown> | undefined;
}

/** The field of an amount. It gets only the service's errors, because `AmountField` itself checks the typed text. */
function LinkAmount({ rule, ...field }: LinkAmountProps) {
  const { control, formState } = useLinkEntry().form;
  const problem = formState.errors[field.name];
  const error = problem?.type === 'service' ? problem.message : undefined;
  const shared = { ...field, error, showError: formState.submitCount > 0 };
  if (rule?.readOnly) {
    const value = typeof rule.value === 'number' ? rule.value : null;
    return <AmountField {...shared} value={value} readOnly onValueChange={() => undefined} />;
  }
  return (
    <Controller
      control={control}
      name={field.name}
      render={({ field: { value, ref, onChange } }) => (
        <AmountField
          {...shared}
          ref={ref}
          value={Number.isNaN(value) ? null : value}
          onValueChange={(cents, details) =>
            onChange(details.error === undefined || details.error === 'empty' ? cents : Number.NaN)
          }
        />
      )}
    />
  );
}

function LinkFlag({ name, hint }: { name: LinkFlagName; hint: string | undefined }) {
  const { form, setup } = useLinkEntry();
  const rule = setup.fields[name];
  const isReadOnly = rule?.readOnly ?? false;
  const state = isReadOnly
    ? { checked: rule?.value ?? false, readOnly: true, disabled: true }
    : { ...form.register(name), defaultChecked: form.getValues(name) };
  const error = isReadOnly ? undefined : form.formState.errors[name]?.message;
  return <CheckField {...state} name={name} label={setup.labels[name]} hint={hint} error={error} />;
}

/** The amount of the link. */
export function PaymentLinkFormAmount() {
  const rule = useLinkEntry().setup.fields.amount;
  if (rule?.hidden) return null;
  return <LinkAmount name="amountCents" rule={rule} required layout="display" />;
}

/** All inputs of the request. Disabled while the request is sent and while its outcome is unknown. */
export const PaymentLinkFormFields = /*#__PURE__*/ definePart('fieldset', function PaymentLinkFormFields() {
  const { isSending, isUnknown } = useLinkEntry();
  return { className: 'tillkit-payment-link-form-fields', disabled: isSending || isUnknown };
});

/** The files of the link: those the host attached, and those that a person adds. */
export function PaymentLinkFormFiles() {
  const { form, setup, uploads, isSending, isUnknown, touch } = useLinkEntry();
  const { fields, labels } = setup;
  const { errors, isSubmitted } = form.formState;
  const count = useCount();
  const isCollapsed = useIsCollapsed();
  const rule = fields.attachments;
  const isGiven = isLocked(rule);
  const { clear } = uploads;
  useEffect(() => {
    // If the host locks the field, a person cannot remove the added files any more, so the form removes them.
    if (isGiven) clear();
  }, [isGiven, clear]);
  if (rule?.hidden || isCollapsed('files')) return null;
  return (
    <>
      {rule?.value && rule.value.length > 0 && (
        <div className="tillkit-field">
          <p className="tillkit-label">{labels.givenFiles}</p>
          <ul className="tillkit-payment-link-form-given">
            {rule.value.map((file, index) => (
              <li key={index}>
                {/* The service does not specify which field has a file's name, so we try the usual fields. */}
                <bdi>
                  {textFieldOrUndefined(file, 'name', 'fileName', 'filename', 'originalName', 'path') ??
                    labels.namelessFile(count(index + 1))}
                </bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      {!rule?.readOnly && (
        <UploadQueueContext.Provider value={uploads}>
          <AttachmentField
            disabled={isSending || isUnknown}
            error={errors.files?.message}
            onAttachmentsChange={() => {
              touch();
              if (isSubmitted) void form.trigger('files');
            }}
          />
        </UploadQueueContext.Provider>
      )}
    </>
  );
}

/** Checkboxes: whether the customer is asked for a billing or a shipping address, and whether the discount applies. */
export const PaymentLinkFormFlags = /*#__PURE__*/ definePart('div', function PaymentLinkFormFlags() {
  const { fields, labels, discount } = useLinkEntry().setup;
  const { locale } = usePaymentsContext();
  const isCollapsed = useIsCollapsed();
  const flags = linkFlags.filter((name) => !fields[name]?.hidden && !isCollapsed(name));
  if (flags.length === 0) return undefined;
  const discountHint = discount
    ? labels.discountHint({ percent: percentText(discount.percent, locale) })
    : labels.applyDiscountHint;
  return {
    className: 'tillkit-payment-link-form-checks',
    children: flags.map((name) => (
      <LinkFlag key={name} name={name} hint={name === 'applyDiscount' ? discountHint : undefined} />
    )),
  };
});

/** The taxes: one amount, the merchant's taxes to choose from, or a choice between the two. */
export function PaymentLinkFormTaxes() {
  const { form, setup } = useLinkEntry();
  const { taxes, fields, labels } = setup;
  const rule = fields.taxes;
  const by = useWatch({ control: form.control, name: 'taxesBy' });
  const isCollapsed = useIsCollapsed();
  if (rule?.hidden || isCollapsed('taxes')) return null;
  // Deletes a typed tax that is not an amount. Its input disappears, so the person could not correct the tax.
  const forgetBadText = () => {
    if (Number.isNaN(form.getValues('taxCents'))) form.setValue('taxCents', null);
  };
  const amount = (label: string) => (
    <LinkAmount name="taxCents" rule={rule} required={isRequired(rule)} label={label} min={0} />
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
      {by === 'amount' ? amount(labels.taxAmount) : <TaxList />}
    </fieldset>
  );
}

function TaxList() {
  const { form, setup } = useLinkEntry();
  const { taxes, fields } = setup;
  const { locale } = usePaymentsContext();
  const errorId = useId();
  const rule = fields.taxes;
  const given = typeof rule?.value === 'object' ? rule.value : [];
  const wordsOf = ({ label, percent }: LinkTax) =>
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
      <bdi>{wordsOf(tax)}</bdi>
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
          {error?.message !== undefined && <FieldError id={errorId}>{error.message}</FieldError>}
        </>
      )}
    />
  );
}

/** The optional fields. A field is shown without a press if the host asks for it, or if it has a value or an error. */
function useOptionalFields(): OptionalField[] {
  const { form, setup, customRows, restored, touch } = useLinkEntry();
  const { customFields, fields, labels } = setup;
  const { errors } = form.formState;
  const values = form.getValues();
  const { rows } = customRows;
  const kinds = unusedKinds(customFields, rows);
  const mayTypeKeys = fields.customValues?.freeKeys ?? false;
  const isOptional = ({ key }: CustomRow) =>
    !customFields.some((option) => option.required && option.key === key);
  const hasCustomValues =
    isAsked(fields.customValues) || rows.some(isOptional) || errors.values?.root !== undefined;
  const hasGivenTaxes = values.taxCents !== null || values.taxIds.length > 0;
  const flag = (name: LinkFlagName, label: string): OptionalLinkField => ({
    name,
    label,
    isThere: !fields[name]?.hidden,
    isOpen: isAsked(fields[name]) || values[name] || errors[name] !== undefined,
    onAdd: () => form.setValue(name, true),
  });
  const extras: OptionalLinkField[] = [
    {
      name: 'customValues',
      label: labels.customValues,
      isThere: !fields.customValues?.hidden && (kinds.length > 0 || mayTypeKeys || hasCustomValues),
      isOpen: hasCustomValues,
      onAdd: () => {
        if (kinds.length === 1 && !mayTypeKeys) customRows.add(kinds[0]?.key);
      },
    },
    {
      name: 'taxes',
      label: labels.taxes,
      isThere: !fields.taxes?.hidden,
      isOpen: isAsked(fields.taxes) || hasGivenTaxes || Boolean(errors.taxCents ?? errors.taxIds),
    },
    {
      name: 'files',
      label: labels.addFiles,
      isThere: !fields.attachments?.hidden,
      isOpen: isAsked(fields.attachments) || restored?.hadFiles === true || errors.files !== undefined,
    },
    flag('applyDiscount', labels.addDiscount),
    flag('showBilling', labels.addBilling),
    flag('showShipping', labels.addShipping),
  ];
  return extras
    .filter(({ isThere }) => isThere)
    .map((extra) => ({
      ...extra,
      onAdd: () => {
        touch();
        extra.onAdd?.();
      },
    }));
}

interface OptionalLinkField extends OptionalField {
  isThere: boolean;
}

/**
 * The optional fields: taxes, custom values, billing and shipping address, the discount and files. Each has a button
 * that shows it, unless the field is required or filled in. A shown field stays shown.
 */
export const PaymentLinkFormAdd = /*#__PURE__*/ forwardRef<HTMLDivElement, PartProps<'div'>>(
  function PaymentLinkFormAdd({ children = allOptionalFields, ...given }, ref) {
    const { setup, isUnknown } = useLinkEntry();
    // While the outcome of the request is unknown, no further fields are offered.
    const extras = useOptionalFields().filter(({ isOpen }) => isOpen || !isUnknown);
    return (
      <OptionalFields ref={ref} extras={extras} label={setup.labels.add} given={given}>
        {children}
      </OptionalFields>
    );
  },
);

const allOptionalFields = (
  <>
    <PaymentLinkFormCustomValues />
    <PaymentLinkFormTaxes />
    <PaymentLinkFormFlags />
    <PaymentLinkFormFiles />
  </>
);
