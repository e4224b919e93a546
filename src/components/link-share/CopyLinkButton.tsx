'use client';
import { Icon } from '../icon/Icon.tsx';
import type { LinkShareLabels } from './linkShareLabels.ts';
import type { UseCopyResult } from './useCopy.ts';

export interface CopyLinkButtonProps extends UseCopyResult {
  labels: LinkShareLabels;
  variant?: 'primary' | undefined;
  /** Id of what tells this link from others. */
  describedBy?: string | undefined;
}

/** Copies an address; it says "Copied" only when it was. */
export function CopyLinkButton({ state, copy, labels, variant, describedBy }: CopyLinkButtonProps) {
  return (
    <button
      type="button"
      className="tillkit-button"
      data-variant={variant}
      aria-describedby={describedBy}
      onClick={() => void copy()}
    >
      <Icon name={state === 'copied' ? 'check' : 'copy'} />
      {state === 'copied' ? labels.copied : labels.copyLink}
    </button>
  );
}
