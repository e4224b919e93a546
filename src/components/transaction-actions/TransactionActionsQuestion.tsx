'use client';
import { Question } from '../flow/Question.tsx';
import { useTransactionAction } from './useTransactionAction.ts';

/** Asked once more: before a void and a refund, and before the same amount is sent again. Without it those are never sent. */
export function TransactionActionsQuestion() {
  const { question } = useTransactionAction();
  return question ? <Question key={question.title} {...question} /> : null;
}
