import { afterEach, describe, expect, it, test } from 'vitest';
import { createPaymentsClient, type Clock, createVirtualClock, type Fetcher } from 'tillkit/core';
import type { UploadProgress } from '../../../src/core/client/clientContext.ts';
import { errorOf, json } from './recordingClient.ts';
import { fileOf } from '../uploads/files.ts';

const url = 'https://pay.test/v1/public/payment-link/upload-attachments';
const textFile = new File(['abc'], 'a.txt');

/** The browser's request, which the test answers by hand. */
class FakeXhr extends EventTarget {
  static opened: FakeXhr[] = [];
  upload = new EventTarget();
  responseType = '';
  response: unknown = null;
  responseURL = url;
  status = 200;
  statusText = '';
  headers: Record<string, string> = {};
  answerHeaders: Record<string, string> = {};
  opening: string[] = [];
  sent: unknown[] = [];
  constructor() {
    super();
    FakeXhr.opened.push(this);
  }
  open(...input: string[]) {
    this.opening = input;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  /** As a browser does of another origin whose answer does not expose it. */
  getResponseHeader(name: string) {
    console.error(`Refused to get unsafe header "${name}"`);
    return null;
  }
  getAllResponseHeaders() {
    return Object.entries({ 'content-type': 'text/plain', ...this.answerHeaders, 'x-last': '1' })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
  }
  send(body: unknown) {
    this.sent.push(body);
  }
  abort() {
    this.end('abort');
  }
  end(type: 'load' | 'error' | 'abort') {
    this.dispatchEvent(new Event(type));
    this.dispatchEvent(new Event('loadend'));
  }
  answer(body: string | null, more: Partial<FakeXhr> = {}) {
    Object.assign(this, { response: body === null ? null : new Blob([body]), ...more });
    this.end('load');
  }
}

afterEach(() => {
  FakeXhr.opened = [];
  Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
});

async function uploadWith({ signal, clock }: { signal?: AbortSignal; clock?: Clock } = {}) {
  Object.assign(globalThis, { XMLHttpRequest: FakeXhr });
  const client = createPaymentsClient({
    baseUrl: 'https://pay.test',
    headers: { authorization: 'Basic x', 'content-type': 'application/json' },
    clock,
  });
  const progress: [string, UploadProgress][] = [];
  const outcome = client.uploadAttachments(
    { files: [textFile] },
    { signal, onProgress: ({ name }, told) => progress.push([name, told]) },
  );
  outcome.catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  const xhr = FakeXhr.opened.at(-1)!;
  const report = (loaded: number) =>
    xhr.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 10 }));
  return { outcome, progress, xhr, report, sent: () => progress.map(([, { sent }]) => sent) };
}

describe('an upload in a browser', () => {
  it('sends the file once, with the headers of the host and its own type', async () => {
    const { outcome, xhr } = await uploadWith();
    expect(xhr.opening).toEqual(['POST', url]);
    expect(xhr.headers).toEqual({ authorization: 'Basic x' });
    const [form] = xhr.sent as [FormData];
    expect((form.get('files') as File).name).toBe('a.txt');
    xhr.answer('{"data":[{"path":"/f/a.txt"}]}');
    expect(await outcome).toEqual([{ path: '/f/a.txt' }]);
    expect([FakeXhr.opened.length, xhr.sent.length]).toEqual([1, 1]);
  });

  it('tells how far it has come', async () => {
    const { outcome, xhr, progress } = await uploadWith();
    xhr.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 3 }));
    xhr.answer('{"path":"/f"}');
    await outcome;
    expect(progress).toEqual([['a.txt', { sent: 1, total: 3 }]]);
  });

  it('tells it at once, then at most ten times a second', async () => {
    const clock = createVirtualClock(1000);
    const one = await uploadWith({ clock });
    one.report(1);
    await clock.advance(70);
    const other = await uploadWith({ clock });
    other.report(1);
    expect([one.sent(), other.sent()]).toEqual([[1], [1]]);
    for (const loaded of [2, 3]) [one, other].forEach(({ report }) => report(loaded));
    await clock.advance(99);
    expect([one.sent(), other.sent()]).toEqual([[1], [1]]);
    await clock.advance(1);
    expect([one.sent(), other.sent()]).toEqual([
      [1, 3],
      [1, 3],
    ]);
    one.report(4);
    one.xhr.answer('{"path":"/f"}');
    await one.outcome;
    await clock.advance(1000);
    expect(one.sent()).toEqual([1, 3]);
  });

  it('F94: is refused with the status, the words and the pause of the service', async () => {
    const { outcome, xhr } = await uploadWith();
    xhr.answer(null, { status: 429, statusText: 'Slow down', answerHeaders: { 'retry-after': '7' } });
    expect(await errorOf(outcome)).toMatchObject({
      code: 'rate-limited',
      status: 429,
      serviceMessage: 'Slow down',
      retryAfterMs: 7000,
    });
    const other = await uploadWith();
    FakeXhr.opened[1]!.answer('{"message":"Too large."}', { status: 413 });
    expect(await errorOf(other.outcome)).toMatchObject({ code: 'too-large', serviceMessage: 'Too large.' });
  });

  it.each([204, 205])('answered with %i names no file', async (status) => {
    const { outcome, xhr } = await uploadWith();
    xhr.answer('', { status });
    expect(await errorOf(outcome)).toMatchObject({ code: 'contract' });
  });

  it('F10: that was redirected is no answer', async () => {
    const { outcome, xhr } = await uploadWith();
    xhr.answer('{"path":"/f"}', { responseURL: 'https://login.test/' });
    expect(await errorOf(outcome)).toMatchObject({ code: 'http', status: 303 });
  });

  it('without an answer is unanswered, and may not be sent again by itself', async () => {
    const { outcome, xhr } = await uploadWith();
    xhr.end('error');
    expect(await errorOf(outcome)).toMatchObject({ code: 'unanswered', isRetryable: false });
  });

  it('F90: is stopped by who began it, and by nothing after its end', async () => {
    const controller = new AbortController();
    const { outcome, xhr } = await uploadWith({ signal: controller.signal });
    let aborts = 0;
    xhr.addEventListener('abort', () => (aborts += 1));
    controller.abort();
    expect(await errorOf(outcome)).toMatchObject({ code: 'aborted' });
    expect(aborts).toBe(1);
  });

  it('does not begin for who has given up', async () => {
    const { outcome } = await uploadWith({ signal: AbortSignal.abort() });
    expect(await errorOf(outcome)).toMatchObject({ code: 'aborted' });
    expect(FakeXhr.opened.flatMap(({ sent }) => sent)).toEqual([]);
  });
});

describe("an upload through the host's fetcher", () => {
  it('goes there also in a browser, is told what it is, and follows no redirect', async () => {
    Object.assign(globalThis, { XMLHttpRequest: FakeXhr });
    const seen: unknown[] = [];
    const fetcher: Fetcher = async (request, init) => {
      const form = await request.formData();
      seen.push([request.method, request.url, request.redirect, init?.operation, init?.signal?.aborted]);
      seen.push([(form.get('files') as File).name, request.headers.get('authorization')]);
      return json([{ path: '/f' }]);
    };
    const client = createPaymentsClient({
      baseUrl: 'https://pay.test',
      headers: { authorization: 'Basic x' },
      fetcher,
    });
    expect(await client.uploadAttachments({ files: [textFile] })).toEqual([{ path: '/f' }]);
    expect(seen).toEqual([
      ['POST', url, 'error', 'uploadAttachments', false],
      ['a.txt', 'Basic x'],
    ]);
    expect(FakeXhr.opened).toEqual([]);
  });

  it('stands still for ten minutes before it is given up', async () => {
    const clock = createVirtualClock(0);
    const client = createPaymentsClient({
      baseUrl: 'https://pay.test',
      clock,
      fetcher: () => new Promise(() => undefined),
    });
    let error: unknown;
    const outcome = errorOf(client.uploadAttachments({ files: [textFile] })).then(
      (thrown) => (error = thrown),
    );
    await clock.advance(600_000 - 1);
    expect(error).toBeUndefined();
    await clock.advance(1);
    expect(await outcome).toMatchObject({ code: 'unanswered', operationName: 'uploadAttachments' });
  });
});

function open(answer: unknown = { data: [{ path: 'stored' }] }) {
  const sent: Request[] = [];
  const client = createPaymentsClient({
    baseUrl: 'https://pay.test',
    headers: { authorization: 'Basic x', 'content-type': 'application/json' },
    fetcher: async (request) => {
      sent.push(request.clone());
      return Response.json(answer);
    },
  });
  const upload = (file: File) => client.uploadAttachments({ files: [file] });
  return { sent, upload };
}

test('F88: the sent name is plain for every caller', async () => {
  const { sent, upload } = open();
  await upload(fileOf('../up\r\n"; filename="x\u202Efdp.exe'));
  const [[part, file] = []] = [...(await sent[0]!.formData()).entries()];
  expect(part).toBe('files');
  expect((file as File).name).toBe('up"; filename="xfdp.exe');
});

test('a content type in the headers of a host does not take the boundary of the form away', async () => {
  const { sent, upload } = open();
  await upload(fileOf('a.txt'));
  expect(sent[0]?.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
  expect(sent[0]?.headers.get('authorization')).toBe('Basic x');
});

test.each([[[]], [{ data: [] }], [{ data: { files: [] } }]])(
  'an answer that names no file is none: %j',
  async (answer) => {
    await expect(open(answer).upload(fileOf('a.txt'))).rejects.toMatchObject({ code: 'contract' });
  },
);
