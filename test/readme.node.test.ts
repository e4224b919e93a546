import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { snippetsIn } from '../scripts/snippets.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

// Inside node_modules, so that snippets find the packages a host has.
const folder = join(root, 'node_modules/.cache/readme-snippets');

/** What the repository's own compiler says about modules, each standing alone. */
function compilerOn(snippets: { path: string; source: string }[]) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { path, source } of snippets) writeFileSync(join(folder, path), source);
  const tsconfig = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { moduleDetection: 'force' },
    include: ['*.ts', '*.tsx'],
    exclude: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
      cwd: folder,
      encoding: 'utf8',
    });
    return '';
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
}

test('a snippet that does not compile is reported with its line in the Markdown', { timeout: 60_000 }, () => {
  const markdown = 'Text\n\n```ts\nexport const cents: number = 1;\nexport const wrong: number = "1";\n```\n';
  expect(compilerOn(snippetsIn('README.md', markdown))).toMatch(/^README\.md\.4\.ts\(5,14\): error TS2322/);
});

test('every snippet of the README compiles', { timeout: 60_000 }, () => {
  const snippets = snippetsIn('README.md', readFileSync(join(root, 'README.md'), 'utf8'));
  expect(snippets.length).toBeGreaterThan(0);
  expect(compilerOn(snippets)).toBe('');
});
