import { expect } from 'vitest';
import { openTill, operationsOf, press, type startFaceless } from './faceless.ts';
import { startOwnChromium, withProfile } from './ownChromium.ts';

/** Kills Chromium `afterMs` after the press; then the operation is found again, or nothing was sent. */
export async function killAround(
  till: Awaited<ReturnType<typeof startFaceless>>,
  afterMs: number,
): Promise<void> {
  await till.reset();
  await withProfile(async (profile) => {
    const first = await startOwnChromium(profile);
    try {
      const page = await first.newPage();
      await openTill(page, till.url);
      press(page, 1250).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, afterMs));
    } finally {
      await first.kill();
    }
    const second = await startOwnChromium(profile);
    try {
      const page = await second.newPage();
      await openTill(page, till.url);
      const found = await operationsOf(page);
      const sent = await till.pays();
      expect(sent.length, 'the kit sends once').toBeLessThanOrEqual(1);
      if (sent.length === 0 && found.length === 0) return;
      expect(found, `killed ${afterMs} ms after the press`).toMatchObject([
        { amountCents: 1250, terminalId: 'terminal-1' },
      ]);
      expect(['unknown', 'waiting', 'complete']).toContain(found[0]!.phase);
      expect(await press(page, 1250)).toMatchObject({ started: false });
      expect(await till.pays()).toHaveLength(sent.length);
    } finally {
      await second.kill();
    }
  });
}
