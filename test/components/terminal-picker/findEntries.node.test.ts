import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createFinder,
  searchText,
  terminalEntries,
} from '../../../src/components/terminal-picker/useTerminalList.ts';
import type { Terminal } from '../../../src/core/wire/terminal.ts';

const terminal = (id: string, name: string, more: Partial<Terminal> = {}): Terminal => ({
  id,
  name,
  raw: undefined,
  ...more,
});
const namesOf = (terminals: Terminal[], query: string) =>
  createFinder(terminalEntries(terminals))(query).map(({ name }) => name);

describe('finding a terminal', () => {
  const terminals = [
    terminal('t-1', 'Café Élite', { model: 'A920', provider: 'alpha' }),
    terminal('t-2', 'Bar', { serialNumber: 'B-77', provider: 'beta' }),
    terminal('t-3', 'ISTANBUL İskele'),
  ];

  test.each([
    ['cafe elite', ['Café Élite']],
    ['CAFÉ', ['Café Élite']],
    ['a920', ['Café Élite']],
    ['77 bar', ['Bar']],
    ['beta', ['Bar']],
    ['T-3', ['ISTANBUL İskele']],
    ['iskele', ['ISTANBUL İskele']],
    ['  ', ['Café Élite', 'Bar', 'ISTANBUL İskele']],
    ['no such', []],
  ])('%j finds %j', (query, found) => expect(namesOf(terminals, query)).toEqual(found));

  test('the one of that name comes first, then those whose name it begins, then those it is in', () => {
    const named = ['Till 5', 'The till 9', 'Till 90', 'Till 9'].map((name, index) =>
      terminal(`t-${index}`, name, { model: 'A920' }),
    );
    expect(namesOf(named, 'till 9')).toEqual(['Till 9', 'Till 90', 'The till 9', 'Till 5']);
  });

  test('no word spans two facts', () => expect(namesOf(terminals, 'elitea920')).toEqual([]));

  test('typing on finds what a new search finds', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'á', '1', ' '), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), fc.array(word, { maxLength: 8 }), (names, queries) => {
        const entries = names.map((name, index) => ({ index, search: searchText([name]) }));
        const find = createFinder(entries);
        for (const query of queries.flatMap((text) => Array.from(text, (_, at) => text.slice(0, at + 1)))) {
          expect(find(query)).toEqual(createFinder(entries)(query));
        }
      }),
    );
  });
});

describe('what is shown', () => {
  test('two of one name get their serial numbers, else their ids', () => {
    const titles = (terminals: Terminal[]) => terminalEntries(terminals).map(({ title }) => title);
    expect(
      titles([terminal('a', 'Desk', { serialNumber: '1' }), terminal('b', 'Desk', { serialNumber: '2' })]),
    ).toEqual(['Desk · 1', 'Desk · 2']);
    expect(
      titles([terminal('a', 'Desk', { serialNumber: '1' }), terminal('b', 'Desk'), terminal('c', 'Bar')]),
    ).toEqual(['Desk · a', 'Desk · b', 'Bar']);
  });

  test('F105: names that differ only in what cannot be seen, or after what is shown, are told apart', () => {
    const long = 'x'.repeat(90);
    const titles = terminalEntries([
      terminal('a', 'Bar'),
      terminal('b', 'B\u200bar\u202e'),
      terminal('c', `${long}1`),
      terminal('d', `${long}2`),
    ]).map(({ title }) => title);
    expect(new Set(titles).size).toBe(4);
  });

  test('ten thousand of one name take no time to speak of', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => terminal(`t${index}`, 'Till'));
    const started = performance.now();
    expect(terminalEntries(many).at(-1)?.title).toBe('Till · t9999');
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test('a list that grows prepares only what is new', () => {
    const [one, two] = [terminal('a', 'Bar'), terminal('b', 'Desk')];
    const [before] = terminalEntries([one]);
    expect(terminalEntries([one, two])[0]).toBe(before);
  });
});
