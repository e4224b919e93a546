'use client';
import { createContext, useContext, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { FileLimitOptions } from '../core/uploads/files.ts';
import {
  uploadedAttachments,
  createUploadQueue,
  isUploadPending,
  type UploadFile,
  type UploadQueue,
} from '../core/uploads/uploadQueue.ts';
import type { Attachment } from '../core/wire/paymentLink.ts';
import { usePaymentsClient } from './usePaymentsContext.ts';

export type UseUploadAttachmentsOptions = FileLimitOptions;

export interface UseUploadAttachmentsResult extends Pick<
  UploadQueue,
  'limits' | 'add' | 'remove' | 'retry' | 'clear'
> {
  files: readonly UploadFile[];
  isUploading: boolean;
  /** The service's objects for the uploaded files, in the order of the files. Pass them to `createPaymentLink`. */
  attachments: Attachment[];
}

/** The queue of a surrounding form. An attachment field in the form shows this queue instead of its own. */
export const UploadQueueContext = /*#__PURE__*/ createContext<UploadQueue | null>(null);

/** An upload queue that uses the provider's client. A new `owner` gets a new queue; without `owner`, a new client does. */
export function useUploadQueue(options?: UseUploadAttachmentsOptions, owner?: object): UploadQueue {
  const client = usePaymentsClient();
  const latest = useRef(client);
  useEffect(() => {
    latest.current = client;
  });
  const [firstOptions] = useState(options);
  const keptFor = owner ?? client;
  return useMemo(
    () => createUploadQueue(() => latest.current, firstOptions),
    // oxlint-disable-next-line react/exhaustive-deps -- a new client with the same options has the same owner
    [keptFor, firstOptions],
  );
}

/**
 * Returns the queue of the surrounding form or, outside a form, a queue of the component's own. When the component
 * unmounts or React hides it (`Activity`), the uploads stop. When the component is shown again, they start again.
 */
export function useShownQueue(options?: UseUploadAttachmentsOptions): UploadQueue {
  const own = useUploadQueue(options);
  const queue = useContext(UploadQueueContext) ?? own;
  const { pause, resume } = queue;
  useEffect(() => {
    resume();
    return pause;
  }, [pause, resume]);
  return queue;
}

const none: readonly UploadFile[] = [];

/** The files of a queue. The component renders again when `getFiles` returns another array. */
export const useFiles = ({ subscribe }: UploadQueue, getFiles: UploadQueue['getSnapshot']) =>
  useSyncExternalStore(subscribe, getFiles, () => none);

export function resultOf(queue: UploadQueue, files: readonly UploadFile[]): UseUploadAttachmentsResult {
  const { limits, add, remove, retry, clear } = queue;
  return {
    files,
    limits,
    isUploading: files.some(isUploadPending),
    attachments: uploadedAttachments(files),
    add,
    remove,
    retry,
    clear,
  };
}

/**
 * Files and their upload progress. The limits are those of the first render. Unfinished uploads are stopped on
 * unmount and when the client changes. If React hides the component (`Activity`), they start anew when it is shown.
 *
 * @example
 * const { files, add, attachments } = useUploadAttachments({ maxFiles: 3 });
 */
export function useUploadAttachments(options?: UseUploadAttachmentsOptions): UseUploadAttachmentsResult {
  const queue = useShownQueue(options);
  return resultOf(queue, useFiles(queue, queue.getSnapshot));
}
