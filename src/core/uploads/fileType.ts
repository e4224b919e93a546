/** How files of a type begin, in hex. A type that is not here has no such mark. */
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

/** The last extension of the decoded name, in small letters. None where a NUL hides another one. */
export function extensionOf(name: string): string | undefined {
  const decoded = name.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  if (decoded.includes('\0')) return undefined;
  return /[^/\\]\.([a-z\d]+)$/i.exec(decoded)?.[1]?.toLowerCase();
}

/** Whether a file begins as its type does. Rejects where it cannot be read. */
export async function hasSignatureOf(extension: string, file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, bytesOfStart).arrayBuffer());
  const start = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return signatures.every(([type, signature]) => !type.test(extension) || signature.test(start));
}
