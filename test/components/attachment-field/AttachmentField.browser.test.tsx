import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import 'tillkit/styles.css';
import { AttachmentField, type AttachmentFieldProps } from 'tillkit';
import { createPaymentsClient, type Uploader } from 'tillkit/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fileOf, makeUnreadable, starts } from '../../core/uploads/files.ts';
import { createHarness, type HarnessOptions } from '../../harness.tsx';

/** Files of one name and size hold the same bytes. */
const file = (name: string, bytes = 1000) => fileOf(name, (starts.pdf + name).padEnd(bytes, '.'));

function show(props: AttachmentFieldProps = {}, options: HarnessOptions = {}) {
  const harness = createHarness(options);
  const onAttachmentsChange = vi.fn<NonNullable<AttachmentFieldProps['onAttachmentsChange']>>();
  render(<AttachmentField onAttachmentsChange={onAttachmentsChange} {...props} />, {
    wrapper: harness.wrapper,
  });
  const until = (check: () => void) =>
    waitFor(async () => {
      await act(() => harness.advance(100));
      check();
    });
  const upload = (...files: File[]) =>
    user.upload(screen.getByLabelText('Add files', { selector: 'input' }), files);
  const user = userEvent.setup();
  return { ...harness, user, until, upload, onAttachmentsChange };
}

/** Everything the live region said. */
function listen() {
  const said: string[] = [];
  const region = screen.getByRole('status');
  const observer = new MutationObserver(() => {
    if (region.textContent) said.push(region.textContent);
  });
  observer.observe(region, { childList: true, subtree: true, characterData: true });
  onTestFinished(() => observer.disconnect());
  return said;
}

test('says when uploads begin and how they ended, once each', async () => {
  const { upload, until, user } = show();
  const said = listen();
  await upload(file('a.pdf'), file('fails-once.pdf'), fileOf('b.pdf', 'not one'));
  await until(() => expect(said).toContain('1 file uploaded, 1 file not uploaded.'));
  expect(said.filter((sentence) => !sentence.includes('%'))).toEqual([
    'Uploading 2 files. 1 file not added.',
    '1 file uploaded, 1 file not uploaded.',
  ]);
  await user.click(screen.getByRole('button', { name: 'Retry fails-once.pdf' }));
  await until(() => expect(said.slice(-2)).toEqual(['Uploading 1 file.', '1 file uploaded.']));
});

/** A client whose uploads go on as a test says. */
function byHand() {
  const uploads: Parameters<Uploader>[0][] = [];
  const answers: ((response: Response) => void)[] = [];
  const uploader: Uploader = (upload) => {
    uploads.push(upload);
    return new Promise((resolve) => answers.push(resolve));
  };
  const client = createPaymentsClient({ baseUrl: 'https://pay.test', uploader });
  const progress = (index: number, sent: number) =>
    act(async () => uploads[index]?.onProgress?.({ sent, total: 1000 }));
  const answer = (index: number, response: Response) => act(async () => answers[index]?.(response));
  return { client, uploads, progress, answer };
}

test('each file shows how far it has come; each quarter of all is said once', async () => {
  const { client, uploads, progress, answer } = byHand();
  const { upload, until } = show({}, { provider: { client } });
  const said = listen();
  await upload(file('a.pdf'), file('b.pdf'));
  await until(() => expect(uploads).toHaveLength(2));
  const [first, second] = ['a.pdf', 'b.pdf'].map((name) =>
    screen.getByRole('progressbar', { name: `Upload of ${name}` }),
  );
  expect(first).not.toHaveAttribute('value');
  await progress(0, 400);
  expect(first).toHaveAttribute('value', '0.4');
  expect(second).not.toHaveAttribute('value');
  expect(said).toEqual(['Uploading 2 files.']);
  for (const sent of [600, 700, 900]) await progress(0, sent);
  await progress(1, 200);
  await progress(1, 990);
  expect(said.slice(1)).toEqual(['25% uploaded.', '50% uploaded.', '75% uploaded.']);
  await answer(0, Response.json([{ path: 'a' }]));
  await answer(1, Response.json([{ path: 'b' }]));
  await until(() => expect(said.slice(4)).toEqual(['2 files uploaded.']));
});

test.each([
  [413, 'It is too large for the service.'],
  [415, 'The service does not take this type of file.'],
])('F94: a status of %i is said as what it means, and there is nothing to retry', async (status, words) => {
  const { client, uploads, answer } = byHand();
  const { upload, until } = show({}, { provider: { client } });
  await upload(file('a.pdf'));
  await until(() => expect(uploads).toHaveLength(1));
  await answer(0, new Response('<h1>nginx</h1>', { status, statusText: 'Payload' }));
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByText('Not uploaded')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
});

test('F89: a file that changed after it was chosen asks to be chosen again, and takes its own place then', async () => {
  const { user, upload, until, sandbox } = show();
  const chosen = file('fails-once.pdf');
  await upload(chosen, file('b.pdf'));
  await until(() => expect(screen.getByText('Not uploaded')).toBeVisible());
  makeUnreadable(chosen);
  await user.click(screen.getByRole('button', { name: 'Retry fails-once.pdf' }));
  expect(await screen.findByText('It changed or cannot be read. Choose it again.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
  expect(sandbox.ledger.requests).toHaveLength(2);

  await upload(file('fails-once.pdf', 1001));
  await until(() => expect(screen.getAllByText('Uploaded')).toHaveLength(2));
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

test('a failed file says why and is retried alone, and the focus is not lost', async () => {
  const { user, upload, until, sandbox, onAttachmentsChange } = show();
  await upload(file('a.pdf'), file('fails-once.pdf'));
  const retry = await screen.findByRole('button', { name: 'Remove fails-once.pdf' });
  await until(() => expect(screen.getByRole('button', { name: 'Retry fails-once.pdf' })).toBeVisible());
  expect(screen.getByRole('button', { name: 'Retry fails-once.pdf' })).toHaveAccessibleDescription(
    'fails-once.pdf could not be stored.',
  );
  await user.click(screen.getByRole('button', { name: 'Retry fails-once.pdf' }));
  expect(retry).toHaveFocus();
  await until(() => expect(screen.getAllByText('Uploaded')).toHaveLength(2));
  expect(sandbox.ledger.requests).toHaveLength(3);
  expect(onAttachmentsChange.mock.lastCall?.[0]).toEqual([
    expect.objectContaining({ name: 'a.pdf' }),
    expect.objectContaining({ name: 'fails-once.pdf' }),
  ]);
  expect(onAttachmentsChange.mock.lastCall?.[1]).toMatchObject({ isUploading: false });
});

test('F85: limits hold over several rounds, and what is valid is kept', async () => {
  const { user, upload, until, sandbox } = show({ maxFiles: 2, maxBytes: 2000 });
  await upload(file('a.pdf'), file('large.pdf', 2001));
  await upload(file('b.pdf'), file('c.pdf'));
  await until(() => expect(screen.getAllByText('Uploaded')).toHaveLength(2));
  expect(screen.getByText('It is larger than 2 kB.')).toBeVisible();
  expect(screen.getByText('You can attach at most 2 files.')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Remove a.pdf' }));
  await upload(file('d.pdf'));
  await until(() => expect(screen.getAllByText('Uploaded')).toHaveLength(2));
  expect(sandbox.ledger.requests).toHaveLength(3);
});

test('takes what is pasted and dropped with a real transfer', async () => {
  const { until } = show();
  const carrying = (name: string) => {
    const transfer = new DataTransfer();
    transfer.items.add(fileOf(name, `${starts.png} ${name}`));
    return transfer;
  };
  const button = screen.getByRole('button', { name: 'Add files' });
  button.dispatchEvent(new ClipboardEvent('paste', { clipboardData: carrying('pasted.png'), bubbles: true }));
  await until(() => expect(screen.getByRole('button', { name: 'Remove pasted.png' })).toBeVisible());
  button.dispatchEvent(
    new DragEvent('drop', { dataTransfer: carrying('dropped.png'), bubbles: true, cancelable: true }),
  );
  await until(() => expect(screen.getAllByText('Uploaded')).toHaveLength(2));
});

test('with large text on a phone, each name is whole and covers neither icon nor button', async () => {
  const { upload, until } = show({ style: { inlineSize: 272, fontSize: 32 } });
  await upload(file('fails-once.pdf'), file('offline.pdf'));
  await until(() => expect(screen.getByRole('button', { name: 'Retry fails-once.pdf' })).toBeVisible());
  for (const row of screen.getAllByRole('listitem')) {
    const [start, end] = row.querySelectorAll('[title] > span');
    expect(start?.clientWidth).toBe(start?.scrollWidth);
    const { top, right } = end!.getBoundingClientRect();
    for (const other of row.querySelectorAll(':scope > svg, [data-remove]'))
      expect(top).toBeGreaterThanOrEqual(other.getBoundingClientRect().bottom);
    expect(right).toBeLessThanOrEqual(row.getBoundingClientRect().right);
  }
});
