import type { StoreSteps, StoreTransaction } from '../../src/gateway/gatewayStore.ts';
import type { EventRow, OperationRow, ResolutionRow } from '../../src/gateway/recordRows.ts';
import type { Shop, ShopPage } from './shop.ts';
import type { Said } from './shift.ts';

interface Record {
  operations: readonly OperationRow[];
  events: readonly EventRow[];
  resolutions: readonly ResolutionRow[];
}

function* everything(tx: StoreTransaction): StoreSteps<Record> {
  return {
    operations: yield* tx.operations.list({ account: '' }),
    events: yield* tx.events.list({ account: '' }, { by: ['id'] }),
    resolutions: yield* tx.resolutions.list({ account: '' }),
  };
}

/** After a shift: ledger = record = report = events = every page's word. Throws with everything that differs. */
export async function assertOneTruth({
  shop,
  pages,
  said,
}: {
  shop: Shop;
  pages: readonly ShopPage[];
  said: readonly Said[];
}): Promise<void> {
  const record = await shop.read<Record>(everything);
  const wrong = [
    ...shownAgainstLedger(shop),
    ...recordAgainstLedger(shop, record),
    ...pagesAgainstRecord(shop, pages, record),
    ...eventsAgainstRecord(record),
    ...saidAgainstRecord(said, pages, record),
    ...(await reportAgainstRecord(shop, pages, record)),
    ...tooManyPolls(shop),
  ];
  if (wrong.length > 0)
    throw new Error(`The shift has more than one truth:\n${wrong.map((line) => `- ${line}`).join('\n')}`);
}

function shownAgainstLedger({ sandbox, trace }: Shop): string[] {
  try {
    sandbox.assertSafe(trace);
    return [];
  } catch (error) {
    return [String(error)];
  }
}

const known = ({ operations }: Record) => operations.filter(({ operation }) => operation !== null);

function recordAgainstLedger({ sandbox }: Shop, record: Record): string[] {
  const wrong: string[] = [];
  for (const row of known(record)) {
    const charges = sandbox.ledger.charges.filter(({ operationId }) => operationId === row.id);
    const { phase, kind } = row;
    const about = `${kind} ${row.id} is ${phase}`;
    if ((phase === 'failed' || phase === 'rejected') && charges.length > 0)
      wrong.push(`${about}, and was charged`);
    if ((phase === 'complete' || phase === 'partial') && kind !== 'closeBatch' && charges.length === 0)
      wrong.push(`${about}, and was not charged`);
    if (phase === 'complete' && kind === 'pay' && charges[0] && row.movedCents !== charges[0].amount)
      wrong.push(`${about} with ${row.movedCents}, and ${charges[0].amount} was charged`);
    if (phase === 'sending') wrong.push(`${about} for ever`);
  }
  return wrong;
}

function pagesAgainstRecord({ owners }: Shop, pages: readonly ShopPage[], record: Record): string[] {
  const wrong: string[] = [];
  const rows = new Map(known(record).map((row) => [row.id, row]));
  for (const { operations, session, skew, noteOf } of pages) {
    const shown = new Map(operations.list().map((operation) => [operation.id, operation]));
    for (const [id, operation] of shown) {
      const row = rows.get(id);
      const about = `${session.subject} shows ${operation.kind} ${id} as ${operation.phase} (${operation.reason})`;
      if (!row) {
        // What the gateway kept back, or never had, moved nothing. On a machine whose clock was moved this cannot be said.
        if (operation.phase !== 'rejected' && !skew.hasJumped)
          wrong.push(`${about}, and the record does not have it`);
        continue;
      }
      if (session.sees === 'own' && owners.get(id) !== session.subject)
        wrong.push(`${about}, which is another till's`);
      if (operation.reason === 'stopped' && row.phase === 'waiting') continue;
      if (operation.phase !== row.phase)
        wrong.push(`${about}, and the record says ${row.phase} (${row.operation?.reason})`);
      if ((operation.confirmedCents ?? null) !== (row.operation?.confirmedCents ?? null))
        wrong.push(`${about}, with another amount`);
    }
    for (const row of rows.values()) {
      if (owners.get(row.id) !== session.subject || !(row.isOpen || row.isUnseen)) continue;
      const operation = shown.get(row.id);
      if (!operation)
        wrong.push(
          `${session.subject} does not show ${row.kind} ${row.id}, which is ${row.phase} and unseen or open`,
        );
      else if (row.isUnseen && operation.acknowledgedAt !== undefined)
        wrong.push(
          `${session.subject} shows ${row.id} as seen, and the record (${row.seq}) does not: ${noteOf(row.id)}`,
        );
    }
  }
  return wrong;
}

function eventsAgainstRecord(record: Record): string[] {
  const wrong: string[] = [];
  const last = new Map<string, EventRow>();
  for (const event of record.events) {
    const before = last.get(event.operationId);
    if (before && event.seq < before.seq) wrong.push(`events of ${event.operationId} are out of order`);
    last.set(event.operationId, event);
  }
  for (const { id, phase, seq } of known(record)) {
    const { operation, seq: told } = last.get(id) ?? {};
    const toldPhase = operation && 'phase' in operation ? operation.phase : undefined;
    if (toldPhase !== phase || told !== seq)
      wrong.push(`the last event of ${id} says ${toldPhase} (${told}), and the record ${phase} (${seq})`);
  }
  return wrong;
}

/** Each word of a person is in the record, or the page says that it was not taken, or there was nothing to say it of. */
function saidAgainstRecord(said: readonly Said[], pages: readonly ShopPage[], record: Record): string[] {
  return said.flatMap(({ id, charged, subject }) => {
    if (!known(record).some((row) => row.id === id)) return [];
    if (record.resolutions.some((row) => row.operationId === id)) return [];
    const isToldOtherwise = pages.some(({ operations }) =>
      operations.get(id)?.anomalies.includes('resolution-refused'),
    );
    const wasSeen = pages.some(({ operations }) => operations.get(id)?.acknowledgedAt !== undefined);
    return isToldOtherwise || wasSeen ? [] : [`what ${subject} said of ${id} (${charged}) is lost`];
  });
}

async function reportAgainstRecord(
  shop: Shop,
  pages: readonly ShopPage[],
  record: Record,
): Promise<string[]> {
  const office = pages.find(({ session }) => session.sees === 'all');
  if (!office) return [];
  const asked = office.client.getReport({ from: 0, to: shop.clock.now() + 1 });
  const [report] = await Promise.all([asked, shop.clock.advance(2000)]);
  const counts = new Map<string, number>();
  const add = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by);
  for (const { kind, phase, terminalId } of known(record)) add(`${kind} ${phase} ${terminalId}`, 1);
  for (const { kind, phase, terminalId, count } of report.rows) add(`${kind} ${phase} ${terminalId}`, -count);
  return [...counts]
    .filter(([, left]) => left !== 0)
    .map(([name, left]) => `the report lacks ${left} of ${name}`);
}

function tooManyPolls({ sandbox }: Shop): string[] {
  const times = sandbox.ledger.polls.map(({ at }) => at);
  let from = 0;
  for (let to = 0; to < times.length; to += 1) {
    while ((times[to] ?? 0) - (times[from] ?? 0) >= 60_000) from += 1;
    if (to - from + 1 > 50) return [`${to - from + 1} polls within 60 s`];
  }
  return [];
}
