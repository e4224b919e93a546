// What file systems take; a longer one is cut before its extension.
const longestName = 255;

/** A file's name as it is sent and shown: without folders, control and direction characters or a leading dash. */
export function sentName(name = ''): string {
  const plain = (name.normalize('NFC').split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu, '')
    .replace(/^[-\s]+/, '');
  if (/^\.*$/.test(plain)) return 'file';
  const [extension = ''] = /\.[a-z\d]{1,16}$/i.exec(plain) ?? [];
  const stem = new TextEncoder().encode(plain.slice(0, plain.length - extension.length));
  const room = longestName - extension.length;
  if (stem.length <= room) return plain;
  // The cut may fall within a letter, whose first bytes go too.
  return new TextDecoder().decode(stem.slice(0, room)).replace(/\uFFFD$/, '') + extension;
}
