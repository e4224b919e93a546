'use client';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { createChunkLoader } from './chunkLoader.ts';

const onServer = () => undefined;

/** A module that is loaded when a component first shows it. */
export function useChunk<Chunk>(loader: ReturnType<typeof createChunkLoader<Chunk>>) {
  const chunk = useSyncExternalStore(loader.subscribe, loader.current, onServer);
  const [tries, setTries] = useState(0);
  const [failedTries, setFailedTries] = useState(-1);
  useEffect(() => {
    loader.load().catch(() => setFailedTries(tries));
  }, [loader, tries]);
  return { chunk, hasFailed: failedTries >= tries, retry: () => setTries(tries + 1) };
}
