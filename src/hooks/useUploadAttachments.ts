'use client';
import { useState, useSyncExternalStore } from 'react';
import type { Attachment } from '../core/contract/attachment.ts';
import { defaultFileLimits, type FileLimits, type UploadFile } from '../core/uploads/uploadFile.ts';
import { createUploadQueue, type UploadQueue } from '../core/uploads/uploadQueue.ts';
import { usePaymentsClient } from './usePaymentsClient.ts';

export type UseUploadAttachmentsOptions = Partial<FileLimits>;

export interface UseUploadAttachmentsResult extends Pick<UploadQueue, 'add' | 'remove' | 'retry' | 'clear'> {
  files: readonly UploadFile[];
  isUploading: boolean;
  /** The service's objects for the files that are done, in order: they go into `createPaymentLink`. */
  attachments: Attachment[];
}

const none: readonly UploadFile[] = [];

/**
 * Files and how far they have come. The limits are those of the first render.
 *
 * @example
 * const { files, add, attachments } = useUploadAttachments({ maxFiles: 3 });
 */
export function useUploadAttachments(options: UseUploadAttachmentsOptions = {}): UseUploadAttachmentsResult {
  const client = usePaymentsClient();
  const [queue] = useState(() => createUploadQueue(client, { ...defaultFileLimits, ...options }));
  const files = useSyncExternalStore(queue.subscribe, queue.getSnapshot, () => none);
  const { add, remove, retry, clear } = queue;
  return {
    files,
    isUploading: files.some(({ status }) => status === 'waiting' || status === 'uploading'),
    attachments: files.flatMap((file) => (file.status === 'done' ? [...(file.attachments ?? [])] : [])),
    add,
    remove,
    retry,
    clear,
  };
}
