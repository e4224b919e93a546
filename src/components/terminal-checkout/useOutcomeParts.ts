'use client';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { withTimeout } from '../../core/time.ts';
import { useTerminalOperations } from '../../hooks/useOperations.ts';
import { createChunkLoader } from '../kit/chunkLoader.ts';
import type { outcomeParts } from './TerminalCheckoutOutcome.tsx';

type OutcomeParts = typeof outcomeParts;

export const outcomeLoader = /*#__PURE__*/ createChunkLoader(
  async () => (await import('./TerminalCheckoutOutcome.tsx')).outcomeParts,
);

export const OutcomeLoaderContext = /*#__PURE__*/ createContext(outcomeLoader);

/** The code that a start needs is being loaded, or could not be loaded. */
interface CheckoutLoading {
  hasFailed: boolean;
  loadAgain: () => void;
}

/** Undefined once everything that a start needs is loaded. A host that arranges the parts itself has imported them. */
export const CheckoutLoadingContext = /*#__PURE__*/ createContext<CheckoutLoading | undefined>(undefined);

/** After this time the form says that loading failed (ms). Code that arrives later is used all the same. */
const loadTimeoutMs = 10_000;

const onServer = () => undefined;
const notOnServer = () => false;
const isInBrowser = typeof window !== 'undefined';

/**
 * The parts that a checkout shows after a start, and whether a start must wait for them or for the operations engine.
 * Both are requested at the first render, so that nothing is left to load once something was sent.
 */
export function useOutcomeParts(): { parts: OutcomeParts | undefined; loading: CheckoutLoading | undefined } {
  const loader = useContext(OutcomeLoaderContext);
  const operations = useTerminalOperations();
  const parts = useSyncExternalStore(loader.subscribe, loader.current, onServer);
  const isRunning = useSyncExternalStore(operations.subscribe, operations.isLoaded, notOnServer);
  const [hasFailed, setHasFailed] = useState(false);
  useState(() => {
    if (isInBrowser) loader.load().catch(() => undefined);
  });
  const load = useCallback(() => {
    withTimeout(operations.clock, loadTimeoutMs, Promise.all([loader.load(), operations.load()])).then(
      () => setHasFailed(false),
      () => setHasFailed(true),
    );
  }, [loader, operations]);
  useEffect(load, [load]);
  const loadAgain = useCallback(() => {
    setHasFailed(false);
    load();
  }, [load]);
  const isThere = parts !== undefined && isRunning;
  const loading = useMemo(
    () => (isThere ? undefined : { hasFailed, loadAgain }),
    [isThere, hasFailed, loadAgain],
  );
  return { parts, loading };
}
