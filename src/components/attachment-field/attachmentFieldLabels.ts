import type { FileProblem } from '../../core/uploads/files.ts';
import type { UploadFile } from '../../core/uploads/uploadQueue.ts';
import type { Count } from '../../hooks/useLabels.ts';

/** Why a sent file was not taken. */
export type UploadFailure = 'too-large' | 'wrong-type' | 'unanswered' | 'other';

export interface LimitWords {
  maxFiles: Count;
  /** As `10 MB`. */
  maxSize: string;
  /** Of all files together, where that is limited. */
  maxTotalSize: string | undefined;
  /** As `PDF, PNG`. */
  types: string;
}

export interface AttachmentFieldLabels {
  label: string;
  addFiles: string;
  dropHint: string;
  dropNow: string;
  limits: (limits: LimitWords) => string;
  list: string;
  status: (status: UploadFile['status']) => string;
  /** A share of a hundred, already formatted. */
  progress: (percent: string) => string;
  progressOf: (file: string) => string;
  retry: string;
  retryFile: (file: string) => string;
  removeFile: (file: string) => string;
  problem: (problem: FileProblem, limits: LimitWords) => string;
  failure: (failure: UploadFailure) => string;
  /** Spoken when uploads begin, on the way, and when the last has ended. */
  started: (count: Count) => string;
  /** A share of a hundred, already formatted. */
  step: (percent: string) => string;
  ended: (counts: { done: Count; failed: Count }) => string;
  refused: (count: Count) => string;
}

const statusWords: Record<UploadFile['status'], string> = {
  checking: 'Checking',
  waiting: 'Waiting',
  uploading: 'Uploading',
  done: 'Uploaded',
  failed: 'Not uploaded',
  refused: 'Not added',
};

const failureSentences: Record<UploadFailure, string> = {
  'too-large': 'The service finds it too large.',
  'wrong-type': 'The service does not take this type of file.',
  unanswered: 'The service did not answer.',
  other: 'The service could not take it.',
};

const files = (count: Count) => (count.value === 1 ? '1 file' : `${count.text} files`);

const problemSentences: Record<FileProblem, (limits: LimitWords) => string> = {
  folder: () => 'A folder cannot be attached. Add the files in it.',
  empty: () => 'The file is empty.',
  'wrong-type': ({ types }) => `Accepted types: ${types}.`,
  'too-large': ({ maxSize }) => `It is larger than ${maxSize}.`,
  'too-many': ({ maxFiles }) => `${files(maxFiles)} can be attached at most.`,
  'total-too-large': ({ maxTotalSize }) => `Together the files would be larger than ${maxTotalSize}.`,
  unreadable: () => 'It changed or cannot be read. Choose it again.',
  'wrong-content': () => 'Its content does not match its file type.',
  duplicate: () => 'It is attached already.',
};

export const attachmentFieldLabels: AttachmentFieldLabels = {
  label: 'Attachments',
  addFiles: 'Add files',
  dropHint: 'or drop or paste them here',
  dropNow: 'Drop to add',
  limits: ({ maxFiles, maxSize, maxTotalSize }) =>
    `Up to ${files(maxFiles)}, ${maxSize} each${maxTotalSize === undefined ? '' : `, ${maxTotalSize} together`}.`,
  list: 'Attached files',
  status: (status) => statusWords[status],
  progress: (percent) => percent,
  progressOf: (file) => `Upload of ${file}`,
  retry: 'Retry',
  retryFile: (file) => `Retry ${file}`,
  removeFile: (file) => `Remove ${file}`,
  problem: (problem, limits) => problemSentences[problem](limits),
  failure: (failure) => failureSentences[failure],
  started: (count) => `Uploading ${files(count)}.`,
  step: (percent) => `${percent} uploaded.`,
  ended: ({ done, failed }) =>
    failed.value === 0
      ? `${files(done)} uploaded.`
      : `${files(done)} uploaded, ${files(failed)} not uploaded.`,
  refused: (count) => `${files(count)} not added.`,
};

declare module '../../hooks/usePaymentsContext.ts' {
  interface LabelCatalogue {
    attachmentField: AttachmentFieldLabels;
  }
}
