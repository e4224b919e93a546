import type { OperationName } from '../contract/operationName.ts';

/** How requests leave the kit. `fetch` and a sandbox's `fetch` are assignable. It must send each request at most once. */
export type Fetcher = (
  request: Request,
  init?: RequestInit & { operation?: OperationName | undefined },
) => Promise<Response>;

/** How far an upload has come, in bytes. */
export interface UploadProgress {
  sent: number;
  total: number;
}

/** How files leave the kit. */
export type Uploader = (upload: {
  url: string;
  form: FormData;
  headers: Headers;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}) => Promise<Response>;
