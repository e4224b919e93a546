'use client';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { createListeners } from '../../core/listeners.ts';
import { Button } from './Button.tsx';
import { noticeContent } from './Icon.tsx';

/** Creates a module's loader. `load` imports it once, or again after a failure. `current` is undefined until then. */
export function createChunkLoader<Module>(importChunk: () => Promise<Module>) {
  const { add: subscribe, notify } = createListeners();
  let chunk: Module | undefined;
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

interface ChunkProps<Module> {
  loader: ReturnType<typeof createChunkLoader<Module>>;
  labels: { loading: string; notLoaded: string; tryAgain: string };
  children: (module: Module) => ReactNode;
}

/** Loads a module, then renders `children` with it. If loading fails, shows an error and a button to try again. */
export function Chunk<Module>({ loader, labels, children }: ChunkProps<Module>) {
  const module = useSyncExternalStore(loader.subscribe, loader.current, () => undefined);
  const [tries, setTries] = useState(0);
  const [failedTries, setFailedTries] = useState(-1);
  useEffect(() => {
    loader.load().catch(() => setFailedTries(tries));
  }, [loader, tries]);
  if (module) return children(module);
  if (failedTries < tries) return <p className="tillkit-hint">{labels.loading}</p>;
  return (
    <div className="tillkit-notice" data-tone="danger" role="alert">
      {noticeContent('alert', labels.notLoaded)}
      <Button onClick={() => setTries(tries + 1)}>{labels.tryAgain}</Button>
    </div>
  );
}
