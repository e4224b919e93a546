/** What is remembered of an uploaded file. */
export interface UploadedFile {
  /** The name of its part in the form. */
  part: string;
  name: string;
  size: number;
  type: string;
}

export interface Attachments {
  /** The paths that were given out. */
  handedOut: Set<string>;
  /** Names that failed once already. */
  failedOnce: Set<string>;
}

export const createAttachments = (): Attachments => ({ handedOut: new Set(), failedOnce: new Set() });
