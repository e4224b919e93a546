import type { UploadFile } from '../../core/uploads/uploadQueue.ts';
import type { AttachmentFieldLabels, LimitWords, UploadFailure } from './attachmentFieldLabels.ts';

/** Why a file is not among the attachments: our own limits, what the service's answer means, or its own sentence. */
export function attachmentReason(
  { problem, error }: UploadFile,
  labels: AttachmentFieldLabels,
  limits: LimitWords,
): string | undefined {
  if (problem) return labels.problem(problem, limits);
  if (!error) return undefined;
  const failure = failureOf(error);
  return (failure === 'other' && error.serviceMessage) || labels.failure(failure);
}

/** The same file would meet the same answer where its size or type was refused, and cannot be read where it changed. */
export function canRetry({ status, problem, error }: UploadFile): boolean {
  return status === 'failed' && !problem && error?.status !== 413 && error?.status !== 415;
}

function failureOf({ code, status }: NonNullable<UploadFile['error']>): UploadFailure {
  if (status === 413) return 'too-large';
  if (status === 415) return 'wrong-type';
  return code === 'unanswered' ? 'unanswered' : 'other';
}
