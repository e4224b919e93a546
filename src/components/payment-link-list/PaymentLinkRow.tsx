'use client';
import { useId } from 'react';
import type { PaymentLink } from '../../core/contract/paymentLink.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { useMoney } from '../amount-field/useMoney.ts';
import { CopyLinkButton } from '../copy-button/CopyLinkButton.tsx';
import { copyLinkLabels } from '../copy-button/copyLinkLabels.ts';
import { LinkAddress } from '../copy-button/LinkAddress.tsx';
import { useCopy } from '../copy-button/useCopy.ts';
import { Icon } from '../icon/Icon.tsx';
import { LinkStatus } from './LinkStatus.tsx';
import { LinkTime } from './LinkTime.tsx';
import type { PaymentLinkListLabels } from './paymentLinkListLabels.ts';

export interface PaymentLinkRowProps {
  link: PaymentLink;
  labels: PaymentLinkListLabels;
}

/** One link: a row of the table, or a card where the place is narrow. */
export function PaymentLinkRow({ link, labels }: PaymentLinkRowProps) {
  const money = useMoney();
  const { openLink } = useLabels('copyLink', copyLinkLabels);
  const address = link.paymentLink;
  const copying = useCopy(address ?? '');
  const referenceId = useId();
  const amount = link.totalAmountCents ?? link.amountCents;
  return (
    <>
      <tr className="tillkit-payment-link-list-row">
        <td className="tillkit-payment-link-list-amount tillkit-figures">
          {amount === undefined ? labels.absent : money.formatAmount(amount)}
        </td>
        <td className="tillkit-payment-link-list-state">
          <LinkStatus link={link} labels={labels} />
        </td>
        <td
          id={referenceId}
          className="tillkit-payment-link-list-reference tillkit-figures"
          data-empty={link.reference === undefined ? '' : undefined}
        >
          <bdi>{link.reference ?? labels.absent}</bdi>
        </td>
        <td
          className="tillkit-payment-link-list-created tillkit-figures"
          data-empty={link.createdAt === undefined ? '' : undefined}
        >
          <LinkTime value={link.createdAt} absent={labels.absent} />
        </td>
        <td className="tillkit-payment-link-list-actions">
          {address === undefined ? (
            labels.noAddress
          ) : (
            <>
              <CopyLinkButton {...copying} describedBy={referenceId} />
              <a
                className="tillkit-button"
                data-variant="quiet"
                data-shape="icon"
                href={address}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={openLink}
                aria-describedby={referenceId}
              >
                <Icon name="external" />
              </a>
            </>
          )}
        </td>
      </tr>
      {address !== undefined && copying.state === 'refused' && (
        <tr className="tillkit-payment-link-list-refused">
          <td colSpan={5}>
            <LinkAddress address={address} isRefused />
          </td>
        </tr>
      )}
    </>
  );
}
