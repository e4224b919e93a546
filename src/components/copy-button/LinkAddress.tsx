'use client';
import { useEffect, useId, useRef } from 'react';
import { useLabels } from '../../hooks/useLabels.ts';
import { copyLinkLabels } from './copyLinkLabels.ts';

export interface LinkAddressProps {
  address: string;
  /** Copying was refused: the address is selected and the sentence says what to do. */
  isRefused: boolean;
}

/** The address as text one can select. */
export function LinkAddress({ address, isRefused }: LinkAddressProps) {
  const labels = useLabels('copyLink', copyLinkLabels);
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isRefused) return;
    input.current?.focus();
    input.current?.select();
  }, [isRefused]);
  return (
    <div className="tillkit-field">
      <input
        ref={input}
        className="tillkit-input tillkit-link-address"
        dir="ltr"
        readOnly
        value={address}
        aria-label={labels.address}
        aria-describedby={isRefused ? hintId : undefined}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {isRefused && (
        <p id={hintId} className="tillkit-hint">
          {labels.refused}
        </p>
      )}
    </div>
  );
}
