import { act, renderHook, waitFor } from '@testing-library/react';
import { useUploadAttachments, type UseUploadAttachmentsOptions } from 'tillkit';
import { createPaymentsClient } from 'tillkit/core';
import { expect, test } from 'vitest';
import { defaultFileLimits } from '../../src/core/uploads/files.ts';
import { fileOf, starts } from '../core/uploads/files.ts';
import { createHarness, type HarnessOptions } from '../harness.tsx';

const file = (name: string, bytes = 1000) => fileOf(name, (starts.pdf + name).padEnd(bytes, '.'));

function render(options?: UseUploadAttachmentsOptions, harnessOptions?: HarnessOptions) {
  const harness = createHarness(harnessOptions);
  const view = renderHook(() => useUploadAttachments(options), { wrapper: harness.wrapper });
  /** Uploads take turns of the event loop that no clock counts. */
  const until = (check: () => void) =>
    waitFor(async () => {
      await act(() => harness.advance(100));
      check();
    });
  const uploads = () =>
    harness.sandbox.ledger.requests
      .filter(({ operation }) => operation === 'uploadAttachments')
      .map(({ body }) => body);
  return { ...harness, ...view, until, uploads };
}

test('uploads each file once and gives what the service handed out, in order', async () => {
  const { result, until, uploads } = render();
  act(() => result.current.add([file('a.pdf'), file('b.pdf', 2000)]));
  expect(result.current.isUploading).toBe(true);
  expect(result.current.attachments).toEqual([]);
  await until(() => expect(result.current.isUploading).toBe(false));
  expect(uploads()).toEqual([[{ name: 'a.pdf', size: 1000 }], [{ name: 'b.pdf', size: 2000 }]]);
  expect(result.current.attachments).toEqual([
    expect.objectContaining({ name: 'a.pdf', path: expect.stringMatching(/a\.pdf$/) }),
    expect.objectContaining({ name: 'b.pdf', path: expect.stringMatching(/b\.pdf$/) }),
  ]);
});

test('F91: one of three fails; only that one is sent again, and only when it is retried', async () => {
  const { result, until, uploads } = render();
  act(() => result.current.add([file('a.pdf'), file('fails-once.pdf'), file('c.pdf')]));
  await until(() => expect(result.current.isUploading).toBe(false));
  const failed = result.current.files[1];
  expect(failed).toMatchObject({ status: 'failed', error: { status: 500, isRetryable: false } });
  expect(failed?.error?.serviceMessage).toBe('fails-once.pdf could not be stored.');
  expect(uploads()).toHaveLength(3);

  act(() => result.current.files.forEach(({ id }) => result.current.retry(id)));
  await until(() => expect(result.current.attachments).toHaveLength(3));
  expect(uploads()).toHaveLength(4);
  expect(uploads()[3]).toEqual([{ name: 'fails-once.pdf', size: 1000 }]);
});

test('F90: one of three is taken away while it is sent; it is stopped, and the others arrive', async () => {
  const { result, until, sandbox } = render({}, { latencyMs: 800 });
  act(() => result.current.add([file('a.pdf'), file('b.pdf'), file('c.pdf')]));
  await until(() => expect(sandbox.ledger.requests).toHaveLength(3));
  expect(result.current.files.map(({ status }) => status)).toEqual(['uploading', 'uploading', 'uploading']);
  act(() => result.current.remove(result.current.files[1]?.id ?? ''));
  await until(() => expect(result.current.isUploading).toBe(false));
  expect(result.current.attachments.map(({ name }) => name)).toEqual(['a.pdf', 'c.pdf']);
  expect(result.current.files.map(({ name }) => name)).toEqual(['a.pdf', 'c.pdf']);
});

test('keeps its files when the host renders again, and its limits are those of the first render', async () => {
  const { result, rerender, until, uploads } = render({ maxFiles: 1 });
  act(() => result.current.add([file('a.pdf')]));
  rerender();
  act(() => result.current.add([file('b.pdf')]));
  await until(() => expect(result.current.isUploading).toBe(false));
  expect(result.current.files.map(({ problem }) => problem)).toEqual([undefined, 'too-many']);
  expect(result.current.limits).toEqual({ ...defaultFileLimits, maxFiles: 1 });
  expect(uploads()).toHaveLength(1);
});

test('uploads that are under way are stopped on unmount', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const client = createPaymentsClient({
    baseUrl: 'https://pay.test',
    uploader: ({ signal }) => {
      signals.push(signal);
      return new Promise(() => undefined);
    },
  });
  const { result, unmount } = render(undefined, { provider: { client } });
  act(() => result.current.add(['a', 'b', 'c', 'd'].map((name) => file(`${name}.pdf`))));
  await waitFor(() => expect(signals).toHaveLength(3));
  unmount();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, true]);
});
