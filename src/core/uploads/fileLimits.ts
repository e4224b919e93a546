/** What is taken: all rounds of choosing, dropping and pasting count against the same limits. */
export interface FileLimits {
  maxFiles: number;
  /** Of each file. */
  maxBytes: number;
  /** Of all files together. */
  maxTotalBytes: number;
  /** Extensions, as `pdf`. */
  accept: readonly string[];
}

export type FileLimitOptions = { [Limit in keyof FileLimits]?: FileLimits[Limit] | undefined };

/** Chosen defaults: the contract names none. What a browser runs (SVG, HTML) and archives are not among the types. */
export const defaultFileLimits: FileLimits = {
  maxFiles: 10,
  maxBytes: 10_000_000,
  maxTotalBytes: Infinity,
  accept: 'pdf png jpg jpeg webp heic heif gif tif tiff txt csv docx xlsx'.split(' '),
};

export function fileLimits(options: FileLimitOptions = {}): FileLimits {
  const {
    maxFiles = defaultFileLimits.maxFiles,
    maxBytes = defaultFileLimits.maxBytes,
    maxTotalBytes = defaultFileLimits.maxTotalBytes,
    accept = defaultFileLimits.accept,
  } = options;
  return { maxFiles, maxBytes, maxTotalBytes, accept: accept.map(withoutDot) };
}

const withoutDot = (extension: string) => extension.replace(/^\./, '').toLowerCase();
