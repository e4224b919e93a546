import type { Phase, TerminalOperation } from 'tillkit/core';
import type { IconName } from './Icon.tsx';

interface Outcome {
  icon: IconName;
  tone: 'neutral' | 'success' | 'danger' | 'attention';
  word: string;
}

const outcomes: Record<Exclude<Phase, 'resolved'>, Outcome> = {
  sending: { icon: 'clock', tone: 'neutral', word: 'Sending' },
  waiting: { icon: 'clock', tone: 'neutral', word: 'At the terminal' },
  complete: { icon: 'check', tone: 'success', word: 'Approved' },
  failed: { icon: 'close', tone: 'danger', word: 'Not completed' },
  rejected: { icon: 'minus', tone: 'danger', word: 'Not accepted' },
  unknown: { icon: 'question', tone: 'attention', word: 'Not known yet' },
};

/** A payment's phase in one word, with its picture. */
export function outcomeOf({ phase, resolution }: TerminalOperation): Outcome {
  if (phase !== 'resolved') return outcomes[phase];
  const word = resolution?.charged ? 'Recorded as charged' : 'Recorded as not charged';
  return { icon: 'check', tone: 'neutral', word };
}
