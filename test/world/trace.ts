import { createHash } from 'node:crypto';

/** So much text is hashed at a time. */
const mostText = 65_536;

/** A hash of all that happens in a world, as it happens. */
export function createTrace() {
  const hash = createHash('sha1');
  const lines: string[] | undefined = process.env['TILLKIT_TRACE'] ? [] : undefined;
  let text = '';
  const take = () => {
    hash.update(text);
    text = '';
  };
  return {
    add(line: string) {
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
