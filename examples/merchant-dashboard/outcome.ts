import type { Phase, TerminalOperation } from 'tillkit/core';
import type { IconName } from './Icon.tsx';
import type { Words } from './words/en.ts';

interface Outcome {
  icon: IconName;
  tone: 'neutral' | 'success' | 'danger' | 'attention';
  word: keyof Words;
}

const outcomes: Record<Exclude<Phase, 'resolved'>, Outcome> = {
  sending: { icon: 'clock', tone: 'neutral', word: 'sending' },
  waiting: { icon: 'clock', tone: 'neutral', word: 'waiting' },
  complete: { icon: 'check', tone: 'success', word: 'complete' },
  failed: { icon: 'close', tone: 'danger', word: 'failed' },
  rejected: { icon: 'minus', tone: 'danger', word: 'rejected' },
  unknown: { icon: 'question', tone: 'attention', word: 'unknown' },
};

/** A payment's phase in one word, with its picture. */
export function outcomeOf({ phase, resolution }: TerminalOperation): Outcome {
  if (phase !== 'resolved') return outcomes[phase];
  const word = resolution?.charged ? 'recordedCharged' : 'recordedNotCharged';
  return { icon: 'check', tone: 'neutral', word };
}
