'use client';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { FileLimitOptions } from '../core/uploads/files.ts';
import {
  createUploadQueue,
  isUnderWay,
  type UploadFile,
  type UploadQueue,
} from '../core/uploads/uploadQueue.ts';
import type { Attachment } from '../core/wire/requests.ts';
import { usePaymentsClient } from './usePaymentsContext.ts';

export type UseUploadAttachmentsOptions = FileLimitOptions;

export interface UseUploadAttachmentsResult extends Pick<
  UploadQueue,
  'limits' | 'add' | 'remove' | 'retry' | 'clear'
> {
  files: readonly UploadFile[];
  isUploading: boolean;
  /** The service's objects for the files that are done, in order: they go into `createPaymentLink`. */
  attachments: Attachment[];
}

const none: readonly UploadFile[] = [];

/**
 * Files and how far they have come. The limits are those of the first render. What is left is stopped on unmount, and
 * when another client takes over.
 *
 * @example
 * const { files, add, attachments } = useUploadAttachments({ maxFiles: 3 });
 */
export function useUploadAttachments(options?: UseUploadAttachmentsOptions): UseUploadAttachmentsResult {
  const client = usePaymentsClient();
  const [firstOptions] = useState(options);
  const queue = useMemo(() => createUploadQueue(client, firstOptions), [client, firstOptions]);
  const files = useSyncExternalStore(queue.subscribe, queue.getSnapshot, () => none);
  const { limits, add, remove, retry, clear } = queue;
  useEffect(() => clear, [clear]);
  return {
    files,
    limits,
    isUploading: files.some(isUnderWay),
    attachments: files.flatMap((file) => (file.status === 'done' ? [...(file.attachments ?? [])] : [])),
    add,
    remove,
    retry,
    clear,
  };
}
