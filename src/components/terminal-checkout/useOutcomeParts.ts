'use client';
import { createContext, useCallback, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { withTimeout } from '../../core/time.ts';
import { useTerminalOperations } from '../../hooks/useOperations.ts';
import { createChunkLoader } from '../kit/useChunk.ts';

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

/** What loads the parts that the drop-in shows after a start. A host that arranges the parts itself has imported them. */
export const PartsLoaderContext = /*#__PURE__*/ createContext(nothingToLoad);

/** Undefined once everything that a start needs is loaded. */
export const CheckoutLoadingContext =
  /*#__PURE__*/ createContext<ReturnType<typeof useCheckoutLoading>>(undefined);

/** After this time the form says that loading failed (ms). Code that arrives later is used all the same. */
const loadTimeoutMs = 10_000;

const onServer = () => undefined;
const notOnServer = () => false;
const isInBrowser = typeof window !== 'undefined';

/** The parts that a checkout shows after a start. They are requested at the first render. */
export function useOutcomeParts() {
  const loader = useContext(OutcomeLoaderContext);
  const parts = useSyncExternalStore(loader.subscribe, loader.current, onServer);
  useState(() => {
    if (isInBrowser) loader.load().catch(() => undefined);
  });
  return { parts, loader };
}

/**
 * Whether a start must wait for the operations engine or for the drop-in's parts. Both are requested as soon as the
 * form is there, so that nothing is left to load once something was sent.
 */
export function useCheckoutLoading() {
  const loader = useContext(PartsLoaderContext);
  const operations = useTerminalOperations();
  const parts = useSyncExternalStore(loader.subscribe, loader.current, onServer);
  const isRunning = useSyncExternalStore(operations.subscribe, operations.isLoaded, notOnServer);
  const [hasFailed, setHasFailed] = useState(false);
  const load = useCallback(() => {
    withTimeout(operations.clock, loadTimeoutMs, Promise.all([loader.load(), operations.load()])).then(
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
