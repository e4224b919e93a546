import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { AttachmentField, type AttachmentFieldProps } from 'tillkit';
import { expect, test, vi } from 'vitest';
import { fileOf, starts } from '../../core/uploads/files.ts';
import { createHarness, type HarnessOptions } from '../../harness.tsx';

// Files that are taken are sent, which needs a browser: see AttachmentField.browser.test.tsx.
const empty = (name = 'empty.txt') => new File([], name);

function show(props: AttachmentFieldProps = {}, options: HarnessOptions = {}) {
  const harness = createHarness({ latencyMs: 0, ...options });
  const view = render(<AttachmentField {...props} />, { wrapper: harness.wrapper });
  return { ...harness, ...view, user: userEvent.setup({ applyAccept: false }) };
}
const chooser = () => screen.getByLabelText<HTMLInputElement>('Add files', { selector: 'input' });
const transfer = (...files: File[]) => ({
  files,
  items: files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file })),
  types: ['Files'],
});

test('names its limits in words, in the locale of the provider', () => {
  show({ maxFiles: 3, maxBytes: 2_500_000 }, { provider: { locale: 'de-DE' } });
  expect(screen.getByText('Up to 3 files, 2,5 MB each.')).toBeVisible();
});

test('F85: names a limit of all files together, and lets the picker show the types it takes', () => {
  show({ maxTotalBytes: 20_000_000, accept: ['pdf', '.PNG'] });
  expect(screen.getByText('Up to 10 files, 10 MB each, 20 MB together.')).toBeVisible();
  expect(chooser()).toHaveAttribute('accept', '.pdf,.png');
});

test('the button opens the list of files, by keyboard too', async () => {
  const { user } = show();
  const opened = vi.spyOn(chooser(), 'click');
  await user.tab();
  expect(screen.getByRole('button', { name: 'Add files' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(opened).toHaveBeenCalledOnce();
});

test('the button is described by the limits and by what the form says', () => {
  show({ error: 'Wait for the files.' });
  expect(screen.getByRole('button', { name: 'Add files' })).toHaveAccessibleDescription(
    'Up to 10 files, 10 MB each. Wait for the files.',
  );
  expect(screen.getByRole('group', { name: 'Attachments' })).toHaveAttribute('data-invalid', '');
});

test.each<[reason: string, AttachmentFieldProps, File]>([
  ['The file is empty.', {}, empty()],
  ['It is larger than 3 bytes.', { maxBytes: 3 }, fileOf('large.txt', 'four')],
  ['You can attach at most 0 files.', { maxFiles: 0 }, fileOf('one.txt')],
  ['Together the files would be larger than 3 bytes.', { maxTotalBytes: 3 }, fileOf('large.txt', 'four')],
  ['Accepted types: PDF, PNG.', { accept: ['pdf', 'png'] }, fileOf('a.txt')],
  ['Its content does not match its file type.', {}, fileOf('a.pdf', starts.png)],
])('F85 F86 F87: a refused file says "%s", and nothing of it is sent', async (reason, props, file) => {
  const { user, sandbox } = show(props);
  await user.upload(chooser(), file);
  const row = screen.getByRole('listitem');
  await waitFor(() => expect(row).toHaveTextContent(`Not added`));
  expect(within(row).getByText(reason)).toBeVisible();
  expect(row).toHaveAttribute('data-status', 'refused');
  expect(sandbox.ledger.requests).toEqual([]);
  expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
});

test('F93: a dropped folder is refused with words, and what is in it stays unread', async () => {
  show();
  const readEntries = vi.fn<() => void>();
  const folder = {
    kind: 'file',
    getAsFile: () => fileOf('holiday.pdf'),
    webkitGetAsEntry: () => ({ isDirectory: true, name: 'holiday.pdf', createReader: readEntries }),
  };
  const dataTransfer = { items: [folder], files: [], types: ['Files'] };
  fireEvent.drop(screen.getByRole('group', { name: 'Attachments' }), { dataTransfer });
  expect(await screen.findByText('You cannot attach a folder. Add the files in it.')).toBeVisible();
  expect(readEntries).not.toHaveBeenCalled();
});

test('F93: a drop that holds nothing changes nothing', async () => {
  const { user } = show();
  fireEvent.drop(screen.getByRole('group', { name: 'Attachments' }), { dataTransfer: transfer() });
  await user.upload(chooser(), empty()); // taken after it
  expect(await screen.findAllByRole('listitem')).toHaveLength(1);
});

test.each([
  ['dropped', (field: HTMLElement) => fireEvent.drop(field, { dataTransfer: transfer(empty()) })],
  ['pasted', (field: HTMLElement) => fireEvent.paste(field, { clipboardData: transfer(empty()) })],
])('takes files that are %s', async (_, act) => {
  show();
  act(screen.getByRole('group', { name: 'Attachments' }));
  expect(await screen.findByRole('button', { name: 'Remove empty.txt' })).toBeVisible();
});

test('shows while files are held over it that they may be dropped', async () => {
  show();
  const field = screen.getByRole('group', { name: 'Attachments' });
  fireEvent.dragEnter(field, { dataTransfer: transfer(empty()) });
  expect(await screen.findByText('Drop to add')).toBeVisible();
  expect(field).toHaveAttribute('data-dragging', '');
});

test('files dropped beside it do not replace the page; dragged text is left alone', () => {
  show();
  expect(fireEvent.drop(document.body, { dataTransfer: transfer(empty()) })).toBe(false);
  expect(fireEvent.drop(document.body, { dataTransfer: { types: ['text/plain'] } })).toBe(true);
});

test('while it is disabled nothing is taken', async () => {
  show({ disabled: true });
  fireEvent.drop(screen.getByRole('group', { name: 'Attachments' }), { dataTransfer: transfer(empty()) });
  expect(screen.getByRole('button', { name: 'Add files' })).toBeDisabled();
  await Promise.resolve();
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('removing a file moves the focus to the next one, then to the button', async () => {
  const { user } = show();
  await user.upload(chooser(), [empty('a.txt'), empty('b.txt')]);
  await user.click(await screen.findByRole('button', { name: 'Remove a.txt' }));
  expect(screen.getByRole('button', { name: 'Remove b.txt' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Add files' })).toHaveFocus();
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('F88: a long name is whole for assistive technology and isolated from what stands around it', async () => {
  const { user } = show();
  const name = `Photograph of the goods ${'in the yard '.repeat(6)}gpj.exe`;
  await user.upload(chooser(), fileOf(name.replace('gpj', '\u202Egpj')));
  const row = screen.getByRole('listitem');
  expect(
    within(row).getByText((_, node) => node?.tagName === 'BDI' && node.textContent === name),
  ).toBeInTheDocument();
  const shown = row.querySelector('[aria-hidden="true"][title]');
  expect(shown).toHaveAttribute('dir', 'auto');
  expect(shown).toHaveTextContent(name.replaceAll(/\s+/g, ' '));
});

test('F105: a name of 5,000 characters is cut, and keeps its extension', async () => {
  const { user } = show();
  await user.upload(chooser(), fileOf(`${'long '.repeat(1000)}.exe`));
  const shown = screen.getByRole('listitem').querySelector('[title]');
  expect(shown?.textContent).toMatch(/^(long )+.*\.exe$/);
  expect(shown?.textContent.length).toBeLessThan(256);
});

test('what was not added is said once', async () => {
  const { user } = show();
  await user.upload(chooser(), [empty('a.txt'), empty('b.txt')]);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('2 files not added.'));
});

test('its words can be changed, and the ref is the button', () => {
  const ref = createRef<HTMLButtonElement>();
  const { wrapper } = createHarness();
  render(
    <AttachmentField ref={ref} className="host" labels={{ addFiles: 'Beleg wählen', label: 'Belege' }} />,
    {
      wrapper,
    },
  );
  expect(screen.getByRole('button', { name: 'Beleg wählen' })).toBe(ref.current);
  expect(screen.getByRole('group', { name: 'Belege' })).toHaveClass('tillkit-attachment-field', 'host');
});
