import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Ten files on the disk, each with its own content. */
export async function createFiles(bytes: number) {
  const folder = await mkdtemp(join(tmpdir(), 'tillkit-bench-'));
  const paths = Array.from({ length: 10 }, (_, index) => join(folder, `file-${index}.txt`));
  await Promise.all(paths.map((path) => writeFile(path, randomBytes(bytes))));
  return { paths, remove: () => rm(folder, { recursive: true }) };
}
