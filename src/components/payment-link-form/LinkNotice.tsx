'use client';
import type { PaymentsError } from '../../core/errors/PaymentsError.ts';
import { Icon } from '../icon/Icon.tsx';
import type { PaymentLinkFormLabels } from './paymentLinkFormLabels.ts';
import { refusalSentence } from './refusedField.ts';
import { useFocusOnArrival } from './useFocusOnArrival.ts';

export interface RejectedNoticeProps {
  error: PaymentsError;
  labels: PaymentLinkFormLabels;
}

/** The service refused and nothing was created; its own sentence. */
export function RejectedNotice({ error, labels }: RejectedNoticeProps) {
  const heading = useFocusOnArrival<HTMLParagraphElement>(error);
  return (
    <div className="tillkit-notice" data-tone="danger">
      <Icon name="alert" />
      <div>
        <p ref={heading} className="tillkit-payment-link-form-notice-title" tabIndex={-1}>
          {labels.rejectedTitle}
        </p>
        <p>
          <bdi>{refusalSentence(error)}</bdi>
        </p>
      </div>
    </div>
  );
}

export interface UnknownNoticeProps {
  labels: PaymentLinkFormLabels;
  onListed: () => void;
  onNotListed: () => void;
}

/** Nobody knows whether the link was made: a person looks, and says which. */
export function UnknownNotice({ labels, onListed, onNotListed }: UnknownNoticeProps) {
  const heading = useFocusOnArrival<HTMLParagraphElement>();
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
        <div className="tillkit-payment-link-form-answers">
          <button type="button" className="tillkit-button" onClick={onListed}>
            {labels.isListed}
          </button>
          <button type="button" className="tillkit-button" onClick={onNotListed}>
            {labels.isNotListed}
          </button>
        </div>
      </div>
    </div>
  );
}
