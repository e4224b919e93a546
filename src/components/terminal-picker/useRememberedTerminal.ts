'use client';
import { useMemo, useSyncExternalStore } from 'react';
import type { Terminal } from '../../core/wire/terminal.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { keptUnder, keepUnder, readRemembered, rememberedKey } from './rememberedTerminal.ts';

const neverSaid = () => () => undefined;

/** The terminal last chosen on this device, known once the page has hydrated. */
export function useRememberedTerminal(isWanted: boolean) {
  const key = rememberedKey(usePaymentsContext().client.options);
  const kept = useSyncExternalStore(
    neverSaid,
    () => (isWanted ? keptUnder(key) : null),
    () => null,
  );
  const remembered = useMemo(() => readRemembered(kept), [kept]);
  return {
    remembered,
    remember: ({ id, name }: Terminal) => {
      if (isWanted) keepUnder(key, JSON.stringify({ id, name }));
    },
  };
}
