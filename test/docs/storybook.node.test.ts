import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scenarioNames } from '../../src/sandbox/scenarios.ts';
import { docAt, docText } from '../../stories/docs/docFiles.ts';
import { linksIn } from './markdown.ts';
import { docs, read, root } from './pages.ts';

const folder = 'stories/docs';
const shown = readdirSync(join(root, folder))
  .filter((name) => name.endsWith('.mdx') && name !== 'Welcome.mdx')
  .map((name) => ({ name, path: /<DocPage path="([^"]+)"/.exec(read(`${folder}/${name}`))?.[1] ?? '' }));

test.each(shown)('$name shows a page of docs/', ({ path }) => {
  expect(docs).toContain(path);
  expect(docText(path)).toBe(read(path));
});

test('every hook has a page of its own, with a story that shows what it returns', () => {
  const names = (of: string) => readdirSync(join(root, of));
  const hooks = names('docs/hooks').map((name) => name.replace('.md', ''));
  const stories = names('stories/hooks').flatMap((name) => /^(\w+)\.stories\.tsx$/.exec(name)?.[1] ?? []);
  expect(stories.toSorted()).toEqual(hooks.toSorted());
  const silent = stories.filter((name) => {
    const source = read(`stories/hooks/${name}.stories.tsx`);
    return !source.includes(`title: 'Hooks/${name}'`) || !source.includes(`<Returned hook="${name}"`);
  });
  expect(silent).toEqual([]);
});

test('every scenario of the sandbox has a story', () => {
  const sources = readdirSync(join(root, 'stories')).filter((name) => name.endsWith('.stories.tsx'));
  const text = sources.map((name) => read(`stories/${name}`)).join('\n');
  expect(scenarioNames.filter((name) => !text.includes(`'${name}'`))).toEqual([]);
});

describe('links between pages open in place', () => {
  test.each(docs)('of %s', (page) => {
    const targets = linksIn(read(page)).filter((target) => /^(?!https?:)[^#]+\.md(#|$)/.test(target));
    const lost = targets.filter(
      (target) => !docAt(target, page)?.endsWith(target.split('#')[0]!.split('/').at(-1)!),
    );
    expect(lost).toEqual([]);
  });

  test('but not those to what is no page', () => {
    expect(docAt('../examples/merchant-dashboard', 'docs/start.md')).toBeUndefined();
    expect(docAt('https://e.example/x.md', 'docs/start.md')).toBeUndefined();
    expect(docAt('../errors', 'docs/hooks/useOperation.md')).toBe('docs/README.md');
  });
});
