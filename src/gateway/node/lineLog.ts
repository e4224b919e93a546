import { PaymentsError } from '../../core/errors.ts';
import type { StoreFile } from './storeFile.ts';

export interface LineLog {
  /** Throws what made an earlier line fail: nothing may go on after that. */
  check: () => void;
  /** Resolves when the line is written; when `isDurable`, not before it would survive a crash. */
  add: (line: string, isDurable: boolean) => Promise<void>;
  close: () => Promise<void>;
}

interface Waiting {
  line: string;
  isDurable: boolean;
  resolve: () => void;
  reject: (error: Error) => void;
}

const spareBytes = 1_000_000;

/** Adds lines in order. Those that wait while the disk works are written together and share one sync. */
export function createLineLog(
  path: string,
  file: StoreFile,
  { whole, isOutdated }: { whole: () => Iterable<string>; isOutdated: () => boolean },
): LineLog {
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;
  let refusal: PaymentsError | undefined;

  const write = async (lines: Waiting[]) => {
    if (isOutdated() || file.size() > 2 * file.startSize() + spareBytes) await file.replace(whole());
    await file.add(lines.map(({ line }) => line).join(''));
    const durable = lines.filter(({ isDurable }) => isDurable);
    for (const { isDurable, resolve } of lines) if (!isDurable) resolve();
    if (durable.length === 0) return;
    await file.sync();
    for (const { resolve } of durable) resolve();
  };
  const writeAll = async () => {
    while (waiting.length > 0) {
      const lines = waiting;
      waiting = [];
      try {
        await write(lines);
      } catch (cause) {
        const error = lostFile(path, cause);
        refusal = error;
        for (const { reject } of [...lines, ...waiting]) reject(error);
        waiting = [];
      }
    }
    writing = undefined;
  };
  const check = () => {
    if (refusal) throw refusal;
  };

  return {
    check,
    add: (line, isDurable) =>
      new Promise((resolve, reject) => {
        check();
        waiting.push({ line, isDurable, resolve, reject });
        writing ??= writeAll();
      }),
    async close() {
      refusal ??= new PaymentsError('storage', `The store in ${path} was closed.`);
      await writing;
      await file.close();
    },
  };
}

function lostFile(path: string, cause: unknown): PaymentsError {
  return new PaymentsError(
    'storage',
    `${path} cannot be written any more, so nothing is sent from here on. Look for a full or broken disk, or for someone ` +
      'who moved the file, then restart the gateway.',
    { cause },
  );
}
