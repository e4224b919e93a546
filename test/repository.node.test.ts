import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { mutants } from './mutants/mutants.ts';
import { worldMutants } from './mutants/worldMutants.ts';

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const stages = [...read('scripts/test.mjs').matchAll(/\{ name: '(\w+)'/g)].map(([, name]) => name);
const workflows = readdirSync(new URL('.github/workflows/', root)).map((name) => `.github/workflows/${name}`);

describe.each([...workflows, 'CONTRIBUTING.md', '.github/pull_request_template.md', '.ci/run'])(
  '%s',
  (path) => {
    const text = read(path);

    test('names scripts and stages that exist', () => {
      const scripts = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name ?? '');
      expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
      const named = [...text.matchAll(/--only ([\w,]+)|^ +- ((?:\w+,)*\w+)$/gm)].flatMap(([, only, row]) =>
        (only ?? row ?? '').split(','),
      );
      expect(named.filter((name) => !stages.includes(name))).toEqual([]);
    });
  },
);

test('the workflow of every day runs every stage once', () => {
  const rows = [...read('.github/workflows/ci.yml').matchAll(/^ +- ((?:\w+,)*\w+)$/gm)];
  const daily = read('scripts/test.mjs').split('const long')[0] ?? '';
  const names = [...daily.matchAll(/\{ name: '(\w+)'/g)].map(([, name]) => name);
  expect(rows.flatMap(([, row = '']) => row.split(','))).toEqual(names);
});

test('F107: no workflow lets a stranger write, and the one that publishes has no token', () => {
  for (const path of workflows) {
    const text = read(path);
    expect(text).toMatch(/^permissions:/m);
    expect(text).not.toMatch(/pull_request_target|NODE_AUTH_TOKEN|NPM_TOKEN/);
  }
  expect(read('.github/workflows/release.yml')).toMatch(/id-token: write[\s\S]*npm publish .*--provenance/);
});

test(
  'F107: a release names the repository it is made in, which provenance is checked against',
  { timeout: 60_000 },
  () => {
    const [, script = ''] =
      /run: \|\n((?: {10}.*\n)* {10}npm pack\n)/.exec(read('.github/workflows/release.yml')) ?? [];
    const folder = mkdtempSync(join(tmpdir(), 'tillkit-release-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'tillkit', version: '1.0.0' }));
    execFileSync('bash', ['-ec', script], {
      cwd: folder,
      stdio: 'ignore',
      env: { ...process.env, GITHUB_SERVER_URL: 'https://github.example', GITHUB_REPOSITORY: 'till/kit' },
    });
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
      repository: { type: 'git', url: 'git+https://github.example/till/kit.git' },
      homepage: 'https://github.example/till/kit#readme',
      bugs: { url: 'https://github.example/till/kit/issues' },
    });
  },
);

test('F107: each action is the commit of a version', () => {
  const used = workflows.flatMap((path) =>
    [...read(path).matchAll(/uses: (.+)/g)].map(([, action]) => action),
  );
  expect(used.length).toBeGreaterThan(0);
  expect(
    used.filter((action) => !/^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? '')),
  ).toEqual([]);
});

test('F107: every package that a host gets with this one has its reason written down', () => {
  const [, reasons = ''] = read('ARCHITECTURE.md').split('\n## Dependencies\n');
  const named = Object.keys(manifest.dependencies).filter((name) => reasons.includes(`\`${name}`));
  expect(named).toEqual(Object.keys(manifest.dependencies));
});

test('what test/mutants breaks is there, once, and so are the tests that must turn red', () => {
  const count = ({ file, find }: Pick<(typeof mutants)[number], 'file' | 'find'>) =>
    existsSync(new URL(file, root)) ? read(file).split(find).length - 1 : 0;
  expect(
    [...mutants, ...worldMutants].filter((mutant) => count(mutant) !== 1).map(({ name }) => name),
  ).toEqual([]);
  const isThere = (tests: string) =>
    ['', '.node.test.ts'].some((end) => existsSync(new URL(tests + end, root)));
  expect(mutants.filter(({ tests }) => !isThere(tests)).map(({ name }) => name)).toEqual([]);
});
