import { createContext, type RefObject } from 'react';
import type { UploadFile } from '../../core/uploads/uploadFile.ts';
import type { UseAttachmentFieldResult } from './useAttachmentField.ts';

export const AttachmentFieldContext = createContext<UseAttachmentFieldResult | null>(null);

export interface AttachedFile {
  file: UploadFile;
  /** Why it is not among the attachments. */
  reason: string | undefined;
  /** Of the sentence that says so. */
  reasonId: string;
  /** Its element. */
  item: RefObject<HTMLLIElement | null>;
}

export const AttachedFileContext = createContext<AttachedFile | null>(null);
