'use client';
import { createContext, useCallback, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { withDeadline } from '../../core/client/deadline.ts';
import { useTerminalOperations } from '../../hooks/useOperations.ts';
import { createChunkLoader } from '../kit/Chunk.tsx';

export const outcomeLoader = /*#__PURE__*/ createChunkLoader(
  async () => (await import('./TerminalCheckoutOutcome.tsx')).outcomeParts,
);

export const OutcomeLoaderContext = /*#__PURE__*/ createContext(outcomeLoader);

type PartsLoader = Pick<typeof outcomeLoader, 'subscribe' | 'load'> & { current: () => object | undefined };

const nothingToLoad: PartsLoader = {
  subscribe: () => () => undefined,
  current: () => nothingToLoad,
  load: () => Promise.resolve(),
};

/** Loads the parts that the drop-in shows after its form; loads nothing if a host imports the parts itself. */
export const PartsLoaderContext = /*#__PURE__*/ createContext(nothingToLoad);

/** What `useCheckoutLoading` returns: defined while something must be loaded before a payment can start. */
export const CheckoutLoadingContext =
  /*#__PURE__*/ createContext<ReturnType<typeof useCheckoutLoading>>(undefined);

/** After this time (ms), the form says that loading failed. Code that arrives later is used all the same. */
const loadTimeoutMs = 10_000;

const onServer = () => undefined;
const notOnServer = () => false;
const isInBrowser = typeof window !== 'undefined';

/** Returns the parts that the drop-in needs after the form, such as the status. Begins to load them at the first render. */
export function useOutcomeParts() {
  const loader = useContext(OutcomeLoaderContext);
  const parts = useSyncExternalStore(loader.subscribe, loader.current, onServer);
  useState(() => {
    if (isInBrowser) loader.load().catch(() => undefined);
  });
  return { parts, loader };
}

/**
 * Loads the operations engine and the drop-in's parts when the form appears, so that nothing has to be loaded after a
 * payment was sent. Returns undefined once both are loaded. Until then: whether loading failed, and how to load again.
 */
export function useCheckoutLoading() {
  const loader = useContext(PartsLoaderContext);
  const operations = useTerminalOperations();
  const parts = useSyncExternalStore(loader.subscribe, loader.current, onServer);
  const isRunning = useSyncExternalStore(operations.subscribe, operations.isLoaded, notOnServer);
  const [hasFailed, setHasFailed] = useState(false);
  const load = useCallback(() => {
    const { clock } = operations;
    const limit = { clock, timeoutMs: loadTimeoutMs, operationName: 'load', isRetryable: true };
    withDeadline(limit, () => Promise.all([loader.load(), operations.load()])).then(
      () => setHasFailed(false),
      () => setHasFailed(true),
    );
  }, [loader, operations]);
  useEffect(load, [load]);
  if (parts !== undefined && isRunning) return undefined;
  return {
    hasFailed,
    loadAgain: () => {
      setHasFailed(false);
      load();
    },
  };
}
