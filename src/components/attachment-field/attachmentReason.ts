import type { UploadFile } from '../../core/uploads/uploadFile.ts';
import type { AttachmentFieldLabels, LimitWords, UploadFailure } from './attachmentFieldLabels.ts';

/** Why a file is not among the attachments: our own limits, the service's own sentence, or what its answer means. */
export function attachmentReason(
  { problem, error }: UploadFile,
  labels: AttachmentFieldLabels,
  limits: LimitWords,
): string | undefined {
  if (problem) return labels.problem(problem, limits);
  if (!error) return undefined;
  return error.serviceMessage ?? labels.failure(failureOf(error));
}

function failureOf({ code, status }: NonNullable<UploadFile['error']>): UploadFailure {
  if (status === 413) return 'too-large';
  if (status === 415) return 'wrong-type';
  return code === 'unanswered' ? 'unanswered' : 'other';
}
