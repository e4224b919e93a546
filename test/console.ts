import { beforeEach } from 'vitest';

const watched = ['error', 'warn'] as const;
const lines: string[] = [];
const allowed: RegExp[] = [];

/** Lets console.error and console.warn lines that match pass, in the running test only. */
export function allowConsole(pattern: RegExp) {
  allowed.push(pattern);
}

/** What the running test has written to console.error and console.warn so far. */
export const consoleLines = (): string[] => [...lines];

/**
 * Fails a test that writes to console.error or console.warn. Setup files call it, since they run again for each test
 * file; this module may run once for many.
 */
export function watchConsole() {
  beforeEach(() => {
    const originals = watched.map((method) => [method, console[method]] as const);
    for (const method of watched) {
      console[method] = (...args: unknown[]) =>
        void lines.push(`console.${method}: ${args.map(String).join(' ')}`);
    }
    // Runs after every afterEach: lines written while unmounting count too.
    return () => {
      for (const [method, original] of originals) console[method] = original;
      const unexpected = lines.filter((line) => !allowed.some((pattern) => pattern.test(line)));
      lines.length = 0;
      allowed.length = 0;
      if (unexpected.length > 0) {
        throw new Error(
          `Unexpected console lines (allowConsole(/…/) lets one pass):\n${unexpected.join('\n')}`,
        );
      }
    };
  });
}
