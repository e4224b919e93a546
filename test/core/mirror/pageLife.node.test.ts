import { afterEach, expect, test, vi } from 'vitest';
import { json } from '../client/recordingClient.ts';
import { minute } from './mirrorTill.ts';
import { recorded, recordTill } from './scriptedRecord.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a page that was hidden while no part of it listened has its stream when one does again', async () => {
  vi.stubGlobal('document', {});
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([]);
  const { clock, open, live, script } = recordTill();
  const { operations, hide, signals, leave, wake } = open();
  await live(5000);
  leave();
  signals.isVisible = false;
  hide(false);
  await clock.advance(60_000);
  hide(false);
  signals.isVisible = true;
  wake();
  operations.subscribe(() => undefined);
  await live(5000);
  expect(script.open()).toHaveLength(1);
});

test('a page that is given up while its press is on its way asks nothing more', async () => {
  const { clock, open, answer, asked } = recordTill();
  let answered = (_: Response) => undefined as void;
  answer(/^\/pay$/, () => new Promise<Response>((resolve) => (answered = resolve)));
  answer(/^\/operations/, () => new Response('', { status: 502 }));
  const { operations, pay } = open();
  await clock.advance(1000);
  await pay();
  await clock.advance(1000);
  operations.dispose();
  answered(new Response('', { status: 502 }));
  await clock.advance(minute);
  const before = asked.length;
  await clock.advance(60 * minute);
  expect(asked).toHaveLength(before);
});

test('a message is asked about again after a quarter of an hour, however long a proxy wants rest', async () => {
  const { clock, open, answer, polls } = recordTill();
  answer(/^\/processed-messages/, () => json({}, { status: 429, headers: { 'retry-after': '9999999999' } }));
  const { operations } = open();
  operations.watch('msg-9').subscribe(() => undefined);
  await clock.advance(minute);
  expect(polls()).toHaveLength(1);
  await clock.advance(15 * minute);
  expect(polls()).toHaveLength(2);
});

test('a host that only looks at what it started sees it end, and is not told of others for ever', async () => {
  const { clock, open, live, say, script } = recordTill();
  const { operations, pay, only } = open({}, {}, { isFollowed: false });
  await pay();
  await live(2 * minute);
  const { id } = only();
  expect(only().phase).toBe('waiting');
  say(id, 'complete');
  await live(1000);
  expect(operations.get(id)?.phase).toBe('complete');
  await clock.advance(minute);
  expect(script.open()).toEqual([]);
});

test('a page that is open for weeks keeps what is open or unseen, and the newest of what is over', async () => {
  const { open, live, script, clock } = recordTill();
  const { operations } = open();
  await live(1000);
  script.tell(recorded({ id: 'op-that-is-open' }));
  script.tell(recorded({ id: 'op-that-is-unseen', phase: 'complete', endedAt: clock.now() }));
  for (let sale = 0; sale < 2000; sale += 1) {
    const at = clock.now() + sale;
    const seen = { phase: 'complete', createdAt: at, endedAt: at, acknowledgedAt: at } as const;
    script.tell(recorded({ id: `op-of-the-day-${sale}`, ...seen }));
  }
  await live(1000);
  expect(operations.list().length).toBeLessThanOrEqual(500);
  expect(operations.get('op-that-is-open')?.phase).toBe('waiting');
  expect(operations.get('op-that-is-unseen')?.phase).toBe('complete');
  expect(operations.get('op-of-the-day-1999')?.phase).toBe('complete');
  expect(operations.get('op-of-the-day-0')).toBeUndefined();
});
