'use client';
import { forwardRef } from 'react';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { LinkFlag } from './LinkFlag.tsx';
import { percentText } from './percentText.ts';
import { useLinkEntry } from './useLinkEntry.ts';

export interface PaymentLinkFormFlagsProps extends PartProps<'div'> {}

/** What the customer is asked for, and whether the discount applies. */
export const PaymentLinkFormFlags = forwardRef<HTMLDivElement, PaymentLinkFormFlagsProps>(
  function PaymentLinkFormFlags(props, ref) {
    const { form, setup } = useLinkEntry();
    const { locale } = usePaymentsContext();
    const { fields, labels, discount } = setup;
    const flags = (['showBilling', 'showShipping', 'applyDiscount'] as const).filter(
      (name) => !fields[name]?.hidden,
    );
    if (flags.length === 0) return null;
    const discountHint = discount
      ? labels.discountHint({ percent: percentText(discount.percent, locale) })
      : labels.applyDiscountHint;
    const own = {
      className: 'tillkit-payment-link-form-checks',
      children: flags.map((name) => (
        <LinkFlag
          key={name}
          form={form}
          name={name}
          rule={fields[name]}
          label={labels[name]}
          hint={name === 'applyDiscount' ? discountHint : undefined}
        />
      )),
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);
