import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AttachmentField, type AttachmentFieldProps, PaymentsProvider } from 'tillkit';
import * as parts from 'tillkit/parts';
import { useAttachmentField } from 'tillkit/parts';
import { createPaymentsClient, type Uploader } from 'tillkit/core';
import { createRef, type ReactNode } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { fileOf } from '../../core/uploads/files.ts';
import { createHarness } from '../../harness.tsx';
import { said } from '../../said.ts';

/** A client whose uploads go on as a test says. */
function byHand() {
  const uploads: Parameters<Uploader>[0][] = [];
  const answers: ((response: Response) => void)[] = [];
  const uploader: Uploader = (upload) => {
    uploads.push(upload);
    return new Promise((resolve) => answers.push(resolve));
  };
  const client = createPaymentsClient({ baseUrl: 'https://pay.test', uploader });
  const begun = (count: number) => waitFor(() => expect(uploads).toHaveLength(count));
  const progress = (index: number, sent: number, total = 1000) =>
    act(async () => uploads[index]?.onProgress?.({ sent, total }));
  const answer = (index: number, response: Response = Response.json([{ path: `stored/${index}` }])) =>
    act(async () => answers[index]?.(response));
  return { client, uploads, begun, progress, answer };
}

function show(props: AttachmentFieldProps = {}, content?: ReactNode) {
  const service = byHand();
  const { wrapper } = createHarness({ provider: { client: service.client } });
  const onAttachmentsChange = vi.fn<NonNullable<AttachmentFieldProps['onAttachmentsChange']>>();
  const view = render(
    content ? (
      <parts.AttachmentField.Root {...props}>{content}</parts.AttachmentField.Root>
    ) : (
      <AttachmentField onAttachmentsChange={onAttachmentsChange} {...props} />
    ),
    { wrapper },
  );
  const user = userEvent.setup({ applyAccept: false, delay: null });
  const chooser = () => screen.getByLabelText<HTMLInputElement>('Add files', { selector: 'input' });
  const choose = (...names: string[]) =>
    user.upload(
      chooser(),
      names.map((name) => fileOf(name)),
    );
  return { ...service, ...view, user, choose, chooser, onAttachmentsChange };
}
const row = (name: string) => {
  const found = screen.getByRole('button', { name: `Remove ${name}` }).closest('li');
  if (!found) throw new Error(`${name} is in no row`);
  return found;
};
const remove = (name: string) => screen.getByRole('button', { name: `Remove ${name}` });
const refusal = (status: number, message?: string) => Response.json(message ? { message } : {}, { status });

describe('a row', () => {
  test('shows how far its file has come, and of none that does not say', async () => {
    const { choose, begun, progress, answer } = show();
    await choose('a.txt', 'b.txt');
    await begun(2);
    expect(row('a.txt')).toHaveAttribute('data-status', 'uploading');
    expect(row('a.txt')).not.toHaveTextContent('%');
    await progress(0, 400);
    expect(row('a.txt')).toHaveTextContent('Uploading40%5 bytes');
    expect(row('b.txt')).not.toHaveTextContent('%');
    const bar = screen.getByRole('progressbar', { name: 'Upload of a.txt' });
    expect(bar).toHaveAttribute('value', '0.4');
    expect(bar).toHaveAttribute('max', '1');
    await progress(1, 5, 0);
    expect(row('b.txt')).not.toHaveTextContent('%');
    expect(screen.getByRole('progressbar', { name: 'Upload of b.txt' })).not.toHaveAttribute('value');
    await answer(0);
    expect(row('a.txt')).toHaveTextContent(/Uploaded5 bytes$/);
    expect(row('a.txt')).toHaveAttribute('data-status', 'done');
    expect(screen.getAllByRole('progressbar')).toHaveLength(1);
  });

  test('that waits for its turn stands at nothing', async () => {
    const { choose, begun } = show();
    await choose('1.txt', '2.txt', '3.txt', '4.txt');
    await begun(3);
    expect(row('4.txt')).toHaveTextContent('Waiting');
    expect(screen.getByRole('progressbar', { name: 'Upload of 4.txt' })).toHaveAttribute('value', '0');
  });

  test('is not drawn again for a step of another file', async () => {
    const drawn = vi.fn<(status: string) => void>();
    const Row = (props: object, { status }: { status: string }) => {
      drawn(status);
      return <li {...props} />;
    };
    const { choose, begun, progress } = show(
      {},
      <parts.AttachmentField.List>
        {(file) => <parts.AttachmentField.Item key={file.id} file={file} render={Row} />}
      </parts.AttachmentField.List>,
    );
    await choose('a.txt', 'b.txt', 'c.txt');
    await begun(3);
    drawn.mockClear();
    await progress(0, 400);
    await progress(0, 500);
    const times = drawn.mock.calls.length;
    expect(times).toBeGreaterThan(0);
    expect(times).toBeLessThanOrEqual(4); // StrictMode draws twice
    expect(screen.getByText('50%')).toBeVisible();
  });

  test('is all that is drawn for a step of its file, and of it only how far that has come', async () => {
    const drawn = new Set<string>();
    const saying =
      (what: string) =>
      (about: unknown): string => {
        drawn.add(what);
        return `${what} ${typeof about === 'string' ? about : ''}`;
      };
    const { choose, begun, progress } = show({
      labels: {
        limits: saying('limits'),
        removeFile: saying('Remove'),
        status: saying('status'),
        progress: saying('progress'),
        progressOf: saying('progressOf'),
      },
    });
    await choose('a.txt', 'b.txt');
    await begun(2);
    drawn.clear();
    await progress(0, 400);
    expect([...drawn].toSorted()).toEqual(['progress', 'progressOf', 'status']);
    expect(row('a.txt')).toHaveTextContent('40%');
  });

  test("follows the host's words and the provider's locale while files are on their way", async () => {
    const { client, uploads, begun, progress } = byHand();
    const page = (locale: string, labels?: AttachmentFieldProps['labels']) => (
      <PaymentsProvider client={client} operations={operations} currency="EUR" locale={locale}>
        <AttachmentField labels={labels} />
      </PaymentsProvider>
    );
    const { operations } = createHarness();
    const { rerender } = render(page('en-US'));
    const input = screen.getByLabelText<HTMLInputElement>('Add files', { selector: 'input' });
    await userEvent.upload(input, fileOf('a.txt'));
    await begun(1);
    await progress(0, 500);
    expect(row('a.txt')).toHaveTextContent('Uploading50%');
    rerender(page('de-DE', { status: () => 'Lädt', removeFile: (name) => `${name} entfernen` }));
    expect(screen.getByRole('button', { name: 'a.txt entfernen' }).closest('li')).toHaveTextContent(
      /Lädt50\s%5 Byte$/,
    );
    expect(uploads).toHaveLength(1);
  });

  test('says what it is wrong with, for the button that tries again too', async () => {
    const { choose, begun, answer } = show();
    await choose('a.txt', 'b.txt');
    await begun(2);
    await answer(0, refusal(500, 'The disk is full.'));
    await answer(1, refusal(503));
    const [first, second] = ['a.txt', 'b.txt'].map((name) =>
      screen.getByRole('button', { name: `Retry ${name}` }),
    );
    expect(first).toHaveAccessibleDescription('The disk is full.');
    expect(second).toHaveAccessibleDescription('The service could not take it.');
    expect(within(row('a.txt')).getByText('The disk is full.')).toBeVisible();
  });

  test("takes the ref of the host's, and what it puts on it", async () => {
    const ref = createRef<HTMLLIElement>();
    const { choose, user } = show(
      {},
      <parts.AttachmentField.List>
        {(file) => <parts.AttachmentField.Item key={file.id} file={file} ref={ref} className="mine" />}
      </parts.AttachmentField.List>,
    );
    await choose('a.txt');
    expect(ref.current).toBe(row('a.txt'));
    expect(ref.current).toHaveClass('tillkit-attachment-field-file', 'mine');
    await user.click(remove('a.txt'));
    expect(ref.current).toBeNull();
  });
});

describe('trying again', () => {
  test('sends that file alone, once a press, and the focus stays in its row', async () => {
    const { choose, begun, answer, uploads, user } = show();
    await choose('a.txt', 'b.txt');
    await begun(2);
    await answer(0, refusal(500));
    await answer(1, refusal(500));
    await user.click(screen.getByRole('button', { name: 'Retry b.txt' }));
    expect(remove('b.txt')).toHaveFocus();
    await begun(3);
    expect(uploads[2]?.form.get('files')).toHaveProperty('name', 'b.txt');
    expect(row('b.txt')).toHaveAttribute('data-status', 'uploading');
    expect(row('a.txt')).toHaveAttribute('data-status', 'failed');
    expect(screen.queryByRole('button', { name: 'Retry b.txt' })).toBeNull();
    expect(screen.queryByText('The service could not take it.', { selector: 'li:last-child *' })).toBeNull();
    await answer(2);
    expect(row('b.txt')).toHaveAttribute('data-status', 'done');
  });

  test.each([413, 415])('is not offered after a status of %i', async (status) => {
    const { choose, begun, answer } = show();
    await choose('a.txt');
    await begun(1);
    await answer(0, refusal(status));
    expect(row('a.txt')).toHaveAttribute('data-status', 'failed');
    expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
  });
});

describe('removing', () => {
  test('a file stops its upload, that one only, and its answer changes nothing any more', async () => {
    const { choose, begun, answer, uploads, user, onAttachmentsChange } = show();
    await choose('a.txt', 'b.txt');
    await begun(2);
    await user.click(remove('a.txt'));
    expect(uploads.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
    await answer(0);
    await answer(1);
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(onAttachmentsChange.mock.lastCall?.[0]).toEqual([{ path: 'stored/1' }]);
  });

  test('the last file of several moves the focus to the one before it', async () => {
    const { choose, user } = show();
    await choose('a.txt', 'b.txt', 'c.txt');
    await user.click(remove('c.txt'));
    expect(remove('b.txt')).toHaveFocus();
    await user.click(remove('a.txt'));
    expect(remove('b.txt')).toHaveFocus();
  });

  test('lets the next file have its turn', async () => {
    const { choose, begun, uploads, user } = show();
    await choose('1.txt', '2.txt', '3.txt', '4.txt');
    await begun(3);
    await user.click(remove('2.txt'));
    await begun(4);
    expect(uploads[3]?.form.get('files')).toHaveProperty('name', '4.txt');
  });

  test('the field stops all uploads', async () => {
    const { choose, begun, uploads, unmount } = show();
    await choose('a.txt', 'b.txt');
    await begun(2);
    unmount();
    expect(uploads.map(({ signal }) => signal?.aborted)).toEqual([true, true]);
  });
});

describe('the host', () => {
  test('hears of each change of a status, not of the steps between, with the files in order', async () => {
    const { choose, begun, progress, answer, onAttachmentsChange } = show();
    await choose('a.txt', 'b.txt');
    await begun(2);
    const states = () =>
      onAttachmentsChange.mock.calls.map(
        ([attachments, { files, isUploading }]) =>
          `${files.map(({ status }) => status).join(' ')}: ${attachments.length} ${isUploading}`,
      );
    expect(states().at(-1)).toBe('uploading uploading: 0 true');
    const before = states().length;
    await progress(0, 100);
    await progress(1, 900);
    expect(states()).toHaveLength(before);
    await answer(1);
    expect(states().slice(before)).toEqual(['uploading done: 1 true']);
    await answer(0);
    expect(states().at(-1)).toBe('done done: 2 false');
    expect(onAttachmentsChange.mock.lastCall?.[0]).toEqual([{ path: 'stored/0' }, { path: 'stored/1' }]);
  });

  test('hears nothing before a file is added', () => {
    const { onAttachmentsChange } = show();
    expect(onAttachmentsChange).not.toHaveBeenCalled();
  });

  test('sees on the root whether there are files and whether one is on its way', async () => {
    const { choose, begun, answer } = show();
    const field = screen.getByRole('group', { name: 'Attachments' });
    expect(field).toHaveAttribute('data-empty', '');
    expect(field).not.toHaveAttribute('data-busy');
    expect(field).not.toHaveAttribute('data-invalid');
    expect(field).not.toHaveAttribute('data-disabled');
    await choose('a.txt');
    await begun(1);
    expect(field).toHaveAttribute('data-busy', '');
    expect(field).not.toHaveAttribute('data-empty');
    await answer(0);
    expect(field).not.toHaveAttribute('data-busy');
  });

  test('can draw all of it by itself', async () => {
    function Own() {
      const { files, getRootProps, getInputProps, words, remove: take } = useAttachmentField({ maxFiles: 2 });
      return (
        <div {...getRootProps()}>
          <input {...getInputProps({ 'aria-label': 'Add files' })} />
          {words.maxFiles.text} at most
          {files.map(({ id, name }) => (
            <button key={id} onClick={() => take(id)}>
              {name}
            </button>
          ))}
        </div>
      );
    }
    const { client } = byHand();
    render(<Own />, { wrapper: createHarness({ provider: { client } }).wrapper });
    await userEvent.upload(screen.getByLabelText('Add files'), fileOf('a.txt'));
    expect(screen.getByText(/2 at most/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'a.txt' }));
    expect(screen.queryByRole('button', { name: 'a.txt' })).toBeNull();
  });
});

describe('what is said', () => {
  test('is how many were sent and how many not, by the bytes on the way', async () => {
    const { choose, begun, progress, answer } = show();
    await choose('aaaa.txt', 'bbbb.txt');
    await said('Uploading 2 files.');
    await begun(2);
    await progress(0, 499);
    expect(screen.getByRole('status')).toHaveTextContent('Uploading 2 files.');
    await progress(0, 500);
    await said('25% uploaded.');
    await answer(0);
    await said('50% uploaded.');
    await answer(1, refusal(500));
    await said('1 file uploaded, 1 file not uploaded.');
  });

  test('begins anew with the next files', async () => {
    const { choose, begun, progress, answer } = show();
    await choose('a.txt');
    await begun(1);
    await progress(0, 800);
    await said('75% uploaded.');
    await answer(0);
    await said('1 file uploaded.');
    await choose('b.txt');
    expect(row('a.txt')).toHaveAttribute('data-status', 'done');
    await said('Uploading 1 file.');
    await begun(2);
    await progress(1, 300);
    await said('25% uploaded.');
  });

  test('is nothing of a file that is taken away before it was sent', async () => {
    const { choose, begun, user } = show();
    await choose('a.txt');
    await begun(1);
    await said('Uploading 1 file.');
    await user.click(remove('a.txt'));
    expect(screen.getByRole('status')).not.toHaveTextContent(/uploaded/);
  });
});
