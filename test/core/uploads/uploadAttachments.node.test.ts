import { expect, test } from 'vitest';
import { createPaymentsClient } from 'tillkit/core';
import { fileOf } from './files.ts';

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

test('F88: the sent name is plain, whoever calls', async () => {
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
