'use client';
import { forwardRef } from 'react';
import { useCount } from '../../hooks/useLabels.ts';
import { useListDigits } from '../flow/useListDigits.ts';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { searchSentence } from './searchSentence.ts';
import { useFocusOnArrival } from './useFocusOnArrival.ts';
import { useLinkEntry } from './useLinkEntry.ts';

export interface PaymentLinkFormUnknownProps extends PartProps<'div'> {}

/** Nobody knows whether the link was made: a person looks, here or elsewhere, and says which. */
export const PaymentLinkFormUnknown = forwardRef<HTMLDivElement, PaymentLinkFormUnknownProps>(
  function PaymentLinkFormUnknown(props, ref) {
    const { creation, setup, submit, isUnknown, startOver, giveUp } = useLinkEntry();
    const heading = useFocusOnArrival<HTMLParagraphElement>(isUnknown);
    const countOf = useCount();
    const digits = useListDigits();
    if (!isUnknown) return null;
    const { labels } = setup;
    const { search } = creation;
    const isLooking = search?.status === 'reading';
    const candidates = search?.status === 'read' ? search.candidates : [];
    const own = {
      className: 'tillkit-notice tillkit-payment-link-form-unknown',
      'data-tone': 'attention',
      children: (
        <>
          <Icon name="question" />
          <div>
            <p ref={heading} className="tillkit-payment-link-form-notice-title" tabIndex={-1}>
              {labels.unknownTitle}
            </p>
            <p>{labels.unknownText}</p>
            <ol style={digits}>
              <li>{labels.unknownLook}</li>
              <li>{labels.unknownFound}</li>
              <li>{labels.unknownNotFound}</li>
            </ol>
            {search && !isLooking && <p>{searchSentence(search, submit.amount, labels, countOf)}</p>}
            {candidates.length > 0 && (
              <div className="tillkit-payment-link-form-answers">
                {candidates.map((link) => (
                  <button
                    key={link.id}
                    type="button"
                    className="tillkit-button"
                    data-variant="primary"
                    onClick={() => submit.confirm(link)}
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
                onClick={() => void submit.look()}
              >
                <Icon name="search" />
                {isLooking ? labels.looking : labels.lookInList}
              </button>
              {candidates.length === 0 && (
                <button type="button" className="tillkit-button" onClick={startOver}>
                  {labels.isListed}
                </button>
              )}
              <button type="button" className="tillkit-button" onClick={giveUp}>
                {labels.isNotListed}
              </button>
            </div>
          </div>
        </>
      ),
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);
