'use client';
import { Icon } from '../icon/Icon.tsx';
import type { TerminalPickerLabels } from './terminalPickerLabels.ts';

export interface TerminalLoadErrorProps {
  labels: TerminalPickerLabels;
  isLoading: boolean;
  onRetry: () => void;
}

/** Says that the list could not be loaded, and loads it again. */
export function TerminalLoadError({ labels, isLoading, onRetry }: TerminalLoadErrorProps) {
  return (
    <div className="tillkit-notice tillkit-terminal-picker-error" data-tone="danger">
      <Icon name="offline" />
      <p>{labels.loadError}</p>
      <button
        type="button"
        className="tillkit-button"
        data-size="small"
        aria-disabled={isLoading}
        onClick={onRetry}
      >
        <Icon name="retry" />
        {isLoading ? labels.loading : labels.retry}
      </button>
    </div>
  );
}
