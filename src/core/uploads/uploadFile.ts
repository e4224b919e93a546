import type { Attachment } from '../contract/attachment.ts';
import type { PaymentsError } from '../errors/PaymentsError.ts';

/** Why a file was not taken. Nothing of it was sent. */
export type FileProblem = 'empty' | 'too-large' | 'too-many';

/** One file of an upload. Sizes are bytes, progress is 0 to 1 and absent where the way out tells none. */
export interface UploadFile {
  id: string;
  name: string;
  size: number;
  status: 'waiting' | 'uploading' | 'done' | 'failed' | 'refused';
  progress?: number | undefined;
  problem?: FileProblem | undefined;
  error?: PaymentsError | undefined;
  attachments?: readonly Attachment[] | undefined;
}

export interface FileLimits {
  maxFiles: number;
  maxBytes: number;
}

/** Chosen defaults: the contract names none. */
export const defaultFileLimits: FileLimits = { maxFiles: 10, maxBytes: 10_000_000 };

/** Why a file cannot be taken beside `taken` others, or nothing. */
export function fileProblem(
  file: Pick<File, 'size'>,
  taken: number,
  limits: FileLimits,
): FileProblem | undefined {
  if (file.size === 0) return 'empty';
  if (file.size > limits.maxBytes) return 'too-large';
  return taken >= limits.maxFiles ? 'too-many' : undefined;
}
