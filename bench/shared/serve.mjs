import { createServer } from 'node:http';

/** Serves a page on this machine. @param {{ script: string, style: string }} bundle @param {string} body @returns {Promise<{ url: string, close: () => void }>} */
export function serve({ script, style }, body) {
  const html = `<!doctype html><title>Bench</title><link rel="stylesheet" href="/page.css">${body}<script type="module" src="/page.js"></script>`;
  /** @type {Record<string, [type: string, body: string]>} */
  const files = { '/page.js': ['text/javascript', script], '/page.css': ['text/css', style] };
  const server = createServer(({ url = '' }, response) => {
    const [type, content] = files[url] ?? ['text/html', html];
    response.setHeader('content-type', type);
    response.end(content);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      resolve({ url: `http://127.0.0.1:${port}/`, close: () => server.close() });
    });
  });
}
