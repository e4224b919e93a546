import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';

/** @type {Record<string, string>} */
const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/**
 * Serves the files of a folder on this machine only, under one path.
 * @param {string} folder @param {string} [under] @returns {Promise<{ url: string, close: () => void }>}
 */
export function serveSite(folder, under = '/') {
  const server = createServer(({ url = '/' }, response) => {
    const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
    const file = join(folder, path.slice(under.length - 1), path.endsWith('/') ? 'index.html' : '');
    if (!path.startsWith(under) || !existsSync(file)) return void response.writeHead(404).end();
    const type = types[/\.\w+$/.exec(file)?.[0] ?? ''] ?? 'application/octet-stream';
    return void response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      resolve({ url: `http://127.0.0.1:${port}${under.slice(0, -1)}`, close: () => server.close() });
    });
  });
}
