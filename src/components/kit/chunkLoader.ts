import { createListeners } from '../../core/listeners.ts';

/**
 * Loads a module once a page, however many components need it. After a failure, another call loads it again. `current`
 * is undefined until the module is loaded.
 */
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
