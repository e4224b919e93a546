import { createHash } from 'node:crypto';

/** So much text is hashed at a time. */
const mostText = 65_536;

/** A hash of all that happens in a world, as it happens. `onLine` hears who did what. */
export function createTrace(onLine?: (who: string, what: string) => void) {
  const hash = createHash('sha1');
  const lines: string[] | undefined = process.env['TILLKIT_TRACE'] ? [] : undefined;
  let text = '';
  const take = () => {
    hash.update(text);
    text = '';
  };
  return {
    add(who: string, what: string) {
      onLine?.(who, what);
      const line = `${who} ${what}`;
      text += line;
      if (text.length > mostText) take();
      lines?.push(line);
    },
    end() {
      take();
      return hash.digest('hex');
    },
    lines,
  };
}
export type Trace = ReturnType<typeof createTrace>;
