'use client';
import { type ReactNode, useId, useRef } from 'react';
import { useCount } from '../../hooks/useCount.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { Question } from '../flow/Question.tsx';
import { useAsking } from '../flow/useAsking.ts';
import { useReturnFocus } from '../flow/useReturnFocus.ts';
import { Icon } from '../icon/Icon.tsx';
import { openOperationsLabels } from '../open-operations/openOperationsLabels.ts';
import { OperationRows } from '../open-operations/OperationRows.tsx';
import { useIsReady } from '../open-operations/useIsReady.ts';
import { useOperationRows } from '../open-operations/useOperationRows.ts';
import { useTerminalTitle } from '../terminal-picker/useTerminalTitle.ts';
import { BatchRefusal } from './BatchRefusal.tsx';
import type { CloseBatchLabels } from './closeBatchLabels.ts';
import type { Batch } from './useBatch.ts';

export interface BatchToCloseProps {
  terminalId: string;
  batch: Batch;
  labels: CloseBatchLabels;
  summary: ReactNode;
  /** The status was here before. */
  takesFocus: boolean;
}

/** What closing means and what is in its way; asked once more before it is sent. */
export function BatchToClose({ terminalId, batch, labels, summary, takesFocus }: BatchToCloseProps) {
  const terminal = useTerminalTitle(terminalId);
  const heading = useReturnFocus(takesFocus);
  const button = useRef<HTMLButtonElement>(null);
  const list = useOperationRows(batch.open, heading);
  const rowLabels = useLabels('openOperations', openOperationsLabels);
  const isReady = useIsReady();
  const hintId = useId();
  const [isAsking, setIsAsking] = useAsking(button);
  const countOf = useCount();
  const count = batch.inTheWay.length;
  const isBlocked = !isReady || count > 0;
  if (isAsking && isBlocked) setIsAsking(false);

  return (
    <div className="tillkit-stack">
      <header className="tillkit-close-batch-head">
        <h2 className="tillkit-close-batch-title" ref={heading} tabIndex={-1}>
          {labels.title}
        </h2>
        <p className="tillkit-close-batch-terminal">
          <Icon name="terminal" />
          <bdi>{terminal}</bdi>
        </p>
      </header>
      <ul className="tillkit-close-batch-consequences">
        <li>{labels.settles({ terminal })}</li>
        <li>{labels.endsVoids}</li>
        <li>{labels.isFinal}</li>
      </ul>
      {summary}
      {list.rows.length > 0 && (
        <div className="tillkit-close-batch-open">
          <h3>{labels.open}</h3>
          <OperationRows
            list={list}
            labels={rowLabels}
            showsTerminal={false}
            noteOf={(operation) => (batch.isOldDoubt(operation) ? labels.notInTheWay : undefined)}
          />
        </div>
      )}
      <BatchRefusal refusal={batch.refusal} terminal={terminal} labels={labels} />
      {isAsking ? (
        <Question
          title={labels.confirmTitle({ terminal })}
          text={labels.confirmText}
          yes={labels.confirmYes}
          no={labels.goBack}
          onYes={() => {
            setIsAsking(false);
            batch.close();
          }}
          onNo={() => setIsAsking(false)}
        />
      ) : (
        <div className="tillkit-close-batch-action">
          {count > 0 && (
            <p className="tillkit-hint" id={hintId}>
              {labels.inTheWay({ count: countOf(count) })}
            </p>
          )}
          <button
            ref={button}
            type="button"
            className="tillkit-button"
            data-variant={isBlocked ? undefined : 'primary'}
            aria-disabled={isBlocked}
            aria-describedby={count > 0 ? hintId : undefined}
            onClick={() => {
              if (!isBlocked) setIsAsking(true);
            }}
          >
            {labels.close}
          </button>
        </div>
      )}
    </div>
  );
}
