'use client';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isApprovable, type Refusal } from '../../core/operations/terminalOperation.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { PaymentStatusLabels } from '../../words/words.ts';
import { confirmsComposition, Field } from '../kit/fields.tsx';
import { definePart } from './usePaymentStatus.ts';

/**
 * The host's reason and the field for the code of the person who must approve, if `onApprove` is given. The code is
 * passed on once, and kept nowhere.
 */
export const PaymentStatusApproval = /*#__PURE__*/ definePart(
  'form',
  function PaymentStatusApproval({ view, labels, approval: { onApprove, onApprovalCancel } }) {
    const { announce } = usePaymentsContext();
    const field = useRef<HTMLInputElement>(null);
    const [problem, setProblem] = useState<string>();
    const [firstReason, setFirstReason] = useState<string>();
    const { operation } = view ?? {};
    const isAsked = onApprove !== undefined && operation !== undefined && isApprovable(operation);
    const id = isAsked ? operation.id : undefined;
    useEffect(() => {
      setProblem(undefined);
      const region = field.current?.closest('[data-tillkit="payment-status"]');
      if (region?.contains(region.ownerDocument.activeElement)) field.current?.focus();
    }, [id]);
    if (!isAsked) return undefined;

    const { message: reason, field: refusedField } = operation.error?.refusal ?? {};
    const isWrong = refusedField !== undefined;
    if (!isWrong && reason !== firstReason) setFirstReason(reason);
    const say = (sentence: string) => {
      setProblem(sentence);
      announce(sentence, 'assertive');
      field.current?.focus();
    };
    const submit = async (event: FormEvent) => {
      event.preventDefault();
      const code = field.current?.value.trim() ?? '';
      if (field.current) field.current.value = '';
      if (code === '') return say(labels.approvalMissing);
      setProblem(undefined);
      const result = await onApprove(code);
      const sentence = result && !result.started && unsentSentence(result.refusal, labels);
      if (sentence) say(sentence);
    };
    const quoted = <bdi>{reason}</bdi>;
    // A host may give the same reason again. It does not say that the code was wrong.
    const isSameReason = reason === firstReason;
    const wrong = isSameReason ? labels.keptBack({ code: 'needs-approval', field: refusedField }) : quoted;
    return {
      className: 'tillkit-approval',
      noValidate: true,
      onSubmit: (event: FormEvent) => void submit(event),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape') onApprovalCancel?.();
        if (confirmsComposition(event)) event.preventDefault();
      },
      children: (
        <>
          <Field
            label={labels.approvalCode}
            hint={isWrong && !problem && !isSameReason ? undefined : quoted}
            error={problem ?? (isWrong ? wrong : undefined)}
          >
            {(control) => (
              // Browsers ignore `off` at a password, and offer to save it.
              <input
                {...control}
                ref={field}
                className="tillkit-input"
                type="password"
                autoComplete="one-time-code"
                autoCapitalize="none"
                spellCheck={false}
                aria-required="true"
              />
            )}
          </Field>
          <div className="tillkit-actions">
            {onApprovalCancel && (
              <button type="button" className="tillkit-button" onClick={onApprovalCancel}>
                {labels.approvalCancel}
              </button>
            )}
            <button type="submit" className="tillkit-button" data-variant="primary">
              {labels.approve}
            </button>
          </div>
        </>
      ),
    };
  },
);

/** Why the approved operation did not leave this page. Undefined if an earlier press is being sent. */
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
