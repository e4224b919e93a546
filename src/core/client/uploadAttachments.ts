import { safeFileName } from '../uploads/files.ts';
import { type Check, strictObjectOf, checkThat, parseInput } from '../wire/check.ts';
import { type Attachment, readAttachments } from '../wire/paymentLink.ts';
import type { ClientContext, UploadProgress } from './clientContext.ts';
import { readSuccessAnswer } from './readAnswer.ts';
import { requestUrl } from './requestUrl.ts';
import { sendOnceAndRead, hostHeadersForUrl } from './send.ts';
import type { CallOptions } from '../operations/terminalOperations.ts';

const operation = 'uploadAttachments';
const largestAnswer = 1_000_000;
// A slow uplink needs minutes for 10 MB; the limit ends stalled uploads.
const uploadTimeoutMs = 600_000;

export interface UploadOptions extends CallOptions {
  onProgress?: ((file: File, progress: UploadProgress) => void) | undefined;
}

const checkUpload: Check<{ files: readonly File[] }> = /*#__PURE__*/ strictObjectOf({
  files: checkThat(isFiles, 'must be a list of at least one File.'),
});

/** Uploads files one after the other. Returns the service's objects in the order of the files. Throws `PaymentsError`. */
export async function uploadAttachments(
  context: ClientContext,
  input: { files: readonly File[] },
  options: UploadOptions = {},
): Promise<Attachment[]> {
  const { files } = parseInput(checkUpload, input, operation);
  const attachments: Attachment[] = [];
  for (const file of files) attachments.push(...(await uploadOne(context, file, options)));
  return attachments;
}

function isFiles(value: unknown): value is readonly File[] {
  return Array.isArray(value) && value.length > 0 && [...value].every((file) => file instanceof Blob);
}

async function uploadOne(context: ClientContext, file: File, options: UploadOptions): Promise<Attachment[]> {
  const { signal, onProgress } = options;
  const route = context.service.route(operation);
  const url = requestUrl(context.base(), route, {});
  const headers = await hostHeadersForUrl(context, route, url);
  headers.delete('content-type'); // the form sets it, with its boundary
  const form = new FormData();
  form.append('files', file, safeFileName(file.name));
  const limit = { timeoutMs: uploadTimeoutMs, signal, operationName: operation, isRetryable: false };
  const send = (signalOrLimit: AbortSignal) =>
    context.uploader({
      url: url.href,
      form,
      headers,
      signal: signalOrLimit,
      onProgress: (progress) => onProgress?.(file, progress),
    });
  return sendOnceAndRead(context, limit, send, async (response) => {
    const rules = { operation, operationName: operation, isRead: false, maxBytes: largestAnswer } as const;
    return readAttachments((await readSuccessAnswer(context, response, rules)).body);
  });
}
