import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  createFinder,
  searchText,
  shownText,
  terminalEntries,
  unlistedEntry,
} from '../../../src/components/terminal-picker/useTerminalList.ts';
import { shownRows } from '../../../src/components/terminal-picker/useCombobox.ts';
import {
  keepUnder,
  keptUnder,
  readRemembered,
  rememberedKey,
} from '../../../src/components/terminal-picker/useTerminalPicker.ts';
import type { Terminal } from '../../../src/core/wire/terminal.ts';

const terminal = (id: string, name: string, more: Partial<Terminal> = {}): Terminal => ({
  id,
  name,
  raw: undefined,
  ...more,
});

describe('F105: a text of the service beside an amount', () => {
  test.each([
    ['Bar', 'Bar'],
    ['  Bar\n', 'Bar'],
    [undefined, ''],
    ['\u202egro.rab', 'gro.rab'],
    ['B\u200ba\u2060r\ufeff', 'Bar'],
    ['\u2067Bar\u2069', 'Bar'],
    ['Ba\u0007r\u0000', 'Bar'],
    ['Ba\u00adr', 'Bar'], // a soft hyphen is seen only where it breaks a line
    ['\u061cBar 12', 'Bar 12'],
    ['B\u2063a\u2062r', 'Bar'],
    ['Café 👩‍🍳', 'Café 👩‍🍳'], // joined by something that cannot be seen and must stay
    ['نمی\u200cخواهم', '\u2068نمی\u200cخواهم\u2069'],
    ['דלפק 12', '\u2068דלפק 12\u2069'],
    ['Bar عربي', '\u2068Bar عربي\u2069'],
    ['x'.repeat(80), 'x'.repeat(80)],
    ['x'.repeat(81), `${'x'.repeat(80)}…`],
    [`${'x'.repeat(80)} `, 'x'.repeat(80)],
    [`${'x'.repeat(79)}😀😀`, `${'x'.repeat(79)}…`], // no half of a sign
    [`${'x'.repeat(78)}😀😀`, `${'x'.repeat(78)}😀…`],
    ['ק'.repeat(81), `\u2068${'ק'.repeat(80)}…\u2069`],
  ])('%j is shown as %j', (text, shown) => expect(shownText(text)).toBe(shown));
});

describe('entries', () => {
  test('say what is known and leave out what is not', () => {
    const [whole, bare] = terminalEntries([
      terminal('a', 'Bar', { model: 'P400', serialNumber: 'S-1', provider: 'beta' }),
      terminal('b', 'Desk'),
    ]);
    expect(whole).toMatchObject({ title: 'Bar', mark: undefined, details: ['P400', 'S-1', 'beta'] });
    expect(bare).toMatchObject({ title: 'Desk', details: [] });
  });

  test('a mark is not repeated among the details, and does not change how it is found', () => {
    const twins = [
      terminal('a', 'Bar', { model: 'P400', serialNumber: 'S-1' }),
      terminal('b', 'Bar', { model: 'P400', serialNumber: 'S-2' }),
    ];
    const [one, two] = terminalEntries(twins);
    expect(one).toMatchObject({ name: 'Bar', mark: 'S-1', title: 'Bar · S-1', details: ['P400'] });
    expect(createFinder([one!, two!])('s-2')).toEqual([two]);
  });

  test('two with one serial number are told apart by their ids', () => {
    const twins = ['a', 'b'].map((id) => terminal(id, 'Bar', { serialNumber: 'S-1' }));
    expect(terminalEntries(twins).map(({ mark, details }) => [mark, details])).toEqual([
      ['a', ['S-1']],
      ['b', ['S-1']],
    ]);
  });

  test('only namesakes are marked, each group by what its own have', () => {
    const titles = terminalEntries([
      terminal('a', 'Bar', { serialNumber: 'S-1' }),
      terminal('b', 'Desk', { serialNumber: 'S-2' }),
      terminal('c', 'Bar', { serialNumber: 'S-3' }),
      terminal('d', 'Desk'),
      terminal('e', 'Roof', { serialNumber: 'S-5' }),
    ]).map(({ title }) => title);
    expect(titles).toEqual(['Bar · S-1', 'Desk · b', 'Bar · S-3', 'Desk · d', 'Roof']);
  });

  test('one that no page has goes by its id until a better name is known', () => {
    expect(unlistedEntry('t-9')).toMatchObject({ id: 't-9', title: 't-9', details: [] });
    expect(unlistedEntry('t-9', 'Bar\u200b')).toMatchObject({ id: 't-9', title: 'Bar' });
  });

  test('a list is prepared once', () => {
    const list = [terminal('a', 'Bar'), terminal('b', 'Bar')];
    expect(terminalEntries(list)).toBe(terminalEntries(list));
  });
});

describe('finding', () => {
  const entriesOf = (names: readonly string[]) => names.map((name) => ({ name, search: searchText([name]) }));

  test('of many that match all are found, in the order of the list', () => {
    const names = Array.from({ length: 501 }, (_, index) => `Old till ${index}`);
    const all = entriesOf([...names, 'till']);
    expect(createFinder(all)('till').map(({ name }) => name)).toEqual([...names, 'till']);
    const few = entriesOf([...names.slice(2), 'till']);
    expect(createFinder(few)('till')[0]?.name).toBe('till');
    expect(createFinder(few)('till')).toHaveLength(500);
  });

  test('what is erased again finds what it found before', () => {
    const find = createFinder(entriesOf(['Bar', 'Barge', 'Desk']));
    const bar = find('bar');
    expect(find('barg').map(({ name }) => name)).toEqual(['Barge']);
    expect(find('bar')).toBe(bar);
    expect(find('d').map(({ name }) => name)).toEqual(['Desk']);
    expect(find('').map(({ name }) => name)).toEqual(['Bar', 'Barge', 'Desk']);
  });

  test('words count in any order, and with what stands before them', () => {
    const find = createFinder(entriesOf(['Bar one', 'Bar two']));
    expect(find('  two BAR ').map(({ name }) => name)).toEqual(['Bar two']);
    expect(find('bar  one')).toHaveLength(1);
  });

  test('a name of 10 kB is searched in its beginning', () => {
    const find = createFinder(entriesOf([`${'x'.repeat(199)}yz`]));
    expect(find('xy')).toHaveLength(1);
    expect(find('xyz')).toHaveLength(0);
  });
});

describe('the rows that are drawn', () => {
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

  test.each([
    ['the start', { top: 0, rows: 6, count: 100, active: -1 }, range(0, 10)],
    ['the middle', { top: 50, rows: 6, count: 100, active: 52 }, range(47, 60)],
    ['the end', { top: 94, rows: 6, count: 100, active: 99 }, range(91, 100)],
    ['beyond the end', { top: 500, rows: 6, count: 100, active: -1 }, range(91, 100)],
    ['a short list', { top: 3, rows: 6, count: 2, active: 1 }, range(0, 2)],
    ['none', { top: 0, rows: 6, count: 0, active: 3 }, []],
    ['an active one before', { top: 50, rows: 6, count: 100, active: 46 }, [46, ...range(47, 60)]],
    ['an active one far before', { top: 50, rows: 6, count: 100, active: 0 }, [0, ...range(47, 60)]],
    ['an active one after', { top: 50, rows: 6, count: 100, active: 60 }, [...range(47, 60), 60]],
    ['an active one that is gone', { top: 50, rows: 6, count: 100, active: 100 }, range(47, 60)],
  ])('at %s', (_, list, rows) => expect(shownRows(list)).toEqual(rows));
});

describe('the terminal that a device remembers', () => {
  afterEach(() => vi.unstubAllGlobals());

  test.each([
    [null, undefined],
    ['', undefined],
    ['nothing', undefined],
    ['null', undefined],
    ['7', undefined],
    ['[]', undefined],
    ['{"id":"a"}', undefined],
    ['{"name":"Bar"}', undefined],
    ['{"id":7,"name":"Bar"}', undefined],
    ['{"id":"a","name":null}', undefined],
    ['{"id":"a","name":"Bar","admin":true}', { id: 'a', name: 'Bar' }],
  ])('where %j was kept, is %j', (kept, remembered) => expect(readRemembered(kept)).toEqual(remembered));

  test('is another one for each service and client', () => {
    const keys = [
      { baseUrl: 'https://a.example' },
      { baseUrl: 'https://b.example' },
      { baseUrl: 'https://a.example', clientId: 'one' },
      { baseUrl: 'https://a.example', clientId: 'two' },
    ].map(rememberedKey);
    expect(new Set(keys).size).toBe(4);
  });

  test('is none on a device without storage, and nothing breaks', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(keptUnder('key')).toBeNull();
    expect(() => keepUnder('key', 'text')).not.toThrow();
  });
});
