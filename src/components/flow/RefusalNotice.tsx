'use client';
import { useEffect } from 'react';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { Icon } from '../icon/Icon.tsx';

/** Why nothing was sent, seen and said. */
export function RefusalNotice({ sentence }: { sentence: string }) {
  const { announce } = usePaymentsContext();
  useEffect(() => announce(sentence, 'assertive'), [announce, sentence]);
  return (
    <div className="tillkit-notice" data-tone="attention">
      <Icon name="alert" />
      <p>{sentence}</p>
    </div>
  );
}
