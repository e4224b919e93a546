/**
 * The ```ts and ```tsx blocks of a Markdown file as modules. Each is named after its first line and keeps its line
 * numbers, so that a compiler's complaint points into the Markdown.
 *
 * @param {string} path
 * @param {string} markdown
 */
export function snippetsIn(path, markdown) {
  return [...markdown.matchAll(/^```(tsx?)\b[^\n]*\n([\s\S]*?)^```/gm)].map((match) => {
    const [, extension, code] = match;
    const line = markdown.slice(0, match.index).split('\n').length + 1;
    return { path: `${path}.${line}.${extension}`, source: '\n'.repeat(line - 1) + code };
  });
}
