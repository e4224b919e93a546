import { createHash } from 'node:crypto';

/** A hash of all that happens in a world, as it happens. */
export function createTrace() {
  const hash = createHash('sha1');
  const lines: string[] | undefined = process.env['TILLKIT_TRACE'] ? [] : undefined;
  return {
    add(line: string) {
      hash.update(line);
      lines?.push(line);
    },
    end: () => hash.digest('hex'),
    lines,
  };
}
export type Trace = ReturnType<typeof createTrace>;
