export interface Upload {
  files: File[];
  /** Called for every change that a user could see: a progress step, an uploaded file. */
  report: () => void;
}

/**
 * Creates what is needed before a file is chosen, and returns a function that uploads all files to an address. It
 * resolves after the last answer, and rejects if a file is not accepted.
 */
export type Subject = (address: string) => (upload: Upload) => Promise<void>;
