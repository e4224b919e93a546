import { createPaymentsClient, defineService, type UploadFile } from 'tillkit/core';

export function createClient(address: string) {
  const { pathname: path, origin: baseUrl } = new URL(address);
  return createPaymentsClient({
    baseUrl,
    service: defineService({ routes: { uploadAttachments: { path } } }),
  });
}

/** Whether all files are uploaded. Throws if one is not accepted. */
export function isDone(files: readonly UploadFile[]): boolean {
  const lost = files.find(({ status }) => status === 'failed' || status === 'refused');
  if (lost) throw new Error(`${lost.name}: ${lost.problem ?? lost.error?.message}`);
  return files.length > 0 && files.every(({ status }) => status === 'done');
}
