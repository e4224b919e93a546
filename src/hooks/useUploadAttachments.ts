'use client';
import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { FileLimitOptions } from '../core/uploads/files.ts';
import {
  attachmentsOf,
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

/** The queue of a form, which reads it when it is sent: the field in it shows this one. */
export const UploadQueueContext = /*#__PURE__*/ createContext<UploadQueue | null>(null);

/** A queue of the client's own. Who shows its files clears it. */
export function useUploadQueue(options?: UseUploadAttachmentsOptions): UploadQueue {
  const client = usePaymentsClient();
  const [firstOptions] = useState(options);
  return useMemo(() => createUploadQueue(client, firstOptions), [client, firstOptions]);
}

/** The queue that is shown: that of the form around it, or its own. It is cleared with who shows it. */
export function useShownQueue(options?: UseUploadAttachmentsOptions): UploadQueue {
  const own = useUploadQueue(options);
  const queue = useContext(UploadQueueContext) ?? own;
  const { clear } = queue;
  useEffect(() => clear, [clear]);
  return queue;
}

const none: readonly UploadFile[] = [];

/** Drawn again for what `getFiles` tells apart. */
export const useFiles = ({ subscribe }: UploadQueue, getFiles: UploadQueue['getSnapshot']) =>
  useSyncExternalStore(subscribe, getFiles, () => none);

/** A queue as a hook gives it. */
export function resultOf(queue: UploadQueue, files: readonly UploadFile[]): UseUploadAttachmentsResult {
  const { limits, add, remove, retry, clear } = queue;
  return {
    files,
    limits,
    isUploading: files.some(isUnderWay),
    attachments: attachmentsOf(files),
    add,
    remove,
    retry,
    clear,
  };
}

/**
 * Files and how far they have come. The limits are those of the first render. What is left is stopped on unmount, and
 * when another client takes over.
 *
 * @example
 * const { files, add, attachments } = useUploadAttachments({ maxFiles: 3 });
 */
export function useUploadAttachments(options?: UseUploadAttachmentsOptions): UseUploadAttachmentsResult {
  const queue = useShownQueue(options);
  return resultOf(queue, useFiles(queue, queue.getSnapshot));
}
