import { isCarriedOut } from '../../src/core/operations/terminalOperation.ts';
import type { ClosingRow, EventRow, OperationRow } from '../../src/gateway/recordRows.ts';
import { isEventForReceivers } from '../../src/gateway/webhooks.ts';
import { endingOf, type ShiftLog } from './acts.ts';
import { checkFigures } from './checkFigures.ts';
import type { World } from './world.ts';
import { everything, known, takenBack, type WorldRecord } from './worldRecord.ts';

/** After a shift: ledger = record = report = events = every page's word = the slips' and orders'. */
export async function checkEnd(world: World, log: ShiftLog): Promise<void> {
  const record = await world.stores.read<WorldRecord>(everything);
  checkShown(world);
  checkRecord(world, record);
  checkTerminals(world, record);
  checkPages(world, record);
  checkEvents(world, record);
  checkReceiver(world, record);
  checkSaid(world, log, record);
  checkSeen(world, log, record);
  checkClosings(world, record);
  await checkFigures(world, log, record);
}

function checkShown({ service, shown, find }: World): void {
  try {
    // Ids of messages may be repeated: the ids of operations alone say what belongs to what.
    service.sandbox.assertSafe([...shown.values()].map(({ msgIdentifier: _, ...operation }) => operation));
  } catch (error) {
    const lines = String(error).split('\n').slice(1);
    // The service itself has counted requests. Of what it said falsely, pages show what it said.
    const isLie = (line: string) => [...service.lies.keys()].some((id) => line.includes(id));
    for (const line of lines) if (!line.includes('money requests') && !isLie(line)) find('shown', line);
  }
}

function checkRecord({ service, find }: World, record: WorldRecord): void {
  const { charges } = service.sandbox.ledger;
  for (const row of known(record)) {
    const own = charges.filter(({ operationId }) => operationId === row.id);
    const { phase, kind } = row;
    const about = `${kind} ${row.id} is ${phase} in the record`;
    const lies = service.lies.get(row.id);
    if ((phase === 'failed' || phase === 'rejected') && own.length > 0 && !lies?.has('failed'))
      find('record', `${about}, and was charged`);
    if (
      (phase === 'complete' || phase === 'partial') &&
      kind !== 'closeBatch' &&
      own.length === 0 &&
      !lies?.has('complete')
    )
      find('record', `${about}, and was not charged`);
    if (
      phase === 'complete' &&
      (kind === 'pay' || kind === 'preAuth') &&
      own[0] &&
      !lies &&
      row.movedCents !== own[0].amount
    )
      find('record', `${about} with ${row.movedCents}, and ${own[0].amount} was charged`);
    if (phase === 'sending' || phase === 'waiting') find('ends', `${about} for ever`);
    if (phase === 'unknown' && row.operation?.reason === undefined) find('ends', `${about} without a reason`);
  }
}

/** A terminal has one operation at a time. What a person judged, or what was taken back, is left out: its end may come later. */
function checkTerminals({ find, stores }: World, record: WorldRecord): void {
  const held = new Map<string, OperationRow>();
  const judged = new Set(record.resolutions.map(({ operationId }) => operationId));
  const undone = takenBack(record);
  const isFree = ({ id, phase }: OperationRow) =>
    phase === 'rejected' || judged.has(id) || undone.has(id) || stores.forgotten.has(id);
  const rows = known(record).filter((row) => !isFree(row));
  for (const row of rows.toSorted((a, b) => a.createdAt - b.createdAt)) {
    const place = `${row.account} ${row.terminalId}`;
    const before = held.get(place);
    if (before && (before.endedAt ?? Infinity) > row.createdAt)
      find('terminals', `${row.kind} ${row.id} began at ${row.terminalId} before ${before.id} had ended`);
    held.set(place, row);
  }
}

function checkPages({ story, browsers, owners, find, stores }: World, record: WorldRecord): void {
  const rows = new Map(known(record).map((row) => [row.id, row]));
  for (const browser of browsers) {
    const { session, isAlone, tabs, hasForgotten } = browser;
    for (const { operations, machine } of tabs) {
      const shown = new Map(operations.list().map((operation) => [operation.id, operation]));
      for (const [id, operation] of shown) {
        const row = rows.get(id);
        const about = `${session.subject}${isAlone ? ' (alone)' : ''} shows ${operation.kind} ${id} as ${operation.phase} (${operation.reason})`;
        if (operation.phase === 'sending' || (isAlone && operation.phase === 'waiting'))
          find('ends', `${about} for ever`);
        if (isAlone) continue;
        if (!row && stores.forgotten.has(id)) {
          // What a restored database has no row of is said to be unknown, unless its end was known.
          if (operation.phase === 'waiting') find('ends', `${about}, which was forgotten, for ever`);
          continue;
        }
        if (!row) {
          // What the gateway kept back, or never had, moved nothing; a person may have said so before the page knew.
          const isOver = operation.phase === 'rejected' || operation.resolution?.charged === false;
          // "Not seen" proves nothing of a database that does not reach back to the press.
          const isOpen = operation.phase === 'unknown' || operation.phase === 'resolved';
          const isDoubted = stores.isRestored() && isOpen;
          if (!isOver && !isDoubted && !hasForgotten)
            find('pages', `${about}, and the record does not have it`);
          continue;
        }
        const owner = owners.get(id);
        // Of what a page must not show, its state says nothing more.
        if (row.account !== session.account) {
          find('accounts', `${about}, which is another merchant's`);
          continue;
        }
        if (session.sees === 'own' && owner !== browser) {
          find('subjects', `${about}, which is another till's`);
          continue;
        }
        if (operation.reason === 'stopped' && row.phase === 'waiting') continue;
        if (operation.phase !== row.phase)
          find('pages', `${about}, and the record says ${row.phase} (${row.operation?.reason})`);
        if ((operation.confirmedCents ?? null) !== (row.operation?.confirmedCents ?? null))
          find('pages', `${about}, with another amount`);
        // Pages hear the time of a gateway within seconds: a minute off is the time of another clock.
        const endedAt = (operation.endedAt ?? Infinity) - machine.skew.ms;
        if (
          story.store === 'memory' &&
          !hasForgotten &&
          operation.phase === row.phase &&
          Math.abs(endedAt - (row.endedAt ?? endedAt)) > 90_000
        )
          find('times', `${about}, which ended ${endedAt - (row.endedAt ?? 0)} ms away from that`);
        if (endingOf(operation) !== endingOf({ ...operation, anomalies: row.operation?.anomalies ?? [] }))
          find('pages', `${about}, with ${operation.anomalies.join(', ')}, and the record has others`);
        if (operation.acknowledgedAt === undefined && row.operation?.acknowledgedAt !== undefined)
          find('pages', `${about}, and not that it was seen`);
        if (row.isUnseen && !stores.forgotten.has(id) && operation.acknowledgedAt !== undefined)
          find('unseen', `${session.subject} shows ${id} as seen, and the record does not`);
      }
      if (isAlone) continue;
      for (const row of rows.values())
        if (owners.get(row.id) === browser && (row.isOpen || row.isUnseen) && !shown.has(row.id))
          find(
            'unseen',
            `${session.subject} does not show ${row.kind} ${row.id}, which is ${row.phase} and unseen or open`,
          );
    }
  }
}

const phaseIn = ({ operation }: Partial<EventRow>) =>
  operation && 'phase' in operation ? operation.phase : undefined;

function checkEvents({ find }: World, record: WorldRecord): void {
  const last = new Map<string, EventRow>();
  for (const event of record.events) {
    const before = last.get(event.operationId);
    const change = `${phaseIn(before ?? {})} then ${phaseIn(event)}`;
    if (change === 'complete then failed' || change === 'failed then complete')
      find('events', `${event.operationId} is ${change}, which nobody is asked about`);
    if (before && event.seq < before.seq) find('events', `events of ${event.operationId} are out of order`);
    last.set(event.operationId, event);
  }
  for (const { id, phase, seq } of known(record)) {
    const { seq: told } = last.get(id) ?? {};
    const toldPhase = phaseIn(last.get(id) ?? {});
    if (toldPhase !== phase || told !== seq)
      find('events', `the last event of ${id} says ${toldPhase} (${told}), and the record ${phase} (${seq})`);
  }
}

/** Each event arrives at least once, and those of an operation in order; what is still to come is in the outbox. */
function checkReceiver({ clock, story, gateways, stores, find }: World, record: WorldRecord): void {
  if (!story.hasReceiver) return;
  const got = new Map<string, number[]>();
  const seen = new Set<string>();
  const ids = new Map<string, string>();
  for (const { id, type, operationId, seq } of gateways.received) {
    if (operationId === undefined || seen.has(id)) continue;
    seen.add(id);
    const name = `${type} ${operationId} ${seq}`;
    if (ids.has(name) && !stores.forgotten.has(operationId))
      find('receiver', `${name} arrived twice, under two ids`);
    ids.set(name, id);
    const seqs = got.get(operationId) ?? [];
    if (seqs.length > 0 && seq < seqs.at(-1)! && !stores.forgotten.has(operationId))
      find('receiver', `events of ${operationId} arrived out of order`);
    got.set(operationId, [...seqs, seq]);
  }
  for (const { eventId, nextAt } of record.deliveries)
    if (nextAt > 4 * clock.now()) find('receiver', `event ${eventId} is never tried again`);
  const due = new Set(record.deliveries.map(({ eventId }) => eventId));
  for (const event of record.events) {
    if (!isEventForReceivers(event) || due.has(event.id) || !event.isDispatched || 'order' in event.operation)
      continue;
    if (!got.get(event.operationId)?.includes(event.seq))
      find('receiver', `event ${event.seq} of ${event.operationId} never arrived`);
  }
}

/** Each word of a person is in the record, or the page says that it was not taken, or there was nothing to say it of. */
function checkSaid({ find, stores }: World, { said }: ShiftLog, record: WorldRecord): void {
  for (const { id, charged, browser, page, isStored } of said) {
    const row = known(record).find((one) => one.id === id);
    if (!row || browser.hasForgotten) continue;
    // After a reload the page shows the payment as unknown again.
    if (!isStored && page.machine.isDead()) continue;
    if (stores.forgotten.has(id)) continue;
    if (record.resolutions.some(({ operationId }) => operationId === id)) continue;
    const isToldOtherwise = browser.tabs.some(({ operations }) =>
      operations.get(id)?.anomalies.includes('resolution-refused'),
    );
    // A page that was loaded anew does not show what was seen before.
    const wasSeen = browser.tabs.some(({ operations }) => {
      const shown = operations.get(id);
      return shown ? shown.acknowledgedAt !== undefined : !row.isUnseen;
    });
    if (!isToldOtherwise && !wasSeen)
      find('resolutions', `what ${browser.session.subject} said of ${id} (${charged}) is lost`);
  }
}

/** What counts as seen, a person has seen: this ending, and not another one. */
function checkSeen({ find, stores }: World, { seen }: ShiftLog, record: WorldRecord): void {
  for (const { id, kind, phase, isUnseen, operation } of known(record)) {
    if (isUnseen || !operation || operation.endedAt === undefined || stores.forgotten.has(id)) continue;
    if (!seen.has(endingOf(operation)))
      find('seen', `${kind} ${id} is ${phase} (${operation.anomalies.join(', ')}), which nobody has seen`);
  }
}

/** The periods of a terminal follow each other, and each batch that was closed ends one. */
function checkClosings({ find }: World, record: WorldRecord): void {
  const last = new Map<string, ClosingRow>();
  for (const closing of record.closings) {
    const place = `${closing.account} ${closing.terminalId}`;
    const { number, toMs } = last.get(place) ?? { number: 0, toMs: closing.fromMs };
    if (closing.number !== number + 1 || closing.fromMs !== toMs || closing.toMs < toMs)
      find('closings', `closing ${closing.number} of ${place} does not follow closing ${number}`);
    last.set(place, closing);
  }
  const closed = new Set(record.closings.map(({ id }) => id));
  const undone = takenBack(record);
  for (const { id, kind, operation } of known(record)) {
    const mayDiffer = closed.has(id) && undone.has(id); // A period that was closed stays closed.
    if (kind === 'closeBatch' && operation && isCarriedOut(operation) !== closed.has(id) && !mayDiffer)
      find(
        'closings',
        `batch ${id} is ${operation.phase}, and its period is ${closed.has(id) ? '' : 'not '}closed`,
      );
  }
}
