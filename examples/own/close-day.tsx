'use client';
import { forwardRef } from 'react';
import type { CloseDayProps } from 'tillkit';
import { CloseDay as Parts } from 'tillkit/parts';

/** Closes the day of all terminals: what each took, one question, then how each closing ended. */
export const CloseDay = forwardRef<HTMLElement, CloseDayProps>(function CloseDay(props, ref) {
  return (
    <Parts.Root {...props} ref={ref}>
      <Parts.Title />
      <Parts.Note />
      <Parts.Error />
      <Parts.Loading />
      <Parts.Empty />
      <Parts.Terminals>
        {(terminal) => <Parts.Terminal key={terminal.id} terminal={terminal} />}
      </Parts.Terminals>
      <Parts.More />
      <Parts.Actions>
        <Parts.AllClosed />
        <Parts.Question />
        <Parts.Done />
        <Parts.CloseAll />
      </Parts.Actions>
    </Parts.Root>
  );
});
