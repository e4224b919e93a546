const cleanups = new Set<() => void>();

/** Runs something when the test or story is over. */
export const whenOver = (cleanup: () => void) => void cleanups.add(cleanup);

export function cleanUp(): void {
  for (const cleanup of cleanups) cleanup();
  cleanups.clear();
}
