'use client';
import { forwardRef } from 'react';
import type { CloseBatchProps } from 'tillkit';
import { CloseBatch as Parts } from 'tillkit/parts';

/** Closes one terminal's day: what is in the way, the question, then how it ended. */
export const CloseBatch = forwardRef<HTMLElement, CloseBatchProps>(function CloseBatch(
  { summary, ...props },
  ref,
) {
  return (
    <Parts.Root {...props} ref={ref}>
      <Parts.Entry>
        <Parts.Head>
          <Parts.Title />
          <Parts.Terminal />
        </Parts.Head>
        <Parts.Consequences />
        {summary}
        <Parts.Open />
        <Parts.Refusal />
        <Parts.Question />
        <Parts.Action>
          <Parts.Hint />
          <Parts.Close />
        </Parts.Action>
      </Parts.Entry>
      <Parts.Status />
    </Parts.Root>
  );
});
