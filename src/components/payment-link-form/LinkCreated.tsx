'use client';
import type { Count } from '../../hooks/count.ts';
import { useCount } from '../../hooks/useCount.ts';
import type { UseCreatePaymentLinkResult } from '../../hooks/useCreatePaymentLink.ts';
import { useMoney } from '../amount-field/useMoney.ts';
import { Icon } from '../icon/Icon.tsx';
import { LinkShare } from '../link-share/LinkShare.tsx';
import { LinkDetails } from './LinkDetails.tsx';
import type { PaymentLinkFormLabels } from './paymentLinkFormLabels.ts';
import { useFocusOnArrival } from './useFocusOnArrival.ts';

export interface LinkCreatedProps {
  creation: UseCreatePaymentLinkResult;
  labels: PaymentLinkFormLabels;
  onCreateAnother: () => void;
}

/** What became of it: the address to share, where there is one. */
export function LinkCreated({ creation, labels, onCreateAnother }: LinkCreatedProps) {
  const { link, phase, search } = creation;
  const money = useMoney();
  const countOf = useCount();
  const heading = useFocusOnArrival<HTMLHeadingElement>();
  const amount = link?.totalAmountCents ?? link?.amountCents;
  const canLook = phase === 'created-unconfirmed' && !link;
  const isLooking = search?.status === 'reading';
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
        <p className="tillkit-payment-link-form-sentence">{createdSentence(creation, labels, countOf)}</p>
      </div>
      {link?.paymentLink !== undefined && <LinkShare address={link.paymentLink} />}
      {link && <LinkDetails link={link} labels={labels} />}
      <div className="tillkit-actions">
        {canLook && (
          <button
            type="button"
            className="tillkit-button"
            aria-disabled={isLooking || undefined}
            onClick={() => void creation.look()}
          >
            <Icon name="search" />
            {isLooking ? labels.looking : labels.lookAgain}
          </button>
        )}
        <button type="button" className="tillkit-button" onClick={onCreateAnother}>
          <Icon name="plus" />
          {labels.createAnother}
        </button>
      </div>
    </>
  );
}

/** What is known of the link that was created. */
function createdSentence(
  { phase, link, search }: Pick<UseCreatePaymentLinkResult, 'phase' | 'link' | 'search'>,
  labels: PaymentLinkFormLabels,
  countOf: (value: number) => Count,
): string {
  if (link) {
    if (link.paymentLink === undefined) return labels.unsafeAddress;
    return phase === 'created-unconfirmed' ? labels.foundText : labels.createdText;
  }
  if (search?.status === 'reading') return labels.unconfirmedLooking;
  if (search?.status !== 'read') return labels.unconfirmedText;
  const count = search.candidates.length;
  return count > 0 ? labels.unconfirmedSeveral({ count: countOf(count) }) : labels.unconfirmedNone;
}
