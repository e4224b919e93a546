import { describe, expect, test } from 'vitest';
import { json } from '../client/recordingClient.ts';
import { recordTill } from './recordTill.ts';

type Till = ReturnType<typeof recordTill>;

/** A sale that is over, and one that nobody knows. */
async function sold({ clock, live, say }: Till, page: ReturnType<Till['open']>) {
  await page.pay();
  await live(1000);
  const { id } = page.only();
  say(id, 'complete', { confirmedCents: 1250 });
  await clock.advance(0);
  return id;
}
async function lost({ clock, live, put }: Till, page: ReturnType<Till['open']>) {
  await page.pay();
  await live(1000);
  const { id } = page.only();
  put(id, { phase: 'unknown', reason: 'max-wait' });
  page.operations.stopWaiting(id);
  await clock.advance(0);
  return id;
}
const seen = (id: string) => `POST operations/${id}/acknowledgement`;
const said = (id: string) => `POST operations/${id}/resolution`;
const told = ({ asked }: Till) => asked.filter((path) => /acknowledgement|resolution/.test(path));

describe('the gateway is told', () => {
  test('that an ending was seen, once', async () => {
    const till = recordTill();
    const page = till.open();
    const id = await sold(till, page);
    page.operations.acknowledge(id);
    page.operations.acknowledge(id);
    await till.live(60_000);
    expect(told(till)).toEqual([seen(id)]);
    expect(till.bodies.at(-1)).toEqual({});
  });

  test('what a person saw of a payment, and where', async () => {
    const till = recordTill();
    const page = till.open();
    const id = await lost(till, page);
    page.operations.resolveUnknown(id, { charged: false, basis: 'other', note: 'The bank says so.' });
    await till.live(60_000);
    expect(told(till)).toEqual([said(id)]);
    expect(till.bodies.at(-1)).toEqual({ charged: false, basis: 'other', note: 'The bank says so.' });
    expect(page.only().phase).toBe('resolved');
  });

  test('first what a person saw, then that this was seen', async () => {
    const till = recordTill();
    const page = till.open();
    const id = await lost(till, page);
    page.operations.resolveUnknown(id, { charged: true, basis: 'receipt' });
    page.operations.acknowledge(id);
    await till.live(60_000);
    expect(told(till)).toEqual([said(id), seen(id)]);
  });

  test('nothing twice of what it said itself', async () => {
    const till = recordTill();
    const page = till.open();
    const id = await lost(till, page);
    till.put(id, { phase: 'resolved', resolution: { charged: true, basis: 'back-office' } });
    await till.live(60_000);
    expect(page.only()).toMatchObject({
      phase: 'resolved',
      resolution: { charged: true, basis: 'back-office' },
    });
    expect(told(till)).toEqual([]);
  });
});

describe('a gateway that cannot be told now', () => {
  test('is told again after growing pauses, until it has it', async () => {
    const till = recordTill();
    const page = till.open();
    const id = await sold(till, page);
    let failures = 5;
    till.answer(/acknowledgement$/, () => ((failures -= 1) < 0 ? undefined : json({}, { status: 503 })));
    page.operations.acknowledge(id);
    const times: number[] = [];
    for (let second = 0; second < 180; second += 1) {
      const before = told(till).length;
      await till.clock.advance(1000);
      if (told(till).length > before) times.push(second);
    }
    expect(times).toEqual([0, 1, 5, 13, 29, 61]);
  });

  test.each([
    ['does not answer', () => new Promise<never>(() => undefined)],
    ['wants a sign-in', () => json({}, { status: 401 })],
    ['is asked too often', () => json({}, { status: 429 })],
  ])('is told by the next page where it %s', async (_, answer) => {
    const till = recordTill();
    const first = till.open();
    const id = await sold(till, first);
    let isDown = true;
    till.answer(/acknowledgement$/, () => (isDown ? answer() : undefined));
    first.operations.acknowledge(id);
    await till.live(1000);
    first.crash();
    isDown = false;
    const second = till.open();
    await till.live(2000);
    expect(told(till)).toEqual([seen(id), seen(id)]);
    second.crash();
    till.open();
    await till.live(60_000);
    expect(told(till)).toHaveLength(2);
  });

  test('hears what was seen, and where, from the next page', async () => {
    const till = recordTill();
    const first = till.open();
    const id = await lost(till, first);
    till.answer(/resolution$/, () => (first.signals.isVisible ? json({}, { status: 503 }) : undefined));
    const resolution = { charged: true, basis: 'other', note: 'Seen on the slip.' } as const;
    first.operations.resolveUnknown(id, resolution);
    await till.live(1000);
    first.crash();
    first.signals.isVisible = false;
    till.open();
    await till.live(2000);
    expect(told(till)).toEqual([said(id), said(id)]);
    expect(till.bodies.at(-1)).toEqual(resolution);
    // What is told need not be kept.
    expect(await till.journal.get(id)).toMatchObject({ phase: 'resolved', owed: undefined });
  });
});

test.each([
  ['the till was signed out', 0],
  ['it was away over the weekend', 60 * 3_600_000],
])('what a person saw is told although %s', async (_, awayMs) => {
  const till = recordTill();
  const first = till.open();
  const id = await lost(till, first);
  let isAway = true;
  till.answer(/resolution$/, () => (isAway ? json({}, { status: 503 }) : undefined));
  first.operations.resolveUnknown(id, { charged: true, basis: 'receipt' });
  first.operations.acknowledge(id);
  await till.live(1000);
  if (awayMs === 0) first.operations.clearEnded();
  first.crash();
  await till.clock.advance(awayMs);
  isAway = false;
  const before = told(till).length;
  const next = till.open();
  await till.live(5000);
  expect(told(till).slice(before)).toEqual([said(id), seen(id)]);
  next.operations.clearEnded();
  expect(next.operations.list()).toEqual([]);
});

describe('a gateway that', () => {
  test('is older says that it has no such route, and that is no error', async () => {
    const till = recordTill();
    const page = till.open();
    const id = await lost(till, page);
    till.answer(/acknowledgement|resolution$/, () =>
      json({ refusal: { code: 'no-route', message: 'No.' } }, { status: 404 }),
    );
    page.operations.resolveUnknown(id, { charged: true, basis: 'receipt' });
    page.operations.acknowledge(id);
    await till.live(120_000);
    expect(told(till)).toEqual([said(id), seen(id)]);
    expect(page.only()).toMatchObject({ phase: 'resolved', anomalies: [] });
  });

  test.each([
    ['does not take what a person said', 403, 'not-authorized'],
    ['has lost the operation', 404, 'not-found'],
  ])('%s, is not passed over in silence', async (_, status, code) => {
    const till = recordTill();
    const page = till.open();
    const id = await lost(till, page);
    const kinds: string[] = [];
    page.operations.listen((event) => {
      if (event.type === 'anomaly') kinds.push(event.kind);
    });
    till.answer(/resolution$/, () => json({ error: { code } }, { status }));
    page.operations.resolveUnknown(id, { charged: false, basis: 'receipt' });
    await till.live(120_000);
    expect(told(till)).toEqual([said(id)]);
    expect(kinds).toEqual(['resolution-refused']);
  });
});

test('a service is told nothing', async () => {
  const till = recordTill();
  const page = till.open({ gateway: false });
  await page.pay();
  await till.clock.advance(5000);
  const { id } = page.only();
  page.operations.stopWaiting(id);
  page.operations.resolveUnknown(id, { charged: true, basis: 'receipt' });
  page.operations.acknowledge(id);
  await till.clock.advance(60_000);
  expect(told(till)).toEqual([]);
  expect((await till.journal.get(id))?.owed).toBeUndefined();
});
