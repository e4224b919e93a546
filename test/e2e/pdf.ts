import { inflateSync } from 'node:zlib';

/** What a PDF of Chromium says, page by page, in the order in which it is painted. Spaces are left out. */
export function textOfPages(pdf: Buffer): string[] {
  const objects = objectsOf(pdf.toString('latin1'));
  return [...objects.values()]
    .filter((object) => /\/Type \/Page\b/.test(object))
    .map((page) => {
      const fonts = new Map(
        [...dictionaryIn(page, 'Font').matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name = '', id]) => [
          name,
          charactersOf(objects, Number(id)),
        ]),
      );
      const [, contents] = /\/Contents (\d+) 0 R/.exec(page) ?? [];
      return textIn(streamOf(objects.get(Number(contents)) ?? ''), fonts);
    });
}

function objectsOf(source: string): Map<number, string> {
  const objects = new Map<number, string>();
  for (const [, id, body = ''] of source.matchAll(/(?<=^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
    objects.set(Number(id), body);
  return objects;
}

function dictionaryIn(object: string, name: string): string {
  return new RegExp(`/${name} <<([^>]*)>>`).exec(object)?.[1] ?? '';
}

function streamOf(object: string): string {
  const start = /stream\r?\n/.exec(object);
  if (!start) return '';
  const from = start.index + start[0].length;
  const body = object.slice(from, from + Number(/\/Length (\d+)/.exec(object)?.[1]));
  return object.includes('/FlateDecode') ? inflateSync(Buffer.from(body, 'latin1')).toString('latin1') : body;
}

const fromHex = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/** The characters of a font's glyphs, from its `ToUnicode` table. */
function charactersOf(objects: ReadonlyMap<number, string>, font: number): Map<string, string> {
  const [, table] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font) ?? '') ?? [];
  const map = streamOf(objects.get(Number(table)) ?? '');
  const found = new Map<string, string>();
  for (const [, block = ''] of map.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = '', text = ''] of block.matchAll(/<(\w+)> <(\w+)>/g))
      found.set(glyph, fromHex(text));
  }
  for (const [, block = ''] of map.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g)) {
    for (const [, first = '', last = '', text = ''] of block.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      for (let step = 0; step <= Number.parseInt(last, 16) - Number.parseInt(first, 16); step += 1) {
        const glyph = (Number.parseInt(first, 16) + step).toString(16).toUpperCase().padStart(4, '0');
        found.set(glyph, String.fromCodePoint(fromHex(text).codePointAt(0)! + step));
      }
    }
  }
  return found;
}

function textIn(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let font: ReadonlyMap<string, string> | undefined;
  let said = '';
  for (const [, name, shown] of content.matchAll(/\/(\w+) [\d.]+ Tf|((?:<\w+>|\[[^\]]*\]) TJ?j?)/g)) {
    if (name) font = fonts.get(name);
    for (const [, glyphs = ''] of (shown ?? '').matchAll(/<(\w+)>/g)) {
      for (const glyph of glyphs.match(/.{4}/g) ?? []) said += font?.get(glyph.toUpperCase()) ?? '';
    }
  }
  return said.replace(/\s/g, '');
}
