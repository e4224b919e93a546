import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sentName } from '../../../src/core/uploads/files.ts';

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
  expect(sentName(name)).toBe(sent);
});

const bytes = (name: string) => new TextEncoder().encode(name).length;

test.each(['x', 'é', '漢', '🧾'])(
  'F88: 5,000 times %s fits a file system and keeps its extension',
  (letter) => {
    const sent = sentName(`${letter.repeat(5000)}.pdf`);
    expect(sent).toMatch(/^(x+|é+|漢+|🧾+)\.pdf$/u);
    expect(bytes(sent)).toBeLessThanOrEqual(255);
    expect(bytes(sent)).toBeGreaterThan(250);
  },
);

test('F88: whatever the name was, what is sent is one plain name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const sent = sentName(name);
      expect(bytes(sent)).toBeLessThanOrEqual(255);
      expect(sent).toMatch(/^[^\p{Cc}/\\\u202A-\u202E\u2066-\u2069]+$/u);
      expect(sent).not.toMatch(/^(-|\.*$)/);
      expect(sentName(sent)).toBe(sent);
    }),
  );
});
