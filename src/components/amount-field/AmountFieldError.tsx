'use client';
import { Icon } from '../icon/Icon.tsx';
import { definePart } from '../part/definePart.tsx';
import { useAmountFieldContext } from './useAmountFieldContext.ts';

/** What is wrong with the amount. */
export const AmountFieldError = definePart('p', function AmountFieldError() {
  const { errorId, error } = useAmountFieldContext();
  if (!error) return undefined;
  const children = (
    <>
      <Icon name="alert" />
      <span>{error}</span>
    </>
  );
  return { className: 'tillkit-error', id: errorId, children };
});
