import { describe, expect, test } from 'vitest';
import { json } from '../client/recordingClient.ts';
import { minute } from './mirrorTill.ts';
import { recorded, recordTill } from './scriptedRecord.ts';

type Till = ReturnType<typeof recordTill>;
type Page = ReturnType<Till['open']>;

const seen = (id: string) => `POST operations/${id}/acknowledgement`;
const said = (id: string) => `POST operations/${id}/resolution`;
const told = ({ asked }: Till) => asked.filter((path) => /acknowledgement|resolution/.test(path));
const standing = ({ operations }: Page) => operations.list({ standing: true });
const broken = () => Promise.reject(new TypeError('fetch failed'));

describe('what was said before the gateway told of it', () => {
  /** The answer is lost, and nothing is heard of it, so a person judges. */
  async function judged(till: Till, charged: boolean) {
    const page = till.open();
    let isDown = true;
    till.mute();
    till.answer(/^\/operations/, () => (isDown ? json({}, { status: 502 }) : undefined));
    till.answer(/^\/pay$/, async (_, __, usual) => {
      await usual();
      return broken();
    });
    await page.pay();
    await till.live(20_000);
    const { id } = page.only();
    expect(page.only().phase).toBe('unknown');
    page.operations.resolveUnknown(id, { charged, basis: 'terminal-screen' });
    page.operations.acknowledge(id);
    expect(standing(page)).toEqual([]);
    return { page, id, heal: () => (isDown = false) };
  }

  test('takes no note of what came of it: a charge that a person denied stands', async () => {
    const till = recordTill();
    const { page, id, heal } = await judged(till, false);
    till.say(id, 'complete', { confirmedCents: 1250, endedAt: till.clock.now() });
    till.answer(/resolution$/, () => {
      const operation = till.put(id, { anomalies: ['contradicts-operator'] }, false);
      return json({ id, state: 'accepted', knownForMs: 1, operation, timeline: [] });
    });
    heal();
    await till.live(2 * minute);
    expect(told(till)).toEqual([said(id)]);
    expect(till.records.get(id)?.acknowledgedAt).toBeUndefined();
    expect(standing(page)).toMatchObject([{ phase: 'complete', anomalies: ['contradicts-operator'] }]);
  });

  test('is seen there too where the gateway knew as little', async () => {
    const till = recordTill();
    const { page, id, heal } = await judged(till, false);
    till.put(id, { phase: 'unknown', reason: 'no-response', msgIdentifier: undefined });
    heal();
    await till.live(2 * minute);
    expect(told(till)).toEqual([said(id), seen(id)]);
    expect(till.records.get(id)).toMatchObject({ phase: 'resolved', acknowledgedAt: expect.any(Number) });
    expect(standing(page)).toEqual([]);
  });

  test('does not end a payment that is on the terminal by then', async () => {
    const till = recordTill();
    const { page, id, heal } = await judged(till, false);
    heal();
    await till.live(2 * minute);
    expect(told(till)).toEqual([]);
    expect(page.only()).toMatchObject({ id, phase: 'waiting', anomalies: ['resolution-refused'] });
  });

  test('is told by no page that does not know what it is about', async () => {
    const till = recordTill();
    const { page, id, heal } = await judged(till, false);
    page.crash();
    // Another tab has heard of it by then.
    const name = till.storage.key(0)!;
    const note = JSON.parse(till.storage.getItem(name)!) as object;
    till.storage.setItem(name, JSON.stringify({ ...note, isTaken: true }));
    till.script.begin(() => new Response('', { status: 502 }));
    till.answer(/resolution$/, (_, __, usual) => usual());
    const next = till.open();
    await till.live(20_000);
    expect(told(till)).toEqual([]);
    heal();
    await till.live(minute);
    expect(told(till)).toEqual([]);
    expect(next.operations.get(id)).toMatchObject({ phase: 'waiting', anomalies: ['resolution-refused'] });
  });

  test.each([
    [[], 1, 0],
    [['contradiction'], 0, 1],
  ])('of an ending is about the row that says the same, with %o', async (anomalies, tellings, left) => {
    const till = recordTill();
    const page = till.open();
    const accepted = { status: 204, headers: { 'x-operation-state': 'accepted' } };
    till.answer(/^\/close-batch$/, () => new Response(null, accepted));
    await till.live(1000);
    await page.operations.start('closeBatch', { terminalId: 'T1' });
    await till.clock.advance(10);
    const { id, createdAt } = page.only();
    expect(page.only().phase).toBe('complete');
    page.operations.acknowledge(id);
    const row = recorded({ id, createdAt, kind: 'closeBatch', phase: 'complete', seq: 2, anomalies });
    till.records.set(id, row);
    till.script.tell(row);
    await till.live(minute);
    expect(told(till)).toHaveLength(tellings);
    expect(standing(page)).toHaveLength(left);
  });
});
