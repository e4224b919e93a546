import { describe, expect, test } from 'vitest';
import type { GatewayOptions } from '../../src/gateway/gatewayOptions.ts';
import { createGatewayTill, settled, tillOrigin } from './gatewayTill.ts';

const url = 'https://till.example/v1/public/payment-link/upload-attachments';
const headers = { origin: tillOrigin, 'content-type': 'multipart/form-data; boundary=b' };

/** An upload that a test sends piece by piece, to a service that says how much it got. */
function uploading(own: Partial<GatewayOptions> = {}, { answersAfterMs = 0 } = {}) {
  let whole: number | undefined;
  const till = createGatewayTill({
    fetcher: async (request) => {
      whole = (await request.arrayBuffer()).byteLength;
      await new Promise<void>((resolve) => {
        till.clock.setTimeout(resolve, answersAfterMs);
      });
      return Response.json({ data: [] });
    },
    ...own,
  });
  let to!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      to = controller;
    },
  });
  const send = (announced: Record<string, string> = {}) => {
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: { ...headers, ...announced },
      body,
      duplex: 'half',
    };
    return till.gateway().fetch(new Request(url, init));
  };
  const piece = (bytes: number) => to.enqueue(new Uint8Array(bytes));
  return { ...till, send, piece, end: () => to.close(), whole: () => whole };
}

describe('an upload', () => {
  test('that flows, however slowly, arrives whole', async () => {
    const { send, piece, end, clock, whole } = uploading();
    const answer = send();
    await clock.advance(0);
    for (let part = 0; part < 5; part += 1) {
      piece(100);
      await clock.advance(9_000);
    }
    end();
    expect((await settled(clock, answer)).status).toBe(200);
    expect(whole()).toBe(500);
  });

  test.each([
    ['before its first byte', 0],
    ['in the middle', 3],
  ])('that stands still %s breaks off after ten seconds', async (_, parts) => {
    const { send, piece, clock, whole, problems } = uploading();
    const answer = send();
    await clock.advance(0);
    for (let part = 0; part < parts; part += 1) {
      piece(100);
      await clock.advance(5_000);
    }
    await clock.advance(parts === 0 ? 9_900 : 4_900);
    await expect(Promise.race([answer, Promise.resolve('waits')])).resolves.toBe('waits');
    const { status } = await settled(clock, answer);
    expect(status).toBe(408);
    expect(whole()).toBeUndefined();
    expect(problems).toStrictEqual([]); // the page's affair, not the service's
  });

  test('may wait for its answer longer than it may pause', async () => {
    const { send, piece, end, clock } = uploading({}, { answersAfterMs: 60_000 });
    const answer = send();
    piece(100);
    end();
    expect((await settled(clock, answer)).status).toBe(200);
  });

  test.each([
    ['announced', true],
    ['not announced', false],
  ])('may be as large as is allowed, and no byte larger: %s', async (_, isAnnounced) => {
    for (const [bytes, status] of [
      [1000, 200],
      [1001, 413],
    ] as const) {
      const { send, piece, end, clock, whole } = uploading({ maxUploadBytes: 1000 });
      const answer = send(isAnnounced ? { 'content-length': `${bytes}` } : {});
      piece(600);
      piece(bytes - 600);
      end();
      expect((await settled(clock, answer)).status).toBe(status);
      expect(whole()).toBe(status === 200 ? bytes : undefined);
    }
  });

  test.each(['application/json', 'multipart/form-data', 'multipart/mixed; boundary=b', ''])(
    'of type %j is not begun',
    async (type) => {
      const { send, clock, whole } = uploading();
      expect((await settled(clock, send({ 'content-type': type }))).status).toBe(415);
      expect(whole()).toBeUndefined();
    },
  );
});
