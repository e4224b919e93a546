'use client';
import { forwardRef } from 'react';
import { useLabels } from '../../hooks/useLabels.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { LinkStatus } from '../payment-link-list/LinkStatus.tsx';
import { LinkTime } from '../payment-link-list/LinkTime.tsx';
import { paymentLinkListLabels } from '../payment-link-list/paymentLinkListLabels.ts';
import { usePaymentLinkFormContext } from './usePaymentLinkFormContext.ts';

export interface PaymentLinkFormDetailsProps extends PartProps<'dl'> {}

/** What the service said of the new link; what it left out has no line. */
export const PaymentLinkFormDetails = forwardRef<HTMLDListElement, PaymentLinkFormDetailsProps>(
  function PaymentLinkFormDetails(props, ref) {
    const { creation, setup } = usePaymentLinkFormContext();
    const listLabels = useLabels('paymentLinkList', paymentLinkListLabels);
    const { link } = creation;
    if (!link) return null;
    const { labels } = setup;
    const { reference, status, paid, createdAt, customValues } = link;
    const own = {
      className: 'tillkit-payment-link-form-details',
      children: (
        <>
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
        </>
      ),
    };
    return <Part as="dl" ref={ref} own={own} given={props} />;
  },
);
