import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rules, search, type SearchOptions, tell } from './search.ts';

describe('the protocol of a payment', () => {
  // `npm run test:long` has every kind, two in a run.
  test.each(['kill', 'commit'] as const)('keeps every promise in every state with one fault: %s', (kind) => {
    const found = search({ payments: 1, kinds: [kind] });
    expect(tell(found)).toBeUndefined();
    expect(found.isWhole).toBe(true);
  });

  test('every rule stands for a function of the kit that exists', () => {
    const missing = rules.flatMap(({ name, stands }) => {
      if (!stands) return [];
      const [file, called] = stands;
      const source = existsSync(file) ? readFileSync(file, 'utf8') : '';
      return new RegExp(`export (async )?function\\*? ${called}\\b`).test(source)
        ? []
        : `${name}: ${file} ${called}`;
    });
    expect(missing).toEqual([]);
  });
});

/** Each leaves out a part of a rule. The promise that then breaks is the one that the part keeps. */
const mutants: [left: string, promise: string, options: SearchOptions][] = [
  ['claim', 'the service got a request twice', { payments: 1, kinds: ['repeated'] }],
  ['guard', 'two payments at one terminal', { payments: 2, kinds: [] }],
  ['close', 'the page says that nothing was sent, and the service got it', { payments: 1, kinds: ['late'] }],
  ['holder', 'the page says that nothing was sent, and the service got it', { payments: 1, kinds: ['late'] }],
  ['overdue', 'the record says rejected, and the card was charged', { payments: 1, kinds: [] }],
  [
    'withdraw',
    'the record says rejected, and the card was charged',
    { payments: 1, kinds: ['commit', 'repeated'] },
  ],
  ['word', 'the record lost what a person said', { payments: 1, kinds: [] }],
  ['acknowledged', 'rejected counts as seen, and resolved was seen', { payments: 1, kinds: [] }],
  [
    'young',
    'the page says that nothing was sent, and the service got it',
    { payments: 1, kinds: ['restored', 'lost'] },
  ],
];

describe('a protocol without', () => {
  test.each(mutants)('%s breaks: %s', (left, promise, options) => {
    expect(search({ ...options, broken: new Set([left]) }).failure?.promise).toBe(promise);
  });
});
