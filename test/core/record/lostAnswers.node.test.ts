import { describe, expect, test } from 'vitest';
import { recordTill } from './recordTill.ts';

const broken = () => Promise.reject(new TypeError('fetch failed'));

describe('an operation whose answer was lost', () => {
  test('is asked about as soon as the stream has news of it, and nothing else is believed', async () => {
    const { clock, open, live, put, answer, asked, records } = recordTill();
    const { pay, only } = open();
    // The gateway has it, and hears nothing of the service for a while.
    answer(/^\/pay$/, (request) => {
      const id = request.headers.get('x-operation-id') ?? '';
      records.set(id, {
        id,
        kind: 'pay',
        phase: 'unknown',
        reason: 'no-response',
        terminalId: 'T1',
        anomalies: [],
        seenProcessing: false,
        createdAt: clock.now(),
        seq: 2,
        isOwn: true,
      });
      return broken();
    });
    await pay();
    await live(40_000);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'no-response' });
    const { id } = only();
    const before = asked.length;
    put(id, { phase: 'waiting', msgIdentifier: 'msg-9', acceptedAt: clock.now() });
    await clock.advance(1000);
    expect(asked.slice(before)).toEqual([`GET operations/${id}`]);
    expect(only()).toMatchObject({ phase: 'waiting', msgIdentifier: 'msg-9' });
    put(id, { phase: 'complete', status: 'complete', confirmedCents: 1250 });
    await clock.advance(0);
    expect(only()).toMatchObject({ phase: 'complete', confirmedCents: 1250 });
    expect(asked.filter((path) => path.includes('processed'))).toEqual([]);
  });

  test('is not what the stream says it is, but what the gateway answers', async () => {
    const { clock, open, live, put, answer, records } = recordTill();
    const { pay, only } = open();
    answer(/^\/pay$/, broken);
    answer(/^\/operations\//, () => broken());
    await pay();
    await live(20_000);
    const { id } = only();
    records.set(id, { ...only(), seq: 2, isOwn: true });
    put(id, { phase: 'complete', msgIdentifier: 'msg-3', status: 'complete', confirmedCents: 1250 });
    await clock.advance(5000);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'no-response' });
  });

  test('is not asked about while its request is under way', async () => {
    const { clock, open, live, asked, answer, script, records } = recordTill();
    const { pay, only } = open();
    let arrive: (() => void) | undefined;
    const arrived = new Promise<undefined>((resolve) => {
      arrive = () => resolve(undefined);
    });
    answer(/^\/pay$/, () => arrived as never);
    await pay();
    await live(5000);
    const { id } = only();
    script.tell({ ...only(), seq: 2, isOwn: true, phase: 'waiting', msgIdentifier: 'msg-1' });
    await live(5000);
    expect(asked).toEqual(['POST pay']);
    arrive?.();
    await clock.advance(100);
    expect(only().phase).toBe('waiting');
    expect([...records.keys()]).toEqual([id]);
  });

  test('that nobody asks about any more is asked about at the next news', async () => {
    const { clock, open, live, put, answer, asked, records } = recordTill();
    const { pay, only } = open();
    answer(/^\/pay$/, (request) => {
      const id = request.headers.get('x-operation-id') ?? '';
      records.set(id, {
        id,
        kind: 'pay',
        phase: 'unknown',
        reason: 'no-response',
        terminalId: 'T1',
        anomalies: [],
        seenProcessing: false,
        createdAt: clock.now(),
        seq: 2,
        isOwn: true,
      });
      return broken();
    });
    await pay();
    await live(1_200_000);
    const { id } = only();
    const before = asked.length;
    await live(600_000);
    expect(asked).toHaveLength(before);
    put(id, { phase: 'rejected', error: { code: 'http', shortMessage: 'No.', status: 422 } });
    await clock.advance(2000);
    expect(asked.slice(before)).toEqual([`GET operations/${id}`]);
  });

  test('and whose end a person at another till saw is resolved here too', async () => {
    const { clock, open, live, put, answer, records } = recordTill();
    const { pay, only } = open();
    answer(/^\/pay$/, broken);
    answer(/^\/operations\//, broken);
    await pay();
    await live(20_000);
    records.set(only().id, { ...only(), seq: 2, isOwn: true });
    put(only().id, { phase: 'resolved', resolution: { charged: true, basis: 'back-office' } });
    await clock.advance(100);
    expect(only()).toMatchObject({
      phase: 'resolved',
      resolution: { charged: true, basis: 'back-office' },
    });
  });
});
