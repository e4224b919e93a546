'use client';
import { usePartContext } from '../part/usePartContext.ts';
import { AttachmentFieldContext } from './attachmentFieldContext.ts';
import type { UseAttachmentFieldResult } from './useAttachmentField.ts';

/** The field a part belongs to. Throws outside of an `AttachmentFieldRoot`. */
export function useAttachmentFieldContext(): UseAttachmentFieldResult {
  return usePartContext(AttachmentFieldContext, 'AttachmentFieldRoot');
}
