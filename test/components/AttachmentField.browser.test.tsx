import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AttachmentField, type AttachmentFieldProps } from 'tillkit';
import { expect, test, vi } from 'vitest';
import { createHarness } from '../harness.tsx';

const file = (name: string, bytes = 1000) => new File([new Uint8Array(bytes)], name);

function show(props: AttachmentFieldProps = {}) {
  const harness = createHarness();
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

test('says when uploads begin and how they ended, once each', async () => {
  const { upload, until } = show();
  const said = new Set<string>();
  const region = screen.getByRole('status');
  const observer = new MutationObserver(() => said.add(region.textContent));
  observer.observe(region, { childList: true, subtree: true, characterData: true });
  await upload(file('a.pdf'), file('fails-once.pdf'));
  expect(screen.getByRole('progressbar', { name: 'Upload of a.pdf' })).not.toHaveAttribute('value');
  await until(() => expect(region).toHaveTextContent('1 file uploaded, 1 file not uploaded.'));
  expect([...said]).toEqual(['Uploading 2 files.', '1 file uploaded, 1 file not uploaded.']);
  observer.disconnect();
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
  expect(screen.getByText('2 files can be attached at most.')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Remove a.pdf' }));
  await upload(file('d.pdf'));
  await until(() => expect(screen.getAllByText('Uploaded')).toHaveLength(2));
  expect(sandbox.ledger.requests).toHaveLength(3);
});

test('takes what is pasted and dropped with a real transfer', async () => {
  const { until } = show();
  const carrying = (name: string) => {
    const transfer = new DataTransfer();
    transfer.items.add(file(name));
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
