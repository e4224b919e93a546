'use client';
import { isRejectedForLackOfApproval, type Refusal } from '../../core/operations/terminalOperation.ts';
import type { PaymentStatusLabels } from '../../words/words.ts';
import { useApprovalForm } from '../kit/useApprovalForm.tsx';
import { definePart } from './usePaymentStatus.ts';

/**
 * The reason why the host asks for an approval, and the field for the code of the person who must approve. Hidden
 * without `onApprove`. The code is passed to `onApprove` once and kept nowhere.
 */
export const PaymentStatusApproval = /*#__PURE__*/ definePart(
  'form',
  function PaymentStatusApproval({ view, labels, approval: { onApprove, onApprovalCancel } }) {
    const { operation } = view ?? {};
    const isAsked =
      onApprove !== undefined && operation !== undefined && isRejectedForLackOfApproval(operation);
    return useApprovalForm(
      isAsked
        ? {
            request: operation.id,
            refusal: operation.error?.refusal,
            labels,
            approve: async (code) => {
              const result = await onApprove(code);
              return result && !result.started ? unsentSentence(result.refusal, labels) : undefined;
            },
            onCancel: onApprovalCancel,
          }
        : undefined,
    );
  },
);

/** Why an operation that a person approved was not sent. Undefined if an earlier press has already sent it. */
function unsentSentence({ code, field }: Refusal, labels: PaymentStatusLabels): string | undefined {
  switch (code) {
    case 'already-started':
      return undefined;
    case 'unreachable':
    case 'no-journal':
      return labels.notArrived;
    case 'invalid-request':
      return labels.notSent;
    case 'terminal-busy':
    case 'needs-confirmation':
    case 'not-allowed':
      return labels.keptBack({ code, field });
  }
}
