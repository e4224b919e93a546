'use client';
import { forwardRef, memo, type ReactNode, type Ref } from 'react';
import { useWatch } from 'react-hook-form';
import { type LinkTax, linkTotals, percentOf } from '../../core/links/linkTotals.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useMoney } from '../amount-field/useMoney.ts';
import { taxesOf } from './linkContent.ts';
import { isLocked } from '../field/fieldRule.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import type { LinkEntry } from './paymentLinkFormContext.ts';
import { percentText } from './percentText.ts';
import { useLinkEntry } from './useLinkEntry.ts';

export interface PaymentLinkFormEstimateProps extends PartProps<'section'> {}

/** What the customer is going to pay, made of the sums on the screen and what the host told of taxes and discount. */
export const PaymentLinkFormEstimate = forwardRef<HTMLElement, PaymentLinkFormEstimateProps>(
  function PaymentLinkFormEstimate(props, ref) {
    const { form, setup } = useLinkEntry();
    return <Estimate form={form} setup={setup} given={props} hostRef={ref} />;
  },
);

interface EstimateProps extends Pick<LinkEntry, 'form' | 'setup'> {
  given: PaymentLinkFormEstimateProps;
  hostRef: Ref<HTMLElement>;
}

const Estimate = memo(function Estimate({ form, setup, given, hostRef }: EstimateProps) {
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
  const own = {
    className: 'tillkit-payment-link-form-estimate',
    'aria-label': labels.estimate,
    children: (
      <>
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
      </>
    ),
  };
  return <Part as="section" ref={hostRef} own={own} given={given} />;
});

/** The only part of the form that listens to what is typed, and to sums alone. */
function useEstimated(form: LinkEntry['form'], { fields, taxes: known, discount }: LinkEntry['setup']) {
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
    amountCents: Number.isSafeInteger(amount) ? amount : undefined,
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
