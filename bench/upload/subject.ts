export interface Upload {
  files: File[];
  /** Called for whatever a user could be shown: a step of a progress, a file that is there. */
  report: () => void;
}

/**
 * Makes what is needed before a file is chosen, and gives what uploads all files to an address: it resolves when the
 * last answer came, and rejects where one file is not taken.
 */
export type Subject = (address: string) => (upload: Upload) => Promise<void>;
