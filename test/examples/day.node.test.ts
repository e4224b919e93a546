import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as core from 'tillkit/core';
import * as gateway from 'tillkit/gateway';
import * as sql from 'tillkit/gateway/sql';
import { createSandbox } from 'tillkit/sandbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openService, openStore, seedDays } from '../../scripts/demo-shop.mjs';
import { runs } from '../runs.ts';

const kit = { core, gateway, sql, createSandbox };
const url = 'http://localhost:1';
const hourMs = 60 * 60_000;

/** A shop whose service and record outlive the process, and its process at an instant. */
function createShop(timeZone: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-day-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return {
    async startAt(now: number) {
      const service = await openService(createSandbox, {
        logPath: join(folder, 'service.jsonl'),
        seed: 1,
        now: () => now,
      });
      const { store, close } = await openStore(kit, join(folder, 'record.db'), service.clock);
      onTestFinished(close);
      await seedDays(kit, service, { url, account: 'shop', store, timeZone });
      return service;
    },
  };
}

type Service = Awaited<ReturnType<ReturnType<typeof createShop>['startAt']>>;

const timesIn = ({ ledger }: Service, { from, to }: { from: number; to: number }) =>
  ledger.requests
    .filter(({ operation, at }) => (operation === 'pay' || operation === 'void') && at >= from && at < to)
    .map(({ at }) => at);

const giveBack = async (service: Service, kind: 'void' | 'refund', pnRefNum: string) => {
  const body = { terminalId: 'terminal-1', pnRefNum, ...(kind === 'refund' && { amount: 1 }) };
  const { status } = await service.fetch(
    new Request(`${url}/${kind}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { authorization: 'sandbox', 'content-type': 'application/json' },
    }),
  );
  return status;
};

describe("the demo's shop", () => {
  const openings: [time: string, offset: string, zone: string][] = [
    ['00:05', '+05:45', 'Asia/Kathmandu'],
    ['00:29', '-08:00', 'America/Los_Angeles'],
    ['23:55', '-08:00', 'America/Los_Angeles'],
  ];
  test.each(runs(openings.slice(0, 1), openings))(
    'has sold yesterday and today where it opens first at %s%s',
    async (time, offset, zone) => {
      const now = Date.parse(`2026-01-15T${time}:00${offset}`);
      const service = await createShop(zone).startAt(now);
      const today = core.dayIn(zone, now);
      const sold = timesIn(service, today);
      expect(sold).toHaveLength(11);
      expect(sold.at(-1)).toBeLessThanOrEqual(now);
      expect(timesIn(service, core.dayIn(zone, today.from - 1))).toHaveLength(5);
    },
  );

  test('goes on after a restart: what was sold yesterday can be given back, once', async () => {
    const noon = Date.UTC(2026, 0, 15, 12);
    const shop = createShop('UTC');
    const { charges } = (await shop.startAt(noon)).ledger;
    const { pnRefNum } = charges.find(({ amount }) => amount === 3140)!;
    const restarted = await shop.startAt(noon + hourMs);
    expect(restarted.ledger.charges).toEqual(charges);
    expect(await giveBack(restarted, 'void', pnRefNum)).toBe(200);
    expect(await giveBack(await shop.startAt(noon + 2 * hourMs), 'void', pnRefNum)).toBe(422);
  });

  test('sells again on the next day, but not at a terminal whose outcome is still unknown', async () => {
    const noon = Date.UTC(2026, 0, 15, 12);
    const shop = createShop('UTC');
    await shop.startAt(noon);
    const service = await shop.startAt(noon + 24 * hourMs);
    const today = core.dayIn('UTC', noon + 24 * hourMs);
    expect(timesIn(service, today)).toHaveLength(9);
    expect(timesIn(service, core.dayIn('UTC', noon))).toHaveLength(11);
  });
});
