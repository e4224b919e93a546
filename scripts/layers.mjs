import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { readModule } from './read-module.mjs';

/** @typedef {{ path: string, source: string }} SourceFile `path` starts at the repository's root, with forward slashes. */
/** @typedef {{ path: string, rule: string, message: string }} Violation */
/** @typedef {{ path: string, source: string } & ReturnType<typeof readModule>} ReadFile */

const bottom = ['core', 'core/money'];
const kernel = [...bottom, 'core/wire', 'core/polling', 'core/operations'];
/** The folders of core that hooks and components may import: all but the engines, of which a page loads only one. */
const page = [...kernel, 'core/client', 'core/uploads', 'core/links'];
const engines = ['core/standalone', 'core/mirror'];

/**
 * Each folder of src (`core`: the files beside its folders), and what it may import besides itself. No two of them may import
 * each other. @type {Record<string, readonly string[]>}
 */
export const layers = {
  core: [],
  'core/money': ['core'],
  'core/wire': bottom,
  'core/polling': [...bottom, 'core/wire'],
  'core/operations': [...bottom, 'core/wire', 'core/polling'],
  'core/uploads': ['core', 'core/wire'],
  'core/client': [...kernel, 'core/uploads'],
  'core/links': [...kernel, 'core/client'],
  'core/standalone': [...kernel, 'core/client'],
  'core/mirror': [...kernel, 'core/client'],
  words: page,
  hooks: [...page, 'words'],
  components: [...page, 'words', 'hooks'],
  sandbox: [...kernel, 'core/client', 'core/standalone'],
  gateway: [...kernel, 'core/client'],
  'gateway/node': [...bottom, 'gateway'],
  'gateway/sql': [...bottom, 'gateway'],
  node: [...kernel, 'core/client', 'core/standalone', 'sandbox', 'gateway', 'gateway/node'],
  exports: [
    ...page,
    ...engines,
    'words',
    'hooks',
    'components',
    'sandbox',
    'gateway',
    'gateway/node',
    'gateway/sql',
  ],
  styles: [],
};

/** @type {Record<string, string>} */
export const publicEntries = {
  tillkit: 'src/exports/index.ts',
  'tillkit/parts': 'src/exports/parts.ts',
  'tillkit/core': 'src/exports/core.ts',
  'tillkit/sandbox': 'src/exports/sandbox.ts',
  'tillkit/gateway': 'src/exports/gateway.ts',
  'tillkit/gateway/node': 'src/exports/gateway-node.ts',
  'tillkit/gateway/sql': 'src/exports/gateway-sql.ts',
  'tillkit/locales/en': 'src/exports/locales/en.ts',
  'tillkit/locales/es': 'src/exports/locales/es.ts',
  'tillkit/locales/ar': 'src/exports/locales/ar.ts',
  'tillkit/locales/fr': 'src/exports/locales/fr.ts',
  'tillkit/locales/de': 'src/exports/locales/de.ts',
  'tillkit/locales/pt-BR': 'src/exports/locales/pt-BR.ts',
  'tillkit/locales/ja': 'src/exports/locales/ja.ts',
  'tillkit/styles.css': 'src/styles/index.css',
  'tillkit/styles/tokens.css': 'src/styles/tokens.css',
  'tillkit/styles/dark.css': 'src/styles/dark.css',
  'tillkit/styles/material.css': 'src/styles/material.css',
  'tillkit/styles/shadcn.css': 'src/styles/shadcn.css',
  'tillkit/styles/ant.css': 'src/styles/ant.css',
};

const isReact = (/** @type {string} */ specifier) =>
  /^(react|react-dom|@tanstack\/react-query)(\/|$)/.test(specifier);

/** @param {string} path */
function layerOf(path) {
  const [, ...folders] = posix.dirname(path).split('/');
  const [first = ''] = folders;
  const names = [folders.slice(0, 2).join('/'), ...(first === 'core' ? [] : [first])];
  return names.find((name) => name in layers);
}

/** The file of this repository that a specifier resolves to; undefined for a package. @param {string} from @param {string} specifier */
function fileFor(from, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  return Object.hasOwn(publicEntries, specifier) ? publicEntries[specifier] : undefined;
}

/** @param {ReadFile} file @returns {Generator<[rule: string, message: string]>} */
function* importRules({ path, imports }) {
  const layer = layerOf(path);
  if (!layer) {
    yield ['layer', 'belongs to no layer: scripts/layers.mjs must know its folder'];
    return;
  }
  const runsAnywhere = /^(core|sandbox|gateway)(\/|$)/.test(layer);
  const isForNode = layer === 'node' || layer === 'gateway/node';
  for (const specifier of imports) {
    const target = fileFor(path, specifier);
    if (target === undefined) {
      if (runsAnywhere && isReact(specifier)) {
        yield ['react', `imports ${specifier}: core, sandbox and gateway run without React`];
      }
      if (isBuiltin(specifier) && !(isForNode && specifier.startsWith('node:'))) {
        yield [
          'node',
          `imports ${specifier}: only src/node and src/gateway/node may use Node's modules, by their node: names`,
        ];
      }
      // src/node may also import `jiti`, which is an optional peer dependency.
      const isOptional = layer === 'node' && specifier === 'jiti';
      if (isForNode && !isBuiltin(specifier) && !isOptional) {
        yield ['layer', `imports ${specifier}: src/${layer} imports no packages, only Node's own modules`];
      }
      if (/^(pg|libsql|better-sqlite3)(\/|$)/.test(specifier)) {
        yield ['layer', `imports ${specifier}: a host brings its own client, whatever its version`];
      }
      continue;
    }
    const targetLayer = layerOf(target);
    if (target.endsWith('.css') && layer !== 'styles') {
      yield ['css', `imports ${specifier}: JavaScript never imports CSS, a host loads it`];
    } else if (targetLayer !== layer && !(targetLayer && layers[layer]?.includes(targetLayer))) {
      yield [
        'layer',
        `imports ${specifier}: ${layer} may not import ${targetLayer ?? posix.dirname(target)}`,
      ];
    }
  }
}

/** @param {ReadFile} file @returns {Generator<[rule: string, message: string]>} */
function* contentRules({ path, source, isBarrel, texts }) {
  const layer = layerOf(path);
  if (isBarrel && layer !== 'exports') {
    yield ['barrel', 'only re-exports: barrels live in src/exports alone'];
  }
  if (
    path !== 'src/core/wire/routes.ts' &&
    /^src\/(core|hooks|components)\//.test(path) &&
    texts.some((text) => text.includes('processed-messages'))
  ) {
    yield [
      'route',
      "writes 'processed-messages': the route table in src/core/wire/routes.ts is its only home",
    ];
  }
  if (path.endsWith('.css')) return;
  const isClient =
    (layer === 'hooks' || layer === 'components') && (path.endsWith('.tsx') || /\/use[A-Z][^/]*$/.test(path));
  const isMarked = /^\s*(['"])use client\1;?\s*$/m.test(source);
  if (isClient && !/^'use client';\r?\n/.test(source)) {
    yield ['use client', "must start with 'use client'; on its first line"];
  } else if (isMarked && !isClient) {
    yield ['use client', "says 'use client': only hooks and component modules do"];
  }
}

/** Stories, examples and snippets may import what a host may import. @param {ReadFile} file @returns {Generator<[rule: string, message: string]>} */
function* hostRules({ path, imports }) {
  // Files of stories/ may import each other, and files of one folder in examples/ may import each other.
  const own = /^(stories|examples\/[^/]+)\//.exec(path)?.[0];
  for (const specifier of imports) {
    if (!specifier.startsWith('.')) {
      const entry = specifier.replace(/\?inline$/, '');
      if (/^tillkit(\/|$)/.test(entry) && !Object.hasOwn(publicEntries, entry)) {
        yield ['public entry', `imports ${specifier}: it is no public entry`];
      }
      continue;
    }
    const target = posix.join(posix.dirname(path), specifier);
    const isOwn = own !== undefined && target.startsWith(own);
    // Stories may also import test/harness, .storybook/docProps and two files of the demo.
    const isOfStories =
      own === 'stories/' &&
      /^(test\/harness|\.storybook\/docProps|examples\/merchant-dashboard\/(DrawnTerminal|words\/en)\.)/.test(
        target,
      );
    if (!isOwn && !isOfStories) {
      yield [
        'public entry',
        `imports ${specifier}: only public entries and its own files are a host's to import`,
      ];
    }
  }
}

/** @param {ReadFile[]} files @param {(file: ReadFile) => Iterable<[rule: string, message: string]>} rules @returns {Violation[]} */
const violationsOf = (files, rules) =>
  files.flatMap((file) => [...rules(file)].map(([rule, message]) => ({ path: file.path, rule, message })));

/** @param {ReadFile[]} files @returns {Violation[]} */
function findCycles(files) {
  const byPath = new Map(files.map((file) => [file.path, file]));
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {Violation[]} */
  const cycles = [];
  /** @param {ReadFile} file @param {string[]} trail */
  const visit = (file, trail) => {
    const start = trail.indexOf(file.path);
    if (start >= 0) {
      const cycle = [...trail.slice(start), file.path].join(' → ');
      cycles.push({ path: file.path, rule: 'cycle', message: `stands in a cycle: ${cycle}` });
      return;
    }
    if (done.has(file.path)) return;
    for (const specifier of file.imports) {
      const next = byPath.get(fileFor(file.path, specifier) ?? '');
      if (next) visit(next, [...trail, file.path]);
    }
    done.add(file.path);
  };
  for (const file of files) visit(file, []);
  return cycles;
}

/**
 * Every place where a file breaks the layer rules of ARCHITECTURE.md. A file outside of src may import what a host may.
 *
 * @param {readonly SourceFile[]} files
 * @returns {Violation[]}
 */
export function findLayerViolations(files) {
  const read = files.map((file) => ({ ...file, ...readModule(file.path, file.source) }));
  const ours = read.filter(({ path }) => path.startsWith('src/'));
  const hosts = read.filter(({ path }) => !path.startsWith('src/'));
  return [
    ...violationsOf(ours, importRules),
    ...violationsOf(ours, contentRules),
    ...violationsOf(hosts, hostRules),
    ...findCycles(ours),
  ];
}
