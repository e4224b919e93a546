import { describe, expect, test } from 'vitest';
import { json } from '../client/recordingClient.ts';
import { minute } from './mirrorTill.ts';
import { recorded, recordTill } from './scriptedRecord.ts';

/** A shop in which other tills have open payments. The gateway's stream is blocked, as by a proxy. */
function busyShop(count: number) {
  const till = recordTill();
  till.script.begin(() => json({}, { status: 503 }));
  for (let at = 0; at < count; at += 1) {
    const id = `op-of-another-till-${at}`;
    till.records.set(id, recorded({ id, terminalId: `T-${at}`, isOwn: false, createdAt: till.clock.now() }));
  }
  return { ...till, page: till.open() };
}

describe('while the stream is down', () => {
  test('a page reads the open payments of a small shop every 2 s', async () => {
    const { asked, clock } = busyShop(20);
    await clock.advance(10_000);
    asked.length = 0;
    await clock.advance(minute);
    expect(asked.length).toBeGreaterThanOrEqual(20 * 29);
  });

  test('a page asks for no more of a large shop, and for its own payment as often', async () => {
    const { asked, clock, page, records } = busyShop(300);
    await page.pay();
    await clock.advance(10_000);
    asked.length = 0;
    await clock.advance(minute);
    expect(asked.length).toBeLessThanOrEqual(20 * 32);
    const { id: own } = page.operations.list().find(({ terminalId }) => terminalId === 'T1')!;
    const times = (id: string) => asked.filter((path) => path === `GET operations/${id}`).length;
    expect(times(own)).toBeGreaterThanOrEqual(28);
    for (const id of records.keys()) expect(times(id)).toBeGreaterThanOrEqual(1);
  });
});

test('of endings that nobody has seen and no list has, a page reads at most twenty a minute', async () => {
  const { answer, asked, clock, live, open, records, say } = recordTill();
  const page = open();
  for (let sale = 0; sale < 60; sale += 1) {
    await page.operations.start('pay', { ...page.request, terminalId: `T-${sale}` }, { currency: 'USD' });
    await clock.advance(100);
  }
  answer(/^\/operations$/, () => json({ items: [] }));
  for (const id of records.keys()) say(id, 'complete');
  await page.operations.resume();
  await live(2 * minute);
  asked.length = 0;
  await live(9 * minute);
  expect(page.operations.list({ standing: true })).toHaveLength(60);
  expect(asked.length).toBeLessThanOrEqual(9 * 20 + 20);
  for (const id of records.keys()) expect(asked).toContain(`GET operations/${id}`);
});
