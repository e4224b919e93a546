import type { Fetcher, Uploader } from './fetcher.ts';

/** Uploads through the host's fetcher: it decides how requests leave, and tells no progress. */
export function fetcherUploader(fetcher: Fetcher): Uploader {
  return ({ url, form, headers, signal }) => {
    const request = new Request(url, { method: 'POST', body: form, headers, redirect: 'error' });
    return fetcher(request, { operation: 'uploadAttachments', ...(signal ? { signal } : {}) });
  };
}

/** Uploads through XMLHttpRequest, the only way a browser tells how far it has come. The file is streamed from disk. */
export const xhrUploader: Uploader = ({ url, form, headers, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    const fail = () =>
      reject(signal?.aborted ? (signal.reason as Error) : new TypeError('The upload got no answer.'));
    xhr.open('POST', url);
    headers.forEach((value, name) => xhr.setRequestHeader(name, value));
    xhr.responseType = 'blob';
    xhr.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.({ sent: loaded, total }));
    xhr.addEventListener('load', () => {
      // XMLHttpRequest follows redirects; a redirect of an upload is as little an answer as one of a payment.
      if (xhr.responseURL !== url) resolve(new Response(null, { status: 303 }));
      else resolve(new Response(hasBody(xhr) ? (xhr.response as Blob) : null, answerHead(xhr)));
    });
    xhr.addEventListener('error', fail);
    xhr.addEventListener('abort', fail);
    xhr.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    if (signal?.aborted) return fail();
    signal?.addEventListener('abort', abort, { once: true });
    xhr.send(form);
  });

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
