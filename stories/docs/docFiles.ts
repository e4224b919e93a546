const modules = import.meta.glob<string>(['../../docs/**/*.md', '../../*.md'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The repository's Markdown pages by path. */
const files = new Map(
  Object.entries(modules).map(([path, markdown]) => [path.replace('../../', ''), markdown]),
);

const addresses = import.meta.glob<string>('../../docs/pictures/**/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The address of a picture that a page shows, if the site has it. */
export function pictureAt(source: string, from: string): string | undefined {
  const { pathname } = new URL(source, `file:///${from}`);
  return addresses[`../..${pathname}`];
}

export const docText = (path: string) => files.get(path) ?? `There is no page ${path}.`;

/** The page that a relative link leads to; for a folder, the list of all pages. Undefined for any other target. */
export function docAt(href: string, from: string): string | undefined {
  if (/^([a-z]+:|#)/i.test(href)) return undefined;
  const { pathname } = new URL(href.split('#')[0] ?? '', `file:///${from}`);
  const path = decodeURIComponent(pathname).slice(1);
  if (files.has(path)) return path;
  return [...files.keys()].some((file) => file.startsWith(`${path}/`)) ? 'docs/README.md' : undefined;
}
