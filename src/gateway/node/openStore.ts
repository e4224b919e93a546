import { realpath } from 'node:fs/promises';
import { PaymentsError } from '../../core/errors.ts';
import { type Clock, createJumpMeter } from '../../core/time.ts';
import { createOperationMemory, createPollMemory } from '../createMemoryStore.ts';
import { type FileContent, type FileFact, wholeFile, writeLine } from './fileLines.ts';
import { lockFile } from './fileLock.ts';
import { createLineLog } from './lineLog.ts';
import { readStoreFile } from './readStoreFile.ts';
import { createStoreFile } from './storeFile.ts';

/** A file that this process alone uses, and all it says in memory. */
export interface OpenStore extends Pick<FileContent, 'operations' | 'polls'> {
  since: () => number;
  /** Starts at the wall clock's time and does not jump with it (epoch ms). */
  now: () => number;
  check: () => void;
  add: (fact: FileFact, isDurable: boolean) => Promise<void>;
  close: () => Promise<void>;
}

export async function openStore(path: string, keepMs: number, clock: Clock): Promise<OpenStore> {
  const target = await realpath(path).catch(() => path); // a link stays a link
  const unlock = await lockFile(target);
  try {
    const offset = clock.now() - clock.monotonic();
    const now = () => offset + clock.monotonic();
    const content: FileContent = {
      since: now(),
      keepMs,
      operations: createOperationMemory(keepMs),
      polls: createPollMemory(keepMs),
    };
    await readStoreFile(target, content, now());

    // The file has wall times. When that clock is set, all of them are written anew, moved along.
    const moved = createJumpMeter(clock);
    let writtenMoved = 0;
    const whole = () => {
      writtenMoved = moved();
      return wholeFile(content, now(), writtenMoved);
    };
    const file = createStoreFile(target);
    await file.replace(whole());
    const log = createLineLog(target, file, { whole, isOutdated: () => moved() !== writtenMoved });
    return {
      ...content,
      since: () => content.since,
      now,
      check: log.check,
      add: (fact, isDurable) => log.add(writeLine({ ...fact, at: now() + moved() }), isDurable),
      async close() {
        await log.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    if (error instanceof PaymentsError) throw error;
    throw new PaymentsError('storage', `${path} cannot be opened, so nothing is sent.`, { cause: error });
  }
}
