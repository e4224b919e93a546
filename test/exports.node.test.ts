import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { readModule } from '../scripts/read-module.mjs';

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** `dist/exports/core.js` is built from `src/exports/core.ts`. */
const entries = Object.entries(manifest.exports).flatMap(([name, target]) =>
  typeof target === 'object' && target.default.endsWith('.js')
    ? [{ name, source: target.default.replace(/^\.\/dist\/(.*)\.js$/, 'src/$1.ts') }]
    : [],
);

/** Every module an entry reaches in our source, and every package they import. */
function graphOf(entry: string) {
  const modules = new Set([entry]);
  const packages = new Set<string>();
  for (const path of modules) {
    for (const specifier of readModule(path, read(path)).imports) {
      if (specifier.startsWith('.')) modules.add(posix.join(posix.dirname(path), specifier));
      else packages.add(specifier);
    }
  }
  return { modules: [...modules], packages: [...packages] };
}

/** What a barrel passes on without naming it. */
const passedOnBy = (path: string) =>
  [...read(path).matchAll(/^export \*[^']*'([^']+)'/gm)].map(([, specifier = '']) =>
    posix.join(posix.dirname(path), specifier),
  );

/** An entry and the barrels it is made of. */
function barrelsOf(entry: string) {
  const barrels = new Set([entry]);
  for (const path of barrels) {
    for (const passedOn of passedOnBy(path).filter(isBarrel)) barrels.add(passedOn);
  }
  return [...barrels];
}

const isBarrel = (path: string) => path.startsWith('src/exports/');

describe.each(entries)('$name', ({ name, source }) => {
  const barrels = barrelsOf(source);

  test('names each export, in itself or in a barrel of its own', () => {
    expect(barrels.flatMap(passedOnBy).filter((path) => !isBarrel(path))).toEqual([]);
  });

  test('exports the names it promises', async () => {
    const module: object = await import(posix.join('tillkit', name));
    const types = barrels
      .flatMap((path) => readModule(path, read(path)).exportedTypes)
      .map((type) => `type ${type}`);
    const names = [...Object.keys(module).toSorted(), ...types.toSorted()];
    const file = posix.basename(source, '.ts');
    await expect(`${names.join('\n')}\n`).toMatchFileSnapshot(`./__snapshots__/exports-${file}.txt`);
  });
});

test('a name means the same in every entry, but for parts, which have the name of their component before them', () => {
  const meanings = new Map<string, Set<string>>();
  for (const { source } of entries) {
    for (const [, names = '', specifier = ''] of read(source).matchAll(
      /^export [^{*]*\{([^}]*)\} from '([^']+)'/gm,
    )) {
      const file = posix.join(posix.dirname(source), specifier);
      for (const [, own = '', exported = own] of names.matchAll(/(\w+)(?: as (\w+))?(?=,|\s*$)/g)) {
        meanings.set(exported, (meanings.get(exported) ?? new Set()).add(`${own} of ${file}`));
      }
    }
  }
  expect(meanings.size).toBeGreaterThan(300);
  expect([...meanings.entries()].filter(([, { size }]) => size > 1)).toEqual([]);
});

test.each([
  'src/exports/core.ts',
  'src/exports/sandbox.ts',
  'src/exports/gateway.ts',
  'src/exports/gateway-sql.ts',
])('%s reaches no React and nothing of Node, not even a type', (entry) => {
  const { modules, packages } = graphOf(entry);
  expect(modules.length).toBeGreaterThan(1);
  expect(modules.filter((path) => /^src\/(hooks|components|(gateway\/)?node)\//.test(path))).toEqual([]);
  expect(packages.filter((name) => /react|^node:/.test(name))).toEqual([]);
});

test('every style entry has its source', () => {
  const targets = Object.values(manifest.exports).flatMap((target) =>
    typeof target === 'object' ? target.default : [],
  );
  const styles = targets.filter((path) => path.endsWith('.css'));
  expect(styles).toHaveLength(6);
  const sources = styles.map((path) =>
    path.replace('./dist/styles.css', 'src/styles/index.css').replace('./dist/', 'src/'),
  );
  expect(sources.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
