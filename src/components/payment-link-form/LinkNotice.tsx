'use client';
import { Icon } from '../icon/Icon.tsx';
import type { PaymentLinkFormLabels } from './paymentLinkFormLabels.ts';
import { useFocusOnArrival } from './useFocusOnArrival.ts';

export interface RejectedNoticeProps {
  sentences: readonly string[];
  /** A new one moves the focus here again. */
  occasion: unknown;
  labels: PaymentLinkFormLabels;
}

/** The service refused and nothing was created; what it said about no field on the screen. */
export function RejectedNotice({ sentences, occasion, labels }: RejectedNoticeProps) {
  const heading = useFocusOnArrival<HTMLParagraphElement>(occasion);
  return (
    <div className="tillkit-notice" data-tone="danger">
      <Icon name="alert" />
      <div>
        <p ref={heading} className="tillkit-payment-link-form-notice-title" tabIndex={-1}>
          {labels.rejectedTitle}
        </p>
        {sentences.map((sentence) => (
          <p key={sentence}>
            <bdi>{sentence}</bdi>
          </p>
        ))}
      </div>
    </div>
  );
}

export interface RestoredNoticeProps {
  hadFiles: boolean;
  labels: PaymentLinkFormLabels;
  onStartAfresh: () => void;
}

/** What stands in the form was typed before somebody went elsewhere. */
export function RestoredNotice({ hadFiles, labels, onStartAfresh }: RestoredNoticeProps) {
  return (
    <div className="tillkit-notice tillkit-payment-link-form-restored">
      <Icon name="clock" />
      <div>
        <p>
          {labels.restored} {hadFiles && labels.filesLost}
        </p>
        <button type="button" className="tillkit-button" onClick={onStartAfresh}>
          {labels.startAfresh}
        </button>
      </div>
    </div>
  );
}
