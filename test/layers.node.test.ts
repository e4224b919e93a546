import { expect, test } from 'vitest';
import { findLayerViolations, layers } from '../scripts/layers.mjs';

/** The rules one file breaks, alone or beside others. */
function rulesBroken(path: string, source: string, ...others: { path: string; source: string }[]) {
  const violations = findLayerViolations([{ path, source }, ...others]);
  return [...new Set(violations.filter((violation) => violation.path === path).map(({ rule }) => rule))];
}

const importing = (specifier: string) => `import { x } from '${specifier}';\nexport const y = x;\n`;

test('no two layers import each other, not even by way of a third', () => {
  const reached = (layer: string, trail: readonly string[]): string[] =>
    trail.includes(layer)
      ? [[...trail, layer].join(' → ')]
      : (layers[layer] ?? []).flatMap((next) => reached(next, [...trail, layer]));
  expect(Object.keys(layers).flatMap((layer) => reached(layer, []))).toEqual([]);
  expect(
    Object.values(layers)
      .flat()
      .filter((name) => !(name in layers)),
  ).toEqual([]);
});

test.each([
  ['src/core/money/parseCents.ts', '../wire/check.ts'],
  ['src/core/errors.ts', './wire/routes.ts'],
  ['src/core/time.ts', './polling/pollBudget.ts'],
  ['src/core/errors.ts', './money/parseCents.ts'],
  ['src/core/wire/check.ts', '../client/send.ts'],
  ['src/core/polling/pollBudget.ts', '../client/send.ts'],
  ['src/core/polling/pollBudget.ts', '../operations/startGuard.ts'],
  ['src/core/operations/startGuard.ts', '../client/send.ts'],
  ['src/core/uploads/files.ts', '../client/send.ts'],
  ['src/core/client/send.ts', '../links/findLinks.ts'],
  ['src/core/client/getTerminalOperations.ts', '../standalone/journal.ts'],
  ['src/core/client/getTerminalOperations.ts', '../mirror/mirrorRows.ts'],
  ['src/core/standalone/journal.ts', '../mirror/mirrorRows.ts'],
  ['src/core/mirror/mirrorRows.ts', '../standalone/journal.ts'],
  ['src/core/client/send.ts', '../../hooks/paymentsContext.ts'],
  ['src/core/operations/runner.ts', '../../sandbox/createSandbox.ts'],
  ['src/hooks/listQuery.ts', '../components/labels.ts'],
  ['src/hooks/listQuery.ts', '../sandbox/createSandbox.ts'],
  ['src/hooks/listQuery.ts', '../core/standalone/journal.ts'],
  ['src/components/labels.ts', '../core/mirror/mirrorRows.ts'],
  ['src/hooks/listQuery.ts', '../exports/core.ts'],
  ['src/hooks/listQuery.ts', 'tillkit/core'],
  ['src/components/labels.ts', '../node/listen.ts'],
  ['src/sandbox/createSandbox.ts', '../hooks/paymentsContext.ts'],
  ['src/sandbox/createSandbox.ts', '../node/listen.ts'],
  ['src/node/listen.ts', '../hooks/paymentsContext.ts'],
  ['src/node/listen.ts', 'zod/mini'],
  ['src/exports/index.ts', '../node/listen.ts'],
  ['src/gateway/createGateway.ts', '../sandbox/createSandbox.ts'],
  ['src/gateway/createGateway.ts', '../core/standalone/journal.ts'],
  ['src/gateway/createGateway.ts', '../core/mirror/mirrorRows.ts'],
  ['src/gateway/createGateway.ts', './node/toNodeListener.ts'],
  ['src/gateway/node/toNodeListener.ts', '../sql/createSqlStore.ts'],
  ['src/gateway/sql/createSqlStore.ts', 'pg'],
  ['src/gateway/sql/createSqlStore.ts', '../node/toNodeListener.ts'],
  ['src/core/client/send.ts', '../../gateway/createGateway.ts'],
  ['src/hooks/listQuery.ts', '../gateway/createGateway.ts'],
  ['src/styles/tokens.ts', '../core/money/parseCents.ts'],
  ['src/core/money/parseCents.ts', '../../../scripts/layers.mjs'],
  ['src/core/loose/loose.ts', '../money/parseCents.ts'],
  ['src/utils/helper.ts', '../core/money/parseCents.ts'],
])('%s may not import %s', (path, specifier) => {
  expect(rulesBroken(path, importing(specifier))).toEqual(['layer']);
});

test.each([
  ['src/core/wire/check.ts', '../errors.ts'],
  ['src/core/client/send.ts', '../polling/pollBudget.ts'],
  ['src/core/standalone/journal.ts', '../operations/startGuard.ts'],
  ['src/core/mirror/mirrorRows.ts', '../client/send.ts'],
  ['src/hooks/listQuery.ts', '../core/client/send.ts'],
  ['src/hooks/listQuery.ts', 'react'],
  ['src/components/labels.ts', '../hooks/paymentsContext.ts'],
  ['src/sandbox/createSandbox.ts', '../core/wire/routes.ts'],
  ['src/node/listen.ts', 'node:http'],
  ['src/node/listen.ts', '../sandbox/createSandbox.ts'],
  ['src/exports/index.ts', '../components/labels.ts'],
  ['src/gateway/createGateway.ts', '../core/wire/routes.ts'],
  ['src/gateway/node/toNodeListener.ts', '../replies.ts'],
  ['src/gateway/node/toNodeListener.ts', 'node:http'],
  ['src/gateway/sql/createSqlStore.ts', '../createMemoryStore.ts'],
  ['src/exports/gateway-node.ts', '../gateway/node/toNodeListener.ts'],
  ['src/node/listen.ts', '../gateway/node/toNodeListener.ts'],
])('%s may import %s', (path, specifier) => {
  expect(rulesBroken(path, importing(specifier))).toEqual([]);
});

test.each([
  ["import type { X } from '../components/labels.ts'; export type Y = X;"],
  ["export { X, y } from '../components/labels.ts'; export const z = 1;"],
  ["export * from '../components/labels.ts'; export const z = 1;"],
  ["export const load = () => import('../components/labels.ts');"],
  ["export type Y = import('../components/labels.ts').X;"],
])('finds the import in: %s', (source) => {
  expect(rulesBroken('src/hooks/listQuery.ts', source)).toEqual(['layer']);
});

test.each(['react', 'react/jsx-runtime', 'react-dom/client', '@tanstack/react-query'])(
  'core, sandbox and gateway run without %s',
  (specifier) => {
    expect(rulesBroken('src/core/client/send.ts', importing(specifier))).toEqual(['react']);
    expect(rulesBroken('src/sandbox/createSandbox.ts', importing(specifier))).toEqual(['react']);
    expect(rulesBroken('src/gateway/createGateway.ts', importing(specifier))).toEqual(['react']);
  },
);

test('only src/node and src/gateway/node use Node, by node: names', () => {
  for (const path of [
    'src/core/client/send.ts',
    'src/sandbox/createSandbox.ts',
    'src/components/labels.ts',
    'src/gateway/createGateway.ts',
    'src/gateway/sql/createSqlStore.ts',
  ]) {
    expect(rulesBroken(path, importing('node:crypto'))).toEqual(['node']);
    expect(rulesBroken(path, importing('crypto'))).toEqual(['node']);
  }
  expect(rulesBroken('src/node/listen.ts', importing('http'))).toEqual(['node']);
});

test('CSS stays among the styles', () => {
  expect(
    rulesBroken('src/components/labels.ts', "import '../styles/index.css'; export const x = 1;"),
  ).toEqual(['css']);
  expect(rulesBroken('src/styles/index.css', "@import './tokens.css';")).toEqual([]);
  expect(rulesBroken('src/styles/index.css', "@import '../components/a.css';")).toEqual(['layer']);
});

test('a barrel stands only in src/exports', () => {
  for (const barrel of [
    "export * from './send.ts';",
    "export { send } from './send.ts';",
    "import { send } from './send.ts';\nexport { send };",
  ]) {
    expect(rulesBroken('src/core/client/all.ts', barrel)).toEqual(['barrel']);
  }
  expect(rulesBroken('src/exports/core.ts', "export { send } from '../core/client/send.ts';")).toEqual([]);
});

test('the path of processed messages is written once', () => {
  const source = 'export const path = `/processed-messages/${id}`;';
  expect(rulesBroken('src/core/polling/watcher.ts', source)).toEqual(['route']);
  expect(rulesBroken('src/core/wire/routes.ts', source)).toEqual([]);
  expect(rulesBroken('src/sandbox/createSandbox.ts', source)).toEqual([]);
  expect(rulesBroken('src/core/polling/watcher.ts', '// processed-messages\nexport const x = 1;')).toEqual(
    [],
  );
});

test("hooks and components say 'use client' on the first line, nothing else says it", () => {
  const marked = "'use client';\n\nexport const x = 1;\n";
  const late = "// a word first\n'use client';\nexport const x = 1;\n";
  const unmarked = 'export const x = 1;\n';
  for (const path of [
    'src/hooks/useTerminals.ts',
    'src/hooks/PaymentsProvider.tsx',
    'src/components/Picker.tsx',
  ]) {
    expect(rulesBroken(path, marked)).toEqual([]);
    expect(rulesBroken(path, unmarked)).toEqual(['use client']);
    expect(rulesBroken(path, late)).toEqual(['use client']);
  }
  for (const path of ['src/hooks/userOf.ts', 'src/components/labels.ts', 'src/core/client/send.ts']) {
    expect(rulesBroken(path, unmarked)).toEqual([]);
    expect(rulesBroken(path, marked)).toEqual(['use client']);
  }
  expect(
    rulesBroken('src/exports/index.ts', "'use client';\nexport * from '../hooks/useTerminals.ts';"),
  ).toEqual(['use client']);
});

test('a cycle is found, types included', () => {
  const first = 'src/core/client/a.ts';
  const second = 'src/core/client/b.ts';
  const third = 'src/core/client/c.ts';
  const violations = findLayerViolations([
    { path: first, source: importing('./b.ts') },
    { path: second, source: "import type { X } from './c.ts'; export type Y = X;" },
    { path: third, source: importing('./a.ts') },
  ]);
  expect(violations).toEqual([
    {
      path: first,
      rule: 'cycle',
      message: `stands in a cycle: ${[first, second, third, first].join(' → ')}`,
    },
  ]);
});

test.each([
  ['stories/TerminalPicker.stories.tsx', '../src/exports/index.ts'],
  ['stories/TerminalPicker.stories.tsx', '../test/money.node.test.ts'],
  ['stories/TerminalPicker.stories.tsx', '../examples/merchant-dashboard/App.tsx'],
  ['stories/TerminalPicker.stories.tsx', 'tillkit/hooks'],
  ['examples/merchant-dashboard/App.tsx', '../../src/exports/index.ts'],
  ['examples/merchant-dashboard/App.tsx', '../../test/harness.tsx'],
  ['examples/merchant-dashboard/App.tsx', '../host-theme/App.tsx'],
  ['README.md.12.tsx', './src/exports/index.ts'],
  ['README.md.12.tsx', 'tillkit/dist/exports/index.js'],
])('%s, like a host, may not import %s', (path, specifier) => {
  expect(rulesBroken(path, importing(specifier))).toEqual(['public entry']);
});

test.each([
  ['stories/TerminalPicker.stories.tsx', 'tillkit'],
  ['stories/TerminalPicker.stories.tsx', './shared.tsx'],
  ['stories/TerminalPicker.stories.tsx', '../test/harness.tsx'],
  ['examples/merchant-dashboard/App.tsx', 'tillkit/styles/dark.css'],
  ['examples/merchant-dashboard/App.tsx', './pages/Links.tsx'],
  ['README.md.12.tsx', 'tillkit/sandbox'],
  ['README.md.12.tsx', 'react'],
])('%s, like a host, may import %s', (path, specifier) => {
  expect(rulesBroken(path, importing(specifier))).toEqual([]);
});
