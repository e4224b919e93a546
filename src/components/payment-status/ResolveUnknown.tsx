'use client';
import { useRef, useState } from 'react';
import type { ResolutionBasis, TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { TextField } from '../field/TextField.tsx';
import { Question } from '../flow/Question.tsx';
import { useAsking } from '../flow/useAsking.ts';
import { BasisField } from './BasisField.tsx';
import type { PaymentStatusLabels } from './paymentStatusLabels.ts';

export interface ResolveUnknownProps {
  operation: TerminalOperation;
  labels: PaymentStatusLabels;
}

/** A person says what became of it, and where it was seen. "Not charged" is asked once more. */
export function ResolveUnknown({ operation, labels }: ResolveUnknownProps) {
  const { operations } = usePaymentsContext();
  const { id, kind } = operation;
  const [basis, setBasis] = useState<ResolutionBasis>();
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);
  const basisInput = useRef<HTMLInputElement>(null);
  const noteInput = useRef<HTMLInputElement>(null);
  const notChargedButton = useRef<HTMLButtonElement>(null);
  const [isConfirming, setIsConfirming] = useAsking(notChargedButton);
  const lacksNote = basis === 'other' && note.trim() === '';

  const answer = (then: (basis: ResolutionBasis) => void) => {
    setIsTried(true);
    if (basis === undefined) basisInput.current?.focus();
    else if (lacksNote) noteInput.current?.focus();
    else then(basis);
  };
  const resolve = (charged: boolean) =>
    answer((seenIn) =>
      operations.resolveUnknown(id, { charged, basis: seenIn, note: seenIn === 'other' ? note : undefined }),
    );

  return (
    <>
      <BasisField
        value={basis}
        onValueChange={setBasis}
        error={isTried && basis === undefined ? labels.basisMissing : undefined}
        labels={labels}
        inputRef={basisInput}
      />
      {basis === 'other' && (
        <TextField
          ref={noteInput}
          label={labels.note}
          value={note}
          onValueChange={setNote}
          error={isTried && lacksNote ? labels.noteMissing : undefined}
        />
      )}
      {isConfirming ? (
        <Question
          title={labels.confirmTitle({ kind })}
          text={labels.confirmSentence({ kind })}
          yes={labels.confirmYes({ kind })}
          no={labels.confirmNo}
          onYes={() => resolve(false)}
          onNo={() => setIsConfirming(false)}
        />
      ) : (
        <div className="tillkit-payment-status-answers">
          <button type="button" className="tillkit-button" onClick={() => resolve(true)}>
            {labels.charged({ kind })}
          </button>
          <button
            ref={notChargedButton}
            type="button"
            className="tillkit-button"
            onClick={() => answer(() => setIsConfirming(true))}
          >
            {labels.notCharged({ kind })}
          </button>
        </div>
      )}
    </>
  );
}
