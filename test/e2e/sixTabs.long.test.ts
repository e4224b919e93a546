import type { LedgerRequest } from 'tillkit/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mostInAnyMinute, pollsOf, type Silence, silencesOf } from './polls.ts';
import { type Shift, workShift } from './sixTabsShift.ts';
import { startTillServer, type TillServer } from './tillServer.ts';

const pauseMs = 20_000;
/** What a request may take to arrive, with six tabs on a machine of two processors. */
const onTheWayMs = 2000;
// A turn of eighteen messages is 18 * 60 / 47 = 23 s, and 29 s in a minute that began with a burst of ten.
const longestMs = 30_000;
const killedMs = 10_000;

let server: TillServer;
let shift: Shift;
let polls: LedgerRequest[];

beforeAll(async () => {
  server = await startTillServer({ speed: 4, terminals: 18, retryAfter: String(pauseMs / 1000) });
  shift = await workShift(server);
  polls = pollsOf(shift.requests);
}, 15 * 60_000);
afterAll(() => server.close());

describe('F70: six tabs with eighteen payments for ten minutes, the tab that asks killed every minute', () => {
  it('had eighteen payments under way, and lost its leader again and again', () => {
    const mean = shift.waiting.reduce((sum, count) => sum + count, 0) / shift.waiting.length;
    expect(mean).toBeGreaterThan(16);
    expect(shift.kills.length).toBeGreaterThanOrEqual(8);
  });

  it('asks at most 50 times in any minute', () => {
    expect(mostInAnyMinute(polls)).toBeLessThanOrEqual(50);
  });

  it('asks nothing while the service wants a pause', () => {
    const refused = polls.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    const [from = 0] = refused.map(({ at }) => at);
    const inPause = polls.filter(({ at }) => at > from + onTheWayMs && at < from + pauseMs);
    expect(inPause).toEqual([]);
  });

  it('leaves no waiting payment unasked for longer than its share, a lost leader and the pause take', () => {
    const pausedAt = polls.find(({ status }) => status === 429)?.at ?? Infinity;
    const allowedMs = ({ from, until }: Silence) =>
      longestMs + onTheWayMs + killedMs + (from < pausedAt + pauseMs && until > pausedAt ? pauseMs : 0);
    const tooLong = silencesOf(shift.requests, shift.charges, shift.endedAt)
      .filter((silence) => silence.until - silence.from > allowedMs(silence))
      .map(({ from, until, terminalId }) => ({
        terminalId,
        ms: until - from,
        after: from - shift.startedAt,
      }));
    expect(tooLong).toEqual([]);
  });

  it('shows every result in every tab, and nothing that did not happen', () => {
    const charged = new Set(shift.charges.map(({ msgIdentifier }) => msgIdentifier));
    for (const shown of shift.shown) {
      server.sandbox.assertSafe(shown);
      const complete = shown.filter(({ phase }) => phase === 'complete');
      expect(new Set(complete.map(({ msgIdentifier }) => msgIdentifier))).toEqual(charged);
    }
  });
});
