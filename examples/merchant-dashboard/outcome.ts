import type { TerminalOperation } from 'tillkit/core';
import type { Labels } from 'tillkit/locales/en';
import type { IconName } from './Icon.tsx';
import type { Words } from './words/en.ts';

interface Outcome {
  icon: IconName;
  tone: 'neutral' | 'success' | 'danger' | 'attention';
  word: string;
}

/** The phase of an operation, with its icon. Outcomes are described in the kit's own labels. */
export function outcomeOf(
  operation: Pick<TerminalOperation, 'kind' | 'phase' | 'resolution'>,
  words: Words,
  labels: Labels,
): Outcome {
  const { kind, phase, resolution } = operation;
  const { completeTitle, partialTitle, failedTitle, rejectedTitle, unknownTitle, resolvedTitle } =
    labels.paymentStatus;
  switch (phase) {
    case 'sending':
    case 'waiting':
      return { icon: 'clock', tone: 'neutral', word: words[phase] };
    case 'complete':
      return { icon: 'check', tone: 'success', word: completeTitle({ kind }) };
    case 'partial':
      return {
        icon: 'part',
        tone: 'attention',
        word: partialTitle({ kind, approved: undefined, asked: undefined }),
      };
    case 'failed':
      return { icon: 'close', tone: 'danger', word: failedTitle };
    case 'rejected':
      return { icon: 'minus', tone: 'danger', word: rejectedTitle };
    case 'unknown':
      return { icon: 'question', tone: 'attention', word: unknownTitle };
    case 'resolved':
      return {
        icon: resolution?.charged ? 'check' : 'minus',
        tone: 'neutral',
        word: resolvedTitle({ kind, charged: resolution?.charged ?? false }),
      };
  }
}
