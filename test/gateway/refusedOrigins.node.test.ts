import { describe, expect, test } from 'vitest';
import { createMemoryStore, type GatewayProblem } from 'tillkit/gateway';
import { createVirtualClock } from 'tillkit/core';
import { saleBody } from './gatewayTill.ts';
import { freshId, recordingGateway } from './securityTill.ts';

const longAgo = 200_000;

/** A gateway behind a proxy that rewrites Host: for its own pages it looks as if they were another's. */
async function behindProxy() {
  const clock = createVirtualClock(0);
  const store = createMemoryStore({ clock });
  await clock.advance(longAgo); // the store remembers long enough for a "not seen"
  const problems: GatewayProblem[] = [];
  const { gateway, sent } = recordingGateway({
    authorize: () => true,
    store,
    clock,
    onProblem: (problem) => void problems.push(problem),
  });
  const ask = (path: string, id = freshId(), origin = 'http://localhost:5173') =>
    gateway.fetch(
      new Request(`http://localhost:3000${path}`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json', 'x-operation-id': id },
        body: JSON.stringify(saleBody),
      }),
    );
  return { ask, sent, problems, clock };
}

describe('a page whose origin is refused', () => {
  test('hears that its sale was not sent, and nothing under its id ever is', async () => {
    const { ask, sent } = await behindProxy();
    const id = freshId();
    const refused = await ask('/pay', id);
    expect([refused.status, refused.headers.get('x-operation-state')]).toEqual([403, 'not-seen']);
    const copy = await ask('/pay', id, 'http://localhost:3000');
    expect(copy.status).toBe(410);
    expect(sent).toEqual([]);
  });

  test('hears nothing of a sale that was sent before', async () => {
    const { ask, sent } = await behindProxy();
    const id = freshId();
    expect((await ask('/pay', id, 'http://localhost:3000')).status).toBe(200);
    const refused = await ask('/pay', id);
    expect([refused.status, refused.headers.get('x-operation-state')]).toEqual([403, null]);
    expect(sent).toHaveLength(1);
  });

  test('is told to whoever runs the gateway, with its origin and the setting', async () => {
    const { ask, problems } = await behindProxy();
    await ask('/refund');
    expect(problems).toEqual([
      {
        type: 'origin-refused',
        operation: 'refund',
        operationId: undefined,
        message: expect.stringMatching(/http:\/\/localhost:5173 .*allowedOrigins/),
      },
    ]);
  });

  test('cannot fill a log, nor name what is no operation', async () => {
    const { ask, problems, clock } = await behindProxy();
    await ask('/elsewhere');
    expect(problems).toEqual([]);
    for (let time = 0; time < 30; time += 1)
      await ask('/pay', freshId(), `http://${'x'.repeat(900)}.example`);
    expect(problems).toHaveLength(10);
    expect(Math.max(...problems.map(({ message }) => message.length))).toBeLessThan(400);
    await clock.advance(60_000);
    await ask('/pay');
    await ask('/pay');
    expect(problems).toHaveLength(11);
  });
});
