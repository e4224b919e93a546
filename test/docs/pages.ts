import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
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

/** What a reader of the repository finds. */
export const pages = [
  ...readdirSync(root).filter((path) => path.endsWith('.md')),
  ...['.github', '.changeset', 'bench', 'examples', 'stories'].flatMap(markdownIn),
  ...docs,
];
