import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tableIn } from './markdown.ts';
import { read, root } from './pages.ts';

const page = read('docs/what-happens-when.md');

/** The English catalogue's source, with values as `{name}`. */
const english = readdirSync(join(root, 'src/components'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /(Labels|English)\.ts$/.test(path))
  .map((path) => read(`src/components/${path}`))
  .join('\n')
  .replaceAll(/\$\{([^{}]*)\}/g, (_, value: string) => `{${value.split('.').at(-1)}}`);

test('docs/what-happens-when.md quotes what the English catalogue says', () => {
  const quotes = [...page.matchAll(/“([^”]+)”/g)].map(([, words = '']) => words);
  expect(quotes.length).toBeGreaterThan(40);
  const introduced = ['these quotes'];
  expect(quotes.filter((words) => !english.includes(words) && !introduced.includes(words))).toEqual([]);
});

test('docs/what-happens-when.md has every reason why something is not known', () => {
  const source = read('src/core/operations/terminalOperation.ts');
  const union = /type UnknownReason =([^;]+);/.exec(source)?.[1] ?? '';
  const reasons = [...union.matchAll(/'([a-z-]+)'/g)].map(([, reason = '']) => reason);
  expect(tableIn(page, 'reason').map(([reason]) => reason)).toEqual(reasons);
});

test('docs/connect.md has every option of the client', () => {
  const source =
    read('src/core/client/clientContext.ts').split('export interface PaymentsClientOptions')[1] ?? '';
  const options = [...source.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name = '']) => name);
  expect(options).toContain('baseUrl');
  expect(tableIn(read('docs/connect.md'), 'option').map(([name]) => name)).toEqual(options);
});
