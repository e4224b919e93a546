'use client';
import type { PaymentLink } from '../../core/contract/paymentLink.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { LinkStatus } from '../payment-link-list/LinkStatus.tsx';
import { LinkTime } from '../payment-link-list/LinkTime.tsx';
import { paymentLinkListLabels } from '../payment-link-list/paymentLinkListLabels.ts';
import type { PaymentLinkFormLabels } from './paymentLinkFormLabels.ts';

export interface LinkDetailsProps {
  link: PaymentLink;
  labels: PaymentLinkFormLabels;
}

/** What the service said of the new link; what it left out has no line. */
export function LinkDetails({ link, labels }: LinkDetailsProps) {
  const listLabels = useLabels('paymentLinkList', paymentLinkListLabels);
  const { reference, status, paid, createdAt, customValues } = link;
  return (
    <dl className="tillkit-payment-link-form-details">
      {reference !== undefined && (
        <div>
          <dt>{labels.reference}</dt>
          <dd className="tillkit-figures">
            <bdi>{reference}</bdi>
          </dd>
        </div>
      )}
      {(status !== undefined || paid !== undefined) && (
        <div>
          <dt>{labels.status}</dt>
          <dd>
            <LinkStatus link={link} labels={listLabels} />
          </dd>
        </div>
      )}
      {createdAt !== undefined && (
        <div>
          <dt>{labels.created}</dt>
          <dd className="tillkit-figures">
            <LinkTime value={createdAt} absent={listLabels.absent} />
          </dd>
        </div>
      )}
      {customValues.map(({ key, label, value, valueLabel }, index) => (
        <div key={`${index} ${key}`}>
          <dt>
            <bdi>{label ?? key}</bdi>
          </dt>
          <dd>
            <bdi>{valueLabel ?? value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
