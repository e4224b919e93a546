import { describe, expect, test, vi } from 'vitest';
import type { GatewayEvent } from '../../../src/gateway/webhooks.ts';
import { allowConsole } from '../../console.ts';
import { operationId, sale, saleAt, settled } from '../gatewayTill.ts';
import { secret } from '../outbox/outboxTill.ts';
import { always, createFollowTill, silentUntil } from './followTill.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const complete = { status: 'complete' };

describe('figures for the host', () => {
  test('questions, their delay, refusals, what is open, and what no receiver took', async () => {
    const till = createFollowTill();
    const told: GatewayEvent[] = [];
    const onEvent = (event: GatewayEvent) => {
      if (event.data.account === 'b') throw new Error('down');
      told.push(event);
    };
    const gateway = till.gateway({ onEvent });
    allowConsole(/down/);
    gateway.start();
    const refused = () => new Response('{}', { status: 429, headers: { 'retry-after': '5' } });
    await till.sell(
      gateway,
      (age, times) => (times === 1 ? refused() : { status: age < 90 * second ? 'processing' : 'complete' }),
      'a',
    );
    await till.sell(gateway, silentUntil(hour, complete), 'b');
    // Hashing takes a time that the clock knows nothing of.
    await vi.waitFor(async () => {
      await till.clock.advance(10);
      expect(told).toHaveLength(2);
    }, 20_000);
    await till.clock.advance(70 * second);
    const of = (name: string, account: string) =>
      till.metrics.filter((one) => one.name === name && one.account === account).map(({ value }) => value);
    expect([of('open-operations', 'a'), of('open-operations', 'b')]).toStrictEqual([[1], [1]]);
    expect([of('undelivered-events', 'a'), of('undelivered-events', 'b')]).toStrictEqual([[0], [2]]);
    expect(of('polls', 'a').length).toBe(
      till.service.polls.filter(({ authorization }) => authorization === 'a').length,
    );
    expect(of('polls-refused', 'a')).toStrictEqual([1]);
    // The second question waited for the end of the pause, counted from when it would have been due.
    expect(of('poll-delay-ms', 'a').slice(0, 3)).toStrictEqual([0, 4 * second, 0]);
    expect(of('poll-ms', 'b')[0]).toBe(10 * second);
    expect(of('poll-delay-ms', 'b')[0]).toBe(10 * second);
    await till.clock.advance(minute);
    expect([of('open-operations', 'a').at(-1), of('open-operations', 'b').at(-1)]).toStrictEqual([0, 1]);
    await settled(till.clock, gateway.stop()); // a delivery that is under way would complain in the next test
  });

  test('an unknown operation that no longer holds its terminal is not open', async () => {
    const till = createFollowTill();
    const gateway = till.gateway();
    await till.sell(
      gateway,
      always(() => ({ status: 'timeout' })),
    );
    await settled(till.clock, gateway.work({ forMs: 10 * second }));
    await till.clock.advance(31 * day);
    const next = await gateway.fetch(sale(operationId(99), { ...saleAt('terminal-1'), amount: 1500 }));
    expect(next.status).toBe(200);
    await settled(till.clock, gateway.work({ forMs: second }));
    const counts = till.metrics.filter(({ name }) => name === 'open-operations').map(({ value }) => value);
    expect(counts.at(-1)).toBe(1);
  });

  test('an undelivered event counts once for each receiver', async () => {
    const till = createFollowTill();
    const gateway = till.gateway({
      onEvent() {
        throw new Error('down');
      },
      webhooks: [{ url: 'https://receiver.example', secrets: [secret] }],
      sendWebhook: async () => 500,
    });
    allowConsole(/down/);
    await till.sell(gateway, silentUntil(hour, complete));
    const counts = () =>
      till.metrics.filter(({ name }) => name === 'undelivered-events').map(({ value }) => value);
    await settled(till.clock, gateway.work({ forMs: 2 * minute }));
    expect(counts().at(-1)).toBe(4);
  });
});
