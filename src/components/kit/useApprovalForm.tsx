'use client';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { RecordRefusal } from '../../core/errors.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { ApprovalLabels } from '../../words/enApproval.ts';
import { Button } from './Button.tsx';
import { confirmsComposition, Field } from './fields.tsx';
import { isFocusLost, takeSubmit } from './part.tsx';

interface AskedApproval {
  /** The refused request. When it changes, the form drops the error sentence about the previous request. */
  request: unknown;
  /** Why another person must approve. If the refusal has a `field`, the code that was sent is wrong. */
  refusal: Pick<RecordRefusal, 'message' | 'field'> | undefined;
  /** The code is being sent. */
  isBusy?: boolean;
  labels: Omit<ApprovalLabels, 'approvalTitle'>;
  /** Sends the request with the approver's code, which is kept nowhere. Returns a sentence if nothing was sent. */
  approve: (code: string) => Promise<string | undefined>;
  onCancel: (() => void) | undefined;
}

/**
 * The props of a part that renders a `form` with the reason and the code field; undefined if no approval is asked
 * for.
 */
export function useApprovalForm(asked: AskedApproval | undefined) {
  const { announce } = usePaymentsContext();
  const input = useRef<HTMLInputElement>(null);
  const [unsent, setUnsent] = useState<{ request: unknown; sentence: string }>();
  const [firstReason, setFirstReason] = useState<string>();
  const { request, refusal } = asked ?? {};
  useEffect(() => {
    if (request === undefined) return;
    if (input.current) input.current.value = ''; // typed for another request
    const region = input.current?.closest('[data-tillkit]');
    const page = region?.ownerDocument;
    // The button that was pressed may be hidden by now. The field gets the focus unless a control elsewhere has it.
    if (isFocusLost(page) || region?.contains(page?.activeElement ?? null)) input.current?.focus();
  }, [request]);
  const reason = refusal?.message;
  const isWrong = refusal?.field !== undefined;
  if (asked && !isWrong && reason !== firstReason) setFirstReason(reason);
  if (!asked) return undefined;

  const { labels, isBusy = false, onCancel } = asked;
  const say = (sentence: string) => {
    setUnsent({ request, sentence });
    announce(sentence, 'assertive');
    input.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    takeSubmit(event);
    if (isBusy) return;
    const code = input.current?.value.trim() ?? '';
    if (input.current) input.current.value = '';
    if (code === '') return say(labels.approvalMissing);
    setUnsent(undefined);
    const sentence = await asked.approve(code);
    if (sentence !== undefined) say(sentence);
  };
  const problem = unsent?.request === request ? unsent?.sentence : undefined;
  const quoted = <bdi>{reason}</bdi>;
  // After a wrong code, the host's reason is shown only if it is new; else the kit's own sentence is shown.
  const isNewReason = isWrong && firstReason !== undefined && reason !== firstReason;
  const wrong = isNewReason ? quoted : labels.approvalWrong;
  return {
    className: 'tillkit-approval',
    noValidate: true,
    onSubmit: (event: FormEvent) => void submit(event),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') onCancel?.();
      if (confirmsComposition(event)) event.preventDefault();
    },
    children: (
      <>
        <Field
          label={labels.approvalCode}
          hint={isNewReason && problem === undefined ? undefined : quoted}
          error={problem ?? (isWrong ? wrong : undefined)}
        >
          {(control) => (
            // Despite `autoComplete="off"`, browsers offer to save a password. So the field names a one-time code.
            <input
              {...control}
              ref={input}
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
          {onCancel && (
            <Button disabled={isBusy} onClick={onCancel}>
              {labels.approvalCancel}
            </Button>
          )}
          <Button
            type="submit"
            data-variant="primary"
            aria-disabled={isBusy || undefined}
            data-busy={isBusy ? '' : undefined}
          >
            {labels.approve}
          </Button>
        </div>
      </>
    ),
  };
}
