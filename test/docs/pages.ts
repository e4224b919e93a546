import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { snippetsIn } from '../../scripts/snippets.mjs';

export const root = join(import.meta.dirname, '../..');
export const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The Markdown files in a folder and those below it. */
function markdownIn(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md') && !path.includes('node_modules/'))
    .toSorted();
}

export const docs = markdownIn('docs');

/** What assistants read. */
export const skills = markdownIn('skills');

/** What a reader of the repository finds. */
export const pages = [
  ...readdirSync(root).filter((path) => path.endsWith('.md')),
  ...['.github', '.changeset', 'bench', 'examples', 'stories'].flatMap(markdownIn),
  ...docs,
  ...skills,
];

/** Runs the snippet of a page that has these words, as a module, and gives what it exports. */
export async function importSnippet(page: string, words: string): Promise<unknown> {
  const snippet = snippetsIn(page, read(page)).find(({ source }) => source.includes(words));
  if (!snippet) throw new Error(`${page} has no snippet with ${words}`);
  const folder = mkdtempSync(join(root, '.snippets-')); // transformed as our own source is: not so in node_modules, nor elsewhere
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, snippet.path.replaceAll('/', '~'));
  writeFileSync(file, snippet.source);
  return import(file);
}
