import type { OperationRow } from '../../src/gateway/recordRows.ts';
import { endingOf, type ShiftLog } from './acts.ts';
import type { World } from './world.ts';

/** How soon another page shows what has changed (ms). */
const soonMs = 3000;

/** After the night, with no fault at hand: a till sells once, and the office hears of each step within seconds. */
export async function checkSoon(
  { clock, browsers, service, stores, find }: World,
  log: ShiftLog,
): Promise<void> {
  const till = browsers.find(({ isAlone }) => !isAlone)?.tabs[0]?.operations;
  const office = browsers.find(({ session }) => session.sees === 'all')?.tabs[0]?.operations;
  if (!till || !office) return;
  const held = new Set(office.list({ open: true }).map(({ terminalId }) => terminalId));
  const terminalId = service.sandbox.terminals.map(({ id }) => id).find((id) => !held.has(id));
  if (terminalId === undefined) return;
  const request = { terminalId, amount: 100, receipt: false };
  const options = { currency: 'USD' };
  log.presses += 1;
  let started = till.start('pay', request, options);
  await clock.advance(soonMs);
  let press = await started;
  if (!press.started && press.refusal.confirmation) {
    started = till.start('pay', request, { ...options, confirmed: press.refusal.confirmation });
    await clock.advance(soonMs);
    press = await started;
  }
  if (!press.started) return;
  const { id } = press.operation;
  const rowNow = async () => {
    const [row] = await stores.read<OperationRow[]>((tx) => tx.operations.list({ id }));
    return row?.operation;
  };
  const told = async (what: string) => {
    const before = await rowNow();
    await clock.advance(soonMs);
    const after = await rowNow();
    const shown = office.get(id);
    if (before && after && !(shown && [before, after].some((row) => endingOf(row) === endingOf(shown))))
      find(
        'soon',
        `the office shows ${shown?.phase} ${soonMs} ms after the ${what} of ${id} (${before.phase})`,
      );
  };
  await told('press');
  for (let left = 120; left > 0 && (await rowNow())?.endedAt === undefined; left -= 1)
    await clock.advance(1000);
  await told('ending');
  const ended = till.get(id);
  if (ended?.endedAt === undefined) return;
  log.seen.add(endingOf(ended));
  till.acknowledge(id);
  await clock.advance(soonMs);
  if (office.get(id) && office.get(id)?.acknowledgedAt === undefined)
    find('soon', `the office does not show ${soonMs} ms later that the ending of ${id} was seen`);
  await clock.advance(60_000);
}
