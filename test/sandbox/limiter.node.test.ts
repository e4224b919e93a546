import { describe, expect, test } from 'vitest';
import { openService, sale } from './service.ts';
import type { SandboxOptions } from 'tillkit/sandbox';

async function openWithMessage(options: SandboxOptions) {
  const service = openService(options);
  await service.post('/pay', sale);
  const statuses = async (count: number) => {
    const seen: number[] = [];
    for (let asked = 0; asked < count; asked += 1) seen.push((await service.poll()).status);
    return seen;
  };
  return { ...service, statuses };
}

test('takes fifty polls a minute unless told otherwise', async () => {
  const { statuses, clock } = await openWithMessage({});
  expect(new Set(await statuses(50))).toEqual(new Set([200]));
  expect(await statuses(1)).toEqual([429]);
  await clock.advance(60_000);
  expect(await statuses(1)).toEqual([200]);
});

test('counts polls only', async () => {
  const { post, get } = openService({ pollLimit: { limit: 1, windowMs: 60_000, kind: 'sliding' } });
  for (let asked = 0; asked < 5; asked += 1) expect((await get('/terminals')).status).toBe(200);
  expect((await post('/pay', sale)).status).toBe(200);
});

describe('sliding', () => {
  test('frees each slot a window after it was taken', async () => {
    const { statuses, clock } = await openWithMessage({
      pollLimit: { limit: 2, windowMs: 10_000, kind: 'sliding' },
    });
    expect(await statuses(1)).toEqual([200]);
    await clock.advance(4000);
    expect(await statuses(2)).toEqual([200, 429]);
    await clock.advance(5999);
    expect(await statuses(1)).toEqual([429]);
    await clock.advance(1);
    expect(await statuses(2)).toEqual([200, 429]);
  });
});

describe('fixed', () => {
  test('frees all slots when the window on the clock ends', async () => {
    const { statuses, clock } = await openWithMessage({
      pollLimit: { limit: 2, windowMs: 10_000, kind: 'fixed' },
    });
    await clock.advance(9999);
    expect(await statuses(3)).toEqual([200, 200, 429]);
    await clock.advance(1);
    expect(await statuses(3)).toEqual([200, 200, 429]);
  });
});

describe('bucket', () => {
  test('lets a full bucket through at once, then one for each token that grows back', async () => {
    const { statuses, clock } = await openWithMessage({
      pollLimit: { limit: 2, windowMs: 10_000, kind: 'bucket' },
    });
    expect(await statuses(3)).toEqual([200, 200, 429]);
    await clock.advance(4999);
    expect(await statuses(1)).toEqual([429]);
    await clock.advance(1);
    expect(await statuses(2)).toEqual([200, 429]);
    await clock.advance(60_000);
    expect(await statuses(3)).toEqual([200, 200, 429]);
  });
});

describe('a 429 tells when to come back (F71)', () => {
  const pollLimit = { limit: 1, windowMs: 10_000, kind: 'sliding' } as const;

  test('in seconds, rounded up', async () => {
    const { poll, clock } = await openWithMessage({ pollLimit });
    await poll();
    await clock.advance(2500);
    const { headers, body } = await poll();
    expect(headers.get('retry-after')).toBe('8');
    expect(body.message).toBe('Too many questions in a minute.');
  });

  test("as an HTTP date, by the service's clock", async () => {
    const { poll, clock } = await openWithMessage({ pollLimit, retryAfter: 'http-date' });
    clock.jump(-3_600_000);
    await poll();
    await clock.advance(2500);
    const { headers } = await poll();
    expect(headers.get('retry-after')).toBe('Mon, 02 Mar 2026 09:00:10 GMT');
    expect(headers.get('date')).toBe('Mon, 02 Mar 2026 09:00:02 GMT');
  });

  test('or not at all', async () => {
    const { poll } = await openWithMessage({ pollLimit, retryAfter: 'none' });
    await poll();
    const { status, headers } = await poll();
    expect([status, headers.get('retry-after')]).toEqual([429, null]);
  });
});
