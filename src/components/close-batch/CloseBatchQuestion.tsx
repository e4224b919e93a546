'use client';
import { Question } from '../flow/Question.tsx';
import { useBatchEntry } from './useBatchEntry.ts';

/** Asked once more; its yes is the one thing that closes the batch. */
export function CloseBatchQuestion() {
  const { batch, labels, terminal, isAsking, setIsAsking } = useBatchEntry();
  if (!isAsking) return null;
  return (
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
  );
}
