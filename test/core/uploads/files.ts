/** The first bytes of a file of each type that has a mark. */
export const starts = {
  pdf: '%PDF-1.7\n',
  png: '\x89PNG\r\n\x1a\n',
  jpg: '\xff\xd8\xff\xe0',
  gif: 'GIF89a',
  webp: 'RIFF\x10\0\0\0WEBPVP8 ',
  heic: '\0\0\0\x18ftypheic\0\0\0\0mif1',
  tif: 'II*\0',
  docx: 'PK\x03\x04\x14\0',
} as const;

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** A file whose content is its own; the text is read as Latin-1. */
export const fileOf = (name: string, text = name, type = '') => new File([bytesOf(text)], name, { type });

/** A file that changed on disk after it was chosen: a browser refuses to read it. */
export function makeUnreadable(file: File): void {
  const refuse = () => Promise.reject(new DOMException('The file changed.', 'NotReadableError'));
  file.arrayBuffer = refuse;
  file.slice = () => Object.assign(new Blob(), { arrayBuffer: refuse });
}
