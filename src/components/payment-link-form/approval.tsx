'use client';
import { useId } from 'react';
import { Icon } from '../kit/Icon.tsx';
import { useApprovalForm } from '../kit/useApprovalForm.tsx';
import { useMoney } from '../kit/useMoney.ts';
import { useEstimated } from './outcome.tsx';
import { useLinkEntry } from './useSubmitLink.ts';

/** In place of the form while another person must approve the link: its sum, the reason and the field for the code. */
export function LinkApproval() {
  const { form, creation, setup, submit, isSending, giveUp } = useLinkEntry();
  const { labels } = setup;
  const { approve, error } = creation;
  const titleId = useId();
  const money = useMoney();
  const { totals } = useEstimated(form, setup);
  const asked = useApprovalForm(
    approve && {
      request: error,
      refusal: error?.refusal,
      isBusy: isSending,
      labels,
      approve: submit.approve,
      onCancel: giveUp,
    },
  );
  if (!asked) return null;
  const { children, ...own } = asked;
  return (
    <form {...own} aria-labelledby={titleId}>
      <div className="tillkit-payment-link-form-outcome">
        <Icon name="minus" />
        <h2 id={titleId}>{labels.approvalTitle}</h2>
        {totals.totalCents !== undefined && (
          <p className="tillkit-payment-link-form-amount tillkit-figures">
            {money.format(totals.totalCents)}
          </p>
        )}
      </div>
      {children}
    </form>
  );
}
