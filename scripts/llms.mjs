import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Writes llms.txt, the index of the package's pages for assistants: node scripts/llms.mjs

const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8');

/** @param {string} folder */
const pagesIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .toSorted()
    .map((name) => `${folder}/${name}`);

/** Words without links and emphasis. @param {string} markdown */
const plain = (markdown) =>
  markdown
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The title of a page and its first paragraph, without code blocks. @param {string} page */
export function beginningOf(page) {
  const [, title = '', rest = ''] = /^# (.+)\n([\s\S]*)$/m.exec(page) ?? [];
  const [paragraph = ''] = rest.trim().split(/\n\n|\n```/);
  return { title: plain(title), sentence: plain(paragraph).replace(/:$/, '.') };
}

/** @param {string} page */
const headingsIn = (page) =>
  [...page.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#{2,3} (.+)$/gm)].map(([, heading = '']) =>
    plain(heading),
  );

/** Lists headings only for guides: each page of a hook, component or error has the same headings. @param {string} path */
function lineOf(path) {
  const page = read(path);
  const { title, sentence } = beginningOf(page);
  const headings = /^docs\/[^/]+$/.test(path) ? headingsIn(page) : [];
  const contents = headings.length > 0 ? ` Sections: ${headings.join(' · ')}.` : '';
  return `- [${title}](${path}): ${sentence}${contents}`;
}

/** @param {string} name */
function lineOfSkill(name) {
  const path = `skills/${name}/SKILL.md`;
  const [, description = ''] = /^description: (.+)$/m.exec(read(path)) ?? [];
  return `- [${name}](${path}): ${description}`;
}

/** @param {string} title @param {string[]} lines */
const section = (title, lines) => `## ${title}\n\n${lines.join('\n')}\n`;

export function writeIndex() {
  const [, name = ''] = /^# (.+)$/m.exec(read('README.md')) ?? [];
  const { sentence } = beginningOf(read('README.md'));
  return [
    `# ${name}\n\n> ${sentence}\n`,
    'One press is one request. An outcome that is not known is never a failure. Amounts are whole cents. No secret is in a page.\nPaths are files of this package; the types are in `dist/exports/*.d.ts`.\n',
    section('Skills', readdirSync(join(root, 'skills')).toSorted().map(lineOfSkill)),
    section('Guides', pagesIn('docs').map(lineOf)),
    section('Components', pagesIn('docs/components').map(lineOf)),
    section('Hooks', pagesIn('docs/hooks').map(lineOf)),
    section('Errors', pagesIn('docs/errors').map(lineOf)),
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(join(root, 'llms.txt'), writeIndex());
