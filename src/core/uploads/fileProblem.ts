import type { FileLimits } from './fileLimits.ts';
import { extensionOf, hasSignatureOf } from './fileType.ts';
import { isFolder } from './filesOfTransfer.ts';
import { sameContent } from './sameContent.ts';

/** Why a file was not taken. Nothing of it was sent. */
export type FileProblem =
  | 'folder'
  | 'empty'
  | 'wrong-type'
  | 'too-large'
  | 'too-many'
  | 'total-too-large'
  | 'unreadable'
  | 'wrong-content'
  | 'duplicate';

/** Why a file cannot be taken beside those that were, or nothing. What costs no reading is asked first. */
export async function fileProblem(
  file: File,
  taken: readonly File[],
  limits: FileLimits,
): Promise<FileProblem | undefined> {
  if (isFolder(file)) return 'folder';
  if (file.size === 0) return 'empty';
  const extension = extensionOf(file.name);
  if (extension === undefined || !limits.accept.includes(extension)) return 'wrong-type';
  if (file.size > limits.maxBytes) return 'too-large';
  if (taken.length >= limits.maxFiles) return 'too-many';
  const total = taken.reduce((bytes, { size }) => bytes + size, file.size);
  if (total > limits.maxTotalBytes) return 'total-too-large';
  try {
    if (!(await hasSignatureOf(extension, file))) return 'wrong-content';
  } catch {
    return 'unreadable';
  }
  // One that can no longer be read is no longer the same.
  const same = await Promise.all(taken.map((other) => sameContent(file, other).catch(() => false)));
  return same.includes(true) ? 'duplicate' : undefined;
}
