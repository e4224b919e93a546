import { runHostCallback, ConfigurationError } from '../errors.ts';
import type { PollBudget } from '../polling/pollBudget.ts';
import { type Clock, systemClock, withTimeout } from '../time.ts';
import type { OperationName } from '../wire/routes.ts';
import type { Service } from '../wire/service.ts';
import type { Protocol } from './protocol.ts';
import { baseAddress } from './requestUrl.ts';

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

export type HeaderRecord = Record<string, string>;

export interface PaymentsClientOptions {
  /** https; http only for loopback or the page's own origin, else `allowInsecure`. A relative one is resolved when called. */
  baseUrl: string;
  allowInsecure?: boolean | undefined;
  /** Default `clientId` of every body and query. */
  clientId?: string | undefined;
  /** Sent only to the origin of `baseUrl`. A function is called for every request. */
  headers?: HeaderRecord | (() => HeaderRecord | Promise<HeaderRecord>) | undefined;
  /** Default `globalThis.fetch`, looked up when called. */
  fetcher?: Fetcher | undefined;
  /** Default XMLHttpRequest in a browser; a host that gives a fetcher and no uploader uploads through its fetcher. */
  uploader?: Uploader | undefined;
  /** What the service does otherwise than the contract says, by `defineService`. */
  service?: Service | undefined;
  /** When set, payment links with addresses of other origins are shown as text only. */
  allowedLinkOrigins?: readonly string[] | undefined;
  /** Where polls take their slots. Default: one budget per service origin and `budgetKey`, in a browser for all its tabs. */
  pollBudget?: PollBudget | undefined;
  /** Tells apart credentials of one service that have a limit each. Not secret. */
  budgetKey?: string | undefined;
  /** Default 30 000. */
  requestTimeoutMs?: number | undefined;
  /** Default: the machine's clock. */
  clock?: Clock | undefined;
}

/** Uploads through the host's fetcher: it decides how requests leave, and tells no progress. */
function fetcherUploader(fetcher: Fetcher): Uploader {
  return ({ url, form, headers, signal }) => {
    const request = new Request(url, { method: 'POST', body: form, headers, redirect: 'error' });
    return fetcher(request, { operation: 'uploadAttachments', ...(signal ? { signal } : {}) });
  };
}

/** How often progress is told, of all uploads in one moment: each such moment makes a page draw a frame. */
const progressIntervalMs = 100;

/** Calls together what was added within a beat. */
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

/** Uploads through XMLHttpRequest, the only way a browser tells how far it has come. The file is streamed from disk. */
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
      // XMLHttpRequest follows redirects; a redirect of an upload is as little an answer as one of a payment.
      if (xhr.responseURL !== url) resolve(new Response(null, { status: 303 }));
      else resolve(new Response(hasBody(xhr) ? (xhr.response as Blob) : null, answerHead(xhr)));
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

function hasBody(xhr: XMLHttpRequest): boolean {
  return ![204, 205, 304].includes(xhr.status) && xhr.response instanceof Blob;
}

function answerHead(xhr: XMLHttpRequest): ResponseInit {
  // Of another origin `getResponseHeader` would write a line to the console for a header that is not exposed.
  const [, retryAfter] = /^retry-after:\s*(.+?)\s*$/im.exec(xhr.getAllResponseHeaders()) ?? [];
  return {
    status: xhr.status,
    statusText: xhr.statusText,
    headers: retryAfter ? { 'retry-after': retryAfter } : {},
  };
}

/** A client's checked options, in the form its operations use. */
export interface ClientContext {
  options: PaymentsClientOptions;
  service: Service;
  protocol: Protocol;
  base: () => URL;
  clock: Clock;
  fetcher: Fetcher;
  uploader: Uploader;
  timeoutMs: number;
  headers: () => Promise<Headers>;
  /** The service refused the last headers (401, 403). */
  headersRefused: () => void;
  hasNewHeaders: () => Promise<boolean>;
}

/** Checks the options. Throws `configuration`, naming the option. */
export function createClientContext(options: PaymentsClientOptions, protocol: Protocol): ClientContext {
  const base = baseAddress(options.baseUrl, options.allowInsecure);
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
  const clock = options.clock ?? systemClock;
  const beat = createProgressBatch(clock);
  const context: ClientContext = {
    options,
    base,
    clock,
    fetcher,
    uploader: (upload) => chooseUploader(options, fetcher, beat)(upload),
    timeoutMs,
    service: protocol.service,
    protocol,
    async headers() {
      const headers = await resolveHeaders(options.headers, context);
      latest = JSON.stringify([...headers]);
      return headers;
    },
    headersRefused() {
      refused = latest;
    },
    async hasNewHeaders() {
      return JSON.stringify([...(await resolveHeaders(options.headers, context))]) !== refused;
    },
  };
  return context;
}

function chooseUploader(options: PaymentsClientOptions, fetcher: Fetcher, beat: ProgressBatch): Uploader {
  if (options.uploader) return options.uploader;
  if (options.fetcher || typeof XMLHttpRequest === 'undefined') return fetcherUploader(fetcher);
  return (upload) => uploadByXhr(beat, upload);
}

async function resolveHeaders(
  headers: PaymentsClientOptions['headers'],
  { clock, timeoutMs }: ClientContext,
): Promise<Headers> {
  try {
    if (typeof headers !== 'function') return new Headers(headers);
    return new Headers(await withTimeout(clock, timeoutMs, Promise.resolve(headers())));
  } catch (cause) {
    throw new ConfigurationError(
      'headers',
      'The headers for the request could not be had. Nothing was sent.',
      cause,
    );
  }
}

/** The input with the client's default `clientId` where it has none of its own. */
export function withDefaultClientId(input: unknown, clientId: string | undefined): unknown {
  if (typeof input !== 'object' || input === null || clientId === undefined) return input;
  return 'clientId' in input && input.clientId !== undefined ? input : { ...input, clientId };
}
