'use client';
import { type RefObject, useId, useMemo, useRef } from 'react';
import { type DropzoneOptions, type DropzoneState, useDropzone } from 'react-dropzone';
import type { Attachment } from '../../core/wire/requests.ts';
import { type FileLimitOptions, filesOfTransfer } from '../../core/uploads/files.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useUploadAttachments, type UseUploadAttachmentsResult } from '../../hooks/useUploadAttachments.ts';
import {
  type AttachmentFieldLabels,
  attachmentFieldLabels,
  type LimitWords,
} from './attachmentFieldLabels.ts';
import { limitWords } from './limitWords.ts';
import { type AttachmentsDetails, useAttachmentsReport } from './useAttachmentsReport.ts';
import { useFileDropGuard } from './useFileDropGuard.ts';
import { useUploadAnnouncements } from './useUploadAnnouncements.ts';

/** The limits are those of the first render; by default 10 files of 10 MB. */
export interface UseAttachmentFieldOptions extends FileLimitOptions {
  /** The service's objects for `createPaymentLink`, whenever a file came, went or changed its status. */
  onAttachmentsChange?: ((attachments: Attachment[], details: AttachmentsDetails) => void) | undefined;
  /** A sentence of the form around it. */
  error?: string | undefined;
  disabled?: boolean | undefined;
  labels?: Partial<AttachmentFieldLabels> | undefined;
}

export interface UseAttachmentFieldResult
  extends
    UseUploadAttachmentsResult,
    Pick<DropzoneState, 'open' | 'getRootProps' | 'getInputProps' | 'rootRef'> {
  labels: AttachmentFieldLabels;
  /** The limits as they stand in sentences. */
  words: LimitWords;
  error: string | undefined;
  disabled: boolean;
  /** Files are held over the field. */
  isDragging: boolean;
  /** Where the focus goes once there is nothing left to remove. */
  addButton: RefObject<HTMLButtonElement | null>;
  /** Of the field; the parts that describe it derive theirs. */
  id: string;
}

/**
 * All that `AttachmentField` knows and does, for elements of one's own.
 *
 * @example
 * const { files, open, remove } = useAttachmentField({ maxFiles: 3, onAttachmentsChange });
 */
export function useAttachmentField(options: UseAttachmentFieldOptions = {}): UseAttachmentFieldResult {
  const { disabled = false, error } = options;
  const { locale } = usePaymentsContext();
  const labels = useLabels('attachmentField', attachmentFieldLabels, options.labels);
  const upload = useUploadAttachments(options);
  const { files, limits, add } = upload;
  const addButton = useRef<HTMLButtonElement>(null);
  const id = useId();
  const words = useMemo(() => limitWords(limits, locale), [limits, locale]);

  useUploadAnnouncements(files, labels);
  useFileDropGuard();
  useAttachmentsReport(upload, options.onAttachmentsChange);

  const { getRootProps, getInputProps, rootRef, isDragActive, open } = useDropzone({
    noClick: true,
    noKeyboard: true,
    preventDropOnDocument: false,
    disabled,
    getFilesFromEvent: filesOf,
    onDrop: (dropped) => add(dropped),
  });
  return {
    ...upload,
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

// Its own way of reading a drop walks through folders.
const filesOf: NonNullable<DropzoneOptions['getFilesFromEvent']> = (event) => {
  const { dataTransfer, clipboardData, target } = event as Partial<DragEvent & ClipboardEvent>;
  const transfer = dataTransfer ?? clipboardData;
  const files = transfer ? filesOfTransfer(transfer) : Array.from((target as HTMLInputElement).files ?? []);
  return Promise.resolve(files);
};
