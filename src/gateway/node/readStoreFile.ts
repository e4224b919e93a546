import { readFile } from 'node:fs/promises';
import { PaymentsError } from '../../core/errors.ts';
import { type FileContent, readLine } from './fileLines.ts';
import { systemCode } from './systemCode.ts';

const lineEnd = 10;

/** Takes a file's lines in, if there is one. What a crash left of a last line is no line: it was never acknowledged. */
export async function readStoreFile(path: string, content: FileContent, now: number): Promise<void> {
  const bytes = await readIfThere(path);
  let start = 0;
  for (let number = 1; ; number += 1) {
    const end = bytes.indexOf(lineEnd, start);
    if (end < 0) break;
    try {
      const text = bytes.toString('utf8', start, end);
      if (number === 1 && !text.startsWith('{"store":')) throw new Error('Not a file of this kind.');
      readLine(text, content, now);
    } catch (cause) {
      throw brokenLine(path, number, cause);
    }
    start = end + 1;
  }
  if (start === 0 && bytes.length > 0) throw brokenLine(path, 1);
  if (start < bytes.length) {
    console.warn(
      `tillkit: A crash cut off the last line of ${path}. It was not acknowledged, and nothing before it is lost.`,
    );
  }
}

async function readIfThere(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return Buffer.alloc(0);
    throw new PaymentsError('storage', `${path} cannot be read.`, { cause: error });
  }
}

function brokenLine(path: string, line: number, cause?: unknown): PaymentsError {
  return new PaymentsError(
    'storage',
    `Line ${line} of ${path} cannot be read, so it is not certain which payments were sent, and none is. Restore the file, ` +
      'or move it away to begin anew: every operation of before is then unknown to the gateway.',
    { cause },
  );
}
