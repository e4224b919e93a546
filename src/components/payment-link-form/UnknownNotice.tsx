'use client';
import type { PaymentLink } from '../../core/contract/paymentLink.ts';
import type { LinkSearch } from '../../core/links/linkCreation.ts';
import type { Count } from '../../hooks/count.ts';
import { useCount } from '../../hooks/useCount.ts';
import { Icon } from '../icon/Icon.tsx';
import type { PaymentLinkFormLabels } from './paymentLinkFormLabels.ts';
import { useFocusOnArrival } from './useFocusOnArrival.ts';

export interface UnknownNoticeProps {
  search: LinkSearch | undefined;
  /** What was sent, in words. */
  amount: string;
  labels: PaymentLinkFormLabels;
  onLook: () => void;
  onConfirm: (link: PaymentLink) => void;
  onListed: () => void;
  onNotListed: () => void;
}

/** Nobody knows whether the link was made: a person looks, here or elsewhere, and says which. */
export function UnknownNotice({ search, amount, labels, ...act }: UnknownNoticeProps) {
  const heading = useFocusOnArrival<HTMLParagraphElement>();
  const countOf = useCount();
  const isLooking = search?.status === 'reading';
  const candidates = search?.status === 'read' ? search.candidates : [];
  return (
    <div className="tillkit-notice tillkit-payment-link-form-unknown" data-tone="attention">
      <Icon name="question" />
      <div>
        <p ref={heading} className="tillkit-payment-link-form-notice-title" tabIndex={-1}>
          {labels.unknownTitle}
        </p>
        <p>{labels.unknownText}</p>
        <ol>
          <li>{labels.unknownLook}</li>
          <li>{labels.unknownFound}</li>
          <li>{labels.unknownNotFound}</li>
        </ol>
        {search && !isLooking && <p>{searchSentence(search, amount, labels, countOf)}</p>}
        {candidates.length > 0 && (
          <div className="tillkit-payment-link-form-answers">
            {candidates.map((link) => (
              <button
                key={link.id}
                type="button"
                className="tillkit-button"
                data-variant="primary"
                onClick={() => act.onConfirm(link)}
              >
                <bdi>{labels.isThisOne(link.reference ?? link.id)}</bdi>
              </button>
            ))}
          </div>
        )}
        <div className="tillkit-payment-link-form-answers">
          <button
            type="button"
            className="tillkit-button"
            aria-disabled={isLooking || undefined}
            onClick={act.onLook}
          >
            <Icon name="search" />
            {isLooking ? labels.looking : labels.lookInList}
          </button>
          {candidates.length === 0 && (
            <button type="button" className="tillkit-button" onClick={act.onListed}>
              {labels.isListed}
            </button>
          )}
          <button type="button" className="tillkit-button" onClick={act.onNotListed}>
            {labels.isNotListed}
          </button>
        </div>
      </div>
    </div>
  );
}

/** What looking in the list brought; nothing while it is being read. */
export function searchSentence(
  search: LinkSearch,
  amount: string,
  labels: Pick<PaymentLinkFormLabels, 'foundLike' | 'noneLike' | 'listNotRead'>,
  countOf: (value: number) => Count,
): string | undefined {
  if (search.status === 'reading') return undefined;
  if (search.status === 'not-read') return labels.listNotRead;
  const count = search.candidates.length;
  return count > 0 ? labels.foundLike({ count: countOf(count), amount }) : labels.noneLike({ amount });
}
