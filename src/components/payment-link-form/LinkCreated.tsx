'use client';
import type { PaymentLink } from '../../core/contract/paymentLink.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { useMoney } from '../amount-field/useMoney.ts';
import { CopyLinkButton } from '../copy-button/CopyLinkButton.tsx';
import { copyLinkLabels } from '../copy-button/copyLinkLabels.ts';
import { LinkAddress } from '../copy-button/LinkAddress.tsx';
import { useCopy } from '../copy-button/useCopy.ts';
import { Icon } from '../icon/Icon.tsx';
import { LinkDetails } from './LinkDetails.tsx';
import type { PaymentLinkFormLabels } from './paymentLinkFormLabels.ts';
import { useFocusOnArrival } from './useFocusOnArrival.ts';

export interface LinkCreatedProps {
  /** Undefined where the service created it and gave no data back. */
  link: PaymentLink | undefined;
  labels: PaymentLinkFormLabels;
  onCreateAnother: () => void;
}

/** What became of it: the address to share, where there is one. */
export function LinkCreated({ link, labels, onCreateAnother }: LinkCreatedProps) {
  const money = useMoney();
  const heading = useFocusOnArrival<HTMLHeadingElement>();
  const amount = link?.totalAmountCents ?? link?.amountCents;
  return (
    <>
      <div className="tillkit-payment-link-form-outcome">
        <Icon name="check" />
        <h2 ref={heading} tabIndex={-1}>
          {labels.createdTitle}
        </h2>
        {amount !== undefined && (
          <p className="tillkit-payment-link-form-amount tillkit-figures">{money.formatAmount(amount)}</p>
        )}
        <p className="tillkit-payment-link-form-sentence">{sentenceFor(link, labels)}</p>
      </div>
      {link?.paymentLink !== undefined && <ShareAddress address={link.paymentLink} />}
      {link && <LinkDetails link={link} labels={labels} />}
      <div className="tillkit-actions">
        <button type="button" className="tillkit-button" onClick={onCreateAnother}>
          <Icon name="plus" />
          {labels.createAnother}
        </button>
      </div>
    </>
  );
}

function sentenceFor(link: PaymentLink | undefined, labels: PaymentLinkFormLabels): string {
  if (!link) return labels.unconfirmedText;
  return link.paymentLink === undefined ? labels.unsafeAddress : labels.createdText;
}

function ShareAddress({ address }: { address: string }) {
  const { openLink } = useLabels('copyLink', copyLinkLabels);
  const copying = useCopy(address);
  return (
    <div className="tillkit-payment-link-form-share">
      <LinkAddress address={address} isRefused={copying.state === 'refused'} />
      <CopyLinkButton {...copying} variant="primary" />
      <a className="tillkit-button" href={address} target="_blank" rel="noopener noreferrer">
        <Icon name="external" />
        {openLink}
      </a>
    </div>
  );
}
