import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { AttachmentField, type AttachmentFieldProps } from 'tillkit';
import { expect, test, vi } from 'vitest';
import { createHarness, type HarnessOptions } from '../harness.tsx';

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

test('F85: a refused file stays with its reason, and nothing of it is sent', async () => {
  const { user, sandbox } = show({ maxBytes: 3 });
  await user.upload(chooser(), [empty(), new File(['four'], 'large.txt')]);
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent(/Not added.*The file is empty\./);
  expect(second).toHaveTextContent(/Not added.*It is larger than 3 bytes\./);
  expect(first).toHaveAttribute('data-status', 'refused');
  expect(sandbox.ledger.requests).toEqual([]);
  expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
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
  const name = `Photograph of the goods ${'in the yard '.repeat(6)}\u202Egpj.exe`;
  await user.upload(chooser(), [empty(name)]);
  const row = await screen.findByRole('listitem');
  expect(
    within(row).getByText((_, node) => node?.tagName === 'BDI' && node.textContent === name),
  ).toBeInTheDocument();
  const shown = row.querySelector('[aria-hidden="true"][title]');
  expect(shown).toHaveAttribute('dir', 'auto');
  expect(shown).toHaveTextContent(name.replaceAll(/\s+/g, ' '));
});

test('what was not added is said once', async () => {
  const { user } = show();
  await user.upload(chooser(), [empty('a.txt'), empty('b.txt')]);
  await screen.findAllByRole('listitem');
  expect(screen.getByRole('status')).toHaveTextContent('2 files not added.');
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
