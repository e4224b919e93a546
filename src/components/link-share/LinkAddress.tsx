'use client';
import { useEffect, useId, useRef } from 'react';
import type { LinkShareLabels } from './linkShareLabels.ts';

export interface LinkAddressProps {
  address: string;
  labels: LinkShareLabels;
  /** Why it has to be copied by hand: then it is focused and selected. */
  hint?: string | undefined;
}

/** The address as text one can select. */
export function LinkAddress({ address, labels, hint }: LinkAddressProps) {
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hint === undefined) return;
    input.current?.focus();
    input.current?.select();
  }, [hint]);
  return (
    <div className="tillkit-field">
      <input
        ref={input}
        className="tillkit-input tillkit-link-address"
        dir="ltr"
        readOnly
        value={address}
        aria-label={labels.address}
        aria-describedby={hint === undefined ? undefined : hintId}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {hint !== undefined && (
        <p id={hintId} className="tillkit-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
