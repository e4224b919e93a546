'use client';
import type { RefObject } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { AnomalyNotices } from './AnomalyNotices.tsx';
import { MoneyText } from './MoneyText.tsx';
import { PaymentDetails } from './PaymentDetails.tsx';
import type { PaymentEnding } from './paymentEnding.ts';
import { UnknownOutcome } from './UnknownOutcome.tsx';
import type { PaymentView } from './usePaymentView.ts';

export interface PaymentOutcomeProps {
  view: PaymentView;
  ending: PaymentEnding;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** What became of an operation, in the largest words of the view, and what to do next. */
export function PaymentOutcome({ view, ending, heading }: PaymentOutcomeProps) {
  const { icon, tone, title, sentences } = ending;
  const { operation, amountParts } = view;
  return (
    <>
      <div className="tillkit-payment-status-outcome" data-tone={tone}>
        <span className="tillkit-payment-status-mark">
          <Icon name={icon} />
        </span>
        <h2 className="tillkit-payment-status-title" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {amountParts && (
          <p className="tillkit-payment-status-sum">
            <MoneyText parts={amountParts} />
          </p>
        )}
      </div>
      {sentences.length > 0 && (
        <div className="tillkit-payment-status-sentences">
          {sentences.map(({ text, isFromService }) => (
            <p key={text}>{isFromService ? <bdi>{text}</bdi> : text}</p>
          ))}
        </div>
      )}
      <AnomalyNotices view={view} />
      <PaymentDetails view={view} />
      {operation.phase === 'unknown' && <UnknownOutcome view={view} />}
    </>
  );
}
