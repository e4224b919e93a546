import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findLayerViolations } from './layers.mjs';
import { snippetsIn } from './snippets.mjs';

const root = new URL('..', import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, root), 'utf8');

/** The files that the layer rules apply to. Each snippet of the README counts as a file. */
export function filesUnderRules() {
  const paths = ['src', 'stories', 'examples'].flatMap((folder) =>
    existsSync(new URL(folder, root))
      ? readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map(
          (path) => `${folder}/${path.replaceAll('\\', '/')}`,
        )
      : [],
  );
  const sources = paths
    .filter((path) => /\.(tsx?|jsx?|mjs|css)$/.test(path) && !/\/(node_modules|dist|\.next)\//.test(path))
    .map((path) => ({ path, source: read(path) }));
  const snippets = existsSync(new URL('README.md', root)) ? snippetsIn('README.md', read('README.md')) : [];
  return [...sources, ...snippets];
}

if (process.argv[1] && pathToFileURL(process.argv[1]).href === import.meta.url) {
  const files = filesUnderRules();
  const violations = findLayerViolations(files);
  for (const { path, message } of violations) console.error(`${path} ${message}`);
  console.log(`${violations.length} layer violations in ${files.length} files under ${fileURLToPath(root)}`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
