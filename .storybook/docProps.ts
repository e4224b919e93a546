import type { InputType, SBType, StrictArgTypes } from 'storybook/internal/types';
import { sectionsOf, tableIn } from '../test/docs/markdown.ts';

interface DocProp {
  name: string;
  /** As the source writes it. */
  type: string;
  isRequired: boolean;
  byDefault: string | undefined;
  /** Markdown without links, which would lead nowhere here. */
  words: string;
}

/** The first paragraph of a component's or hook's page. */
export const sentenceIn = (markdown: string) => (sectionsOf(markdown).get('') ?? '').split('\n\n')[1] ?? '';

export const exampleIn = (markdown: string) =>
  /```tsx\n([\s\S]*?)\n```/.exec(sectionsOf(markdown).get('Example') ?? '')?.[1] ?? '';

/**
 * The code that a host would write for a story: a callback in place of a spy, and no empty lists, which stories have
 * because Storybook's controls need a value.
 */
export const codeOf = (snippet: string) =>
  snippet.replaceAll(/\s+\w+=\{\[\]\}/g, '').replaceAll(/(\w+)=\{fn\(\)\}/g, '$1={$1}');

/** What a hook is for, its options and what it returns, without the blanks that align a table. */
export const hookIn = (markdown: string) => {
  const section = (name: string) => `${name}\n\n${sectionsOf(markdown).get(name) ?? ''}`;
  return withoutLinks([sentenceIn(markdown), section('Options'), section('Returns')].join('\n\n'))
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/-{4,}/g, '---');
};

/** The names of what a hook returns, from the table on its page. */
export const returnedIn = (markdown: string) =>
  tableIn(sectionsOf(markdown).get('Returns') ?? '', 'name').map(([name = '']) => name);

/** The props of a component, from the table on its page. A test checks that table against the types. */
export function propsIn(markdown: string): DocProp[] {
  const rows = tableIn(sectionsOf(markdown).get('Props') ?? '', 'prop');
  return rows.map(([name = '', type = '', byDefault = '', words = '']) => ({
    name,
    type,
    isRequired: byDefault === 'required',
    byDefault: byDefault === 'required' || byDefault === '' ? undefined : byDefault,
    words: withoutLinks(words),
  }));
}

const withoutLinks = (markdown: string) => markdown.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');

/** The scenarios that `docs/sandbox.md` lists, each with the last digits of the amounts that choose it. */
export const scenariosIn = (markdown: string) =>
  tableIn(sectionsOf(markdown).get('Scenarios and magic amounts') ?? '', 'scenario').map(
    ([name = '', digits = '', words = '']) => ({
      name,
      digits,
      words: withoutLinks(words).replaceAll('`', ''),
    }),
  );

/** The source of Storybook's props table and its Controls. */
export const argTypesIn = (markdown: string): StrictArgTypes =>
  Object.fromEntries(
    propsIn(markdown).map(({ name, type, isRequired, byDefault, words }) => [
      name,
      {
        name,
        description: words,
        type: { ...typeOf(type), required: isRequired },
        table: { type: { summary: type }, ...(byDefault && { defaultValue: { summary: byDefault } }) },
        ...controlOf(type),
      },
    ]),
  );

const isLiteral = (type: string) => /^'[^']*'$/.test(type);

function typeOf(type: string): SBType {
  const types = type.split(' | ').filter((each) => each !== 'null');
  const [only = ''] = types;
  if (types.every(isLiteral)) return { name: 'enum', value: types.map((each) => each.slice(1, -1)) };
  if (type.includes('=>') || type.startsWith('FocusEventHandler')) return { name: 'function' };
  if (only === 'string' || only === 'number' || only === 'boolean') return { name: only };
  if (only === 'ReactNode') return { name: 'string' };
  if (only.endsWith('[]')) return { name: 'array', value: { name: 'other', value: only } };
  return { name: 'object', value: {} };
}

/** A prop without a JSON value has no control. */
const controlOf = (type: string): Pick<InputType, 'control'> =>
  type.startsWith('PartRender') ? { control: false } : {};
