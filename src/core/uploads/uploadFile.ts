import type { Attachment } from '../contract/attachment.ts';
import type { PaymentsError } from '../errors/PaymentsError.ts';
import type { FileProblem } from './fileProblem.ts';

/** One file of an upload. Sizes are bytes, progress is 0 to 1 and absent where the way out tells none. */
export interface UploadFile {
  id: string;
  /** The name it is sent under. */
  name: string;
  size: number;
  status: 'checking' | 'waiting' | 'uploading' | 'done' | 'failed' | 'refused';
  progress?: number | undefined;
  /** Why it was refused. `unreadable` beside `failed`: it changed after it was chosen, and can only be chosen again. */
  problem?: FileProblem | undefined;
  error?: PaymentsError | undefined;
  attachments?: readonly Attachment[] | undefined;
}

/** Whether its upload is still to come or has begun. */
export const isUnderWay = ({ status }: Pick<UploadFile, 'status'>): boolean =>
  status === 'checking' || status === 'waiting' || status === 'uploading';
