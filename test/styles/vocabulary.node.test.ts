import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sectionsOf } from '../docs/markdown.ts';
import { read, root } from '../docs/pages.ts';

const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) => ending.test(name));

const sheets = filesIn('src/styles', /\.css$/).map((name) => `src/styles/${name}`);
const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '');
const source = filesIn('src/components', /\.tsx?$/)
  .map((name) => read(`src/components/${name}`))
  .join('\n');
const hosts = new Set(['data-theme', 'data-mui-color-scheme', 'data-dark', 'data-light']); // they choose the colours
const declared = `${sectionsOf(read('docs/parts.md')).get('State as data attributes')}`;
/** Columns, icons, phases and statuses are declared by name alone: there are many of them. */
const named = new Set(['data-column', 'data-icon', 'data-phase', 'data-status']);

/** Those that have a value wherever they are used. */
const tokens = new Set(
  [...[...sheets.map(read), source].join('\n').matchAll(/(--(?:tillkit|tk)-[\w-]+)['"]?:/g)].map(
    ([, name = '']) => name,
  ),
);

const unique = (texts: Iterable<string>) => [...new Set(texts)].toSorted();

function attributesOf(css: string) {
  const found = [...withoutComments(css).matchAll(/\[(data-[\w-]+)(?:=['"]?([\w-]+)['"]?)?\]/g)];
  return found.map(([, name = '', value]) => ({ name, value })).filter(({ name }) => !hosts.has(name));
}

describe.each(sheets)('%s', (sheet) => {
  const css = read(sheet);

  test('knows no attribute and no value that docs/parts.md does not declare', () => {
    const lost = attributesOf(css).filter(({ name, value }) => {
      const isValueDeclared = value === undefined || named.has(name) || declared.includes(`\`${value}\``);
      return !declared.includes(`\`${name}\``) || !isValueDeclared;
    });
    expect(lost).toEqual([]);
  });

  test('has no rule for a class that no component sets', () => {
    const classes = unique(
      [...withoutComments(css).matchAll(/\.(tillkit-[\w-]+)/g)].map(([, name = '']) => name),
    );
    expect(classes.filter((name) => !new RegExp(`${name}(?![\\w-])`).test(source))).toEqual([]);
  });

  test('uses no token that is not set', () => {
    const used = [...withoutComments(css).matchAll(/var\((--(?:tillkit|tk)-[\w-]+)\s*\)/g)].map(
      ([, name = '']) => name,
    );
    expect(unique(used).filter((name) => !tokens.has(name))).toEqual([]);
  });

  // Vite's minifier writes it as a list of languages: it is wrong where only `dir` says it. A picture that is not turned is still one.
  test('lays nothing out by `:dir()`', () => {
    const rules = [...withoutComments(css).matchAll(/([^{};]*):dir\([^{}]*\{/g)].map(([rule]) => rule.trim());
    expect(rules.filter((rule) => !rule.includes('.tillkit-icon'))).toEqual([]);
  });

  test('can be overruled by any rule of a host', () => {
    const text = withoutComments(css);
    expect(text).not.toContain('!important');
    const rules = [...text.matchAll(/(?:^|[{};])([^{};@]+)\{/g)].map(([, selector = '']) => selector.trim());
    const strong = rules.filter(
      (selector) => !/^(:where\(|:root$|from$|to$|\d+%|&)/.test(selector) && selector !== '',
    );
    expect(strong).toEqual([]);
  });
});

test('every attribute that docs/parts.md declares is set by a component', () => {
  const names = unique([...declared.matchAll(/`data-([\w-]+)`/g)].map(([, name = '']) => name));
  expect(names.length).toBeGreaterThan(20);
  const camel = (name: string) => name.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
  expect(names.filter((name) => !new RegExp(`data-${name}|\\b${camel(name)}\\b`).test(source))).toEqual([]);
});
