import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as core from 'tillkit/core';
import * as gateway from 'tillkit/gateway';
import * as sql from 'tillkit/gateway/sql';
import { createSandbox } from 'tillkit/sandbox';
import { describe, expect, test } from 'vitest';
import { shopDay } from '../../examples/merchant-dashboard/today.ts';
import { seedDay } from '../../scripts/seed-day.mjs';
import { whenOver } from '../cleanups.ts';

const hourMs = 60 * 60_000;

/** When the demo's till sold, and since when it has been open, as it is shown at that instant. */
async function seededAt(now: number) {
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-day-'));
  whenOver(() => rmSync(folder, { recursive: true }));
  const kit = { core, gateway, sql, createSandbox };
  const options = {
    url: 'http://localhost:1',
    seed: 1,
    shop: 'shop',
    storePath: join(folder, 'day.db'),
    now,
  };
  const { sandbox, day } = await seedDay(kit, options);
  const soldAt = sandbox.ledger.requests
    .filter(({ operation }) => operation === 'pay' || operation === 'void')
    .map(({ at }) => at);
  return { soldAt, openedAt: day.openedAt };
}

describe("the demo's day", () => {
  test.each<[time: string, offset: string, zone: string]>([
    ['00:05', '+05:45', 'Asia/Kathmandu'],
    ['00:29', '-08:00', 'America/Los_Angeles'],
    ['23:55', '-08:00', 'America/Los_Angeles'],
  ])('is whole where it is shown at %s%s', async (time, offset, zone) => {
    const now = Date.parse(`2026-01-15T${time}:00${offset}`);
    const { soldAt, openedAt } = await seededAt(now);
    const { from, to } = shopDay(now, zone, openedAt);
    expect(soldAt.filter((at) => at >= from && at < to)).toHaveLength(11);
    expect(soldAt.at(-1)).toBeLessThanOrEqual(now);
  });

  test.each([
    ['Asia/Kathmandu', '+05:45'],
    ['America/Los_Angeles', '-08:00'],
  ])(
    'ends 24 hours after the shop opened, and is the calendar’s where nothing was seeded: %s',
    (zone, offset) => {
      const midnight = Date.parse(`2026-01-15T00:00:00${offset}`);
      const openedAt = midnight - 4 * hourMs;
      expect(shopDay(midnight + hourMs, zone, openedAt).from).toBe(openedAt);
      expect(shopDay(midnight + 20 * hourMs, zone, openedAt).from).toBe(midnight);
      expect(shopDay(midnight + 9 * hourMs, zone, midnight + 8 * hourMs).from).toBe(midnight);
      expect(shopDay(midnight + hourMs, zone)).toEqual(core.dayIn(zone, midnight));
    },
  );
});
