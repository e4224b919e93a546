'use client';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createListeners } from '../../core/listeners.ts';

/** Returns a loader that loads a module once per page, and again after a failure. `current` is the loaded module. */
export function createChunkLoader<Chunk>(importChunk: () => Promise<Chunk>) {
  const { add: subscribe, notify } = createListeners();
  let chunk: Chunk | undefined;
  let loading: Promise<void> | undefined;
  const importOnce = async () => {
    try {
      chunk = await importChunk();
    } catch (error) {
      loading = undefined;
      throw error;
    }
    notify();
  };
  return {
    subscribe,
    current: () => chunk,
    load: (): Promise<void> => (loading ??= importOnce()),
  };
}

/** A module that is loaded when the first component that uses it mounts. */
export function useChunk<Chunk>(loader: ReturnType<typeof createChunkLoader<Chunk>>) {
  const chunk = useSyncExternalStore(loader.subscribe, loader.current, () => undefined);
  const [tries, setTries] = useState(0);
  const [failedTries, setFailedTries] = useState(-1);
  useEffect(() => {
    loader.load().catch(() => setFailedTries(tries));
  }, [loader, tries]);
  return { chunk, hasFailed: failedTries >= tries, retry: () => setTries(tries + 1) };
}
