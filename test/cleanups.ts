const cleanups = new Set<() => void>();

/** Runs something when the test (with a DOM) or the story is over. Elsewhere `onTestFinished` does it. */
export const whenOver = (cleanup: () => void) => void cleanups.add(cleanup);

export function cleanUp(): void {
  for (const cleanup of cleanups) cleanup();
  cleanups.clear();
}
