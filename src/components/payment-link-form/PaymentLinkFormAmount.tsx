'use client';
import { LinkAmount } from './LinkAmount.tsx';
import { useLinkEntry } from './useLinkEntry.ts';

/** What the link is for. */
export function PaymentLinkFormAmount() {
  const { form, setup } = useLinkEntry();
  const rule = setup.fields.amount;
  if (rule?.hidden) return null;
  return (
    <LinkAmount
      form={form}
      name="amountCents"
      rule={rule}
      required
      className="tillkit-payment-link-form-amount-field"
    />
  );
}
