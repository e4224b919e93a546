import { runHostCallback, ConfigurationError, UnansweredError } from '../errors.ts';
import type { PollBudget } from '../polling/pollBudget.ts';
import { type Clock, createElapsedMsMeter, systemClock } from '../time.ts';
import type { OperationName } from '../wire/routes.ts';
import type { Service } from '../wire/service.ts';
import type { ClientProtocol } from './protocol.ts';
import { createBaseUrlResolver } from './requestUrl.ts';
import { withDeadline } from './deadline.ts';

/** A function that sends a request, such as `fetch` or a sandbox's `fetch`. It must send each request at most once. */
export type Fetcher = (
  request: Request,
  init?: RequestInit & { operation?: OperationName | undefined },
) => Promise<Response>;

/** Progress of an upload, in bytes. */
export interface UploadProgress {
  sent: number;
  total: number;
}

/** Sends a form with a file. */
export type Uploader = (upload: {
  url: string;
  form: FormData;
  headers: Headers;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}) => Promise<Response>;

export type HeaderRecord = Record<string, string>;

export interface PaymentsClientOptions {
  /**
   * URL of the service: https; http for loopback, the page's own origin, or with `allowInsecure`. May be relative to
   * the page.
   */
  baseUrl: string;
  allowInsecure?: boolean | undefined;
  /** The `clientId` of every body and query that names none. */
  clientId?: string | undefined;
  /** Headers of every request, sent only to the origin of `baseUrl`. A function is called for every request. */
  headers?: HeaderRecord | (() => HeaderRecord | Promise<HeaderRecord>) | undefined;
  /** The function that sends requests. Default: `globalThis.fetch`, read at each request. */
  fetcher?: Fetcher | undefined;
  /** Sends files. Default: the `fetcher` if there is one, else XMLHttpRequest in a browser. */
  uploader?: Uploader | undefined;
  /** How the service differs from the contract; created by `defineService`. */
  service?: Service | undefined;
  /** If set, payment links of other origins are shown as text only. */
  allowedLinkOrigins?: readonly string[] | undefined;
  /** The budget of polls. Default: one budget for each service origin and `budgetKey`; all tabs of a browser share it. */
  pollBudget?: PollBudget | undefined;
  /** A name for the credentials, if several credentials of one service have separate poll limits. Not secret. */
  budgetKey?: string | undefined;
  /** How long a request may take (ms). Default 30 000. A poll has at most 10 000, an upload 600 000. */
  requestTimeoutMs?: number | undefined;
  /** Default: the machine's clock. */
  clock?: Clock | undefined;
}

/** Uploads through the host's fetcher, without progress. */
function uploadByFetcher(
  fetcher: Fetcher,
  { url, form, headers, signal }: Parameters<Uploader>[0],
): Promise<Response> {
  const request = new Request(url, { method: 'POST', body: form, headers, redirect: 'error' });
  return fetcher(request, { operation: 'uploadAttachments', ...(signal && { signal }) });
}

/** The progress of all uploads is reported at most once in this time (ms), because each report makes the page render. */
const progressIntervalMs = 100;

/** Collects callbacks and calls them together, once per interval. */
function createProgressBatch(clock: Clock) {
  const waiting = new Set<() => void>();
  const strike = () => {
    const all = [...waiting];
    waiting.clear();
    all.forEach(runHostCallback);
  };
  return {
    add(tell: () => void) {
      if (waiting.size === 0) clock.setTimeout(strike, progressIntervalMs);
      waiting.add(tell);
    },
    drop: (tell: () => void) => void waiting.delete(tell),
  };
}

type ProgressBatch = ReturnType<typeof createProgressBatch>;

/** Uploads through XMLHttpRequest, the only API of a browser that reports upload progress. */
function uploadByXhr(
  beat: ProgressBatch,
  { url, form, headers, signal, onProgress }: Parameters<Uploader>[0],
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let progress: UploadProgress | undefined;
    const tell = () => progress && onProgress?.(progress);
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    const fail = () =>
      reject(signal?.aborted ? (signal.reason as Error) : new TypeError('The upload got no answer.'));
    xhr.open('POST', url);
    headers.forEach((value, name) => xhr.setRequestHeader(name, value));
    xhr.responseType = 'blob';
    xhr.upload.addEventListener('progress', ({ loaded, total }) => {
      const isFirst = !progress;
      progress = { sent: loaded, total };
      if (isFirst) tell();
      else beat.add(tell);
    });
    xhr.addEventListener('load', () => {
      // Another URL means that the browser followed a redirect. The kit allows none, so the upload fails with status 303.
      if (xhr.responseURL !== url) resolve(new Response(null, { status: 303 }));
      else {
        const hasBody = ![204, 205, 304].includes(xhr.status) && xhr.response instanceof Blob;
        resolve(new Response(hasBody ? xhr.response : null, answerHead(xhr)));
      }
    });
    xhr.addEventListener('error', fail);
    xhr.addEventListener('abort', fail);
    xhr.addEventListener('loadend', () => {
      beat.drop(tell);
      signal?.removeEventListener('abort', abort);
    });
    if (signal?.aborted) return fail();
    signal?.addEventListener('abort', abort, { once: true });
    xhr.send(form);
  });
}

function answerHead(xhr: XMLHttpRequest): ResponseInit {
  // Not `getResponseHeader`: if a service of another origin does not expose the header, the browser logs an error.
  const [, retryAfter] = /^retry-after:\s*(.+?)\s*$/im.exec(xhr.getAllResponseHeaders()) ?? [];
  return {
    status: xhr.status,
    statusText: xhr.statusText,
    headers: retryAfter ? { 'retry-after': retryAfter } : {},
  };
}

export type ClientContext = ReturnType<typeof createClientContext>;

/** Checks a client's options and returns the context of its requests. Throws `configuration`, naming the option. */
export function createClientContext(options: PaymentsClientOptions, protocol: ClientProtocol) {
  // A JavaScript caller may pass no options at all. Then the error names `baseUrl`.
  const base = createBaseUrlResolver(options?.baseUrl, options?.allowInsecure);
  const timeoutMs = options.requestTimeoutMs ?? 30_000;
  if (!(timeoutMs > 0)) {
    throw new ConfigurationError(
      'requestTimeoutMs',
      'requestTimeoutMs must be a number of milliseconds above 0.',
    );
  }
  let latest: string | undefined;
  let refused: string | undefined;
  const fetcher: Fetcher = options.fetcher ?? ((request, init) => globalThis.fetch(request, init));
  // If the fetcher were no function, every payment would become `unknown`, although nothing was sent.
  if (typeof fetcher !== 'function')
    throw new ConfigurationError(
      'fetcher',
      'fetcher must be a function that sends a request, as fetch does.',
    );
  // A promise has no entries, so no header would be sent.
  if (options.headers instanceof Promise || !['object', 'function'].includes(typeof (options.headers ?? {})))
    throw new ConfigurationError(
      'headers',
      'headers must be an object or a function. Make a promise an async function.',
    );
  const clock = options.clock ?? systemClock;
  const beat = createProgressBatch(clock);
  const uploader: Uploader = (upload) => {
    const { uploader: own } = options;
    if (own) return own(upload);
    if (options.fetcher || typeof XMLHttpRequest === 'undefined') return uploadByFetcher(fetcher, upload);
    return uploadByXhr(beat, upload);
  };
  const resolve = async (): Promise<Headers> => {
    const { headers } = options;
    try {
      if (typeof headers !== 'function') return toHeaders(headers);
      const about = { operationName: 'headers', isRetryable: false };
      const passedMs = createElapsedMsMeter(clock);
      const given = await withDeadline({ ...about, clock, timeoutMs }, async () => headers());
      // If the page was frozen, the timer of the deadline stood still. So the passed time is compared as well.
      if (passedMs() > timeoutMs) throw new UnansweredError(about);
      return toHeaders(given);
    } catch (cause) {
      if (cause instanceof ConfigurationError) throw cause;
      throw new ConfigurationError(
        'headers',
        'The headers option failed or timed out. Nothing was sent.',
        cause,
      );
    }
  };
  return {
    options,
    base,
    clock,
    fetcher,
    uploader,
    timeoutMs,
    service: protocol.service,
    protocol,
    async headers() {
      const headers = await resolve();
      latest = JSON.stringify([...headers]);
      return headers;
    },
    /** Remembers for `hasNewHeaders` that the service refused the headers that were sent last (401, 403). */
    headersRefused() {
      refused = latest;
    },
    hasNewHeaders: async () => JSON.stringify([...(await resolve())]) !== refused,
  };
}

function toHeaders(given: HeaderRecord | undefined): Headers {
  for (const [name, value] of Object.entries(given ?? {})) {
    const fault = faultOfHeader(value);
    if (fault) throw new ConfigurationError('headers', `The header ${name} ${fault}. Nothing was sent.`);
  }
  return new Headers(given);
}

/** Why a value is no header: it would be sent as the word "undefined", or as "[object Promise]". */
export function faultOfHeader(value: unknown): string | undefined {
  if (value === undefined || value === null) return 'is not set';
  return value instanceof Promise || typeof value === 'function' ? 'is not a text' : undefined;
}

/** Adds the client's default `clientId` to an input that has none. */
export function withDefaultClientId(input: unknown, clientId: string | undefined): unknown {
  if (typeof input !== 'object' || input === null || clientId === undefined) return input;
  return 'clientId' in input && input.clientId !== undefined ? input : { ...input, clientId };
}
