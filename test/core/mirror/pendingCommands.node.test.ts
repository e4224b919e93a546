import { describe, expect, test } from 'vitest';
import { json } from '../client/recordingClient.ts';
import { minute } from './mirrorTill.ts';
import { recorded, recordTill } from './scriptedRecord.ts';

type Till = ReturnType<typeof recordTill>;
type Page = ReturnType<Till['open']>;

/** A sale that is over, and one whose outcome is unknown. */
async function sold({ clock, live, say }: Till, page: Page) {
  await page.pay();
  await live(1000);
  const { id } = page.only();
  say(id, 'complete', { confirmedCents: 1250 });
  await clock.advance(0);
  return id;
}
async function lost({ clock, live, put }: Till, page: Page) {
  await page.pay();
  await live(1000);
  const { id } = page.only();
  put(id, { phase: 'unknown', reason: 'max-wait' });
  await clock.advance(0);
  return id;
}
const seen = (id: string) => `POST operations/${id}/acknowledgement`;
const said = (id: string) => `POST operations/${id}/resolution`;
const told = ({ asked }: Till) => asked.filter((path) => /acknowledgement|resolution/.test(path));
const standing = ({ operations }: Page) => operations.list({ standing: true });

describe('the gateway is told', () => {
  test('that an ending was seen, once, and which one', async () => {
    const till = recordTill();
    const page = till.open();
    const id = await sold(till, page);
    page.operations.acknowledge(id);
    page.operations.acknowledge(id);
    expect(standing(page)).toEqual([]);
    await till.live(minute);
    expect(told(till)).toEqual([seen(id)]);
    expect(till.bodies.at(-1)).toEqual({ seq: 3 });
    expect(standing(page)).toEqual([]);
  });

  test('what a person saw of a payment, where, and in which state it was then', async () => {
    const till = recordTill();
    const page = till.open();
    const id = await lost(till, page);
    page.operations.resolveUnknown(id, { charged: false, basis: 'other', note: 'The bank says so.' });
    expect(page.only()).toMatchObject({ phase: 'resolved', resolution: { charged: false, basis: 'other' } });
    await till.live(minute);
    expect(told(till)).toEqual([said(id)]);
    const note = 'The bank says so.';
    expect(till.bodies.at(-1)).toEqual({ charged: false, basis: 'other', note, seq: 3 });
    expect(page.only().phase).toBe('resolved');
  });

  test.each(['at once', 'while the other is on its way'])(
    'first what a person saw, then that this was seen, %s',
    async (when) => {
      const till = recordTill();
      const page = till.open();
      const id = await lost(till, page);
      let arrive: () => void = () => undefined;
      till.answer(/resolution$/, async (_, __, usual) => {
        if (when !== 'at once') await new Promise<void>((resolve) => (arrive = resolve));
        return usual();
      });
      page.operations.resolveUnknown(id, { charged: true, basis: 'receipt' });
      if (when !== 'at once') await till.clock.advance(10);
      page.operations.acknowledge(id);
      arrive();
      await till.live(minute);
      expect(told(till)).toEqual([said(id), seen(id)]);
      expect(till.bodies.at(-1)).toEqual({ seq: 4 });
      expect(standing(page)).toEqual([]);
      expect(till.records.get(id)?.acknowledgedAt).toBeDefined();
    },
  );

  test('F64: not that a resolution was seen whose row has an anomaly by then: it stands until that is seen', async () => {
    const till = recordTill();
    const page = till.open();
    const id = await lost(till, page);
    till.answer(/resolution$/, async (_, __, usual) => {
      const answer = await usual();
      till.put(id, { anomalies: ['unreadable: msgIdentifier'] }, false);
      const operation = till.records.get(id);
      return answer.ok ? json({ id, state: 'accepted', knownForMs: 1, operation, timeline: [] }) : answer;
    });
    page.operations.resolveUnknown(id, { charged: false, basis: 'terminal-screen' });
    page.operations.acknowledge(id);
    await till.live(minute);
    expect(told(till)).toEqual([said(id)]);
    expect(standing(page)).toMatchObject([
      { id, phase: 'resolved', anomalies: ['unreadable: msgIdentifier'] },
    ]);
    page.operations.acknowledge(id);
    await till.live(minute);
    expect(told(till)).toEqual([said(id), seen(id)]);
    expect(standing(page)).toEqual([]);
  });

  test('nothing of what another person said', async () => {
    const till = recordTill();
    const page = till.open();
    const id = await lost(till, page);
    const resolution = { charged: true, basis: 'back-office' } as const;
    till.put(id, { phase: 'resolved', resolution });
    await till.live(minute);
    expect(page.only()).toMatchObject({ phase: 'resolved', resolution });
    expect(told(till)).toEqual([]);
  });

  test('of both endings where a second comes while the first is being told', async () => {
    const till = recordTill();
    const page = till.open();
    const id = await sold(till, page);
    let arrive: () => void = () => undefined;
    let answered = 0;
    till.answer(/acknowledgement$/, async (_, __, usual) => {
      answered += 1;
      if (answered === 1) await new Promise<void>((resolve) => (arrive = resolve));
      return usual();
    });
    page.operations.acknowledge(id);
    await till.clock.advance(10);
    till.put(id, { anomalies: ['contradiction'] });
    await till.clock.advance(0);
    expect(standing(page)).toHaveLength(1);
    page.operations.acknowledge(id);
    arrive();
    await till.live(minute);
    expect(told(till)).toEqual([seen(id), seen(id)]);
    expect(till.bodies.slice(-2)).toEqual([{ seq: 3 }, { seq: 4 }]);
    expect(standing(page)).toEqual([]);
  });

  test('of an ending that was seen, and not of the later one that stands since', async () => {
    const till = recordTill();
    const page = till.open();
    const id = await sold(till, page);
    till.answer(/acknowledgement$/, () => {
      // The gateway knows more by now, so it takes no note.
      const operation = till.put(id, { anomalies: ['contradiction'] }, false);
      return json({ id, state: 'accepted', knownForMs: 1, operation, timeline: [] });
    });
    page.operations.acknowledge(id);
    await till.live(minute);
    expect(standing(page)).toMatchObject([{ id, anomalies: ['contradiction'] }]);
    expect(told(till)).toEqual([seen(id)]);
  });
});

test('what this till said of the payment of another, and the service contradicts, stands here too', async () => {
  const till = recordTill();
  const page = till.open();
  const { id } = recorded();
  till.records.set(id, recorded({ phase: 'unknown', reason: 'max-wait', isOwn: false, actor: 'bar' }));
  await till.live(5000);
  page.operations.resolveUnknown(id, { charged: false, basis: 'receipt' });
  await till.live(1000);
  expect(standing(page)).toEqual([]);
  till.put(id, { phase: 'complete', anomalies: ['contradicts-operator'], confirmedCents: 1250 });
  await till.live(1000);
  expect(standing(page)).toMatchObject([{ id, phase: 'complete', scope: 'by bar' }]);
});

test('what a person said is about the state that was judged, and no later one', async () => {
  const till = recordTill();
  const page = till.open();
  const id = await lost(till, page);
  till.answer(/resolution$/, () => new Promise<never>(() => undefined));
  page.operations.resolveUnknown(id, { charged: false, basis: 'receipt' });
  expect(page.only().phase).toBe('resolved');
  till.put(id, { status: 'processing', seenProcessing: true });
  await till.clock.advance(0);
  expect(page.only()).toMatchObject({ phase: 'unknown', status: 'processing' });
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
      await till.live(1000);
      if (told(till).length > before) times.push(second);
    }
    expect(times).toEqual([0, 1, 5, 13, 29, 61]);
    expect(standing(page)).toEqual([]);
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
    expect(standing(second)).toEqual([]);
    second.crash();
    till.open();
    await till.live(minute);
    expect(told(till)).toHaveLength(2);
  });

  test('hears what was seen, and where, from the next page', async () => {
    const till = recordTill();
    const first = till.open();
    const id = await lost(till, first);
    let isDown = true;
    till.answer(/resolution$/, () => (isDown ? json({}, { status: 503 }) : undefined));
    const resolution = { charged: true, basis: 'other', note: 'Seen on the slip.' } as const;
    first.operations.resolveUnknown(id, resolution);
    await till.live(1000);
    first.crash();
    isDown = false;
    const next = till.open();
    await till.live(2000);
    expect(told(till)).toEqual([said(id), said(id)]);
    expect(till.bodies.at(-1)).toEqual({ ...resolution, seq: 3 });
    expect(next.only()).toMatchObject({ phase: 'resolved', resolution: { charged: true } });
    // What is told need not be kept.
    expect([...Array(till.storage.length).keys()].map((index) => till.storage.key(index))).toHaveLength(1);
    expect(till.storage.getItem(till.storage.key(0)!)).not.toContain('slip');
  });

  test.each([
    ['the till was signed out', 0],
    ['it was away over the weekend', 60 * 3_600_000],
  ])('hears what a person saw although %s', async (_, awayMs) => {
    const till = recordTill();
    const first = till.open();
    const id = await lost(till, first);
    let isAway = true;
    till.answer(/resolution$/, () => (isAway ? json({}, { status: 503 }) : undefined));
    first.operations.resolveUnknown(id, { charged: true, basis: 'receipt' });
    first.operations.acknowledge(id);
    await till.live(1000);
    if (awayMs === 0) {
      first.operations.clearEnded();
      expect(first.operations.list()).toEqual([]);
    }
    first.crash();
    await till.clock.advance(awayMs);
    isAway = false;
    const before = told(till).length;
    const next = till.open();
    await till.live(5000);
    expect(told(till).slice(before)).toEqual([said(id), seen(id)]);
    expect(standing(next)).toEqual([]);
    next.operations.clearEnded();
    expect(next.operations.list()).toEqual([]);
  });

  test('F77: hears what a person saw although the page was loaded anew and its storage cleared then', async () => {
    const till = recordTill();
    const first = till.open();
    const id = await lost(till, first);
    let isAway = true;
    const refused = () => (isAway ? json({}, { status: 503 }) : undefined);
    till.answer(/resolution$/, refused);
    first.operations.resolveUnknown(id, { charged: true, basis: 'receipt' });
    first.operations.acknowledge(id);
    await till.live(1000);
    first.crash();
    const next = till.open();
    await till.live(1000);
    till.storage.clear();
    isAway = false;
    const before = told(till).length;
    await till.live(minute);
    expect(told(till).slice(before)).toEqual([said(id), seen(id)]);
    expect(standing(next)).toEqual([]);
  });

  test('hears it from this page too where the till was signed out meanwhile', async () => {
    const till = recordTill();
    const page = till.open();
    const id = await lost(till, page);
    let isAway = true;
    till.answer(/resolution$/, () => (isAway ? json({}, { status: 503 }) : undefined));
    page.operations.resolveUnknown(id, { charged: true, basis: 'receipt' });
    page.operations.acknowledge(id);
    await till.live(1000);
    page.operations.clearEnded();
    isAway = false;
    await till.live(minute);
    expect(told(till).slice(-2)).toEqual([said(id), seen(id)]);
    expect(till.records.get(id)).toMatchObject({ phase: 'resolved', resolution: { charged: true } });
  });

  test('hears it although another till resolved the payment meanwhile and took note of that', async () => {
    const till = recordTill();
    const page = till.open();
    const id = await lost(till, page);
    let isDown = true;
    till.answer(/resolution$/, () => (isDown ? json({}, { status: 503 }) : undefined));
    page.operations.resolveUnknown(id, { charged: true, basis: 'receipt' });
    await till.live(1000);
    const resolution = { charged: false, basis: 'back-office' } as const;
    till.put(id, { phase: 'resolved', resolution, acknowledgedAt: till.clock.now() });
    await till.live(1000);
    isDown = false;
    const before = told(till).length;
    await till.live(minute);
    expect(told(till).slice(before)).toEqual([said(id)]);
  });

  test('hears it from another tab where the one that said it is killed', async () => {
    const till = recordTill();
    const [one, other] = [till.open(), till.open()];
    const id = await lost(till, one);
    let isDown = true;
    till.answer(/resolution$/, () => (isDown ? json({}, { status: 503 }) : undefined));
    one.operations.resolveUnknown(id, { charged: true, basis: 'receipt' });
    await till.live(1000);
    one.crash();
    isDown = false;
    till.put(id, {}, false);
    till.script.tell(till.records.get(id)!);
    await till.live(2 * minute);
    expect(told(till).length).toBeGreaterThan(1);
    expect(other.only()).toMatchObject({ phase: 'resolved' });
  });
});

/** As a gateway says no. What a proxy says in its place is no word of it. */
const refusing = (status: number, code: string) =>
  json({ error: { code }, refusal: { code, message: 'No.' } }, { status });

test('that a refusal was seen is told to a gateway that has the operation after all', async () => {
  const till = recordTill();
  const page = till.open();
  till.mute();
  till.answer(/^\/pay$/, async (_, __, usual) => {
    await usual();
    return json({ error: {} }, { status: 503, headers: { 'x-operation-state': 'not-seen' } });
  });
  await page.pay();
  await till.live(5000);
  const { id, phase } = page.only();
  expect(phase).toBe('rejected');
  till.put(id, { phase: 'rejected', msgIdentifier: undefined, endedAt: till.clock.now() });
  void page.operations.resume();
  await till.live(1000);
  page.operations.acknowledge(id);
  await till.live(2 * minute);
  expect(told(till)).toEqual([seen(id)]);
  expect(standing(page)).toEqual([]);
});

describe('a gateway that', () => {
  test('has no such route says so, and that is no error', async () => {
    const till = recordTill();
    const page = till.open();
    const id = await lost(till, page);
    till.answer(/(acknowledgement|resolution)$/, () =>
      json({ refusal: { code: 'no-route', message: 'No.' } }, { status: 404 }),
    );
    page.operations.resolveUnknown(id, { charged: true, basis: 'receipt' });
    page.operations.acknowledge(id);
    await till.live(2 * minute);
    expect(told(till)).toEqual([said(id)]);
    expect(page.only()).toMatchObject({ phase: 'resolved', anomalies: [] });
    expect(standing(page)).toEqual([]);
  });

  test.each([
    ['does not take what a person said', 403, 'not-authorized', 'unknown'],
    ['has moved on since it was judged', 409, 'other-state', 'unknown'],
    ['has lost the operation', 404, 'not-found', 'resolved'],
  ])('%s, is not passed over in silence', async (_, status, code, phase) => {
    const till = recordTill();
    const page = till.open();
    const id = await lost(till, page);
    const kinds: string[] = [];
    page.operations.listen((event) => {
      if (event.type === 'anomaly') kinds.push(event.kind);
    });
    till.answer(/resolution$/, () => refusing(status, code));
    page.operations.resolveUnknown(id, { charged: false, basis: 'receipt' });
    await till.live(2 * minute);
    expect(told(till)).toEqual([said(id)]);
    expect(kinds).toEqual(['resolution-refused']);
    expect(page.only()).toMatchObject({ phase, anomalies: ['resolution-refused'] });
  });

  test('does not take it is told again what a person says then', async () => {
    const till = recordTill();
    const page = till.open();
    const id = await lost(till, page);
    let isRefusing = true;
    till.answer(/resolution$/, () => (isRefusing ? refusing(409, 'other-state') : undefined));
    page.operations.resolveUnknown(id, { charged: false, basis: 'receipt' });
    await till.live(1000);
    isRefusing = false;
    page.operations.resolveUnknown(id, { charged: true, basis: 'receipt' });
    await till.live(1000);
    expect(page.only()).toMatchObject({ phase: 'resolved', resolution: { charged: true }, anomalies: [] });
    page.operations.acknowledge(id);
    await till.live(1000);
    expect(standing(page)).toEqual([]);
    expect(till.records.get(id)?.acknowledgedAt).toBeDefined();
  });

  test.each(['not-authorized', 'not-yours'])(
    'does not take that an ending was seen (%s) lets it stand, and hears of it again from a person only',
    async (code) => {
      const till = recordTill();
      const page = till.open();
      const id = await sold(till, page);
      let isRefusing = true;
      till.answer(/acknowledgement$/, () => (isRefusing ? refusing(403, code) : undefined));
      page.operations.acknowledge(id);
      await till.live(2 * minute);
      expect(told(till)).toEqual([seen(id)]);
      expect(standing(page)).toMatchObject([{ id, phase: 'complete' }]);
      isRefusing = false;
      page.operations.acknowledge(id);
      await till.live(minute);
      expect(standing(page)).toEqual([]);
      expect(till.records.get(id)?.acknowledgedAt).toBeDefined();
    },
  );

  test('has lost the operation leaves an ending seen that was', async () => {
    const till = recordTill();
    const page = till.open();
    const id = await sold(till, page);
    till.answer(/acknowledgement$/, () => refusing(404, 'not-found'));
    page.operations.acknowledge(id);
    await till.live(2 * minute);
    expect(told(till)).toEqual([seen(id)]);
    expect(standing(page)).toEqual([]);
  });
});
