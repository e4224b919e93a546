'use client';
import { useId, useRef, useState } from 'react';
import { AmountField } from '../amount-field/AmountField.tsx';
import { useIsReady } from '../open-operations/useIsReady.ts';
import { Question } from '../flow/Question.tsx';
import { useTerminalTitle } from '../terminal-picker/useTerminalTitle.ts';
import { ActionRefusal } from './ActionRefusal.tsx';
import { DuplicateAmount } from './DuplicateAmount.tsx';
import type { TransactionActionsLabels } from './transactionActionsLabels.ts';
import { useAmountDraft } from './useAmountDraft.ts';
import { useAsking } from '../flow/useAsking.ts';
import type { TransactionFlow } from './useTransactionFlow.ts';

export interface AmountActionProps {
  operation: 'capture' | 'refund';
  /** The most that is left, as on the wire. */
  maxAmount: number;
  flow: TransactionFlow;
  labels: TransactionActionsLabels;
  isInDoubt: boolean;
}

/** Captures or refunds all that is left, or less. A refund is asked once more. */
export function AmountAction({ operation, maxAmount, flow, labels, isInDoubt }: AmountActionProps) {
  const { cents, setCents, maxCents, amount, text, max, rest } = useAmountDraft(maxAmount);
  const terminal = useTerminalTitle(flow.transaction.terminalId);
  const isReady = useIsReady();
  const [isTried, setIsTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const refusal = flow.refusalOf(operation);
  const isDuplicate = refusal?.code === 'needs-confirmation';
  const [isAsking, setIsAsking] = useAsking(button, isDuplicate);
  const isCapture = operation === 'capture';
  const send = (confirmed?: string) => {
    setIsAsking(false);
    if (amount !== undefined) flow.start(operation, amount, confirmed);
  };

  return (
    <form
      className="tillkit-transaction-actions-action"
      data-kind={operation}
      aria-labelledby={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        flow.reconsider(operation);
        if (amount === undefined) input.current?.focus();
        else if (isCapture) send();
        else setIsAsking(true);
      }}
    >
      <div>
        <h3 id={id}>{labels[operation]}</h3>
        <p className="tillkit-hint">
          {isCapture ? labels.captureText : isInDoubt ? labels.refundTextInDoubt : labels.refundText}
        </p>
      </div>
      {isAsking && text !== undefined && (
        <Question
          title={labels.confirmRefundTitle({ amount: text })}
          text={labels.confirmRefundText({ amount: text, terminal, rest })}
          yes={labels.confirmRefundYes({ amount: text })}
          no={labels.goBack}
          onYes={() => send()}
          onNo={() => setIsAsking(false)}
        />
      )}
      {isDuplicate && text !== undefined && (
        <DuplicateAmount
          refusal={refusal}
          operation={operation}
          amount={text}
          labels={labels}
          onYes={() => send(refusal.confirmation)}
          onNo={() => flow.reconsider(operation)}
        />
      )}
      {!isAsking && !isDuplicate && (
        <div className="tillkit-transaction-actions-entry">
          <AmountField
            ref={input}
            required
            value={cents}
            max={maxCents}
            hint={(isCapture ? labels.captureHint : labels.refundHint)({ max, rest })}
            error={refusal?.field === 'amount' ? labels.refused(refusal) : undefined}
            showError={isTried}
            disabled={!isReady}
            labels={{ tooLarge: isCapture ? labels.captureTooMuch : labels.refundTooMuch }}
            onValueChange={(next) => {
              setCents(next);
              flow.reconsider(operation);
            }}
          />
          <div className="tillkit-actions">
            <button
              ref={button}
              type="submit"
              className="tillkit-button"
              data-variant={isCapture ? 'primary' : undefined}
              disabled={!isReady}
            >
              <span className="tillkit-figures">
                {isCapture
                  ? labels.captureButton({ amount: text, terminal })
                  : labels.refundButton({ amount: text })}
              </span>
            </button>
          </div>
        </div>
      )}
      <ActionRefusal refusal={refusal} terminal={terminal} labels={labels} />
    </form>
  );
}
