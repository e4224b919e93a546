'use client';
import { useLabels } from '../../hooks/useLabels.ts';
import { Icon } from '../icon/Icon.tsx';
import { copyLinkLabels } from './copyLinkLabels.ts';
import type { UseCopyResult } from './useCopy.ts';

export interface CopyLinkButtonProps extends UseCopyResult {
  variant?: 'primary' | 'quiet' | undefined;
  /** Id of what tells this link from others. */
  describedBy?: string | undefined;
}

/** Copies an address; it says "Copied" only when it was. */
export function CopyLinkButton({ state, copy, variant, describedBy }: CopyLinkButtonProps) {
  const { copyLink, copied } = useLabels('copyLink', copyLinkLabels);
  return (
    <button
      type="button"
      className="tillkit-button"
      data-variant={variant}
      aria-describedby={describedBy}
      onClick={() => void copy()}
    >
      <Icon name={state === 'copied' ? 'check' : 'copy'} />
      {state === 'copied' ? copied : copyLink}
    </button>
  );
}
