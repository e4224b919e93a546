import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { anchorOf } from '../../stories/docs/anchorOf.ts';
import { linksIn, sectionsOf, tableIn } from './markdown.ts';
import { docs, read, root } from './pages.ts';
import { type Member, readPublicTypes } from './publicTypes.ts';
import { contractFieldNames } from '../../src/core/wire/names.ts';

const types = readPublicTypes(root, 'src/exports/index.ts', 'src/exports/parts.ts');
const core = readPublicTypes(root, 'src/exports/core.ts');
afterAll(() => {
  types.close();
  core.close();
});

const headings = {
  hooks: ['Example', 'Options', 'Returns', 'Behaviour', 'Errors and faults', 'Related'],
  components: [
    'Example',
    'Props',
    'Anatomy',
    'Parts',
    'Behaviour',
    'Accessibility',
    'Errors and faults',
    'Related',
  ],
};

const named = (folder: 'hooks' | 'components') =>
  docs
    .map((path) => new RegExp(`^docs/${folder}/(\\w+)\\.md$`).exec(path)?.[1])
    .filter((name) => name !== undefined);
const pages = (['hooks', 'components'] as const).flatMap((folder) =>
  named(folder).map((name) => ({ folder, name, markdown: read(`docs/${folder}/${name}.md`) })),
);
const hooks = pages.filter(({ folder }) => folder === 'hooks');
const components = pages.filter(({ folder }) => folder === 'components');
const partsOn = (markdown: string) => tableIn(sectionsOf(markdown).get('Parts') ?? '', 'part');

const alphabetical = (a: string, b: string) => a.localeCompare(b);

test('what the package exports is on a page, and nothing else is', () => {
  const exported = types.values.filter((name) => /^(use)?[A-Z]/.test(name));
  const parts = components.flatMap(({ markdown }) => partsOn(markdown).map(([name = '']) => name));
  // A hook of a part stands among its parts, and may have a page besides.
  const written = new Set([...pages.map(({ name }) => name), ...parts]);
  expect([...written].toSorted(alphabetical)).toEqual(exported.toSorted(alphabetical));
});

test.each(pages)('$name has its sentence and the fixed headings', ({ folder, name, markdown }) => {
  const [[, top] = [], ...sections] = sectionsOf(markdown);
  expect(top).toBe(`# ${name}\n\n${types.commentOf(name)}\n\n`);
  expect(sections.map(([heading]) => heading)).toEqual(headings[folder]);
  expect(sections.filter(([, text]) => text === '')).toEqual([]);
});

interface Row {
  name: string;
  type: string | undefined;
  byDefault?: string | undefined;
}

const sorted = (rows: readonly Row[]) => rows.toSorted((a, b) => alphabetical(a.name, b.name));

/** What a row has to say of a member; what the code leaves open, the page may say. */
function rowOf({ name, type, isOptional, comment }: Member, written: readonly Row[]): Row {
  const row = written.find((other) => other.name === name);
  // Where the compiler infers it, or it depends on the kind of an operation.
  const isOpen = type === undefined || /\bKind\b/.test(type);
  const [, value] = /\bdefault:? (`[^`]+`|true|false|\d[\d ]*\d|\d+)/i.exec(comment) ?? [];
  const isResult = row?.byDefault === undefined;
  const byDefault = isOptional ? (value?.replaceAll('`', '') ?? row?.byDefault) : 'required';
  const told = isResult && isOptional ? orUndefined(type) : type;
  return { name, type: isOpen ? row?.type : told, ...(!isResult && { byDefault }) };
}

const orUndefined = (type = '') => (type.includes('=>') ? `(${type}) | undefined` : `${type} | undefined`);

/** The options or props of a table. */
function settingsIn(section: string, head: string) {
  const cells = tableIn(section, head);
  return {
    rows: cells.map(([name = '', type, byDefault]): Row => ({ name, type, byDefault })),
    wordless: cells.filter(([, , , words]) => words === ''),
  };
}

test.each(components)('$name names every prop, its type and its default', ({ name, markdown }) => {
  const { rows, wordless } = settingsIn(sectionsOf(markdown).get('Props') ?? '', 'prop');
  const props = types.membersOf(`${name}Props`).map((member) => rowOf(member, rows));
  expect(sorted(rows)).toEqual(sorted(props));
  expect(wordless).toEqual([]);
});

test.each(components)('$name says of its parts what their comments say', ({ markdown }) => {
  const parts = partsOn(markdown);
  expect(parts).toEqual(parts.map(([name = '']) => [name, types.commentOf(name)]));
});

const drawn = components.filter(({ name }) => name !== 'PaymentsProvider');

test.each(drawn)(
  '$name has a picture with numbers, and says what each part in it is',
  ({ name, markdown }) => {
    const [picture = '', , ...rows] = (sectionsOf(markdown).get('Anatomy') ?? '').split('\n');
    const path = `pictures/anatomy/${name}.webp`;
    expect(picture).toBe(`<img src="../${path}" alt="${name} with a number on each of its parts">`);
    expect(statSync(join(root, 'docs', path)).size).toBeLessThanOrEqual(40_000);
    const parts = new Map(partsOn(markdown).map(([part = '', words = '']) => [part, words]));
    const told = rows.map((row, index) => {
      const [, part = ''] = /^\d+\. `([^`]+)`: /.exec(row) ?? [];
      return `${index + 1}. \`${part}\`: ${parts.get(part)}`;
    });
    expect(rows).toEqual(told);
    expect(rows.length).toBeGreaterThan(2);
  },
);

const sharesProps = /components\/(\w+)\.md#props/;
const optionsOn = (markdown: string) => sectionsOf(markdown).get('Options') ?? '';

test.each(hooks.filter(({ markdown }) => !sharesProps.test(optionsOn(markdown))))(
  '$name names every option, its type and its default',
  ({ name, markdown }) => {
    const { rows, wordless } = settingsIn(optionsOn(markdown), 'option');
    const options = types.optionsOf(name).map((member) => rowOf(member, rows));
    expect(sorted(rows)).toEqual(sorted(options));
    expect(wordless).toEqual([]);
  },
);

test.each(hooks.filter(({ markdown }) => sharesProps.test(optionsOn(markdown))))(
  '$name takes no more than the component it names',
  ({ name, markdown }) => {
    const [, component = ''] = sharesProps.exec(optionsOn(markdown)) ?? [];
    const props = types.membersOf(`${component}Props`).map((prop) => prop.name);
    expect(types.optionsOf(name).filter((option) => !props.includes(option.name))).toEqual([]);
  },
);

test.each(hooks)('$name names all that it returns', ({ name, markdown }) => {
  const cells = tableIn(sectionsOf(markdown).get('Returns') ?? '', 'name');
  const rows = cells.map(([member = '', type]): Row => ({ name: member, type }));
  expect(sorted(rows)).toEqual(sorted(types.resultOf(name).map((member) => rowOf(member, rows))));
  expect(cells.filter(([, , words]) => words === '')).toEqual([]);
});

test('docs/connect.md names every record of the wire with all its fields', () => {
  const rows = tableIn(read('docs/connect.md'), 'record');
  const told = rows.map(([name = '', names = '']) => [name, names.match(/\w+/g) ?? []] as const);
  expect(Object.fromEntries(told)).toEqual(contractFieldNames);
});

test.each([
  ['StartOptions', 'start option', []],
  ['FlowView', 'of a flow view', []],
  ['TerminalOperationsOptions', 'option', ['client', 'journal']], // in the call itself
])('docs/core.md names all of %s', (type, head, given) => {
  const rows = tableIn(read('docs/core.md'), head).map(([cell = '']) => cell.replaceAll(/\(.*?\)/g, ''));
  const told = rows.flatMap((cell) => cell.match(/\w+/g) ?? []);
  const members = core.membersOf(type).map(({ name }) => name);
  expect(told.toSorted(alphabetical)).toEqual(
    members.filter((name) => !given.includes(name)).toSorted(alphabetical),
  );
});

const flows = hooks.filter(({ markdown }) => /^\| `start` +\| `\(request/m.test(markdown));

test.each(flows)('$name says where the provider goes, which chooses paths', ({ markdown }) => {
  expect(sectionsOf(markdown).get('Behaviour')).toMatch(/`start\(\{[^`]*\bprovider\b/);
});

describe('rows of faults', () => {
  const sections = read('docs/faults.md').split(/^(?=#{2,3} )/m);

  test.each(docs.filter((path) => path !== 'docs/faults.md'))('%s links each to where it stands', (path) => {
    const wrong = [...read(path).matchAll(/\[([FRM]\d+)\]\([^)\s]*faults\.md#([\w-]+)\)/g)].filter(
      ([, row = '', anchor = '']) => {
        const section =
          sections.find((text) => anchorOf(text.split('\n')[0]!.replace(/^#+ /, '')) === anchor) ?? '';
        return !new RegExp(`^\\| ${row} +\\|`, 'm').test(section);
      },
    );
    expect(wrong.map(([link]) => link)).toEqual([]);
  });
});

test('docs/README.md links every page', () => {
  const linked = linksIn(read('docs/README.md')).map((target) => `docs/${target}`);
  expect(docs.filter((path) => path !== 'docs/README.md' && !linked.includes(path))).toEqual([]);
});
