'use client';
import { useId, useRef } from 'react';
import { useMoney } from '../amount-field/useMoney.ts';
import { useIsReady } from '../open-operations/useIsReady.ts';
import { Question } from '../flow/Question.tsx';
import { useTerminalTitle } from '../terminal-picker/useTerminalTitle.ts';
import { ActionRefusal } from './ActionRefusal.tsx';
import type { TransactionActionsLabels } from './transactionActionsLabels.ts';
import { useAsking } from '../flow/useAsking.ts';
import type { TransactionFlow } from './useTransactionFlow.ts';

export interface VoidActionProps {
  flow: TransactionFlow;
  labels: TransactionActionsLabels;
  isInDoubt: boolean;
}

/** Gives up the whole of a transaction, after one question. There is no amount to enter: a part is never voided. */
export function VoidAction({ flow, labels, isInDoubt }: VoidActionProps) {
  const { authorizedCents, capturedCents, kind, terminalId } = flow.transaction;
  const money = useMoney();
  const terminal = useTerminalTitle(terminalId);
  const isReady = useIsReady();
  const button = useRef<HTMLButtonElement>(null);
  const [isAsking, setIsAsking] = useAsking(button);
  const id = useId();
  const isHold = kind === 'preAuth' && capturedCents === 0;
  const amount = money.formatAmount(kind === 'pay' || isHold ? authorizedCents : capturedCents);
  return (
    <section className="tillkit-transaction-actions-action" data-kind="void" aria-labelledby={id}>
      <div>
        <h3 id={id}>{labels.void}</h3>
        <p className="tillkit-hint">{isInDoubt ? labels.voidTextInDoubt : labels.voidText({ isHold })}</p>
      </div>
      {isAsking ? (
        <Question
          title={labels.confirmVoidTitle({ amount })}
          text={labels.confirmVoidText({ amount, terminal, isHold })}
          yes={labels.confirmVoidYes({ amount })}
          no={labels.goBack}
          onYes={() => {
            setIsAsking(false);
            flow.startVoid();
          }}
          onNo={() => setIsAsking(false)}
        />
      ) : (
        <div className="tillkit-actions">
          <button
            ref={button}
            type="button"
            className="tillkit-button"
            disabled={!isReady}
            onClick={() => {
              flow.reconsider('void');
              setIsAsking(true);
            }}
          >
            <span className="tillkit-figures">{labels.voidButton({ amount })}</span>
          </button>
        </div>
      )}
      <ActionRefusal refusal={flow.refusalOf('void')} terminal={terminal} labels={labels} />
    </section>
  );
}
