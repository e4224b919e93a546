import type { FileLimits } from '../../core/uploads/files.ts';
import { countIn } from '../../hooks/useLabels.ts';
import type { LimitWords } from './attachmentFieldLabels.ts';
import { formatBytes } from './formatBytes.ts';

/** The limits as they stand in sentences. */
export function limitWords(
  { maxFiles, maxBytes, maxTotalBytes, accept }: FileLimits,
  locale: string,
): LimitWords {
  return {
    maxFiles: countIn(locale)(maxFiles),
    maxSize: formatBytes(maxBytes, locale),
    maxTotalSize: maxTotalBytes < Infinity ? formatBytes(maxTotalBytes, locale) : undefined,
    types: accept.join(', ').toUpperCase(),
  };
}
