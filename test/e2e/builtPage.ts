import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { vi } from 'vitest';
import { aliases } from '../../scripts/aliases.mjs';

const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

/** Answers a path of the page; undefined where the page has no such file. */
export type BuiltPage = (path: string, headers?: Record<string, string>) => Response | undefined;

/** The page of a folder as a shop serves it, built once: a page from source is some 900 requests each time it is opened. */
export function builtPage(root: string): Promise<BuiltPage> {
  const known = pages.get(root) ?? buildPage(root);
  pages.set(root, known);
  return known;
}

const pages = new Map<string, Promise<BuiltPage>>();

async function buildPage(root: string): Promise<BuiltPage> {
  vi.stubEnv('NODE_ENV', 'production'); // or it would have React's development build
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: aliases },
    plugins: [react()],
    build: { write: false, modulePreload: false },
  }).finally(() => vi.unstubAllEnvs());
  const [output] = [result].flat();
  if (!output || !('output' in output)) throw new Error('Vite built something else.');
  const files = new Map(
    output.output.map((file) => [
      file.fileName === 'index.html' ? '/' : `/${file.fileName}`,
      file.type === 'chunk' ? file.code : file.source.toString(),
    ]),
  );
  return (path, headers) => {
    const body = files.get(path);
    if (body === undefined) return undefined;
    const type = types[path.split('.').at(-1) ?? ''] ?? 'text/html';
    return new Response(body, { headers: { 'content-type': `${type}; charset=utf-8`, ...headers } });
  };
}
