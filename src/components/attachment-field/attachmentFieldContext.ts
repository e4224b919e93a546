import { createContext, type RefObject } from 'react';
import type { UploadFile } from '../../core/uploads/uploadQueue.ts';
import type { UseAttachmentFieldResult } from './useAttachmentField.ts';

export const AttachmentFieldContext = createContext<UseAttachmentFieldResult | null>(null);

/** What the files' parts need of the field. It stays while files are on their way, so that a file that did not change is not drawn again. */
export type AttachmentRows = Pick<
  UseAttachmentFieldResult,
  'labels' | 'words' | 'remove' | 'retry' | 'addButton'
>;

export const AttachmentRowsContext = createContext<AttachmentRows | null>(null);

export interface AttachedFile extends AttachmentRows {
  file: UploadFile;
  /** Why it is not among the attachments. */
  reason: string | undefined;
  /** Of the sentence that says so. */
  reasonId: string;
  /** Its element. */
  item: RefObject<HTMLLIElement | null>;
}

export const AttachedFileContext = createContext<AttachedFile | null>(null);
