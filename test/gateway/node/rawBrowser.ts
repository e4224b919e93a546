import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Sends over one bare connection as Chromium does: what is lost on a connection that was used before, it sends again by
 * itself on a new one, a POST too (faults, M1).
 */
export function createRawBrowser(url: string) {
  const { hostname, port, host } = new URL(url);
  let socket: Socket | undefined;
  const open = () =>
    new Promise<Socket>((resolve) => {
      const opened = connect(Number(port), hostname, () => resolve(opened));
      opened.on('error', () => undefined);
    });

  const send = async (bytes: Buffer): Promise<RawAnswer> => {
    const isReused = socket !== undefined && !socket.destroyed;
    const current = (socket = isReused && socket ? socket : await open());
    const answer = await exchange(current, bytes);
    if (answer && !(answer.status === 408 && isReused)) return answer;
    current.destroy();
    if (isReused) return send(bytes);
    throw new Error('Failed to fetch');
  };

  return {
    request(method: string, path: string, headers: Record<string, string> = {}, body = '') {
      const all = { host, origin: url, 'content-length': `${Buffer.byteLength(body)}`, ...headers };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
      return send(Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n')));
    },
    close: () => socket?.destroy(),
  };
}

/** Nothing where the connection ended before an answer did. */
function exchange(socket: Socket, bytes: Buffer): Promise<RawAnswer | undefined> {
  return new Promise((resolve) => {
    let received = '';
    const done = (answer: RawAnswer | undefined) => {
      socket.off('data', onData).off('close', onClose).off('end', onClose);
      resolve(answer);
    };
    const onClose = () => done(undefined);
    const onData = (chunk: Buffer) => {
      received += chunk.toString('latin1');
      const answer = read(received);
      if (answer) done(answer);
    };
    socket.on('data', onData).once('close', onClose).once('end', onClose);
    socket.write(bytes);
  });
}

function read(received: string): RawAnswer | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [statusLine = '', ...lines] = received.slice(0, headEnd).split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(/:(.*)/s).slice(0, 2) as [string, string]));
  const text = received.slice(headEnd + 4);
  if (text.length < Number(headers.get('content-length') ?? 0)) return undefined;
  return { status: Number(statusLine.split(' ')[1]), headers, text };
}
