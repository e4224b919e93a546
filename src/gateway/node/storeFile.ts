import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file that lines are added to, and that is written anew at times. */
export interface StoreFile {
  size: () => number;
  /** Size after it was last written anew (bytes). */
  startSize: () => number;
  add: (text: string) => Promise<void>;
  /** Resolves when all that was added would survive a crash, under this file's name. */
  sync: () => Promise<void>;
  /** Replaces the file in one step: after a crash there is the old one or the new one. */
  replace: (lines: Iterable<string>) => Promise<void>;
  close: () => Promise<void>;
}

const chunkLength = 262_144;

export function createStoreFile(path: string): StoreFile {
  let handle: FileHandle | undefined;
  let size = 0;
  let startSize = 0;

  const current = () => {
    if (!handle) throw new Error(`${path} is not open.`);
    return handle;
  };
  const add = async (to: FileHandle, text: string) => {
    await to.appendFile(text);
    size += Buffer.byteLength(text);
  };

  return {
    size: () => size,
    startSize: () => startSize,
    add: (text) => add(current(), text),
    async sync() {
      await current().datasync();
      // Another file under this name would not have grown by what was added.
      if ((await stat(path)).size !== size) throw new Error(`${path} was moved or changed by someone else.`);
    },
    async replace(lines) {
      const next = `${path}.new`;
      await rm(next, { force: true });
      const fresh = await open(next, 'ax', 0o600);
      try {
        size = 0;
        for (const chunk of chunksOf(lines)) await add(fresh, chunk);
        await fresh.sync();
        await handle?.close();
        handle = undefined;
        await rename(next, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await fresh.close();
        throw error;
      }
      handle = fresh;
      startSize = size;
    },
    async close() {
      await handle?.close();
      handle = undefined;
    },
  };
}

function* chunksOf(lines: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const line of lines) {
    chunk += line;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

// A new name survives a crash only when its folder was synced too.
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return; // cannot open a folder
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
