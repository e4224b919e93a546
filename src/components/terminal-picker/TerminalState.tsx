'use client';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { Icon } from '../icon/Icon.tsx';
import { shownText } from './shownText.ts';
import type { TerminalPickerLabels } from './terminalPickerLabels.ts';

export interface TerminalStateProps {
  /** The operation that holds the terminal. */
  holder: TerminalOperation | undefined;
  /** In the service's own word. */
  status: string | undefined;
  labels: TerminalPickerLabels;
}

/** Whether the terminal is busy, else what the service says of it, else nothing. */
export function TerminalState({ holder, status, labels }: TerminalStateProps) {
  if (!holder) {
    return status === undefined ? null : (
      <span className="tillkit-terminal-picker-state">{shownText(status)}</span>
    );
  }
  const isUnresolved = holder.phase === 'unknown';
  return (
    <span className="tillkit-terminal-picker-state" data-phase={holder.phase}>
      <Icon name={isUnresolved ? 'question' : 'clock'} />
      {isUnresolved ? labels.unresolved : labels.busy}
    </span>
  );
}
