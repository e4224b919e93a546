import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createEventStreams } from '../../../src/gateway/createEventStreams.ts';
import { callerOf, createTestRecord, minuteMs } from '../store/recordRows.ts';
import { readerOf } from './streamReader.ts';

test('a change for 400 pages of one merchant leaves turns to payments, and reaches each page in order', async () => {
  const record = createTestRecord();
  const { store, clock } = record;
  const stream = createEventStreams({ store, clock, keepEventsMs: 60 * minuteMs });
  record.onChange(stream.nudge);
  /** The pages for which the instance did something since the last turn of other work. */
  const served = new Set<number>();
  const open = async (till: number) => {
    const caller = callerOf({ subject: `till-${till}` });
    const watched = {
      ...caller,
      get account() {
        served.add(till);
        return caller.account;
      },
    };
    const reader = readerOf(await stream.open(null, watched));
    await reader.next();
    return reader;
  };
  const readers = await Promise.all(Array.from({ length: 400 }, (_, till) => open(till)));
  served.clear();
  const seen = { isTold: false, mostServed: 0 };
  const told = Promise.all(readers.map((reader) => reader.nextChange()));
  void told.then(() => (seen.isTold = true));
  await record.begin();
  while (!seen.isTold) {
    await setImmediate();
    seen.mostServed = Math.max(seen.mostServed, served.size);
    served.clear();
  }
  expect(seen.mostServed).toBeLessThanOrEqual(100);
  expect(new Set(await told)).toEqual(new Set(['1 sending']));
  await record.begin();
  for (const reader of readers) expect(await reader.nextChange()).toBe('2 sending');
  stream.stop();
});
