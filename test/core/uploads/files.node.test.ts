import { expect, test, vi } from 'vitest';
import {
  type FileLimitOptions,
  withDefaultFileLimits,
  findFileProblem,
  filesFromDataTransfer,
  safeFileName,
} from '../../../src/core/uploads/files.ts';
import { anyCharacter } from '../../anyCharacter.ts';
import { fileOf, makeUnreadable, starts } from './files.ts';
import * as fc from 'fast-check';

const problemOf = (file: File, taken: File[] = [], limits?: FileLimitOptions) =>
  findFileProblem(file, taken, withDefaultFileLimits(limits));

test.each(['A.PDF', 'a.pdf', 'report.v2.pdf', 'two..pdf', '100% sure.pdf', 'räksmörgås.PdF'])(
  'F86: takes %s',
  async (name) => expect(await problemOf(fileOf(name, starts.pdf))).toBeUndefined(),
);

test.each([
  'a.pdf.exe',
  'a.php%00.jpg',
  'a.php\0.jpg',
  'a.jpg%00.php',
  'a.jpg.',
  'a.jpg ',
  'a.jpg%20',
  'a.jpg/',
  'a.jpg%2F',
  'a',
  'jpg',
  '.jpg',
  'folder/.jpg',
  '.htaccess',
  'a.',
  '',
  'a.p\u200Ddf',
  'gpj.\u202Eexe',
  'a.jpg::$DATA',
])('F86: refuses %j, whatever it holds and calls itself', async (name) => {
  expect(await problemOf(fileOf(name, starts.jpg, 'image/jpeg'))).toBe('wrong-type');
});

test.each(['svg', 'html', 'htm', 'xhtml', 'xml', 'js', 'zip', 'exe', 'docm', 'mp4'])(
  'F93: .%s is not taken by default',
  async (extension) => expect(await problemOf(fileOf(`a.${extension}`))).toBe('wrong-type'),
);

test('F86: a host says which types it takes, with or without a dot and in any case', async () => {
  const limits = { accept: ['.ZIP', 'mp4'] };
  expect(await problemOf(fileOf('a.zip', starts.docx), [], limits)).toBeUndefined();
  expect(await problemOf(fileOf('a.MP4'), [], limits)).toBeUndefined();
  expect(await problemOf(fileOf('a.pdf', starts.pdf), [], limits)).toBe('wrong-type');
});

test.each([
  ['a.pdf', starts.pdf],
  ['bom.pdf', `\xef\xbb\xbf\r\n${starts.pdf}`],
  ['a.png', starts.png],
  ['a.jpg', starts.jpg],
  ['a.jpeg', starts.jpg],
  ['a.gif', starts.gif],
  ['a.gif', 'GIF87a'],
  ['a.webp', starts.webp],
  ['a.heic', starts.heic],
  ['a.heif', '\0\0\0\x18ftypmif1\0\0\0\0heic'],
  ['a.tif', starts.tif],
  ['a.tiff', 'MM\0*'],
  ['a.docx', starts.docx],
  ['a.xlsx', starts.docx],
  ['a.txt', 'anything'],
  ['a.csv', starts.png],
])('F87: %s that begins as its type does is taken, also without a MIME type', async (name, text) => {
  expect(await problemOf(fileOf(name, text))).toBeUndefined();
});

test.each([
  ['a.pdf', starts.png, 'application/pdf'],
  ['a.pdf', `<script>//${starts.pdf}`, 'application/pdf'],
  ['a.png', starts.jpg, 'image/png'],
  ['a.jpg', starts.pdf, 'image/jpeg'],
  ['a.webp', 'RIFF\x10\0\0\0WAVEfmt ', 'image/webp'],
  ['a.heic', '\0\0\0\x18ftypisom', 'image/heic'],
  ['a.docx', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', ''],
  ['a.gif', 'GIF8', 'image/gif'],
])('F87: %s whose first bytes are not those of its type is refused, whatever MIME says', async (...file) => {
  expect(await problemOf(fileOf(...file))).toBe('wrong-content');
});

test('F85: empty, too large, too many, too much together', async () => {
  const limits = { maxFiles: 2, maxBytes: 8, maxTotalBytes: 12 };
  const taken = [fileOf('one.txt', '12345678')];
  expect(await problemOf(fileOf('a.txt', ''), taken, limits)).toBe('empty');
  expect(await problemOf(fileOf('a.txt', '123456789'), taken, limits)).toBe('too-large');
  expect(await problemOf(fileOf('a.txt', '12345'), taken, limits)).toBe('total-too-large');
  expect(await problemOf(fileOf('a.txt', '1234'), taken, limits)).toBeUndefined();
  expect(await problemOf(fileOf('a.txt', '1'), [...taken, fileOf('b.txt')], limits)).toBe('too-many');
});

test('F85: the same bytes under another name are a duplicate; the same name or size is none', async () => {
  const taken = [fileOf('one.txt', 'same bytes')];
  expect(await problemOf(fileOf('two.txt', 'same bytes'), taken)).toBe('duplicate');
  expect(await problemOf(fileOf('one.txt', 'Same bytes'), taken)).toBeUndefined();
  expect(await problemOf(fileOf('one.txt', 'same bytes!'), taken)).toBeUndefined();
});

test('F85: large files are compared in slices, up to the first difference', async () => {
  const large = (last: number) => {
    const bytes = new Uint8Array(3_000_000);
    bytes[bytes.length - 1] = last;
    return new File([bytes], 'a.txt');
  };
  const [one, two, other] = [large(1), large(1), large(2)];
  expect(await problemOf(two, [one])).toBe('duplicate');
  expect(await problemOf(other, [one])).toBeUndefined();

  const whole = vi.spyOn(two, 'arrayBuffer');
  const slices = vi.spyOn(two, 'slice');
  await problemOf(two, [one]);
  expect(whole).not.toHaveBeenCalled();
  expect(Math.max(...slices.mock.calls.map(([start = 0, end = 0]) => end - start))).toBeLessThan(500_000);

  const early = new File([new Uint8Array(3_000_000).fill(1)], 'b.txt');
  const read = vi.spyOn(early, 'slice');
  await problemOf(early, [one]);
  expect(read).toHaveBeenCalledTimes(2); // its start, and one slice
});

test('F89: a file that cannot be read is refused; one that was taken before and changed is no duplicate', async () => {
  const [chosen, taken] = [fileOf('a.txt', 'same'), fileOf('b.txt', 'same')];
  makeUnreadable(taken);
  expect(await problemOf(chosen, [taken])).toBeUndefined();
  makeUnreadable(chosen);
  expect(await problemOf(chosen)).toBe('unreadable');
});

const item = (entry: { isDirectory: boolean; name: string } | null, file: File | null) => ({
  kind: 'file',
  getAsFile: () => file,
  webkitGetAsEntry: () => entry,
});
const transfer = (items: object[], files: File[] = []) =>
  filesFromDataTransfer({ items, files } as unknown as Pick<DataTransfer, 'items' | 'files'>);

test('F93: a folder is refused as such, even under the name of a file; files beside it are kept', async () => {
  const file = fileOf('a.pdf', starts.pdf);
  const found = transfer([
    item({ isDirectory: true, name: 'folder.pdf' }, fileOf('folder.pdf', 'x')),
    item({ isDirectory: false, name: 'a.pdf' }, file),
    { kind: 'string' },
  ]);
  expect(found.map(({ name }) => name)).toEqual(['folder.pdf', 'a.pdf']);
  expect(await problemOf(found[0]!)).toBe('folder');
  expect(await problemOf(found[1]!)).toBeUndefined();
});

test('F93: an empty transfer holds no file, one without items its list of files', () => {
  const file = fileOf('a.pdf');
  expect(transfer([])).toEqual([]);
  expect(transfer([item(null, null), { kind: 'string' }])).toEqual([]);
  expect(transfer([], [file])).toEqual([file]);
});

test.each([
  ['invoice 2026-001.pdf', 'invoice 2026-001.pdf'],
  ['../../x.pdf', 'x.pdf'],
  ['C:\\x\\y.pdf', 'y.pdf'],
  ['x\r\ny.pdf', 'xy.pdf'],
  ['x\0y\u007F\u0085.pdf', 'xy.pdf'],
  ['photo\u202Egpj.exe', 'photogpj.exe'],
  ['\u2066a\u2069\u200F\u061C.pdf', 'a.pdf'],
  ['--version.pdf', 'version.pdf'],
  ['- -rf.pdf', 'rf.pdf'],
  ['A\u030A.pdf', '\u00C5.pdf'],
  ['.htaccess', '.htaccess'],
  ['عقد الإيجار.pdf', 'عقد الإيجار.pdf'],
  ['می\u200Cروم.pdf', 'می\u200Cروم.pdf'],
  ['', 'file'],
  ['..', 'file'],
  ['-..', 'file'],
  ['a/', 'file'],
])('F88: %j is sent as %j', (name, sent) => {
  expect(safeFileName(name)).toBe(sent);
});

const bytes = (name: string) => new TextEncoder().encode(name).length;

test.each(['x', 'é', '漢', '🧾'])(
  'F88: 5,000 times %s fits a file system and keeps its extension',
  (letter) => {
    const sent = safeFileName(`${letter.repeat(5000)}.pdf`);
    expect(sent).toMatch(/^(x+|é+|漢+|🧾+)\.pdf$/u);
    expect(bytes(sent)).toBeLessThanOrEqual(255);
    expect(bytes(sent)).toBeGreaterThan(250);
  },
);

test('F88: whatever the name was, what is sent is one plain name', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (name) => {
      const sent = safeFileName(name);
      expect(bytes(sent)).toBeLessThanOrEqual(255);
      expect(sent).toMatch(/^[^\p{Cc}/\\\u202A-\u202E\u2066-\u2069]+$/u);
      expect(sent).not.toMatch(/^(-|\.*$)/);
      expect(safeFileName(sent)).toBe(sent);
    }),
  );
});
