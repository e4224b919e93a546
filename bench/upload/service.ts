import { createServer } from 'node:http';

/** A page, and a service on loopback that reads what it is sent and keeps none of it. */
export async function startService(script: string) {
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      request.resume();
      request.on('end', () => {
        response.setHeader('content-type', 'application/json');
        response.end('{"data":[{"path":"stored"}]}');
      });
      return;
    }
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The service got no port.');
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

const page = `<!doctype html>
<meta charset="utf-8" />
<title>Upload bench</title>
<div id="root"></div>
<input id="chosen" type="file" multiple />
<script type="module" src="/page.js"></script>`;
