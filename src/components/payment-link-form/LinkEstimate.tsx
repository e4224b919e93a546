'use client';
import { memo, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { type LinkTax, linkTotals, percentOf } from '../../core/links/linkTotals.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useMoney } from '../amount-field/useMoney.ts';
import { taxesOf } from './linkContent.ts';
import { isLocked } from '../field/fieldRule.ts';
import type { LinkSetup } from './linkFormValues.ts';
import { percentText } from './percentText.ts';
import type { LinkForm } from './useLinkForm.ts';

export interface LinkEstimateProps {
  form: LinkForm;
  setup: LinkSetup;
}

/** What the customer is going to pay, made of the sums on the screen and what the host told of taxes and discount. */
export const LinkEstimate = memo(function LinkEstimate({ form, setup }: LinkEstimateProps) {
  const { labels } = setup;
  const { locale } = usePaymentsContext();
  const money = useMoney();
  const { amountCents, taxes, unpriced, discount } = useEstimated(form, setup);
  const totals = linkTotals({ amountCents: amountCents ?? Number.NaN, taxes, discount });

  const isComplete = unpriced.length === 0;
  const isRounded = totals.taxes.some(({ tax }) => tax?.percent !== undefined && !unpriced.includes(tax));
  const sum = (cents: number | undefined) => (cents === undefined ? labels.notKnown : money.format(cents));
  const nameOf = (tax: LinkTax | undefined) => {
    if (tax?.percent === undefined || tax.amountCents !== undefined) return tax?.label ?? labels.taxes;
    return labels.withPercent({ label: tax.label, percent: percentText(tax.percent, locale) });
  };
  return (
    <section className="tillkit-payment-link-form-estimate" aria-label={labels.estimate}>
      <h3>{labels.estimate}</h3>
      <dl className="tillkit-figures">
        <Line name={labels.amount}>{sum(amountCents)}</Line>
        {totals.taxes.map(
          ({ tax, cents }, index) =>
            !(tax && unpriced.includes(tax)) && (
              <Line key={tax?.id ?? index} name={nameOf(tax)}>
                {sum(cents)}
              </Line>
            ),
        )}
        {isComplete ? (
          <Line name={labels.total} isTotal>
            {sum(totals.totalCents)}
          </Line>
        ) : (
          <Line name={labels.plusTaxes}>{unpriced.map(({ label }) => label).join(', ')}</Line>
        )}
        {discount && (
          <Line name={labels.discount({ percent: percentText(discount.percent, locale) })}>
            {sum(totals.discountCents === undefined ? undefined : -totals.discountCents)}
          </Line>
        )}
        {discount && isComplete && (
          <Line name={labels.cardTotal} isTotal>
            {sum(totals.cardTotalCents)}
          </Line>
        )}
      </dl>
      {(isRounded || discount) && (
        <p className="tillkit-hint">
          {isRounded && labels.taxRounding}{' '}
          {discount && labels.discountRounding({ of: discount.of ?? 'total' })}
        </p>
      )}
    </section>
  );
});

/** The only part of the form that listens to what is typed, and to sums alone. */
function useEstimated(form: LinkForm, { fields, taxes: known, discount }: LinkSetup) {
  const [amountCents, taxesBy, taxCents, taxIds, applyDiscount] = useWatch({
    control: form.control,
    name: ['amountCents', 'taxesBy', 'taxCents', 'taxIds', 'applyDiscount'],
  });
  const amount = isLocked(fields.amount) ? fields.amount?.value : (amountCents ?? undefined);
  const given = taxesOf({ taxesBy, taxCents, taxIds }, fields);
  const taxes =
    typeof given === 'object'
      ? given.map((id): LinkTax => known.find((tax) => tax.id === id) ?? { id, label: id })
      : given;
  const isDiscounted = isLocked(fields.applyDiscount) ? fields.applyDiscount?.value : applyDiscount;
  return {
    amountCents: Number.isNaN(amount) ? undefined : amount,
    taxes,
    unpriced: typeof taxes === 'object' ? taxes.filter((tax) => !isPriced(tax)) : [],
    discount: isDiscounted ? discount : undefined,
  };
}

function isPriced({ percent = '', amountCents }: LinkTax): boolean {
  return amountCents !== undefined || percentOf(0, percent) !== undefined;
}

function Line({ name, isTotal, children }: { name: string; isTotal?: boolean; children: ReactNode }) {
  return (
    <div className={isTotal ? 'tillkit-payment-link-form-total' : undefined}>
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
