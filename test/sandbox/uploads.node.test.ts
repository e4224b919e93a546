import { expect, test } from 'vitest';
import { openService } from './service.ts';

function openUploads() {
  const service = openService();
  const { sandbox } = service;
  const send = async (body: BodyInit, headers: Record<string, string> = {}) => {
    const url = `${sandbox.baseUrl}/v1/public/payment-link/upload-attachments`;
    const response = await sandbox.fetch(
      new Request(url, { method: 'POST', headers: { authorization: 'sandbox', ...headers }, body }),
    );
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const upload = (names: string[], { part = 'files', size = 3 } = {}) => {
    const form = new FormData();
    for (const name of names)
      form.append(part, new File([new Uint8Array(size)], name, { type: 'application/pdf' }));
    return send(form);
  };
  return { ...service, send, upload };
}

test('takes a file and hands out an object that a link can carry', async () => {
  const { upload, post, sandbox } = openUploads();
  const { status, body } = await upload(['menu.pdf']);
  expect(status).toBe(200);
  expect(body).toEqual({
    data: [
      {
        path: expect.stringMatching(/^attachments\/.+\/menu\.pdf$/),
        name: 'menu.pdf',
        size: 3,
        type: 'application/pdf',
      },
    ],
  });
  expect(sandbox.ledger.requests[0]).toMatchObject({
    operation: 'uploadAttachments',
    body: [{ name: 'menu.pdf', size: 3 }],
  });
  const link = { amount: 100, customValues: [], applyDiscount: false, attachments: body.data };
  expect((await post('/public/202104/payment-link', link)).status).toBe(200);
});

test('takes several files in one request, in their order', async () => {
  const { body } = await openUploads().upload(['a.pdf', 'b.pdf']);
  expect(body).toMatchObject({ data: [{ name: 'a.pdf' }, { name: 'b.pdf' }] });
});

test('refuses a file over 10 MB', async () => {
  const { upload } = openUploads();
  expect((await upload(['big.pdf'], { size: 10 * 1024 * 1024 })).status).toBe(200);
  expect(await upload(['big.pdf'], { size: 10 * 1024 * 1024 + 1 })).toEqual({
    status: 413,
    body: { message: 'big.pdf is larger than 10 MB.' },
  });
});

test('a name with "fail" is refused the first time and taken on the retry', async () => {
  const { upload } = openUploads();
  expect((await upload(['will-fail.pdf'])).status).toBe(500);
  expect((await upload(['Fail-too.pdf'])).status).toBe(500);
  expect((await upload(['will-fail.pdf'])).status).toBe(200);
});

test('refuses parts of another name, text parts, an empty form and what is no form', async () => {
  const { upload, send } = openUploads();
  expect((await upload(['a.pdf'], { part: 'file' })).body).toMatchObject({ errors: [{ field: 'file' }] });
  const text = new FormData();
  text.append('note', 'x');
  expect((await send(text)).status).toBe(422);
  const empty = '--x--\r\n';
  expect(
    (await send(empty, { 'content-type': 'multipart/form-data; boundary=x' })).status,
  ).toBeGreaterThanOrEqual(400);
  expect((await send('nonsense', { 'content-type': 'multipart/form-data; boundary=x' })).status).toBe(400);
  expect((await send('{}', { 'content-type': 'application/json' })).status).toBe(422);
});
