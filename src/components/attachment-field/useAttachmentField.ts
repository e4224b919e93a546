'use client';
import { type RefObject, useEffect, useId, useMemo, useRef } from 'react';
import { type DropzoneOptions, type DropzoneState, useDropzone } from 'react-dropzone';
import { runHostCallback } from '../../core/errors.ts';
import { type FileLimitOptions, type FileLimits, filesFromDataTransfer } from '../../core/uploads/files.ts';
import { isUploadPending, type UploadFile, type UploadQueue } from '../../core/uploads/uploadQueue.ts';
import type { Attachment } from '../../core/wire/paymentLink.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import {
  resultOf,
  useFiles,
  useShownQueue,
  type UseUploadAttachmentsResult,
} from '../../hooks/useUploadAttachments.ts';
import { attachmentField, type LimitWords, type UploadFailure } from '../../words/en.ts';
import { type Count, countIn } from '../../words/plural.ts';
import type { AttachmentFieldLabels } from '../../words/words.ts';
import type { ElementRefObject } from '../kit/part.tsx';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size in words: 240_000 is "240 kB". Rounded up, so that a size over a limit looks larger than the limit. */
export function formatBytes(bytes: number, locale: string): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const exact = bytes / 1000 ** step;
  const value = exact < 100 ? Math.ceil(exact * 10) / 10 : Math.ceil(exact);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(value);
}

/** The limits, formatted for sentences. */
export function limitWords(
  { maxFiles, maxBytes, maxTotalBytes, accept }: FileLimits,
  locale: string,
): LimitWords {
  return {
    maxFiles: countIn(locale)(maxFiles),
    maxSize: formatBytes(maxBytes, locale),
    maxTotalSize: maxTotalBytes < Infinity ? formatBytes(maxTotalBytes, locale) : undefined,
    types: accept.join(', ').toUpperCase(),
  };
}

export interface AttachmentsDetails {
  files: readonly UploadFile[];
  isUploading: boolean;
}

/** Reports each change of files and their status to the host, but not every progress step. */
function useAttachmentsReport(
  { files, attachments, isUploading }: UseUploadAttachmentsResult,
  onChange: ((attachments: Attachment[], details: AttachmentsDetails) => void) | undefined,
): void {
  const state = files.map(({ id, status }) => `${id} ${status}`).join('|');
  const reported = useRef(state);
  useEffect(() => {
    if (reported.current === state) return;
    reported.current = state;
    runHostCallback(() => onChange?.(attachments, { files, isUploading }));
  }, [state, files, attachments, isUploading, onChange]);
}

/** Keeps the browser from leaving the page to open a file that is dropped beside the field. */
function useFileDropGuard(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const page = root.current?.ownerDocument ?? document;
    const guard = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    page.addEventListener('dragover', guard);
    page.addEventListener('drop', guard);
    return () => {
      page.removeEventListener('dragover', guard);
      page.removeEventListener('drop', guard);
    };
  }, [root]);
}

type Files = readonly UploadFile[];

/** Uploads that are announced together. `quarter`: how many quarters of their bytes have been announced. */
interface UploadBatch {
  filesBefore: Files;
  ids: Set<string>;
  quarter: number;
}

const quarters = 4;

/** Announces that uploads started, each quarter of their progress, and how they ended. */
function useUploadAnnouncements(queue: UploadQueue, labels: AttachmentFieldLabels): void {
  const { subscribe, getSnapshot } = queue;
  const { announce, locale } = usePaymentsContext();
  const batch = useRef<UploadBatch>({ filesBefore: getSnapshot(), ids: new Set(), quarter: 0 });
  useEffect(() => {
    const percent = (share: number) => new Intl.NumberFormat(locale, { style: 'percent' }).format(share);
    const count = countIn(locale);
    const announceChanges = () => {
      const sentences = announcementsOf(batch.current, getSnapshot(), labels, { percent, count });
      if (sentences.length > 0) announce(sentences.join(' '));
    };
    announceChanges();
    return subscribe(announceChanges);
  }, [subscribe, getSnapshot, labels, locale, announce]);
}

function announcementsOf(
  batch: UploadBatch,
  files: Files,
  labels: AttachmentFieldLabels,
  { percent, count }: { percent: (share: number) => string; count: (value: number) => Count },
): string[] {
  const before = new Map(batch.filesBefore.map((file) => [file.id, file]));
  batch.filesBefore = files;
  const became = (is: (file: UploadFile | undefined) => boolean) =>
    files.filter((file) => is(file) && !is(before.get(file.id)));
  const started = became((file) => file?.status === 'waiting' || file?.status === 'uploading');
  const refused = became((file) => file?.status === 'refused');
  started.forEach(({ id }) => batch.ids.add(id));
  const sent = files.filter(({ id }) => batch.ids.has(id));

  const sentences: string[] = [];
  if (started.length > 0) sentences.push(labels.started(count(started.length)));
  if (refused.length > 0) sentences.push(labels.refused(count(refused.length)));
  if (files.some(isUploadPending)) {
    const quarter = Math.floor(shareOf(sent) * quarters);
    if (quarter <= batch.quarter || quarter === quarters) return sentences;
    batch.quarter = quarter;
    return [...sentences, labels.step(percent(quarter / quarters))];
  }
  if (sent.length > 0) {
    const done = sent.filter(({ status }) => status === 'done').length;
    sentences.push(labels.ended({ done: count(done), failed: count(sent.length - done) }));
  }
  batch.ids.clear();
  batch.quarter = 0;
  return sentences;
}

/** The share of the files' bytes that is uploaded, from 0 to 1. An ended upload counts in full, even if it failed. */
function shareOf(files: Files): number {
  let over = 0;
  let all = 0;
  for (const file of files) {
    all += file.size;
    over += file.size * (isUploadPending(file) ? (file.progress ?? 0) : 1);
  }
  return all > 0 ? over / all : 0;
}

/** Only the limits of the first render count. The default limits are 10 files of 10 MB each. */
export interface UseAttachmentFieldOptions extends FileLimitOptions {
  /** Called when a file is added, is removed or changes its status. Pass `attachments` to `createPaymentLink`. */
  onAttachmentsChange?: ((attachments: Attachment[], details: AttachmentsDetails) => void) | undefined;
  /** The error sentence of the surrounding form. */
  error?: string | undefined;
  disabled?: boolean | undefined;
  labels?: Partial<AttachmentFieldLabels> | undefined;
}

export interface UseAttachmentFieldResult
  extends
    UseUploadAttachmentsResult,
    Pick<DropzoneState, 'open' | 'getRootProps' | 'getInputProps' | 'rootRef'> {
  labels: AttachmentFieldLabels;
  /** The limits, formatted for sentences. */
  words: LimitWords;
  error: string | undefined;
  disabled: boolean;
  /** Files are dragged over the field. */
  isDragging: boolean;
  /** Gets the focus when no file is left to remove. */
  addButton: ElementRefObject<HTMLButtonElement>;
  /** The id from which the parts derive their own ids. */
  id: string;
}

/** What the field gives its parts. `files` does not change for upload progress; `queue` has the progress. */
export interface AttachmentFieldWithQueue extends UseAttachmentFieldResult {
  queue: UploadQueue;
}

/** The field with the current progress of its files. */
export function useWithProgress({ queue, ...field }: AttachmentFieldWithQueue): UseAttachmentFieldResult {
  return { ...field, files: useFiles(queue, queue.getSnapshot) };
}

/**
 * The state and actions of `AttachmentField`, for your own elements.
 *
 * @example
 * const { files, open, remove } = useAttachmentField({ maxFiles: 3, onAttachmentsChange });
 */
export function useAttachmentField(options?: UseAttachmentFieldOptions): UseAttachmentFieldResult {
  return useWithProgress(useAttachmentFieldWithQueue(options));
}

/** `useAttachmentField` without the progress of files: it does not render again for a progress step. */
export function useAttachmentFieldWithQueue(
  options: UseAttachmentFieldOptions = {},
): AttachmentFieldWithQueue {
  const { disabled = false, error } = options;
  const { locale } = usePaymentsContext();
  const labels = useLabels('attachmentField', attachmentField, options.labels);
  const queue = useShownQueue(options);
  const upload = resultOf(queue, useFiles(queue, queue.getList));
  const { limits, add } = upload;
  const addButton = useRef<HTMLButtonElement>(null);
  const id = useId();
  const words = useMemo(() => limitWords(limits, locale), [limits, locale]);

  useUploadAnnouncements(queue, labels);
  useAttachmentsReport(upload, options.onAttachmentsChange);

  const { getRootProps, getInputProps, rootRef, isDragActive, open } = useDropzone({
    noClick: true,
    noKeyboard: true,
    preventDropOnDocument: false,
    disabled,
    getFilesFromEvent: filesOf,
    onDrop: (dropped) => add(dropped),
  });
  useFileDropGuard(rootRef);
  return {
    ...upload,
    queue,
    getRootProps,
    getInputProps,
    rootRef,
    open,
    isDragging: isDragActive,
    labels,
    words,
    error,
    disabled,
    addButton,
    id,
  };
}

// Returns the chosen, dropped or pasted files, but no files in folders, unlike the reader of react-dropzone.
const filesOf: NonNullable<DropzoneOptions['getFilesFromEvent']> = (event) => {
  const { dataTransfer, clipboardData, target } = event as Partial<DragEvent & ClipboardEvent>;
  const transfer = dataTransfer ?? clipboardData;
  const files = transfer
    ? filesFromDataTransfer(transfer)
    : Array.from((target as HTMLInputElement).files ?? []);
  return Promise.resolve(files);
};

/** Why a file is not among the attachments: a limit, the cause of the failure, or the service's own sentence. */
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

/** Whether another attempt can succeed: not if the file's size or type was refused, or the file changed on disk. */
export function canRetry({ status, problem, error }: UploadFile): boolean {
  return status === 'failed' && !problem && error?.status !== 413 && error?.status !== 415;
}

function failureOf({ code, status }: NonNullable<UploadFile['error']>): UploadFailure {
  if (status === 413) return 'too-large';
  if (status === 415) return 'wrong-type';
  return code === 'unanswered' ? 'unanswered' : 'other';
}
