'use client';
import { useEffect, useRef } from 'react';
import type { Attachment } from '../../core/wire/requests.ts';
import type { UploadFile } from '../../core/uploads/uploadQueue.ts';
import type { UseUploadAttachmentsResult } from '../../hooks/useUploadAttachments.ts';

export interface AttachmentsDetails {
  files: readonly UploadFile[];
  isUploading: boolean;
}

/** Tells the host of each change that matters to it: not of every step of a progress. */
export function useAttachmentsReport(
  { files, attachments, isUploading }: UseUploadAttachmentsResult,
  onChange: ((attachments: Attachment[], details: AttachmentsDetails) => void) | undefined,
): void {
  const state = files.map(({ id, status }) => `${id} ${status}`).join('|');
  const reported = useRef(state);
  useEffect(() => {
    if (reported.current === state) return;
    reported.current = state;
    onChange?.(attachments, { files, isUploading });
  }, [state, files, attachments, isUploading, onChange]);
}
