'use client';
import { Fragment } from 'react';
import { useListDigits } from '../flow/useListDigits.ts';
import { definePart } from '../part/definePart.tsx';
import { shownText } from '../terminal-picker/shownText.ts';
import { findSteps } from './findSteps.ts';
import { usePaymentStatusContext } from './usePaymentStatusContext.ts';

/** Where a person finds out what became of it, the best place first. */
export const PaymentStatusFindOut = definePart('div', function PaymentStatusFindOut() {
  const { view } = usePaymentStatusContext();
  const digits = useListDigits();
  if (view?.operation.phase !== 'unknown') return undefined;
  const orderNumber = shownText(view.operation.orderNumber);
  return {
    className: 'tillkit-payment-status-find',
    children: (
      <>
        <h3>{view.labels.findOut}</h3>
        <ol style={digits}>
          {findSteps(view).map((step) => (
            <li key={step}>{orderNumber ? apart(step, orderNumber) : step}</li>
          ))}
        </ol>
      </>
    ),
  };
});

/** A sentence whose number has an element of its own: a style sheet can keep it on one line. */
function apart(sentence: string, number: string) {
  return sentence.split(number).map((text, place) => (
    <Fragment key={place}>
      {place > 0 && <bdi>{number}</bdi>}
      {text}
    </Fragment>
  ));
}
