import { afterEach, expect, test, vi } from 'vitest';
import { json } from '../client/recordingClient.ts';
import { minute } from './mirrorTill.ts';
import { recordTill } from './scriptedRecord.ts';

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
