import { expect, test } from 'vitest';
import { tableIn } from './markdown.ts';
import { read } from './pages.ts';

const page = read('docs/what-happens-when.md');

/** The English catalogue's source, with values as `{name}`. */
const english = read('src/words/en.ts').replaceAll(
  /\$\{([^{}]*)\}/g,
  (_, value: string) => `{${value.split('.').at(-1)}}`,
);

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
  const [, source = ''] =
    /export interface PaymentsClientOptions \{([\s\S]*?)\n\}/.exec(
      read('src/core/client/clientContext.ts'),
    ) ?? [];
  const options = [...source.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name = '']) => name);
  expect(options).toContain('baseUrl');
  expect(tableIn(read('docs/connect.md'), 'option').map(([name]) => name)).toEqual(options);
});
