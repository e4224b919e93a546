import { expect, test } from 'vitest';
import { json } from '../client/recordingClient.ts';
import { recordTill } from './scriptedRecord.ts';

const noStream = () => json({ refusal: { code: 'no-route', message: 'No.' } }, { status: 404 });

/** A sale that the page knows as complete, and the row of a backup that was made before. */
async function soldBeforeRestore({ hasStream = true } = {}) {
  const till = recordTill();
  const { clock, script, records, live, say } = till;
  if (!hasStream) script.begin(noStream);
  const page = till.open();
  await page.pay();
  await live(5000);
  const { id } = page.only();
  const backup = records.get(id)!;
  say(id, 'processing');
  say(id, 'complete', { confirmedCents: 1250 });
  await live(5000);
  expect(page.only().phase).toBe('complete');
  let forgotAt = -Infinity;
  till.answer(/^\/operations\/([^/]+)$/, () => {
    const [operation, now] = [records.get(id), clock.now()];
    return json({ id, state: 'accepted', knownForMs: Math.min(now - forgotAt, 1e9), now, operation });
  });
  const restore = () => {
    records.set(id, backup);
    forgotAt = clock.now();
    if (!hasStream) return;
    script.begin((connection) => {
      connection.event('open', { now: clock.now() });
      connection.event('reset', {});
      return undefined;
    });
    script.last().break();
  };
  return { ...till, page, id, backup, restore };
}

test.each([true, false])(
  'a page shows what the gateway knows after a backup was restored, with a stream (%s)',
  async (hasStream) => {
    const { page, id, live, restore, say } = await soldBeforeRestore({ hasStream });
    restore();
    await live(40_000);
    expect(page.only()).toMatchObject({ id, phase: 'waiting' });
    say(id, 'complete', { confirmedCents: 1250 });
    await live(5000);
    expect(page.only()).toMatchObject({ phase: 'complete', confirmedCents: 1250 });
  },
);

test('a page shows the row of a restored backup that has come to the `seq` of the one before', async () => {
  const { page, id, live, restore, say, records } = await soldBeforeRestore();
  const { seq } = records.get(id)!;
  restore();
  say(id, 'processing');
  say(id, 'failed');
  expect(records.get(id)).toMatchObject({ seq, phase: 'failed' });
  await live(40_000);
  expect(page.only()).toMatchObject({ id, phase: 'failed' });
});

test('a page that got no answer about the restored row reads it again, though the stream is up', async () => {
  const { clock, page, id, live, restore, answer } = await soldBeforeRestore();
  const backAt = clock.now() + 10_000;
  answer(/^\/operations\/([^/]+)$/, () => (clock.now() < backAt ? json({}, { status: 502 }) : undefined));
  restore();
  await live(60_000);
  expect(page.only()).toMatchObject({ id, phase: 'waiting' });
});

test('a page reads the restored row once, and leaves it to the stream then', async () => {
  const { live, restore, questions } = await soldBeforeRestore();
  restore();
  await live(40_000);
  expect(questions()).toHaveLength(1);
});

test.each([
  ['had forgotten nothing', 1e9],
  ['began anew shortly before the page heard of the ending', 5000],
])('a late answer of a gateway that %s does not undo an ending', async (_, knownForMs) => {
  const { clock, page, id, backup, live, records, script, answer } = await soldBeforeRestore();
  const now = clock.now() - 5500;
  answer(/^\/operations\/([^/]+)$/, () =>
    json({ id, state: 'accepted', knownForMs, now, operation: backup }),
  );
  // The lists are as late.
  const ended = records.get(id)!;
  records.set(id, backup);
  script.last().break();
  await live(10_000);
  records.set(id, ended);
  expect(page.only().phase).toBe('complete');
});
