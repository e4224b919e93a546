/** The limits for files, whether they are chosen, dropped or pasted. */
export interface FileLimits {
  maxFiles: number;
  /** The limit for each file. */
  maxBytes: number;
  /** The limit for all files together. */
  maxTotalBytes: number;
  /** Extensions that are accepted, such as `pdf`. */
  accept: readonly string[];
}

export type FileLimitOptions = { [Limit in keyof FileLimits]?: FileLimits[Limit] | undefined };

/** Default limits; the contract names none. They leave out archives, and types that a browser runs (SVG, HTML). */
export const defaultFileLimits: FileLimits = {
  maxFiles: 10,
  maxBytes: 10_000_000,
  maxTotalBytes: Infinity,
  accept: /*#__PURE__*/ 'pdf png jpg jpeg webp heic heif gif tif tiff txt csv docx xlsx'.split(' '),
};

export function withDefaultFileLimits(options: FileLimitOptions = {}): FileLimits {
  const {
    maxFiles = defaultFileLimits.maxFiles,
    maxBytes = defaultFileLimits.maxBytes,
    maxTotalBytes = defaultFileLimits.maxTotalBytes,
    accept = defaultFileLimits.accept,
  } = options;
  return { maxFiles, maxBytes, maxTotalBytes, accept: accept.map(withoutDot) };
}

const withoutDot = (extension: string) => extension.replace(/^\./, '').toLowerCase();

/** The bytes with which files of a type begin (their signature), in hex. Other types have no signature. */
const signatures: readonly [extension: RegExp, start: RegExp][] = [
  [/^pdf$/, /^(efbbbf)?(09|0a|0d|20)*255044462d/],
  [/^png$/, /^89504e470d0a1a0a/],
  [/^jpe?g$/, /^ffd8ff/],
  [/^gif$/, /^474946383[79]61/],
  [/^webp$/, /^52494646.{8}57454250/],
  [/^hei[cf]$/, /^.{8}66747970(6865|6d6966|6d7366)/],
  [/^tiff?$/, /^(49492a00|4d4d002a)/],
  [/^(zip|(doc|xls|ppt)x|od[pst])$/, /^504b0304/],
];

const bytesOfStart = 32;

/** A file name's extension in lower case, with %-escapes decoded. Undefined if there is none, or a NUL may hide the real one. */
function extensionOf(name: string): string | undefined {
  const decoded = name.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  if (decoded.includes('\0')) return undefined;
  return /[^/\\]\.([a-z\d]+)$/i.exec(decoded)?.[1]?.toLowerCase();
}

/** Whether a file begins with the signature of its type. Rejects if the file cannot be read. */
async function hasSignatureOf(extension: string, file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, bytesOfStart).arrayBuffer());
  const start = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return signatures.every(([type, signature]) => !type.test(extension) || signature.test(start));
}

/** The placeholder files that stand for dropped folders. */
const folders = /*#__PURE__*/ new WeakSet<File>();

/** The part of a `DataTransfer` that is read, declared here because the core's types must not need the DOM. */
interface TransferredFiles {
  items: ArrayLike<{
    kind: string;
    getAsFile: () => File | null;
    webkitGetAsEntry?: () => { isDirectory: boolean; name: string } | null;
  }>;
  files: ArrayLike<File>;
}

/** The files of a drop or paste. A folder becomes one file with its name, which is refused; its content is not read. */
export function filesFromDataTransfer({ items, files }: TransferredFiles): File[] {
  const found = Array.from(items).flatMap((item) => {
    if (item.kind !== 'file') return [];
    const entry = item.webkitGetAsEntry?.();
    const file = entry?.isDirectory ? new File([], entry.name) : item.getAsFile();
    if (file && entry?.isDirectory) folders.add(file);
    return file ? [file] : [];
  });
  return found.length > 0 ? found : Array.from(files);
}

/** The length of the first slice. It is small, because most files that differ do so in their first bytes. */
const firstBytes = 1024;
const sliceBytes = 65_536;

/** Whether two files hold the same bytes. Compared in slices, so that neither file is in memory as a whole. */
async function sameContent(one: Blob, other: Blob): Promise<boolean> {
  if (one.size !== other.size) return false;
  for (let start = 0, end = firstBytes; start < one.size; start = end, end += sliceBytes) {
    const [left, right] = await Promise.all(
      [one, other].map(async (file) => new Uint8Array(await file.slice(start, end).arrayBuffer())),
    );
    if (!left?.every((byte, index) => byte === right?.[index])) return false;
  }
  return true;
}

/** Why a file was refused. Nothing of a refused file was sent, except perhaps a part of an `unreadable` one. */
export type FileProblem =
  | 'folder'
  | 'empty'
  | 'wrong-type'
  | 'too-large'
  | 'too-many'
  | 'total-too-large'
  | 'unreadable'
  | 'wrong-content'
  | 'duplicate';

/** Why a file is refused; undefined if it is accepted. `taken`: the accepted files. Checks that read no bytes come first. */
export async function findFileProblem(
  file: File,
  taken: readonly File[],
  limits: FileLimits,
): Promise<FileProblem | undefined> {
  if (folders.has(file)) return 'folder';
  if (file.size === 0) return 'empty';
  const extension = extensionOf(file.name);
  if (extension === undefined || !limits.accept.includes(extension)) return 'wrong-type';
  if (file.size > limits.maxBytes) return 'too-large';
  if (taken.length >= limits.maxFiles) return 'too-many';
  const total = taken.reduce((bytes, { size }) => bytes + size, file.size);
  if (total > limits.maxTotalBytes) return 'total-too-large';
  try {
    if (!(await hasSignatureOf(extension, file))) return 'wrong-content';
  } catch {
    return 'unreadable';
  }
  // If one of two files cannot be read any more, they do not count as the same.
  const same = await Promise.all(taken.map((other) => sameContent(file, other).catch(() => false)));
  return same.includes(true) ? 'duplicate' : undefined;
}

// The limit of file systems (bytes). A longer name is cut before its extension.
const longestName = 255;

/** The file name to send and show: without folders, control and direction characters, and leading dashes. */
export function safeFileName(name = ''): string {
  const plain = (name.normalize('NFC').split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu, '')
    .replace(/^[-\s]+/, '');
  if (/^\.*$/.test(plain)) return 'file';
  const [extension = ''] = /\.[a-z\d]{1,16}$/i.exec(plain) ?? [];
  const stem = new TextEncoder().encode(plain.slice(0, plain.length - extension.length));
  const room = longestName - extension.length;
  if (stem.length <= room) return plain;
  // If the cut falls inside a letter of several bytes, the letter's first bytes are dropped too.
  return new TextDecoder().decode(stem.slice(0, room)).replace(/\uFFFD$/, '') + extension;
}
