import { createServer } from 'node:http';

export interface Built {
  script: string;
  style: string;
}

/** A page, and a service on loopback that reads uploads and discards them. */
export async function startService({ script, style }: Built) {
  const files: Record<string, [type: string, content: string]> = {
    '/page.js': ['text/javascript', script],
    '/page.css': ['text/css', style],
  };
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      request.resume();
      request.on('end', () => {
        response.setHeader('content-type', 'application/json');
        response.end('{"data":[{"path":"stored"}]}');
      });
      return;
    }
    const [type, content] = files[request.url ?? ''] ?? ['text/html', page];
    response.setHeader('content-type', type);
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The service got no port.');
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

const page = `<!doctype html>
<meta charset="utf-8" />
<title>Upload bench</title>
<link rel="stylesheet" href="/page.css" />
<div id="root"></div>
<input id="chosen" type="file" multiple />
<script type="module" src="/page.js"></script>`;
