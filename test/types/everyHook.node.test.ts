import { readdirSync, readFileSync } from 'node:fs';
import * as tillkit from 'tillkit';
import * as parts from 'tillkit/parts';
import { expect, test } from 'vitest';

// The files `*.test-d.ts` are compiled by `npm run typecheck` and never run.
const folder = new URL('./', import.meta.url);
const files = readdirSync(folder).filter((name) => /\.test-d\.tsx?$/.test(name));
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

test('every hook of the package has its types tested', () => {
  const source = files.map(read).join('\n');
  const hooks = Object.keys({ ...tillkit, ...parts }).filter((name) => /^use[A-Z]/.test(name));
  expect(hooks.length).toBeGreaterThan(30);
  // Called, or asked for its parameters and result: to import it proves nothing.
  expect(hooks.filter((name) => !new RegExp(`\\b${name}(\\(|\\)\\.)`).test(source))).toEqual([]);
});

test.each(files)('%s sees what a host sees', (name) => {
  const specifiers = [...read(name).matchAll(/from '([^']+)'/g)].map(([, specifier = '']) => specifier);
  expect(specifiers.filter((specifier) => /^\.|^\//.test(specifier))).toEqual([]);
});

test.each(files)('%s says of all that must not compile why', (name) => {
  expect(read(name)).not.toMatch(/@ts-(ignore|nocheck)|@ts-expect-error(?! -- \S)/);
});
