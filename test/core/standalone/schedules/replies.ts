import type { Fetcher } from '../../../../src/exports/core.ts';

type Send = () => Promise<Response>;
type Reply = (send: Send) => Promise<Response>;

const answer =
  (body: string | Uint8Array<ArrayBuffer> | null, init?: ResponseInit): Reply =>
  async (send) => {
    await send();
    return new Response(body, init);
  };
const json = (body: unknown) => answer(JSON.stringify(body));

/** What can become of the answer to a payment after it took effect (faults, F1 to F30). */
const afterEffect: Record<string, Reply> = {
  ...Object.fromEntries(
    [408, 409, 423, 425, 500, 502, 503, 504, 520, 527].map((status) => [
      `POST ${status}`,
      answer('{}', { status }),
    ]),
  ),
  'POST no content': answer(null, { status: 204 }),
  'POST empty': answer(''),
  'POST error object': json({ error: { message: 'x' } }),
  'POST data null': json({ data: null }),
  'POST without id': json({ data: {} }),
  'POST id is a path': json({ data: { msgIdentifier: '..' } }),
  'POST id of 5 kB': json({ data: { msgIdentifier: 'x'.repeat(5000) } }),
  'POST id that lost digits': answer('{"data":{"msgIdentifier":1.5}}'),
  'POST HTML': answer('<html>'),
  'POST UTF-16': answer(new Uint8Array([0xff, 0xfe, 0x7b, 0x00])),
  'POST throws': async (send) => {
    await send();
    throw new RangeError('odd');
  },
  'POST gives nothing': async (send) => {
    await send();
    return undefined as never;
  },
};

/** Refusals that are believed: nothing happened. */
const refusals: Record<string, Reply> = Object.fromEntries(
  [400, 401, 403, 404, 405, 413, 415, 422, 429].map((status) => [
    `POST refused ${status}`,
    async () => new Response('{}', { status }),
  ]),
);

const polls: Record<string, Reply> = {
  ...Object.fromEntries(
    ['COMPLETE', 'completed', 'approved', '', null, 0].map((status) => [
      `poll status ${JSON.stringify(status)}`,
      json({ data: { status } }),
    ]),
  ),
  ...Object.fromEntries(
    [304, 404, 410, 500, 502].map((status) => [
      `poll ${status}`,
      answer(status === 304 ? null : '{}', { status }),
    ]),
  ),
  'poll of another message': json({ data: { msgIdentifier: 'other', status: 'complete' } }),
  'poll HTML': answer('<html>'),
  'poll empty': answer(''),
  'poll broken JSON': answer('{"data":{"status":"comp'),
  'poll goes back': json({ data: { status: 'received' } }),
};

const replies = { ...afterEffect, ...refusals, ...polls };
export const replyNames = Object.keys(replies);

/** Bends the next answers that fit, whichever tab asked. */
export function createReplyBender() {
  let bent: { name: string; left: number } | undefined;
  return {
    bend(name: string, next: number) {
      bent = { name, left: next };
    },
    fetch(request: Request, send: Send): ReturnType<Fetcher> {
      const fits = bent && bent.left > 0 && bent.name.startsWith(request.method === 'POST' ? 'POST' : 'poll');
      if (!bent || !fits) return send();
      bent.left -= 1;
      return (replies[bent.name] ?? ((unbent) => unbent()))(send);
    },
  };
}
