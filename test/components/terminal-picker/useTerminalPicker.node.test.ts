import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  createFinder,
  searchText,
  terminalEntries,
  unlistedEntry,
} from '../../../src/components/terminal-picker/useTerminalList.ts';
import { shownText } from '../../../src/components/kit/shownText.ts';
import { comboboxCommand } from '../../../src/components/terminal-picker/useCombobox.ts';
import {
  type ComboboxMove,
  movedIndex,
  renderedRows,
  topRowFor,
} from '../../../src/components/terminal-picker/useListedItems.ts';
import {
  writeStored,
  readStored,
  readRemembered,
  rememberedKey,
} from '../../../src/components/terminal-picker/useChosenTerminal.ts';
import type { Terminal } from '../../../src/core/wire/terminal.ts';
import fc from 'fast-check';
import { cpuTimeOf } from '../../cpuTime.ts';

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
    [7 as never, '7'],
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
  ])('at %s', (_, list, rows) => expect(renderedRows(list)).toEqual(rows));
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
    expect(readStored('key')).toBeNull();
    expect(() => writeStored('key', 'text')).not.toThrow();
  });
});

const plain = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
const commandOf = (keys: string, isOpen: boolean, isEdited = false) => {
  const [key = '', ...held] = keys.split('+').toReversed();
  return comboboxCommand(
    { ...plain, ...Object.fromEntries(held.map((name) => [`${name}Key`, true])), key },
    { isOpen, isEdited },
  );
};

describe('keys', () => {
  test.each([
    ['ArrowDown', 'next', 'next'],
    ['ArrowUp', 'previous', 'previous'],
    ['alt+ArrowDown', 'open', undefined],
    ['alt+ArrowUp', undefined, 'close'],
    ['Home', undefined, 'first'],
    ['End', undefined, 'last'],
    ['PageDown', undefined, 'pageDown'],
    ['PageUp', undefined, 'pageUp'],
    ['Enter', undefined, 'choose'],
    ['Escape', undefined, 'close'],
    ['Tab', undefined, undefined],
    ['shift+Home', undefined, undefined],
    ['ctrl+ArrowDown', undefined, undefined],
    ['meta+ArrowUp', undefined, undefined],
    ['ArrowLeft', undefined, undefined],
    ['a', undefined, undefined],
    ['constructor', undefined, undefined],
  ])('%s: closed %s, open %s', (key, closed, open) => {
    expect(commandOf(key, false)).toBe(closed);
    expect(commandOf(key, true)).toBe(open);
  });

  test('what was typed and not chosen is taken back by Escape, and not sent by Enter', () => {
    expect(commandOf('Escape', false, true)).toBe('restore');
    expect(commandOf('Enter', false, true)).toBe('open');
  });
});

describe('the active option', () => {
  const moves: ComboboxMove[] = ['next', 'previous', 'first', 'last', 'pageDown', 'pageUp'];

  test('goes round the ends of a whole list, and waits at the end of one that can grow', () => {
    const list = { count: 5, page: 3, canGrow: false };
    expect(movedIndex('next', 1, list)).toBe(2);
    expect(movedIndex('previous', 3, list)).toBe(2);
    expect(movedIndex('next', 4, list)).toBe(0);
    expect(movedIndex('previous', 0, list)).toBe(4);
    expect(movedIndex('previous', -1, list)).toBe(4);
    expect(movedIndex('next', 4, { ...list, canGrow: true })).toBe(4);
    expect(movedIndex('previous', 0, { ...list, canGrow: true })).toBe(0);
    expect(movedIndex('previous', -1, { ...list, canGrow: true })).toBe(4);
    expect(movedIndex('pageDown', 3, list)).toBe(4);
    expect(movedIndex('pageUp', 1, list)).toBe(0);
  });

  test('is always one of the list, and none of an empty one', () => {
    const cases = fc.record({
      move: fc.constantFrom(...moves),
      count: fc.nat(50),
      from: fc.integer({ min: -1, max: 49 }),
      page: fc.integer({ min: 1, max: 60 }),
      canGrow: fc.boolean(),
    });
    fc.assert(
      fc.property(cases, ({ move, count, from, page, canGrow }) => {
        const index = movedIndex(move, Math.min(from, count - 1), { count, page, canGrow });
        expect(index).toBeGreaterThanOrEqual(count === 0 ? -1 : 0);
        expect(index).toBeLessThan(Math.max(count, 0));
      }),
    );
  });
});

describe('the window', () => {
  test('draws what is in view and the active one, each once, in order, of any list', () => {
    const lists = fc.record({
      top: fc.nat(20_000),
      rows: fc.integer({ min: 1, max: 12 }),
      count: fc.nat(10_000),
      active: fc.integer({ min: -1, max: 10_000 }),
    });
    fc.assert(
      fc.property(lists, (list) => {
        const shown = renderedRows(list);
        const top = Math.min(list.top, Math.max(0, list.count - list.rows));
        const inView = Array.from({ length: Math.min(list.rows, list.count) }, (_, row) => top + row);
        expect(shown).toEqual([...new Set(shown)].toSorted((one, other) => one - other));
        expect(shown).toEqual(expect.arrayContaining(inView));
        expect(shown.includes(list.active)).toBe(list.active >= 0 && list.active < list.count);
        expect(shown.length).toBeLessThanOrEqual(list.rows + 8);
      }),
    );
  });

  test('scrolls no further than it takes', () => {
    expect(topRowFor(3, 0, 6)).toBe(0);
    expect(topRowFor(6, 0, 6)).toBe(1);
    expect(topRowFor(2, 5, 6)).toBe(2);
    expect(topRowFor(9_999, 0, 6)).toBe(9_994);
  });
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
    const cpuMs = cpuTimeOf(() => expect(terminalEntries(many).at(-1)?.title).toBe('Till · t9999'));
    expect(cpuMs).toBeLessThan(1000);
  });

  test('a list that grows prepares only what is new', () => {
    const [one, two] = [terminal('a', 'Bar'), terminal('b', 'Desk')];
    const [before] = terminalEntries([one]);
    expect(terminalEntries([one, two])[0]).toBe(before);
  });
});
