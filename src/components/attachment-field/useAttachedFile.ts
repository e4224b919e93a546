'use client';
import { usePartContext } from '../part/usePartContext.ts';
import { type AttachedFile, AttachedFileContext } from './attachmentFieldContext.ts';

/** The file a part belongs to. Throws outside of an `AttachmentFieldItem`. */
export function useAttachedFile(): AttachedFile {
  return usePartContext(AttachedFileContext, 'AttachmentFieldItem');
}
