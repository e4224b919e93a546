import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import registry from '../../registry.json' with { type: 'json' };
import { writeRegistry } from '../../scripts/registry.mjs';

const dropIns = readdirSync('docs/components')
  .map((page) => page.replace('.md', ''))
  .filter((name) => name !== 'PaymentsProvider');
const kebab = (name: string) => name.replaceAll(/(?!^)(?=[A-Z])/g, '-').toLowerCase();

test('registry.json is what `node scripts/registry.mjs` writes, and is in the package', () => {
  expect(readFileSync('registry.json', 'utf8')).toBe(writeRegistry());
  expect(manifest.files).toEqual(expect.arrayContaining(['registry.json', 'examples']));
});

test('every drop-in can be owned as one file', () => {
  expect(registry.items.map(({ name }) => name)).toEqual(dropIns.map(kebab).toSorted());
  const paths = registry.items.flatMap(({ files }) => files.map(({ path }) => path));
  expect(paths).toEqual(readdirSync('examples/own').map((name) => `examples/own/${name}`));
});

test.each(registry.items)('$name is short, and names every package and style it needs', (item) => {
  const source = readFileSync(item.files[0]!.path, 'utf8');
  expect(source.split('\n').length).toBeLessThanOrEqual(121); // the last line ends
  expect(source).toContain(`export const ${item.title} = `);
  const imported = [...source.matchAll(/ from '([^']+)'/g)].map(([, name = '']) => name);
  expect(imported).not.toContainEqual(expect.stringMatching(/^\./));
  const packages = imported.map((name) => name.replace(/^(tillkit)\/.+/, '$1'));
  expect([...item.dependencies, 'react']).toEqual(expect.arrayContaining(packages));
  const peers = Object.keys(manifest.peerDependencies).filter((name) => !/^react(-dom)?$/.test(name));
  const optional = Object.keys(manifest.peerDependenciesMeta);
  expect(item.dependencies).toEqual([manifest.name, ...peers.filter((name) => !optional.includes(name))]);
  const styles = Object.keys(item.css).map((rule) => /"tillkit(\/.+)"/.exec(rule)?.[1] ?? rule);
  expect(Object.keys(manifest.exports)).toEqual(expect.arrayContaining(styles.map((path) => `.${path}`)));
});
